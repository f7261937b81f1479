"""Types of records that are left out on purpose, and the name under which others are counted.

In: the type of a record that no reader uses. Out: the reason it is left out. A type that is not
listed here is new: it is counted as unknown, so that a change of a harness shows.
"""

from __future__ import annotations

from collections.abc import Collection

CLAUDE_LINES = frozenset({
    "agent-name", "ai-title", "api-request", "api-request-blob", "api-request-shape", "atis-latch",
    "bridge-session", "cost-state", "custom-title", "file-history-snapshot", "fork-context-ref",
    "frame-link", "last-prompt", "mode", "permission-mode", "pr-link", "progress",
    "queue-operation", "relocated", "summary", "tools-used", "worktree-state",
})  # fmt: skip
CLAUDE_BLOCKS = frozenset({
    "document", "fallback", "image", "redacted_thinking", "server_tool_use", "text", "thinking",
    "tool_reference", "tool_result", "tool_use", "web_search_tool_result",
})  # fmt: skip
CODEX_LINES = frozenset({
    "compacted", "inter_agent_communication", "inter_agent_communication_metadata", "metadata",
    "state", "token_usage_record", "world_state",
})  # fmt: skip
CODEX_ITEMS = frozenset({
    "compaction", "context_compaction", "ghost_snapshot", "other", "reasoning",
    "tool_search_output",
})  # fmt: skip
CODEX_EVENTS = frozenset({
    "agent_message", "agent_reasoning", "collab_agent_interaction_end", "collab_agent_spawn_end",
    "collab_close_end", "collab_waiting_end", "context_compacted", "entered_review_mode", "error",
    "exited_review_mode", "guardian_assessment", "image_generation_end", "mcp_tool_call_end",
    "sub_agent_activity", "task_complete", "task_started", "thread_goal_updated",
    "thread_name_updated", "thread_settings_applied", "token_count", "turn_aborted",
    "turn_started", "undo_completed", "view_image_tool_call", "web_search_end",
})  # fmt: skip
CODEX_FINISHED = frozenset({
    "AgentMessage", "ContextCompaction", "ImageView", "McpToolCall", "Plan", "Reasoning",
    "WebSearch",
})  # fmt: skip
OPENCODE_PARTS = frozenset({
    "agent", "compaction", "file", "patch", "reasoning", "retry", "snapshot", "step-finish",
    "step-start", "subtask", "text",
})  # fmt: skip
UNKNOWN = "unknown "


def left_out(what: str, kind: str, known: Collection[str]) -> str:
    """The reason under which a `what` (line, item, event ...) of this type is counted."""
    mark = "" if kind in known else UNKNOWN
    return f"{mark}{what} of type {kind or 'none'}"[:60]
