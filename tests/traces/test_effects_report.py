"""Which rule gave which command its effect."""

import pytest

from adage.records import Call, Effect, Session
from adage.traces.effects import load_rules
from adage.traces.effects_report import report_effects, share_known


def session(*scripts: str) -> Session:
    calls = tuple(
        Call(f"c{i}", "shell", "Bash", i, text, outcome="ok") for i, text in enumerate(scripts)
    )
    return Session("s", "s", "claude", "f", "/home/ann/app", 0, 1, (), calls)


def test_commands_are_counted_by_key_with_the_rule_that_knew_them():
    rows = report_effects([session("make test", "make test -q", "frobnicate now")], load_rules())
    assert (rows[0].key, rows[0].count, rows[0].effect) == ("sh:make test", 2, Effect.VERIFY)
    assert rows[0].is_known
    assert (rows[1].effect, rows[1].is_known) == (Effect.ENVIRONMENT, False)
    assert share_known(rows) == pytest.approx(2 / 3)


def test_a_command_that_was_refused_did_not_run():
    refused = Call("c", "shell", "Bash", 0, "git push", outcome="refused")
    one = Session("s", "s", "claude", "f", "/home/ann/app", 0, 1, (), (refused,))
    assert report_effects([one], load_rules()) == ()
    assert share_known(()) == 1.0


@pytest.mark.shared
def test_the_rules_know_nine_of_ten_commands_of_real_code_bases(shared):
    from adage.traces import read_paths

    reading = read_paths([shared / "corpus" / "claude" / "entireio__cli"])
    assert share_known(report_effects(reading.sessions, load_rules())) >= 0.90
