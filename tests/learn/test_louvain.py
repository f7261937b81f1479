"""Communities of a graph, the same on every machine."""

import random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adage.learn.louvain import louvain, modularity


def groups(members):
    found = {}
    for node, group in enumerate(members):
        found.setdefault(group, []).append(node)
    return list(found.values())


def cliques(count, size):
    """Rings of `count` cliques of `size` nodes, each joined to the next by one edge."""
    graph = nx.ring_of_cliques(count, size)
    return len(graph), [(i, j, 1.0) for i, j in graph.edges()]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["louvain_karate", "louvain_ring_of_cliques_8x6"])
def test_the_communities_are_those_of_the_golden_values(oracles, name):
    oracle = oracles[name]
    edges = [(i, j, 1.0) for i, j in oracle["inputs"]["edges"]]
    nodes = 1 + max(max(i, j) for i, j, _ in edges)
    members = louvain(nodes, edges)
    wanted = oracle["expected"]
    assert members == wanted["reference_labels"]
    quality = modularity(nodes, edges, members)
    assert quality == pytest.approx(wanted["reference_Q"], abs=oracle["tolerance"])
    assert quality >= wanted["Q_networkx_min"] - oracle["tolerance"]


def test_each_clique_of_a_ring_is_a_community():
    nodes, edges = cliques(6, 5)
    assert groups(louvain(nodes, edges)) == [list(range(5 * i, 5 * i + 5)) for i in range(6)]


def test_nodes_without_edges_stay_alone():
    nodes, edges = cliques(6, 5)
    assert louvain(nodes + 1, edges) == [*louvain(nodes, edges), 6]
    assert louvain(3, []) == [0, 1, 2]
    assert louvain(0, []) == []


def test_a_higher_resolution_gives_smaller_communities():
    graph = nx.karate_club_graph()
    edges = [(i, j, 1.0) for i, j in graph.edges()]
    sizes = [max(map(len, groups(louvain(len(graph), edges, gamma)))) for gamma in (0.5, 1, 2, 4)]
    assert sizes == sorted(sizes, reverse=True)


def test_heavier_edges_hold_together():
    square = [(0, 1, 5.0), (1, 2, 1.0), (2, 3, 5.0), (0, 3, 1.0)]
    assert louvain(4, square) == [0, 0, 1, 1]


@st.composite
def graphs(draw):
    nodes = draw(st.integers(2, 14))
    pairs = [(i, j) for i in range(nodes) for j in range(i + 1, nodes)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
    return nodes, [(i, j, draw(st.integers(1, 9)) / 4) for i, j in chosen]


@given(graphs())
@settings(deadline=None, derandomize=True)
def test_modularity_is_that_of_networkx(graph):
    nodes, edges = graph
    members = louvain(nodes, edges)
    assert list(dict.fromkeys(members)) == list(range(len(set(members))))
    if edges:
        other = nx.Graph()
        other.add_nodes_from(range(nodes))
        other.add_weighted_edges_from(edges)
        wanted = nx.community.modularity(other, groups(members), resolution=2.0)
        assert modularity(nodes, edges, members) == pytest.approx(wanted, abs=1e-9)


@given(graphs(), st.randoms(use_true_random=False))
@settings(deadline=None, derandomize=True)
def test_the_order_of_the_edges_changes_nothing(graph, shuffle):
    nodes, edges = graph
    turned = [(j, i, w) if shuffle.random() < 0.5 else (i, j, w) for i, j, w in edges]
    shuffle.shuffle(turned)
    assert louvain(nodes, turned) == louvain(nodes, edges)


@given(graphs())
@settings(deadline=None, derandomize=True)
def test_grouping_is_never_worse_than_leaving_every_node_alone(graph):
    nodes, edges = graph
    alone = modularity(nodes, edges, range(nodes))
    assert modularity(nodes, edges, louvain(nodes, edges)) >= alone - 1e-12


def test_a_planted_partition_is_found():
    draw = random.Random(4)
    same = [(i, j) for i in range(40) for j in range(i + 1, 40) if i // 10 == j // 10]
    other = [(i, j) for i in range(40) for j in range(i + 1, 40) if i // 10 != j // 10]
    edges = [(i, j, 1.0) for i, j in same if draw.random() < 0.8]
    edges += [(i, j, 1.0) for i, j in other if draw.random() < 0.03]
    assert groups(louvain(40, edges)) == [list(range(10 * i, 10 * i + 10)) for i in range(4)]
