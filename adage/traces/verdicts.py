"""What the output of a command says about it, where the exit code proves nothing.

In: the output as text. Out: False when a line reports a failure, True when a summary reports
success and none a failure, None when no line is recognised.
"""

from __future__ import annotations

import re

_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# Task runners put the task's name before each line: `[lint:go] 0 issues.`
_TAG = re.compile(r"^\[[\w:./-]+\] ?")
_FRAME = "=-*✖✗✘✔✓×●│|✨ "
_LONGEST_SUMMARY = 160
# A count and its word: `3 failed`, `2 fail`, `0 errors`, `1 problem`. Zero is no failure.
_COUNT = re.compile(
    r"(?<![\w.:/-])(\d+) (?:tests? |specs? |examples? |suites? |checks? |assertions? )?"
    r"(?:failed|failing|fail|failures?|errors?|problems?|issues|remaining)\b",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(r"\b(?:failed|failures|errors|fail): ?(\d+)\b", re.IGNORECASE)
_ZERO_FAILED = re.compile(r"(?<![\w.:/-])0 (?:tests? )?fail(?:ed|ing|ures?)?\b", re.IGNORECASE)
_PASS_COUNT = re.compile(r"(?<![\w.:/-])[1-9]\d* (?:tests? )?(?:passed|passing|pass|ok)\b", re.I)
_SUMMARY_START = re.compile(
    r"(?:\d+ |tests?\b|test (?:suites?|files?)\b|suites?\b|found \d|checked \d|ran \d|lint: |"
    r"failed|failures|passed|passing|summary|results?\b|errors: ?\d)",
    re.IGNORECASE,
)
_PASS_LINE = re.compile(
    r"(?:ok\s+\S+\s+(?:\(cached\)|[\d.]+m?s)|PASS\b|--- PASS: |OK(?: \(|$)|test result: ok|"
    r"All checks passed!|Success: no issues found|All files formatted|BUILD SUCCESS|"
    r"(?:All )?tests? (?:run )?passed|0 issues\.?$|All matched files use Prettier|"
    r"Checked \d+ files? in \S+?\. (?:No fixes applied|Fixed \d+ files?)\.?$)",
    re.IGNORECASE,
)
_FAIL_LINE = re.compile(
    r"(?:--- FAIL: |FAIL(?:\s|$|:)|FAILED(?:\s|$|:)|FAILURES?!|=+ FAILURES =+|"
    r"make(?:\[\d+\])?: \*\*\* |test result: FAILED|not ok \d+|BUILD FAIL|npm ERR! |ERR_PNPM_|"
    r"\S+\(\d+,\d+\): error TS\d+|\S+:\d+:\d+ - error TS\d+|(?:\S+: )*command not found|"
    r"ERROR task failed|task: Failed)"
)
# A passing test may print such a line on purpose; a summary that counts no failure outweighs it.
_ERROR_LINE = re.compile(
    r"(?:error(?:\[\w+\])?: |Error: |ERROR: |fatal: |panic: |Traceback \(most recent call last\))"
)
# These speak of failures that were looked for and not found, or that were mended.
_NO_FAILURE = re.compile(r"\b(?:no|without|0) (?:errors?|failures?|issues|problems)\b|fixed", re.I)
_REMAINING = re.compile(r"\b[1-9]\d* remaining\b")


def verdict(output: str) -> bool | None:
    """Whether the recognised lines of `output` report failure, success, or nothing."""
    passed = errors = counts_no_failure = False
    for written in _COLOUR.sub("", output).splitlines():
        line = _TAG.sub("", written.strip()).strip()
        said = _line_verdict(line)
        if said is False:
            return False
        passed = passed or said is True
        errors = errors or _ERROR_LINE.match(line) is not None
        counts_no_failure = counts_no_failure or (
            _is_summary(line) and _ZERO_FAILED.search(line) is not None
        )
    if errors and not counts_no_failure:
        return False
    return True if passed else None


def _line_verdict(line: str) -> bool | None:
    if not line:
        return None
    if _FAIL_LINE.match(line):
        return False
    if _PASS_LINE.match(line.strip(_FRAME)):
        return True
    if not _is_summary(line):
        return None
    counted = [int(n) for n in (*_COUNT.findall(line), *_COUNT_AFTER.findall(line))]
    is_mended = _NO_FAILURE.search(line) is not None and not _REMAINING.search(line)
    if any(counted) and not is_mended:
        return False
    return True if counted or _PASS_COUNT.search(line) else None


def _is_summary(line: str) -> bool:
    """Whether a line is short and begins like a summary, not like prose or a match in a file."""
    bare = line.strip(_FRAME)
    return len(bare) <= _LONGEST_SUMMARY and _SUMMARY_START.match(bare) is not None
