"""Intent: requests that mean the same thing, and the first step they are answered with.

In: strings and an embedder. Out: families, each with its centre, the first step that most of its
sessions took, and how alike a new request must be. Groups that miss a bar are kept with the reason.
Without the sentence model there are no families. Costs the square of the number of requests.
Math: site/math/05-intent.md
"""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from adage.constants import (
    COMMON_ROUTE,
    FAMILY_ROOTS,
    FAMILY_SHARE,
    FAMILY_TASKS,
    FIRE_LB,
    FIRE_MIN_K,
    LINK_CUT,
    NEIGHBOURS,
    RELATIVE_CUT,
    RESOLUTION,
    WILSON_Z,
)
from adage.findings import Family
from adage.formulas import at_least, is_family, t_star
from adage.learn.alike import Matrix, Vector, centre, cosines, links, stack, tight_groups
from adage.learn.compile import ID_HEX
from adage.learn.judge import ceiling
from adage.learn.louvain import louvain
from adage.learn.requests import Asked, ran_at_once, read_requests, route_share, was_told, when_run
from adage.learn.string import Strings
from adage.records import Effect, Prototype
from adage.settings import Settings

Embed = Callable[[str], Vector | None]
Form = Callable[[Matrix, Settings], list[int]]


def remember(embed: Embed | None) -> Embed | None:
    """The same embedder, which reads each text once."""
    return functools.cache(embed) if embed else None


def relative_groups(matrix: Matrix, settings: Settings) -> list[int]:
    """Groups in which every two requests are alike beyond what all requests share."""
    return tight_groups(centre(matrix), settings[RELATIVE_CUT])


def louvain_groups(matrix: Matrix, settings: Settings) -> list[int]:
    """Communities of the graph of nearest requests: the design's first rule, kept to compare."""
    edges = links(matrix, settings[NEIGHBOURS], settings[LINK_CUT])
    return louvain(len(matrix), edges, settings[RESOLUTION])


def intent(
    strings: Strings, embed: Embed | None, settings: Settings, form: Form = relative_groups
) -> tuple[Family, ...]:
    """The families of a repository's requests, the largest first (ties by id).

    `embed` gives a text's unit vector, or None for a text it knows no word of; pass None when the
    sentence model is missing.
    """
    if embed is None:
        return ()
    asked = read_requests(strings, settings)
    matrix = stack([embed(one.request.text) for one in asked])
    if not matrix.size:
        return ()
    work = _Work(strings, settings, asked, matrix)
    groups: dict[int, list[int]] = {}
    for place, group in enumerate(form(matrix, settings)):
        groups.setdefault(group, []).append(place)
    large = (g for g in groups.values() if _roots(asked, g) >= settings[FAMILY_ROOTS])
    families = [_family(work, members) for members in large]
    return tuple(sorted(families, key=lambda f: (-f.roots, f.id)))


def recognise(vector: Vector, families: Sequence[Family]) -> Family | None:
    """The family whose centre is most like a request, among those whose threshold it clears."""
    best, most = None, -1.0
    for family in families:
        cosine = float(cosines(stack([vector]), stack([family.centre]))[0, 0])
        if not family.gate and at_least(cosine, family.threshold) and cosine > most:
            best, most = family, cosine
    return best


@dataclass(frozen=True, slots=True)
class _Work:
    strings: Strings
    settings: Settings
    asked: Sequence[Asked]
    matrix: Matrix


def _roots(asked: Sequence[Asked], members: Sequence[int]) -> int:
    return len({asked[place].request.root for place in members})


def _family(work: _Work, members: Sequence[int]) -> Family:
    own = work.matrix[members].sum(axis=0)
    middle = np.round(own / (float(np.linalg.norm(own)) or 1.0), 6)
    alike = cosines(work.matrix, middle[None, :])[:, 0]
    route, routed, roots = _commonest(work, members)
    first = work.asked[members[0]].request
    tasks = {work.asked[place].request.task for place in members}
    made = Family(
        id=hashlib.sha256(f"intent|{route}|{first.text}".encode()).hexdigest()[:ID_HEX],
        requests=tuple(
            replace(work.asked[place].request, cosine=float(alike[place])) for place in members
        ),
        centre=tuple(middle.tolist()),
        route=route,
        command=_prototype(work, route).command if route else "",
        effect=_prototype(work, route).effect if route else Effect.OBSERVE,
        strength="dropped",
        routed=len(routed),
        roots=len(roots),
        tasks=len(tasks),
        common=route_share(work.strings, work.strings.labels.of[route]) if route else 0.0,
        threshold=0.0,
        k=0,
        n=0,
        lb=0.0,
    )
    return _stopped(made, work.settings) or _with_threshold(work, made, alike.tolist())


def _prototype(work: _Work, route: str) -> Prototype:
    return work.strings.labels.prototypes[work.strings.labels.of[route]]


def _commonest(work: _Work, members: Sequence[int]) -> tuple[str, set[str], set[str]]:
    """The commonest first step, the roots that took it, and all roots that were not told it.

    A root speaks once, by its first request of the group; ties go to the smallest key.
    """
    speaks: dict[str, Asked] = {}
    for place in members:
        speaks.setdefault(work.asked[place].request.root, work.asked[place])
    routes = Counter(one.request.route for one in speaks.values() if one.request.route)
    if not routes:
        return "", set(), set(speaks)
    route = min(routes, key=lambda key: (-routes[key], key))
    untold = {root: one for root, one in speaks.items() if not was_told(work.strings, one, route)}
    return route, {r for r, one in untold.items() if one.request.route == route}, set(untold)


def _stopped(family: Family, settings: Settings) -> Family | None:
    """The family with the bar it missed, or None when it missed none."""
    started = f"{family.routed} of {family.roots} sessions started with {family.route or 'a check'}"
    if family.tasks < settings[FAMILY_TASKS]:
        why = f"its requests span {family.tasks} task; {settings[FAMILY_TASKS]} are asked for"
        return replace(family, gate="tasks", why=why)
    if not family.route or not at_least(family.routed, settings[FAMILY_SHARE] * family.roots):
        why = f"{started}; {settings[FAMILY_SHARE]:.2f} of them are asked for"
        return replace(family, gate="route", why=why)
    share, common = settings[FAMILY_SHARE], settings[COMMON_ROUTE]
    if not is_family(family.routed, family.roots, family.common, share, common):
        why = f"{family.common:.2f} of all sessions run {family.route} anyway"
        return replace(family, gate="common", why=why)
    if not family.command:
        why = f"{family.route} has no one usual text that could be named"
        return replace(family, gate="command", why=why)
    return None


def _with_threshold(work: _Work, family: Family, alike: Sequence[float]) -> Family:
    """Set how alike a request must be, and judge the family by the requests that are."""
    settings, route = work.settings, family.route
    # Not wider than its own requests: a few lucky prompts far away would stretch it over anything.
    widest = min(request.cosine for request in family.requests)
    untold = [
        (cosine, one)
        for cosine, one in zip(alike, work.asked, strict=True)
        if cosine >= widest and not was_told(work.strings, one, route)
    ]
    ran = [int(when_run(work.strings, one, route) is not None) for _, one in untold]
    best = t_star([cosine for cosine, _ in untold], ran, settings[WILSON_Z])
    own = [one for cosine, one in untold if cosine >= best["t"]]
    fires = at_least(best["LB"], settings[FIRE_LB]) and best["k"] >= settings[FIRE_MIN_K]
    counts = f"{best['k']} of {best['n']} requests this alike, lower bound {best['LB']:.2f}"
    return replace(
        family,
        strength=ceiling("fire" if fires else "prime", family.effect, edit_in_trigger=False),
        threshold=best["t"],
        k=best["k"],
        n=best["n"],
        lb=best["LB"],
        k_self=sum(ran_at_once(work.strings, one, route, settings) for one in own),
        n_self=len(own),
        why=f"{counts}: insists from {settings[FIRE_LB]:.2f} on",
    )
