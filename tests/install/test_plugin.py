"""The plugin registers what `adage install` registers, and is silent where Adage is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from adage import __version__
from adage.install.claude import plugin_hooks
from tests.hook.world import GEN, World, text_of

PLUGIN = Path(__file__).resolve().parent.parent.parent / "plugin" / "claude-code"


def test_the_plugins_hooks_are_those_of_the_installation() -> None:
    document = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())
    assert document["hooks"] == {event: [entry] for event, entry in plugin_hooks()}


def test_the_manifests_name_the_plugin_and_this_version() -> None:
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    market = json.loads((PLUGIN.parent / ".claude-plugin" / "marketplace.json").read_text())
    assert (manifest["name"], manifest["version"]) == ("adage", __version__)
    # Naming the default hooks file a second time would make the client refuse all of them.
    assert "hooks" not in manifest
    assert market["plugins"][0]["source"] == "./claude-code"


def started(world: World, **environ: str) -> subprocess.CompletedProcess[bytes]:
    event = world.event("PostToolBatch", tool_calls=[world.edit("registry/a.json")])
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    return subprocess.run(
        ["sh", "-c", hooks["PostToolBatch"][0]["hooks"][0]["command"]],
        input=json.dumps(event).encode(), capture_output=True, check=False,
        env=world.environ(CLAUDE_PLUGIN_ROOT=str(PLUGIN), **environ),
    )  # fmt: skip


def test_the_launcher_finds_the_interpreter_of_the_adage_on_the_path(world: World) -> None:
    world.seal(GEN)
    programs = world.home / "bin"
    programs.mkdir()
    (programs / "adage").write_text(f"#!{sys.executable}\n")
    (programs / "adage").chmod(0o755)
    done = started(world, PATH=f"{programs}:/usr/bin:/bin")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "`make gen`" in text_of(json.loads(done.stdout))
    named = started(world, PATH="/usr/bin:/bin", ADAGE_PYTHON=sys.executable)
    assert named.returncode == 0


def test_without_adage_the_plugin_is_silent(world: World) -> None:
    done = started(world, PATH="/usr/bin:/bin")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert os.access(PLUGIN / "bin" / "adage-hook", os.X_OK)
