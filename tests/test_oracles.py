"""The golden values of the reading, pattern, evidence, uplift, index and hook pages.

Each is computed through the very function that `adage calc` calls. They come from statsmodels,
scipy, scikit-learn, tree-sitter-bash or brute force; none was computed by Adage.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from adage.calculate import evaluate
from tests.conftest import SHARED

SECTIONS = {"01", "02", "03", "04", "08", "09"}


def calc(name: str, **inputs: Any) -> Any:
    return evaluate(name, inputs)["value"]


def direct(name: str, *keys: str) -> Callable[[dict[str, Any]], Any]:
    """The formula `name`, called with the oracle's inputs of these names (all of them if none)."""
    return lambda given: calc(name, **{k: given[k] for k in keys or given})


def percent(given: dict[str, Any]) -> int:
    return round(100 * calc("wilson_lower", **given))


def fire_ladder(given: dict[str, Any]) -> list[int]:
    return [calc("fire_ladder", misses=m, bound=given["threshold"]) for m in given["misses"]]


def lift_ladder(given: dict[str, Any]) -> dict[str, int]:
    n = given["other_n"]
    return {
        str(rate): calc("lift_ladder", x2=rate * n, n2=n, least=given["threshold"])
        for rate in given["other_rates"]
    }


def make_gen(given: dict[str, Any]) -> dict[str, Any]:
    """Which parents print as 0.59: those between the ends that round to it."""
    known = {k: given[k] for k in ("s", "n", "kappa")}
    m, low, high = (
        calc("parent_rate", **known, q05=given["target_q05"] + off) for off in (0, -0.005, 0.005)
    )
    mean = calc("posterior", **known, m=m)["mean"]
    return {"m": m, "m_range_rounding_to_0_59": [low, high], "posterior_mean": mean}


def two_wilsons(given: dict[str, Any]) -> dict[str, float]:
    return {
        "wilson_two_sided": calc("wilson_lower", **given),
        "wilson_one_sided_z1_645": calc("wilson_lower", **given, z=1.6448536269514722),
    }


def parent_chain(given: dict[str, Any]) -> dict[str, float]:
    root = {"s": given["s_root"], "n": given["n_root"]}
    found = calc("parent_chain", chain=[root, given["child"]], m=given["m0"], kappa=given["kappa"])
    return {
        "m_root": found["all"][0]["mean"],
        "child_mean": found["mean"],
        "child_q05": found["q05"],
    }


def half_life(given: dict[str, Any]) -> list[float]:
    days = given["age_days"]
    return [calc("half_life_weight", age_days=d, half_life=given["half_life"]) for d in days]


def discounted(given: dict[str, Any]) -> dict[str, float]:
    counts = calc("discounted_counts", traces=given["traces"])
    return {**counts, **calc("posterior", **counts, m=given["m"], kappa=given["kappa"])}


def folds(given: dict[str, Any]) -> dict[str, Any]:
    assigned = calc("folds", task_sizes=given["task_sizes"], count=given["folds"])
    sizes = [0] * given["folds"]
    for task, fold in assigned.items():
        sizes[fold] += given["task_sizes"][task]
    return {"assignment": assigned, "fold_sizes_sorted": sorted(sizes)}


AT = [0, 0.05, 0.2, 0.33, 0.5, 0.75, 0.9, 1]


def isotonic(given: dict[str, Any]) -> dict[str, Any]:
    found = calc("calibrate", **given, at=AT, bins=0)
    return {"fitted": found["fitted"], "interp_at": AT, "interp": found["value"]}


def isotonic_bins(given: dict[str, Any]) -> dict[str, Any]:
    found = calc("calibrate", **given, at=AT)
    bins = found["bins"]
    return {
        "n_bins": len(bins), "bin_index_first5": bins[:5], "at": AT, "value": found["value"]
    }  # fmt: skip


def contiguous(given: dict[str, Any]) -> dict[str, Any]:
    found = calc("code_table", db=given["db"], patterns=["".join(p) for p in given["patterns"]])
    usages = {".".join(items): n for items, n in found["usages"].items()}
    return {"usages": usages, **{key: found[key] for key in ("L_D", "L_CT", "total", "st")}}


def windowed(given: dict[str, Any]) -> dict[str, Any]:
    patterns = ["".join(items) for items in given["table"]]
    found = calc("code_table", db=given["db"], patterns=patterns, window=given["window"])
    rest = {key: found[key] for key in ("L_D", "L_CT", "gap_bits", "total")}
    return {"use": found["usages"], **rest}


def overheads(given: dict[str, Any]) -> list[float]:
    return [calc("pattern_overhead", length=n) for n in given["length"]]


def finish_line(given: dict[str, Any]) -> dict[str, Any]:
    from adage.constants import CONTRAST_MIN
    from adage.formulas import at_least

    value = calc("contrast", **given)
    return {"value": value, "passes": at_least(value, CONTRAST_MIN.default)}


def cases(name: str) -> Callable[[dict[str, Any]], list[Any]]:
    return lambda given: [calc(name, **case) for case in given["cases"]]


KINDS = {"V": "step", "o": "observe", "m": "change", "P": "prompt"}


def predictive_window(given: dict[str, Any]) -> list[str]:
    """The context is `t` then `c`; what follows its end is one clock tick each."""
    found = []
    for text in given["strings"]:
        after = [KINDS[letter] for letter in text.partition("c")[2].lstrip("t")]
        supported = calc("predictive_window", after=after, window=given["window"])
        found.append("support" if supported else "no_support")
    return found


def arm_uniformity(_: dict[str, Any]) -> dict[str, float]:
    from scipy.stats import kstest

    arms = [calc("arm", session=f"s{i}") for i in range(20_000)]
    share = sum(a["control"] for a in arms) / len(arms)
    return {"control_share": share, "ks_p": float(kstest([a["x"] for a in arms], "uniform").pvalue)}


def shell_split(given: dict[str, Any]) -> list[str]:
    return calc("split_texts", **given)


# By the name of the oracle, the first that matches: what Adage says.
ANSWERS: tuple[tuple[str, Callable[[dict[str, Any]], Any]], ...] = (
    ("wilson_min_n_for_fire_by_misses", fire_ladder),
    ("wilson_seed_example_6_of_8_percent", percent),
    ("wilson_(lower|zero)", direct("wilson_lower")),
    ("posterior_", direct("posterior")),
    ("make_gen_", make_gen),
    ("not_the_score_of_make_gen", two_wilsons),
    ("parent_chain", parent_chain),
    ("half_life_weights", half_life),
    ("discounted_counts", discounted),
    ("isotonic_weighted", isotonic),
    ("isotonic_200_bins", isotonic_bins),
    ("task_grouped_folds", folds),
    ("mdl_contiguous_", contiguous),
    ("mdl_usage_code", direct("code_length")),
    ("mdl_pattern_overhead", overheads),
    ("mdl_windowed_gap_charge", windowed),
    ("mdl_selection_windowed", direct("select_patterns")),
    ("closed_contiguous", direct("closed_neighbours")),
    ("closed_windowed", direct("closed_patterns")),
    ("newcombe_", direct("newcombe")),
    ("outcome_lift_min_n", lift_ladder),
    ("finish_line_contrast", finish_line),
    ("dead_end_rule", cases("dead_end")),
    ("predictive_execution_rule", cases("predictive")),
    ("predictive_window", predictive_window),
    ("strength_bands", cases("strength")),
    ("uplift_seed_points", direct("points")),
    ("uplift_perfect_run_habit", direct("quiet_ladder")),
    ("uplift_", direct("uplift")),
    ("arm_uniformity", arm_uniformity),
    ("arm_", direct("arm")),
    ("index_generation", lambda given: calc("generation", text=given["bytes_utf8"])),
    ("shell_split", shell_split),
    ("blame_rule", cases("blame_parts")),
    ("prompt_placeholders", lambda g: [calc("prompt_text", text=t) for t in g["prompts"]]),
    ("path_class", lambda g: [calc("path_class", path=p) for p in g["paths"]]),
    ("file_shape", lambda g: [calc("file_shape", path=p) for p in g["paths"]]),
    (
        "followed_rule",
        lambda g: [calc("is_followed", canonical=g["canonical"], run=run) for run in g["runs"]],
    ),
)


def golden() -> list[dict[str, Any]]:
    """The golden values of these pages, or none where the shared files are absent."""
    file = SHARED / "oracles" / "oracles.json"
    if not file.is_file():
        return []
    found = json.loads(file.read_text(encoding="utf-8"))["oracles"]
    return [o for o in found if o["section"] in SECTIONS or o["name"] == "file_shape"]


def assert_close(found: Any, wanted: Any, tolerance: float, place: str = "") -> None:
    """Compare nested values; keys that only `found` has are of no concern."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            assert_close(found[key], value, tolerance, f"{place}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), place
        for i, value in enumerate(wanted):
            assert_close(found[i], value, tolerance, f"{place}[{i}]")
    elif isinstance(wanted, float) and not isinstance(found, bool):
        assert found == pytest.approx(wanted, abs=tolerance or 1e-12, rel=0), place
    else:
        assert found == wanted, place


@pytest.mark.shared
@pytest.mark.parametrize("oracle", golden(), ids=lambda o: o["name"])
def test_the_answer_is_the_golden_value(oracle):
    answer = next(say for name, say in ANSWERS if re.match(name, oracle["name"]))
    wanted = oracle["expected"]
    if oracle["name"].startswith("shell_split"):
        wanted = wanted["parts"]
    assert_close(answer(oracle["inputs"]), wanted, oracle["tolerance"])


@pytest.mark.shared
def test_no_golden_value_is_left_out():
    names = [oracle["name"] for oracle in golden()]
    assert names
    assert [n for n in names if not any(re.match(name, n) for name, _ in ANSWERS)] == []
