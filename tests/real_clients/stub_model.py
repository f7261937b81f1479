"""A stand-in for the model's API on loopback: it answers each request with the next scripted turn.

A turn is a list of blocks: a text, or (tool, input). Requests are kept as they came. Only requests
that offer tools use a turn up; anything else gets a word or a 404.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Block = str | tuple[str, dict[str, Any]]
Turn = Sequence[Block]


class StubModel(ThreadingHTTPServer):
    """Serves on a free port of 127.0.0.1 until it is closed."""

    daemon_threads = True

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.turns = list(turns)
        self.requests: list[dict[str, Any]] = []
        self.calls = 0
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def next_turn(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The content blocks that answer `body`."""
        with self.lock:
            if not body.get("tools"):
                return [{"type": "text", "text": "ok"}]
            self.requests.append(body)
            turn: Turn = self.turns.pop(0) if self.turns else ["The script is over."]
            return [self._block(block) for block in turn]

    def _block(self, block: Block) -> dict[str, Any]:
        if isinstance(block, str):
            return {"type": "text", "text": block}
        self.calls += 1
        name, given = block
        return {
            "type": "tool_use",
            "id": f"toolu_stub{self.calls:06}",
            "name": name,
            "input": given,
        }


class _Answer(BaseHTTPRequestHandler):
    server: StubModel

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(size) or b"{}")
        if not self.path.split("?")[0].endswith("/v1/messages"):
            self.send_error(404)
            return
        blocks = self.server.next_turn(body)
        content = b"".join(
            f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
            for event in _events(blocks, str(body.get("model")))
        )
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def do_HEAD(self) -> None:
        self.send_error(404)

    do_GET = do_HEAD

    def log_message(self, *_: Any) -> None:
        """Stay quiet."""


def _events(blocks: Sequence[dict[str, Any]], model: str) -> list[dict[str, Any]]:
    """The server-sent events of one message."""
    usage = {"input_tokens": 10, "output_tokens": 5}
    uses_tools = any(block["type"] == "tool_use" for block in blocks)
    message: dict[str, Any] = {"id": f"msg_{id(blocks):x}", "type": "message", "content": []}
    message |= {"role": "assistant", "model": model, "usage": usage}
    message |= {"stop_reason": None, "stop_sequence": None}
    made: list[dict[str, Any]] = [{"type": "message_start", "message": message}]
    for index, block in enumerate(blocks):
        start: dict[str, Any]
        delta: dict[str, Any]
        if block["type"] == "text":
            start, delta = (
                {"type": "text", "text": ""},
                {"type": "text_delta", "text": block["text"]},
            )
        else:
            start = {**block, "input": {}}
            given = json.dumps(block["input"])
            delta = {"type": "input_json_delta", "partial_json": given}
        made.append({"type": "content_block_start", "index": index, "content_block": start})
        made.append({"type": "content_block_delta", "index": index, "delta": delta})
        made.append({"type": "content_block_stop", "index": index})
    reason = {"stop_reason": "tool_use" if uses_tools else "end_turn", "stop_sequence": None}
    made.append({"type": "message_delta", "delta": reason, "usage": {"output_tokens": 5}})
    made.append({"type": "message_stop"})
    return made
