"""Louvain: communities of a weighted graph, the same on every machine.

In: how many nodes, the edges (i, j, weight), the resolution. Out: each node's community, numbered
by its smallest member. Method of Blondel and others (2008) with the order of visits fixed: nodes by
number, candidate communities by number, and a move only when it is truly better. A sweep costs as
much as there are edges. Math: site/math/05-intent.md
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from adage.constants import RESOLUTION

# A move must gain more than the last bits of a double.
LEAST_GAIN = 1e-12

Edge = tuple[int, int, float]


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph whose nodes stand for groups: `links` between them, `inside` the weight within each.

    `weight` is the total of all edges; it stays the same however the nodes are grouped.
    """

    links: tuple[dict[int, float], ...]
    inside: tuple[float, ...]
    weight: float

    def strength(self, node: int) -> float:
        """Weight of all edge ends at a node."""
        return sum(self.links[node].values()) + 2 * self.inside[node]


def louvain(nodes: int, edges: Sequence[Edge], resolution: float = RESOLUTION.default) -> list[int]:
    """Each node's community; every edge is given once."""
    graph = _graph(nodes, edges)
    members = list(range(nodes))
    while graph.weight > 0:
        found = _settle(graph, resolution)
        if found is None:
            break
        numbered = _renumber(found)
        members = [numbered[group] for group in members]
        graph = _merge(graph, numbered)
    return _renumber(members)


def modularity(
    nodes: int,
    edges: Sequence[Edge],
    members: Sequence[int],
    resolution: float = RESOLUTION.default,
) -> float:
    """How much more weight lies inside the communities than chance would put there."""
    graph = _graph(nodes, edges)
    if not graph.weight:
        return 0.0
    within: dict[int, float] = defaultdict(float)
    ends: dict[int, float] = defaultdict(float)
    for i, j, weight in edges:
        within[members[i]] += weight if members[i] == members[j] else 0.0
    for node in range(nodes):
        ends[members[node]] += graph.strength(node)
    total = graph.weight
    return sum(
        within[group] / total - resolution * (ends[group] / (2 * total)) ** 2
        for group in sorted(ends)
    )


def _graph(nodes: int, edges: Sequence[Edge]) -> Graph:
    links: list[dict[int, float]] = [{} for _ in range(nodes)]
    for i, j, weight in edges:
        links[i][j] = links[i].get(j, 0.0) + weight
        links[j][i] = links[j].get(i, 0.0) + weight
    return Graph(tuple(links), (0.0,) * nodes, float(sum(weight for _, _, weight in edges)))


def _settle(graph: Graph, resolution: float) -> list[int] | None:
    """Sweep until no node wants to move; None when none ever did."""
    strength = [graph.strength(node) for node in range(len(graph.links))]
    group = list(range(len(strength)))
    ends = list(strength)  # of each group
    moved_ever = False
    while True:
        moved = False
        for node, own in enumerate(strength):
            home = group[node]
            ends[home] -= own
            pull = resolution * own / (2 * graph.weight)
            target = _best(_neighbouring(graph, group, node), ends, pull, home)
            ends[target] += own
            group[node] = target
            moved = moved or target != home
        if not moved:
            return group if moved_ever else None
        moved_ever = True


def _neighbouring(graph: Graph, group: Sequence[int], node: int) -> dict[int, float]:
    """The weight that ties a node to each group it touches."""
    ties: dict[int, float] = defaultdict(float)
    # Sums in a fixed order, so that they round the same everywhere.
    for other in sorted(graph.links[node]):
        ties[group[other]] += graph.links[node][other]
    return ties


def _best(ties: dict[int, float], ends: Sequence[float], pull: float, home: int) -> int:
    """The group a node gains most by joining; it stays at home unless another is truly better."""
    best, most = home, ties.get(home, 0.0) - pull * ends[home]
    for group in sorted(ties):
        gain = ties[group] - pull * ends[group]
        if gain > most + LEAST_GAIN:
            best, most = group, gain
    return best


def _merge(graph: Graph, group: Sequence[int]) -> Graph:
    """The graph whose nodes are the groups."""
    size = max(group) + 1
    links: list[dict[int, float]] = [{} for _ in range(size)]
    inside = [0.0] * size
    for node, ties in enumerate(graph.links):
        mine = group[node]
        inside[mine] += graph.inside[node]
        for other, weight in ties.items():
            theirs = group[other]
            if theirs == mine:
                inside[mine] += weight / 2  # met once from each end
            else:
                links[mine][theirs] = links[mine].get(theirs, 0.0) + weight
    return Graph(tuple(links), tuple(inside), graph.weight)


def _renumber(members: Sequence[int]) -> list[int]:
    """The same groups, numbered in order of their first member."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(group, len(numbers)) for group in members]
