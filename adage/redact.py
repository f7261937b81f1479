"""Mask what looks like a secret, before a transcript's own text leaves Python.

In: a text. Out: the same text with each secret replaced by `[masked: kind]`, and how many there
were. Rules catch shapes, not all secrets: each carries examples of what it must and must not catch,
and a test runs them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret. A group named `secret` is what gets masked, else the whole match."""

    kind: str
    pattern: re.Pattern[str]
    catches: tuple[str, ...]
    spares: tuple[str, ...]


def _rule(kind: str, pattern: str, catches: tuple[str, ...], spares: tuple[str, ...]) -> Rule:
    return Rule(kind, re.compile(pattern), catches, spares)


# Examples are put together from pieces so that no scanner takes them for real ones.
RULES = (
    _rule(
        "private key",
        r"(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----(?:.*?-----END [A-Z ]*PRIVATE KEY-----|.*)",
        (
            "-----BEGIN " + "PRIVATE KEY-----\nMIIEow\nAAAA\n-----END " + "PRIVATE KEY-----",
            "-----BEGIN EC " + "PRIVATE KEY-----\nMIIEow\ncut off before its end",
            "-----BEGIN RSA " + "PRIVATE KEY-----\\nMIIEow\\n-----END RSA " + "PRIVATE KEY-----",
        ),
        ("-----BEGIN PUBLIC KEY-----", "the private key is on the shelf"),
    ),
    _rule(
        "model API key",
        r"\bsk-(?:ant-|proj-|or-|live-|test-)?[A-Za-z0-9_-]{20,}",
        ("sk-" + "ant-api03-" + "a1B2c3D4" * 4, "sk-" + "a1B2c3D4e5" * 4),
        ("sk-learn", "task-force-of-the-northern-coast"),
    ),
    _rule(
        "GitHub token",
        r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})",
        ("ghp_" + "a1B2c3D4e5" * 4, "github_pat_" + "11ABCDEF0" * 4),
        ("ghp_short", "github_pat_"),
    ),
    _rule(
        "GitLab token",
        r"\bglpat-[A-Za-z0-9_-]{16,}",
        ("glpat-" + "a1B2c3D4e5" * 2,),
        ("glpat-none",),
    ),
    _rule(
        "AWS key id",
        r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
        ("AKIA" + "Z3XAMPL7Q2W4R5T6",),
        ("AKIA", "asia0000000000000000"),
    ),
    _rule(
        "Slack token",
        r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
        ("xoxb-" + "123456789012-abcdefABCDEF",),
        ("xoxo-hugs",),
    ),
    _rule(
        "Google API key",
        r"\bAIza[A-Za-z0-9_-]{35}",
        ("AIza" + "a1B2c3D4e5F" * 3 + "ab",),
        ("AIzabella",),
    ),
    _rule(
        "registry token",
        r"\b(?:npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{40,}|hf_[A-Za-z0-9]{30,})",
        ("npm_" + "a1B2c3D4e5F6" * 3, "pypi-" + "AgEIcHlwaS5v" * 5, "hf_" + "a1B2c3D4e5" * 4),
        ("npm_config_cache", "pypi-server", "hf_hub_download"),
    ),
    _rule(
        "payment key",
        r"\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}",
        ("sk_" + "live_" + "a1B2c3D4e5" * 2, "rk_" + "test_" + "a1B2c3D4e5" * 2),
        ("sk_live_key", "task_test_suite_of_the_shop"),
    ),
    _rule(
        "service token",
        r"\b(?:dckr_pat_[A-Za-z0-9_-]{20,}|lin_api_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{40,}"
        r"|sb_secret_[A-Za-z0-9_-]{20,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
        r"|AGE-SECRET-KEY-1[A-Z0-9]{40,})",
        (
            "dckr_" + "pat_" + "a1B2c3D4e5" * 3,
            "lin_" + "api_" + "a1B2c3D4e5" * 4,
            "xai-" + "a1B2c3D4e5" * 5,
            "sb_" + "secret_" + "a1B2c3D4e5" * 3,
            "SG." + "a1B2c3D4e5" * 2 + "." + "a1B2c3D4e5" * 4,
            "AGE-SECRET-" + "KEY-1" + "QPZRY9X8GF" * 5,
        ),
        ("dckr_pat_", "lin_api_client", "xai-sdk", "sb_secret_name", "MSG.text.of.it"),
    ),
    _rule(
        "webhook address",
        r"\bhttps://(?:hooks\.slack\.com/services|discord(?:app)?\.com/api/webhooks)/"
        r"(?P<secret>[A-Za-z0-9/_-]{12,})",
        ("curl https://hooks.slack.com/services/" + "T0AB1CD2E/B0FG3HI4J/a1B2c3D4",),
        ("https://hooks.slack.com/services/", "https://discord.com/api/webhooks/"),
    ),
    _rule(
        "web token",
        r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
        ("eyJhbGciOiJIUzI1" + ".eyJzdWIiOiIxMjM0." + "SflKxwRJSMeKKF2Q",),
        ("eyJhbGciOiJIUzI1 is a header",),
    ),
    _rule(
        "password in an address",
        r"\b[a-z][a-z0-9+.-]*://[^\s/:@\"']+:(?P<secret>(?![$<{])[^\s/@\"']+)@",
        ("postgres://ann:" + "hunter2@localhost/db",),
        ("http://127.0.0.1:7717/@me", "git@host:path", "postgres://ann:${DB_PASS}@localhost/db"),
    ),
    _rule(
        "password of a call",
        r"\bcurl\b[^\n|;]*?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']+:(?P<secret>[^\s\"']+)",
        ("curl -s -u ann:" + "hunter2 http://127.0.0.1/",),
        ("curl -s http://127.0.0.1:80/", "id -u ann"),
    ),
    _rule(
        "authorization header",
        r"(?i)\bauthorization\\?[\"']?\s*:\s*\\?[\"']?(?:bearer|basic|token)\s+"
        r"(?P<secret>[A-Za-z0-9._~+/=-]{8,})",
        ("Authorization: Bearer " + "a1B2c3D4e5F6",),
        ("Authorization: Bearer $TOKEN", "authorization is needed"),
    ),
    _rule(
        "named secret",
        r"(?i)(?:password|passwd|secret|token|(?:api|access|account|private)[_-]?key)\w*"
        r"\\?[\"']?\s*(?:=|:)\s*\\?[\"']?(?P<secret>(?=[A-Za-z_+/=.!@#%^&*~-]*\d)[A-Za-z0-9_+/=.!@#%^&*~-]{12,})",
        (
            "DB_PASSWORD=" + "correct-horse-42",
            '"api_key": "' + 'a1B2c3D4e5F6g7"',
            "SECRET_KEY_BASE=" + "0123456789abcdef" * 2,
            "X-Api-Key: " + "a1B2c3D4e5F6g7",
            "AccountKey=" + "a1B2c3D4e5F6g7==",
        ),
        (
            "PASSWORD=$DB_PASSWORD",
            "token: str",
            "max_tokens=200",
            '"input_tokens": 1234',
            "token = regexp.MustCompile(`[0-9]+`)",
        ),
    ),
    _rule(
        "assigned password",
        r"(?i)(?:password|passwd|passphrase)=[\"']?"
        r"(?P<secret>(?!none\b|null\b|true\b|false\b|str\b)[^\s\"'&;|$()<>\[\]{},*]{4,})",
        ("PGPASSWORD=" + "hunter2 psql shop", "passphrase='" + "horses'"),
        ("PGPASSWORD=$SECRET psql", "password=None", 'password=""', "password=***"),
    ),
    _rule(
        "password as an option",
        r"(?i)(?:--(?:password|passwd|passphrase)[ =]+|\bsshpass -p ?"
        r"|\bdocker login\b[^\n|;&]*? -p[ =]?)[\"']?(?P<secret>[^\s\"'$<\[{*-][^\s\"']{3,})",
        (
            "mysql -u ann --password " + "hunter2",
            "sshpass -p " + "hunter2 ssh ann@host",
            "docker login -u ann -p " + "hunter2",
        ),
        ("mysql --password -u ann", "docker login --password-stdin", "sshpass -p $PASS ssh"),
    ),
    _rule(
        "token as an option",
        r"(?i)(?:--(?:token|secret|auth-token|api-key|access-key)|:_authToken)[ =]+[\"']?"
        r"(?P<secret>(?=[^\s\"']*\d)[A-Za-z0-9_+/.=-]{12,})",
        (
            "gh auth login --token " + "a1b2c3d4e5f6g7",
            "npm config set //registry.example.invalid/:_authToken " + "a1b2c3d4-e5f6",
        ),
        ("--token $TOKEN", "--secret shop-database-name", "--token-limit 200000000000"),
    ),
)


# No rule catches a text that holds none of these; looking for them is ten times faster.
HINTS = (
    "-----begin", "sk-", "ghp", "gho", "ghu", "ghs", "ghr", "github_pat", "glpat-", "akia", "asia",
    "xox", "aiza", "npm_", "pypi-", "hf_", "eyj", "://", "curl", "authorization", "passw", "secret",
    "token", "key", "k_live_", "k_test_", "dckr_", "lin_api_", "xai-", "sg.", "passp", "sshpass",
    "docker login",
)  # fmt: skip


def redact(text: str) -> tuple[str, int]:
    """`text` with every secret-looking part masked, and the number of parts masked."""
    lowered = text.lower()
    if not any(hint in lowered for hint in HINTS):
        return text, 0
    count = 0
    for rule in RULES:
        text, found = rule.pattern.subn(partial(_mask, rule.kind), text)
        count += found
    return text, count


def _mask(kind: str, match: re.Match[str]) -> str:
    mask = f"[masked: {kind}]"
    if "secret" not in match.re.groupindex:
        return mask
    whole, start = match.group(), match.start()
    return whole[: match.start("secret") - start] + mask + whole[match.end("secret") - start :]
