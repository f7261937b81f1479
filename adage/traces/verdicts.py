"""What the output of a command says about it, where the exit code proves nothing.

In: the output as text. Out: False when a line reports a failure, True when a summary reports
success and none a failure, None when no line is recognised.
"""

from __future__ import annotations

import re

_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# A count and its word: `3 failed`, `2 fail`, `0 errors`, `1 problem`. Zero is no failure.
_COUNT = re.compile(
    r"(?<![\w.:/-])(\d+) (?:tests? |specs? |examples? |suites? |checks? |assertions? )?"
    r"(failed|failing|fail|failures?|errors?|problems?|issues)\b",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(r"\b(failed|failures|errors|fail): ?(\d+)\b", re.IGNORECASE)
_PASS_COUNT = re.compile(
    r"(?<![\w.:/-])(\d+) (?:tests? )?(passed|passing|pass|ok)\b", re.IGNORECASE
)
_PASS_LINE = re.compile(
    r"(?:ok\s+\S+\s+(?:\(cached\)|[\d.]+m?s)|PASS\b|OK(?: \(|$)|test result: ok|DONE \d+ tests|"
    r"All checks passed!|Success: no issues found|All files formatted|BUILD SUCCESS|"
    r"Tests? (?:run )?passed|0 issues\.?$|All matched files use Prettier)"
)
_FAIL_LINE = re.compile(
    r"(?:--- FAIL: |FAIL(?:\s|$|:)|FAILED(?:\s|$|:)|FAILURES?!|=+ FAILURES =+|error(?:\[\w+\])?: |"
    r"Error: |ERROR: |fatal: |panic: |make(?:\[\d+\])?: \*\*\* |test result: FAILED|"
    r"not ok \d+|BUILD FAIL|npm ERR! |ERR_PNPM_|Traceback \(most recent call last\)|"
    r"Found \d+ errors? in |\S+\(\d+,\d+\): error TS\d+|\S+:\d+:\d+ - error TS\d+|"
    r"(?:\w+: )?command not found|Command failed|mise ERROR|task: Failed|\[mise\].*ERROR)"
)
# These speak of failures that were looked for and not found, or that were mended.
_NO_FAILURE = re.compile(r"\b(?:no|without|0) (?:errors?|failures?|issues|problems)\b|fixed", re.I)


def verdict(output: str) -> bool | None:
    """Whether the recognised summary lines of `output` report failure, success or nothing."""
    passed = False
    for line in _COLOUR.sub("", output).splitlines():
        said = _line_verdict(line.strip())
        if said is False:
            return False
        passed = passed or said is True
    return True if passed else None


def _line_verdict(line: str) -> bool | None:
    if not line:
        return None
    if _FAIL_LINE.match(line):
        return False
    counted = [int(n) for n, _ in _COUNT.findall(line)]
    counted += [int(n) for _, n in _COUNT_AFTER.findall(line)]
    if any(counted) and _is_summary(line) and not _NO_FAILURE.search(line):
        return False
    if _PASS_LINE.match(line):
        return True
    if _is_summary(line) and any(int(n) for n, _ in _PASS_COUNT.findall(line)):
        return True
    return True if counted and _is_summary(line) else None


def _is_summary(line: str) -> bool:
    """Whether a line is short and begins like a summary, not like prose or a match in a file."""
    bare = line.strip("=-*✖✗✘✔✓×● ")
    return len(bare) <= 160 and _SUMMARY_START.match(bare) is not None


_SUMMARY_START = re.compile(
    r"(?:\d+ |tests?:? |test (?:suites?|files?):? |suites?:? |found \d|checked \d|ran \d|"
    r"failed|failures|passed|passing|summary|results?\b|errors: ?\d)",
    re.IGNORECASE,
)
