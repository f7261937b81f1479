"""Nearest vectors, links and tight groups."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.neighbors import NearestNeighbors

from adage.learn.alike import centre, cosines, links, stack, tight_groups
from adage.learn.louvain import louvain, modularity


def units(count, dims=8, seed=1):
    found = np.random.Generator(np.random.PCG64(seed)).normal(size=(count, dims))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def members_of(groups):
    found = {}
    for place, group in enumerate(groups):
        found.setdefault(group, []).append(place)
    return list(found.values())


@pytest.mark.shared
def test_links_and_communities_are_those_of_the_golden_value(oracles):
    oracle = oracles["knn_cut_louvain_small"]
    given_, wanted = oracle["inputs"], oracle["expected"]
    matrix = np.array(given_["X"])
    found = links(matrix, given_["k"], given_["cut"])
    assert [[i, j] for i, j, _ in found] == [[i, j] for i, j, _ in wanted["edges"]]
    assert [w for *_, w in found] == pytest.approx([w for *_, w in wanted["edges"]], abs=1e-6)
    members = louvain(len(matrix), found, given_["gamma"])
    assert members == wanted["labels"]
    quality = modularity(len(matrix), found, members, given_["gamma"])
    assert quality == pytest.approx(wanted["Q"], abs=oracle["tolerance"])


@pytest.mark.parametrize("k", [1, 3, 10])
def test_the_nearest_are_those_of_scikit_learn(k):
    matrix = units(60)
    _, near = NearestNeighbors(n_neighbors=k + 1, metric="cosine").fit(matrix).kneighbors(matrix)
    wanted = {(min(i, int(j)), max(i, int(j))) for i, row in enumerate(near) for j in row[1:]}
    assert {(i, j) for i, j, _ in links(matrix, k, -2.0)} == wanted


def test_of_equally_near_vectors_the_first_is_nearest():
    matrix = stack([[1.0, 0.0]] * 4)
    assert [(i, j) for i, j, _ in links(matrix, 1, 0.5)] == [(0, 1), (0, 2), (0, 3)]


def test_a_text_of_unknown_words_is_near_nothing():
    matrix = stack([[1.0, 0.0], None, [1.0, 0.0], None])
    assert links(matrix, 10, 0.1) == [(0, 2, 1.0)]
    assert tight_groups(matrix, 0.1) == [0, 1, 0, 2]


def test_no_vectors_give_no_groups():
    assert tight_groups(stack([]), 0.5) == []
    assert links(stack([]), 10, 0.5) == []


def test_centring_takes_away_what_all_share():
    shared = np.array([[3.0, 1.0, 0.0], [3.0, -1.0, 0.0], [3.0, 0.0, 1.0], [3.0, 0.0, -1.0]])
    matrix = shared / np.linalg.norm(shared, axis=1, keepdims=True)
    assert cosines(matrix, matrix).min() > 0.7
    moved = centre(matrix)
    assert np.allclose(moved.sum(axis=0), 0)
    assert cosines(moved, moved)[0, 1] == -1.0


def test_centring_leaves_nothing_of_vectors_that_are_all_the_same():
    assert not centre(stack([[0.6, 0.8]] * 3)).any()


def test_a_chain_of_neighbours_is_not_one_group():
    angles = np.radians([0, 30, 60, 90, 120])
    chain = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    assert max(map(len, members_of(tight_groups(chain, 0.8)))) == 2


@given(st.integers(2, 40), st.integers(0, 10_000), st.floats(0, 0.9))
@settings(deadline=None, derandomize=True)
def test_all_members_of_a_group_are_alike_and_no_two_groups_could_be_joined(count, seed, cut):
    matrix = units(count, 3, seed)
    alike = cosines(matrix, matrix)
    found = members_of(tight_groups(matrix, cut))
    assert sorted(place for group in found for place in group) == list(range(count))
    for group in found:
        assert all(alike[a, b] >= cut for a, b in combinations(group, 2))
    for one, other in combinations(found, 2):
        assert min(alike[a, b] for a in one for b in other) < cut


@given(st.integers(2, 40), st.integers(0, 10_000))
@settings(deadline=None, derandomize=True)
def test_the_groups_are_those_of_scipy(count, seed):
    matrix = units(count, 4, seed)
    apart = 1 - cosines(matrix, matrix)
    np.fill_diagonal(apart, 0)
    flat = squareform(apart, checks=False)
    if len(set(flat.tolist())) == len(flat):  # with ties any order is right
        wanted = fcluster(linkage(flat, "complete"), 0.5 + 1e-12, criterion="distance")
        assert members_of(tight_groups(matrix, 0.5)) == members_of(wanted.tolist())
