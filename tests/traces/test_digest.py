"""What is kept of a transcript, and that learning from it is learning from the whole."""

from dataclasses import replace

import pytest

from adage.records import Call, Prompt, Session
from adage.settings import Settings
from adage.traces.digest import digest_calls, digest_prompt, fingerprint, without_bodies
from adage.traces.normalise import to_trace

TOKEN = "ghp_" + "a1B2c3D4e5" * 4


def digest_call(call):
    (digest,) = digest_calls([call])
    return digest


def shell(text):
    return Call("c1", "shell", "Bash", 0, text, outcome="ok", cwd="/home/ann/app")


def test_a_prompt_keeps_its_first_line_its_length_and_its_task():
    kept = digest_prompt(Prompt(0, "fix the login\n\nhere is the whole file:\n" + "x " * 900))
    assert kept.text == "fix the login"
    assert kept.words == 908
    assert kept.task == fingerprint("FIX the   login here is the whole file: " + "x " * 900)


def test_two_tickets_are_two_tasks():
    assert fingerprint("look up ticket W-1041") != fingerprint("look up ticket W-1042")


def test_a_secret_in_a_prompt_or_a_command_is_not_kept():
    assert TOKEN not in digest_prompt(Prompt(0, f"use {TOKEN} for it")).text
    assert TOKEN not in digest_call(shell(f"curl -H 'x: {TOKEN}' http://127.0.0.1/")).text


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        ("cat > a.py <<'EOF'\nsecret = 1\nEOF\nmake gen", "cat > a.py <<'EOF'\nEOF\nmake gen"),
        ("cat <<A <<B\none\nA\ntwo\nB\n", "cat <<A <<B\nA\nB\n"),
        ("grep x <<< 'y'", "grep x <<< 'y'"),
        ("echo '<<EOF'\nmake gen", "echo '<<EOF'\nmake gen"),
        ("cat <<EOF\nnever closed", "cat <<EOF"),
    ],
)
def test_the_body_of_a_here_document_is_not_kept(script, kept):
    assert without_bodies(script) == kept


@pytest.mark.parametrize(
    "script",
    [
        "cat > src/a.py <<'EOF'\nimport os\nEOF",
        "git commit -m \"$(cat <<'EOF'\nA subject\n\nA body with && and ;\nEOF\n)\"",
        "python3 - <<EOF\nprint('x && y')\nEOF\n",
        "cd web && npm test 2>&1 | tail -5",
    ],
)
def test_a_digested_command_gives_the_same_steps(script):
    def steps(call):
        session = Session("s", "s", "claude", "f", "/home/ann/app", 0, 1, (), (call,))
        found = to_trace(session, "/home/ann/app", Settings()).steps
        return [(step.key, step.runner, step.effect, step.ok, step.paths) for step in found]

    assert steps(digest_call(shell(script))) == steps(shell(script))


def test_a_digest_of_a_digest_is_itself():
    once = digest_prompt(Prompt(0, "fix it\nmore"))
    assert digest_prompt(once) == once
    call = digest_call(shell("cat <<A\nbody\nA"))
    assert digest_call(call) == call
    assert replace(call) == call
