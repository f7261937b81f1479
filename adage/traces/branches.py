"""Find what a person threw away by going back: the abandoned branches of a line tree.

In: the lines in file order with their parents. Out: the ids of the lines on abandoned branches.
Most forks are no rewinds: parallel calls and their results hang off one line, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A line of the tree. `kind` is `prompt`, the id of a model message, or empty for the rest."""

    id: str
    parent: str
    kind: str


def find_abandoned(nodes: Sequence[Node]) -> frozenset[str]:
    """The ids of all lines on branches that a rewind left behind.

    Where two prompts (or two different model messages) follow one line, the branch that was
    written to last is the one that went on.
    """
    children: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        children[node.parent].append(node)
    last = _last_lines(nodes)
    left: list[Node] = []
    for parent, branches in children.items():
        # Other lines without a parent start a conversation or go on after a compaction.
        kinds = [node for node in branches if (node.kind if parent else node.kind == "prompt")]
        if len(kinds) > 1:
            left += _left_behind(kinds, last)
    return frozenset(_below(left, children))


def _last_lines(nodes: Sequence[Node]) -> dict[str, int]:
    """For each line, the position of the last line that hangs off it, however far below."""
    parent_of = {node.id: node.parent for node in nodes}
    last: dict[str, int] = {}
    for position in range(len(nodes) - 1, -1, -1):
        at = nodes[position].id
        while at in parent_of and at not in last:
            last[at] = position
            at = parent_of[at]
    return last


def _left_behind(branches: list[Node], last: dict[str, int]) -> list[Node]:
    """The branches of one fork that did not go on, empty when it is no rewind."""
    prompts = [node for node in branches if node.kind == "prompt"]
    answers = [node for node in branches if node.kind != "prompt"]
    left: list[Node] = []
    for rivals in (prompts, answers):
        if len({node.kind if rivals is answers else node.id for node in rivals}) > 1:
            went_on = max(rivals, key=lambda node: last[node.id])
            left += [
                node
                for node in rivals
                if node is not went_on and (rivals is prompts or node.kind != went_on.kind)
            ]
    return left


def _below(starts: Iterable[Node], children: dict[str, list[Node]]) -> set[str]:
    found: set[str] = set()
    waiting = [node.id for node in starts]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting += [child.id for child in children.get(at, ())]
    return found
