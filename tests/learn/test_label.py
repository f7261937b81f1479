"""Step keys become prototypes."""

import numpy as np

from adage.learn.label import embed_key, label
from adage.settings import Settings
from tests.learn.build import session

SETTINGS = Settings()


def test_a_key_is_a_unit_vector_that_depends_on_its_words_only():
    vector = embed_key("sh:make gen --fast", "make gen", 256)
    assert round(float(np.linalg.norm(vector)), 9) == 1.0
    assert np.array_equal(vector, embed_key("sh:make gen --fast", "make gen", 256))


def test_steps_of_different_effect_runner_or_path_never_merge():
    traces = [session("a", "make gen", "make test", "edit a/x.py", "edit b/x.py", "git status")]
    labels = label(traces, SETTINGS)
    assert len(labels.prototypes) == 5


def test_option_variants_of_one_runner_merge_under_the_most_used_key():
    from dataclasses import replace

    base = [session(f"s{i}", "pytest") for i in range(4)]
    long = "sh:pytest tests unit fast all --strict-markers"
    variant = session("v", "pytest")
    step = replace(variant.steps[0], key=long + " --maxfail", runner="pytest")
    other = replace(variant.steps[0], key=long, runner="pytest", idx=1)
    labels = label([*base, replace(variant, steps=(step, other))], SETTINGS)
    assert labels.of[long] == labels.of[long + " --maxfail"]
    assert labels.of["sh:pytest"] != labels.of[long]


def test_the_command_to_deliver_is_the_text_of_at_least_half_the_runs():
    from dataclasses import replace

    def ran(name, *texts):
        trace = session(name, *(["pytest"] * len(texts)))
        steps = tuple(replace(s, raw=t) for s, t in zip(trace.steps, texts, strict=True))
        return replace(trace, steps=steps)

    most = label([ran("a", "pytest", "pytest", "pytest -q")], SETTINGS)
    assert most.prototypes[0].command == "pytest"
    split = label([ran("a", "pytest -a", "pytest -b", "pytest -c")], SETTINGS)
    assert split.prototypes[0].command == ""


def test_the_order_of_the_traces_does_not_matter():
    traces = [session(f"s{i}", "pytest", f"edit d{i % 3}/f.py", "make gen") for i in range(9)]
    assert label(traces, SETTINGS) == label(list(reversed(traces)), SETTINGS)
