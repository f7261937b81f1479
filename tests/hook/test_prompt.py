"""At the prompt: families of requests, procedure cards, slots and orientation."""

from __future__ import annotations

from typing import Any

import pytest

from adage.embed import bundled_path, open_table
from adage.hook.look import is_secret_line, look
from adage.hook.orient import orientation
from adage.hook.prompt_text import normalise
from adage.hook.slots import bind, is_plain
from adage.records import Reflex
from tests.hook.world import World, text_of

CI = "why is the build failing on the main branch"
FLAG = "add a command line flag for the output port"


def row_of(text: str) -> tuple[bytes, float]:
    """A prompt's vector as the index keeps it: int8, and its length."""
    vector = open_table(bundled_path()).embed(normalise(text, 128))
    assert vector is not None
    most = max(abs(each) for each in vector)
    row = [round(each / most * 127) for each in vector]
    return bytes(each % 256 for each in row), sum(each * each for each in row) ** 0.5


def seal(world: World, *reflexes: Reflex, **more: Any) -> None:
    """An index with one family and one card, and `reflexes`."""
    (ci, ci_norm), (flag, flag_norm) = row_of(CI), row_of(FLAG)
    family = {"id": "fam1", "row": 0, "norm": ci_norm, "threshold": 0.6, "strength": "prime"}
    family |= {"k": 5, "n": 6, "steps": ["sh:make test"], "command": "make test", **more}
    card = {"id": "card1", "rows": [1], "norms": [flag_norm], "title": "a new flag", "k": 2, "n": 3,
            "files": ["cmd/flags.py", "tests/test_flags.py", "CHANGELOG.md", ".env"],
            "commands": ["make test"], "avoid": ["make tests"], "check": "make test"}  # fmt: skip
    world.seal(*reflexes, families=[family], cards=[card], vectors=ci + flag)


def test_a_request_like_others_brings_their_usual_first_step(world: World) -> None:
    seal(world)
    said = text_of(world.prompt("the build on main is failing, why"))
    assert "usually start here with `make test`" in said
    assert 'kind="intent"' in said
    assert not text_of(world.prompt("why is the build on main failing again"))


def test_an_unlike_request_brings_nothing(world: World) -> None:
    seal(world)
    assert world.prompt("translate the poem about autumn into French") == {}


def test_going_on_brings_nothing(world: World) -> None:
    seal(world)
    assert world.prompt("build failing main") == {}


def test_a_card_comes_once_with_where_its_files_stand(world: World) -> None:
    seal(world)
    (world.root / "cmd").mkdir()
    (world.root / "cmd" / "flags.py").write_text("import os\n\n\ndef verbose():\n    pass\n")
    (world.root / "CHANGELOG.md").write_text("# Changes\n\n## 1.2\n\n- more\n")
    (world.root / ".env").write_text("PASSWORD=hunter2\n")
    said = text_of(world.prompt(FLAG))
    assert "resembles 3 earlier ones here (a new flag)" in said
    assert "cmd/flags.py: 5 lines\n  4: def verbose():" in said
    assert "  1: # Changes\n  3: ## 1.2" in said
    assert "Failed there: `make tests`" in said
    assert "hunter2" not in said
    assert not text_of(world.prompt(FLAG))


def test_a_card_that_nearly_came_comes_at_the_first_edit_of_its_files(world: World) -> None:
    seal(world)
    near = "add an option for the output port"
    assert world.prompt(near) == {}
    assert world.records()[0]["cards"] == ["card1"]
    assert text_of(world.batch(world.edit("src/other.py"))) == ""
    assert 'kind="card"' in text_of(world.batch(world.edit("cmd/flags.py")))


def test_a_slot_binds_the_one_value_that_its_contract_admits(world: World) -> None:
    slots = {"ticket": {"prefix": "W-", "digits": True}}
    seal(world, command="make show ID={ticket}", slots=slots)
    assert "`make show ID=W-1041`" in text_of(world.prompt(f"{CI}, see W-1041."))


@pytest.mark.parametrize(
    ("prompt", "wanted"),
    [
        ("look at W-12", "x W-12"),
        ("look at (W-12).", "x W-12"),
        ("W-12 and W-13", None),
        ("look at W-12;rm", None),
        ("look at W-$(id)", None),
        ("look at W-x", None),
        ("nothing here", None),
    ],
)
def test_a_slot_has_exactly_one_plain_value_or_none(prompt: str, wanted: str | None) -> None:
    assert bind("x {t}", {"t": {"prefix": "W-", "digits": True}}, prompt, 200) == wanted


@pytest.mark.parametrize(
    "value", ["", "-rf", "a b", "a;b", "$x", "a'b", "x" * 201, "é", "a\nb", "`a`"]
)
def test_a_value_that_is_no_plain_token_never_binds(value: str) -> None:
    assert not is_plain(value, 200)


def test_only_plain_files_inside_the_repository_are_looked_at(world: World) -> None:
    root = world.root
    (root / "src").mkdir()
    (root / "src" / "a.py").write_text("x = 1\n")
    (root / "src" / "big.py").write_text("x" * 200)
    (root / "src" / "link.py").symlink_to(root / "src" / "a.py")
    (root / "linked").symlink_to(root / "src")
    (root / "src" / "hard.py").hardlink_to(root / "src" / "big.py")
    (root / "src" / "my.pem").write_text("x")
    assert look(str(root), "src/a.py", 100) == "x = 1\n"
    for path in ("src/big.py", "src/link.py", "linked/a.py", "src/my.pem", "src/none.py", "src",
                 "../app/src/a.py", "/etc/passwd", ".git/config", "src/../src/a.py", "",
                 "src//a.py", "src/hard.py", "src/credentials.json", "src/\x00.py"):  # fmt: skip
        assert look(str(root), path, 100) is None, path


@pytest.mark.parametrize(
    "line",
    ['key = "AKIAABCDEFGHIJKLMNOP"', "password: x", "-----BEGIN RSA PRIVATE KEY-----",
     "token = ghp_abcdefghij", "API_KEY=abc", "auth: Bearer abc"],
)  # fmt: skip
def test_lines_that_look_like_secrets_are_withheld(line: str) -> None:
    assert is_secret_line(line)
    assert line not in orientation(["tests/test_a.py"], lambda _: f"a\n{line}\nb\n", 1000)


def test_orientation_stays_within_its_tokens() -> None:
    text = "\n".join(f"def f{i}(): pass" for i in range(1000))
    said = orientation([f"src/m{i}.py" for i in range(100)], lambda _: text, 300)
    assert 0 < len(said) <= 1200
