"""Effects: every command falls on the safe side, and the data file says why."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from adage.errors import ConfigError
from adage.records import Effect
from adage.traces.effects import UNKNOWN, Rules, load_rules
from adage.traces.keys import read_part
from adage.traces.shell import split

RULES = load_rules()

COMMANDS = {
    "observe": [
        "ls -la",
        "cat a.py",
        "echo hi",
        "sed -n '1,5p' a.py",
        "git status",
        "git log --oneline -5",
        "git -C /home/ann/app diff",
        "git branch",
        "git branch -a",
        "git stash list",
        "git tag",
        "git tag -l 'v*'",
        "git config user.name",
        "gh pr view 3",
        "gh run view 1 --log",
        "gh api repos/x/y",
        "curl -s https://example.com",
        "find . -name '*.go'",
        "go doc fmt",
        "rtk git status",
        "rtk git diff a.py",
        "xargs",
        "which go",
        "command -v go",
        "cat a | grep b | wc -l",
        "[[ -f a && -d b ]]",
        "for f in *; do cat $f; done",
        "tar -tzf a.tgz",
        "python --version",
        "env",
    ],
    "verify": [
        "pytest -q",
        "python3 -m pytest tests",
        "uv run pytest",
        "uv run mypy .",
        "npx tsc --noEmit",
        "npx eslint src",
        "npm test",
        "npm run test:unit",
        "npm run lint",
        "yarn typecheck",
        "pnpm check-types",
        "pnpm lint",
        "bun test",
        "bun run test",
        "bun run typecheck",
        "rtk bun run test",
        "rtk test bun test",
        "rtk lint bun run lint",
        "mise run test",
        "mise run test:ci",
        "mise run lint",
        "mise run fmt:check",
        "make check",
        "make test-all",
        "task lint",
        "just ci",
        "go test ./...",
        "go vet ./...",
        "gofmt -l .",
        "golangci-lint run",
        "cargo test",
        "cargo fmt --check",
        "cargo clippy",
        "ruff check .",
        "ruff format --check .",
        "black --check .",
        "prettier --check .",
        "pre-commit run -a",
        "FOO=1 timeout 60 go test ./... 2>&1 | tail -3",
        "if true; then make test; fi",
        "bash -c 'cd x && make test'",
        "tox -e py311",
        "vale docs",
        "mvn -q test",
        "./gradlew test",
        "dotnet test",
        "terraform plan",
        "bash -n a.sh",
    ],
    "regenerate": [
        "make gen",
        "make build",
        "make docs",
        "npm run build",
        "npm run codegen",
        "pnpm compile",
        "yarn build",
        "bun run lint:fix",
        "bun run css:build",
        "mise run fmt",
        "mise run build",
        "just format",
        "go build ./...",
        "go generate ./...",
        "go mod tidy",
        "gofmt -w .",
        "go fmt ./...",
        "cargo build",
        "cargo fmt",
        "ruff format .",
        "ruff check --fix .",
        "black .",
        "prettier --write .",
        "npx eslint --fix src",
        "golangci-lint run --fix",
        "protoc a.proto",
        "buf generate",
        "sqlc generate",
        "tsc",
        "prisma generate",
        "alembic upgrade head",
    ],
    "environment": [
        "npm install",
        "npm ci",
        "pip install -e .",
        "uv sync",
        "yarn",
        "bun add x",
        "go install x",
        "apt-get install -y jq",
        "brew install x",
        "docker compose up -d",
        "python a.py",
        "python3 -c 'print(1)'",
        "node -e '1'",
        "go run ./cmd/x",
        "git fetch",
        "git init",
        "./entire help",
        "make frobnicate",
        "npm run frobnicate",
        "sudo ls",
        "mise install",
        "some-unheard-of-program",
        "psql -c 'drop table x'",
        "npm audit fix",
        "git config user.name Ann",
        "dotnet run",
        "python3 - <<EOF\nx\nEOF",
        "uv run script.py",
        "npm run dev",
    ],
    "author": [
        "rm -rf build",
        "mv a b",
        "sed -i s/a/b/ a.py",
        "sed -ni p a.py",
        "perl -pi -e s/a/b/ a.py",
        "git add .",
        "git commit -m x",
        "git checkout -b x",
        "git stash",
        "git stash pop",
        "git branch new",
        "git branch -D old",
        "git rebase main",
        "rtk git commit -m x",
        "find . -name x -delete",
        "find . -exec rm {} +",
        "ls | xargs rm",
        "mkdir -p a",
        "gh api -X POST repos/x/y",
        "gh pr comment 3 -b x",
        "curl -o a.tgz https://example.com",
        "curl -fsSLo a.tgz https://example.com",
        "chmod +x a",
        "make test && rm x",
        "for f in *; do rm $f; done",
        "git pull",
    ],
    "publish": [
        "git push",
        "git push --force-with-lease",
        "git tag v1.0.0",
        "gh pr create",
        "gh pr merge 3",
        "npm publish",
        "twine upload dist/*",
        "docker push x",
        "kubectl apply -f a.yaml",
        "terraform apply",
        "make deploy",
        "npm run release",
        "cargo publish",
        "rtk git push",
        "sudo kubectl delete pod x",
        "gh release create v1",
    ],
}


def effect_of(script: str, rules: Rules = RULES) -> str:
    parts = [part for part in split(script) if not part.changes_folder]
    return max(rules.effect("shell", part)[0] for part in parts).word


@pytest.mark.parametrize(
    ("script", "expected"), [(s, effect) for effect, scripts in COMMANDS.items() for s in scripts]
)
def test_commands_have_the_effect_they_should(script: str, expected: str) -> None:
    assert effect_of(script) == expected


def test_what_no_rule_knows_changes_the_environment() -> None:
    assert RULES.effect("shell", split("frobnicate --all")[0]) == (Effect.ENVIRONMENT, UNKNOWN)
    assert RULES.effect("shell", ("frobnicate",)) == (Effect.ENVIRONMENT, UNKNOWN)


def test_the_rule_that_decided_is_named() -> None:
    assert RULES.effect("shell", ("git", "push"))[1] == "git push"


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("read", Effect.OBSERVE),
        ("search", Effect.OBSERVE),
        ("fetch", Effect.OBSERVE),
        ("other", Effect.OBSERVE),
        ("edit", Effect.AUTHOR),
        ("mcp:tracker__get_issue", Effect.OBSERVE),
        ("mcp:tracker__close_issue", Effect.ENVIRONMENT),
    ],
)
def test_tools_have_an_effect_too(tool: str, expected: Effect) -> None:
    assert RULES.effect(tool)[0] == expected


def test_a_persons_rules_come_before_ours(tmp_path: Path) -> None:
    own = tmp_path / "effects.toml"
    own.write_text('rules = [["verify", "make frobnicate", "our check"]]\n', encoding="utf-8")
    assert effect_of("make frobnicate", load_rules(own)) == "verify"
    assert effect_of("git push", load_rules(own)) == "publish"
    own.write_text('rules = [["verify", "npm install", "only checks here"]]', encoding="utf-8")
    assert effect_of("npm install", load_rules(own)) == "verify"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('rules = [["harmless", "ls", "x"]]', "no effect"),
        ('rules = [["observe", "ls"]]', "three texts"),
        ('rules = [["observe", "", "x"]]', "no program"),
        ("rules = [", "not valid TOML"),
    ],
)
def test_rules_that_make_no_sense_are_refused_in_one_sentence(
    text: str, complaint: str, tmp_path: Path
) -> None:
    own = tmp_path / "effects.toml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=complaint):
        load_rules(own)


def test_rules_that_are_missing_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_rules(tmp_path / "absent.toml")


def test_every_rule_of_ours_says_why_and_is_there_once() -> None:
    assert all(rule.reason for rule in RULES.rules)
    seen = Counter((rule.effect, rule.text) for rule in RULES.rules)
    assert [rule for rule, count in seen.items() if count > 1] == []


def shell_scripts(folder: Path) -> list[tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.rglob("*.jsonl")):
        for text in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if '"tool_use"' not in text:
                continue
            for block in json.loads(text).get("message", {}).get("content", []):
                if isinstance(block, dict) and block.get("name") in ("Bash", "PowerShell"):
                    script = block["input"].get("command", "")
                    found[block["id"]] = (script, str(block["name"]).lower())
    return list(found.values())


@pytest.mark.shared
@pytest.mark.parametrize(
    "repository",
    ["entireio__cli", "PackmindHub__context-evaluator", "JanDeDobbeleer__oh-my-posh"],
)
def test_nine_of_ten_shell_steps_of_real_sessions_have_a_rule(
    repository: str, shared: Path
) -> None:
    told = [
        RULES.effect("shell", part)[1] != UNKNOWN
        for script, shell in shell_scripts(shared / "corpus" / "claude" / repository)
        for part in split(script, shell)
        if not part.changes_folder and (part.compound or read_part(part))
    ]
    assert len(told) > 500
    assert sum(told) / len(told) >= 0.90
