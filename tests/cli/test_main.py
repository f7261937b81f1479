"""The command line as a process: what it starts, what it says, and how it ends."""

import os
import signal
import subprocess
import sys

import pytest

from adage.cli import VERBS


def adage(*words: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *options.pop("python", ()), "-m", "adage", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_the_version_is_printed_without_loading_anything_heavy():
    done = adage("--version", python=("-X", "importtime"))
    assert done.stdout.startswith("adage ")
    loaded = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert not {"numpy", "scipy", "rich", "argparse", "flask", "json"} & loaded


def test_without_words_every_verb_is_named():
    done = adage()
    assert done.returncode == 0
    for name, _, text in VERBS:
        assert f"adage {name}" in done.stdout
        assert text in done.stdout


@pytest.mark.parametrize("verb", [name for name, _, _ in VERBS])
def test_the_help_of_a_verb_shows_an_example(verb):
    done = adage(verb, "--help")
    assert done.returncode == 0, done.stderr
    examples = [line for line in done.stdout.splitlines() if line.startswith(f"  adage {verb}")]
    assert examples


def test_the_meanings_of_the_verbs_stand_below_each_other():
    shown = adage("--help").stdout.splitlines()
    starts = {line.index(text) for line in shown for _, _, text in VERBS if line.endswith(text)}
    assert len(starts) == 1


def test_an_unknown_verb_is_a_wrong_call():
    done = adage("lern")
    assert done.returncode == 2
    assert done.stderr.startswith("adage: there is no verb lern. ")
    assert "learn" in done.stderr


def test_an_unknown_option_is_a_wrong_call():
    for words in (["--frobnicate"], ["params", "--frobnicate"]):
        done = adage(*words)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "--frobnicate" in done.stderr
        assert done.stderr.count("\n") == 1


def test_work_that_fails_ends_with_1(tmp_path):
    (tmp_path / ".adage").mkdir()
    (tmp_path / ".adage" / "config.toml").write_text("broken")
    done = adage("params", cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)})
    assert done.returncode == 1
    assert "is not valid TOML" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early_is_no_error():
    process = subprocess.Popen(
        [sys.executable, "-m", "adage", "params", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0
    assert complaint == b""


def test_an_interrupt_ends_with_130_and_no_traceback(tmp_path):
    """Ctrl-C while a verb is at work: here it waits for a settings file that is a pipe."""
    (tmp_path / ".adage").mkdir()
    os.mkfifo(tmp_path / ".adage" / "config.toml")
    process = subprocess.Popen(
        [sys.executable, "-m", "adage", "params"],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    writer = os.open(tmp_path / ".adage" / "config.toml", os.O_WRONLY)
    process.send_signal(signal.SIGINT)
    out, complaint = process.communicate()
    os.close(writer)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
    assert out == b""
