"""What git ignores, asked of a real git."""

import subprocess

from adage.ignored import ignored_by_git


def test_git_says_which_files_it_ignores(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    ask = ignored_by_git(tmp_path)
    paths = ["build/out.js", "src/a.py", "über.log", "src/with space.log"]
    assert ask(paths) == {"build/out.js", "über.log", "src/with space.log"}


def test_outside_a_work_tree_nothing_is_known_to_be_ignored(tmp_path):
    assert ignored_by_git(tmp_path / "nowhere")(["a.log"]) == frozenset()
