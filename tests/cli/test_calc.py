"""`adage calc`: an answer with its numbers filled in, and wrong calls in one sentence."""

import json
import shlex

import pytest

from adage.calculate import example_call
from adage.cli import main
from adage.formulas import FORMULAS


@pytest.fixture
def calc(capsys):
    """Call `adage calc` with these words: exit code, output, complaint."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["calc", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_six_of_eight_could_be_as_low_as_41_percent(calc):
    code, out, _ = calc("wilson_lower", "k=6", "n=8")
    assert code == 0
    assert out.splitlines()[0] == "0.4093"
    assert "p = 6/8" in out
    assert "6 of 8 sessions took the step; the true rate may be as low as 41%." in out


def test_json_gives_the_answer_as_one_object(calc):
    answer = json.loads(calc("wilson_lower", "k=6", "n=8", "--json")[1])
    assert round(answer["value"], 4) == 0.4093
    assert answer["inputs"] == {"k": 6, "n": 8, "z": 1.959964}
    assert answer["page"] == "03-evidence"
    assert {"name", "sentence", "unit", "formula", "latex", "meaning"} < answer.keys()


def test_inputs_may_come_in_their_own_order_without_names(calc):
    assert calc("wilson_lower", "6", "8") == calc("wilson_lower", "n=8", "k=6")


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=lambda f: f.name)
def test_the_example_of_a_formula_works_as_printed(calc, formula):
    words = shlex.split(example_call(formula))[2:]
    code, out, err = calc(*words)
    assert (code, err) == (0, "")
    assert out
    json.loads(calc(*words, "--json")[1])


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=lambda f: f.name)
def test_a_formula_describes_every_input_of_its_function(formula):
    import inspect

    assert list(inspect.signature(formula.function()).parameters) == list(formula.inputs)
    assert formula.sentence.endswith(".")
    assert formula.latex
    assert formula.gives


def test_without_a_name_every_formula_is_listed_with_a_call(calc):
    code, out, _ = calc()
    assert code == 0
    for formula in FORMULAS.values():
        assert example_call(formula) in out
    assert [row["name"] for row in json.loads(calc("--json")[1])] == list(FORMULAS)


def test_a_session_id_of_digits_stays_a_text(calc):
    answer = json.loads(calc("arm", "session=42", "--json")[1])
    assert answer["inputs"]["session"] == "42"


def test_a_text_that_looks_like_json_stays_as_it_was_typed(calc):
    assert calc("generation", 'text={"reflexes":[]}')[1].startswith("b8a2bc44cb91cd50\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("wilson",), "there is no formula wilson. Did you mean wilson_lower?"),
        (("zzzz",), "there is no formula zzzz. See all of them with: adage calc"),
        (("wilson_lower", "k=6"), "wilson_lower still needs n"),
        (("newcombe", "x1=1", "n1=2"), "newcombe still needs x2 and n2"),
        (("wilson_lower", "k=6", "n=8", "m=1"), "wilson_lower has no input m"),
        (("wilson_lower", "k=six", "n=8"), 'wilson_lower needs k to be a number, not "six"'),
        (("wilson_lower", "k=true", "n=8"), "wilson_lower needs k to be a number, not true"),
        (("wilson_lower", "k=NaN", "n=8"), "wilson_lower needs k to be a number"),
        (("fire_ladder", "misses=1.5"), "fire_ladder needs misses to be a whole number"),
        (("code_length", "usages=3"), "needs usages to be a list, each of it a number, not 3"),
        (("folds", "task_sizes=[1]"), "to be an object, each value a whole number, not [1]"),
        (("wilson_lower", "k=6", "k=7", "n=8"), "wilson_lower was given k twice"),
        (("points", "1", "2", "3"), "points takes 2 inputs at most"),
        (("wilson_lower", "k=9", "n=8"), "wilson_lower has no answer: 9 of 8 is no count"),
        (("wilson_lower", "k=1", "n=0"), "wilson_lower has no answer: 1 of 0 is no count"),
        (("uplift", "2", "0", "0", "1", "0", "0"), "2 is no rate"),
        (("contrast", "5", "4", "1", "2"), "contrast has no answer: 5 of 4 is no count"),
        (("folds", 'task_sizes={"a":1}', "count=0"), "0 folds hold no task"),
        (("half_life_weight", "1", "0"), "half_life_weight has no answer: "),
        (("discounted_counts", 'traces=[{"s":1}]'), "has no answer: missing 'age'"),
    ],
)
def test_a_wrong_call_gets_one_sentence_with_the_right_one(calc, words, says):
    code, out, err = calc(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert "adage calc" in err
    assert err.count("\n") == 1
