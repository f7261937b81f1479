"""What Adage says when something is wrong: one sentence, and what to do about it.

Every error a person can cause is an `AdageError`. The command line prints its text and exits with
its code; anything else that reaches the top is a defect of Adage.
"""


class AdageError(Exception):
    """A mistake that a person can mend: what happened, what it means, what to do.

    `exit_code` is what the process ends with: 1 for work that failed, 2 for a wrong call.
    """

    exit_code = 1


class UsageError(AdageError):
    """The command was called with words that do not fit."""

    exit_code = 2


class ConfigError(AdageError):
    """A setting is unknown, of the wrong type or out of its range."""


class TraceError(AdageError):
    """A place that should hold transcripts cannot be read."""
