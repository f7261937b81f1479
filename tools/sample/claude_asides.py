"""What stands between the turns of a transcript of Claude Code.

In: an aside of a script. Out: its lines: prompts, Adage's words, a compaction, something unknown.
"""

from __future__ import annotations

from sample.claude_lines import Transcript
from sample.script import Aside
from sample.story import ASKED, NOTES

SUMMARY = (
    "This session is being continued from a previous conversation that ran out of context."
    " The page about the rules is written and linked from the guide."
)


def write_aside(transcript: Transcript, aside: Aside) -> None:
    """What stands between the turns."""
    if aside.kind == "note":
        _note(transcript, aside.text)
    elif aside.kind == "ask":
        transcript.message([{"type": "text", "text": "I stopped there."}], "end_turn")
        transcript.person(aside.text, (30, 90))
    elif aside.kind == "rewind":
        transcript.last = transcript.opening
        transcript.person(aside.text, (20, 60))
    elif aside.kind == "queue":
        queued = {"type": "queued_command", "prompt": aside.text, "commandMode": "prompt"}
        transcript.add("attachment", attachment=queued)
    elif aside.kind == "compact":
        _compact(transcript)
    elif aside.kind == "stop":
        _stop(transcript, aside.text)
    else:
        transcript.machine(type="weather", forecast="rain over the depot")


def _note(transcript: Transcript, name: str) -> None:
    """What Adage's hook put before the agent after a batch of calls."""
    route, kind, strength, command, reason, record = NOTES[name]
    text = (
        f'<adage-reflex track="parcel/learned" route="{route}" strength="{strength}" kind="{kind}">'
        f"\n{reason} this repository runs `{command}`."
        f"\nFrom Adage: {record} sessions here did so.</adage-reflex>"
    )
    attachment = {
        "type": "hook_additional_context",
        "content": [text],
        "hookName": "PostToolBatch",
        "toolUseID": f"hook-{transcript.draws.uuid()}",
        "hookEvent": "PostToolBatch",
    }
    transcript.add("attachment", attachment=attachment)


def _stop(transcript: Transcript, name: str) -> None:
    """What the agent reads when Adage's hook asks it to finish a step first."""
    transcript.message([{"type": "text", "text": "The registry is up to date."}], "end_turn")
    reason = f"Adage finish-line check: {ASKED[name]}"
    attachment = {
        "type": "hook_blocking_error",
        "hookName": "Stop",
        "toolUseID": transcript.draws.uuid(),
        "hookEvent": "Stop",
        "blockingError": {"blockingError": reason, "command": "adage hook claude stop"},
    }
    transcript.add("attachment", attachment=attachment)
    message = {"role": "user", "content": f"Stop hook feedback:\n{reason}"}
    transcript.add("user", message=message, isMeta=True)


def _compact(transcript: Transcript) -> None:
    """The border and the summary that a compaction leaves."""
    before, transcript.last = transcript.last, None
    transcript.add(
        "system",
        (20, 40),
        logicalParentUuid=before,
        subtype="compact_boundary",
        content="Conversation compacted",
        isMeta=False,
        level="info",
        compactMetadata={"trigger": "auto", "preTokens": 151_204, "postTokens": 8_911},
    )
    transcript.add(
        "user",
        message={"role": "user", "content": SUMMARY},
        isVisibleInTranscriptOnly=True,
        isCompactSummary=True,
    )
