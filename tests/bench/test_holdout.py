"""Would the learner have helped in real sessions it had not seen? One table for each code base.

The newest 15 % of the sessions are judged only with ADAGE_BENCH_FINAL=1, once nothing is tuned any
more. ADAGE_BENCH_CORPUS names other folders of transcripts, divided by colons.
"""

import os
from pathlib import Path

import pytest

from adage.measure.holdout import LEARNER, evaluate
from adage.measure.holdout_table import EVERY, as_table, rows
from adage.settings import Settings
from tests.conftest import SHARED

FINAL = os.environ.get("ADAGE_BENCH_FINAL") == "1"
NAMES = ("entireio__cli", "PackmindHub__context-evaluator", "JanDeDobbeleer__oh-my-posh")
NAMED = os.environ.get("ADAGE_BENCH_CORPUS")
FOLDERS = (
    [Path(text) for text in NAMED.split(":")]
    if NAMED
    else [SHARED / "corpus" / "claude" / name for name in NAMES]
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_held_out_sessions(folder):
    if not folder.is_dir():
        pytest.skip("the shared corpus is not beside the project (ADAGE_SHARED)")
    settings = Settings()
    report = evaluate([folder], settings, final=FINAL)
    found = rows(report, settings)
    part = "final slice" if FINAL else "dev folds"
    judged = len(report.judged[LEARNER])
    title = f"{folder.name}, {part}: {judged} of {report.sessions} sessions judged"
    print("\n" + as_table(title, found))
    for number, reflexes in enumerate(report.reflexes):
        print(f"fold {number}, learned from {report.trained[number]} sessions:")
        for r in reflexes:
            line = f"  {r.shape} {' > '.join(r.trigger)} => {' ; '.join(r.steps)}"
            print(f"{line}  {r.strength} {r.k}/{r.n}")
        for f in report.families[number]:
            asked = f.requests[0].text[:60]
            print(
                f"  intent {f.roots} sessions like {asked!r} => {f.route}  {f.strength} {f.k}/{f.n}"
            )
    silent = next(row for row in found if row.speaker == "silent")
    assert (silent.said, silent.net) == (0, 0.0)
    whole = next(row for row in found if row.speaker == LEARNER and row.shape == EVERY)
    assert whole.sessions == judged
