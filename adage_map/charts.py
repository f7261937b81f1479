"""Charts of a run as plotly figures: posterior and bound, reliability, and bits.

In: a run and the reflex that is looked at. Out: figures as plotly reads them. A colour is the name
of a custom property of the page's style sheet (`--accent`), so that it follows the theme.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import beta

from adage.constants import FIRE_LB, KAPPA, WILSON_Z
from adage.formulas import wilson_limits
from adage.learn.recorder import last_reflexes
from adage.records import Calibration, Candidate, Reflex
from adage_map.runs import LearnerRun
from adage_map.words import readable

POINTS = 201
BARS = 12


@dataclass(frozen=True, slots=True)
class Chart:
    """One figure with its title, what it says in a sentence, and its numbers as a table."""

    name: str
    title: str
    says: str
    traces: list[dict[str, Any]]
    layout: dict[str, Any]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def charts(run: LearnerRun, about: str) -> tuple[Chart, ...]:
    """Every chart that the records can feed. `about` is a reflex's id, or empty for the best."""
    return tuple(_charts(run, about))


def _charts(run: LearnerRun, about: str) -> Iterator[Chart]:
    reflex = _chosen(run, about)
    if reflex is not None:
        settings = run.settings
        yield posterior_chart(reflex, settings[KAPPA], settings[FIRE_LB], settings[WILSON_Z])
    calibration = (
        run.records["calibrate"].detail.calibration if "calibrate" in run.records else None
    )
    if calibration is not None and calibration.x:
        yield reliability_chart(calibration)
    candidates = run.records["select"].detail if "select" in run.records else ()
    weighed = [candidate for candidate in candidates if candidate.bits]
    if weighed:
        yield bits_chart(weighed)


def _chosen(run: LearnerRun, about: str) -> Reflex | None:
    reflexes = last_reflexes(run.records) if "uplift" in run.records else ()
    found = [reflex for reflex in reflexes if reflex.id == about]
    return found[0] if found else max(reflexes, key=lambda r: (r.lb, r.id), default=None)


def posterior_chart(reflex: Reflex, kappa: float, fire: float, z: float) -> Chart:
    """The Beta density of the weighted count beside Wilson's interval of the plain one."""
    rates = np.linspace(0.0, 1.0, POINTS)
    a = reflex.s + kappa * reflex.m
    b = reflex.n_weighted - reflex.s + kappa * (1 - reflex.m)
    density = beta.pdf(rates, a, b)
    density[~np.isfinite(density)] = float(np.max(density[np.isfinite(density)], initial=0.0))
    low, high = wilson_limits(reflex.k, reflex.n, z)
    top = float(density.max())
    rate = reflex.k / reflex.n if reflex.n else 0.0
    return Chart(
        "posterior",
        f"{readable(reflex.steps)}: how sure",
        f"{reflex.k} of {reflex.n} sessions: Wilson's interval is {low:.2f} to {high:.2f}; the "
        f"weighted posterior has its 5 % point at {reflex.q05:.2f}.",
        [
            _line("posterior density", rates.tolist(), density.tolist(), "--accent", fill=True),
            _line("Wilson's interval", [low, high], [-0.06 * top, -0.06 * top], "--ink", width=5),
            _points("rate", [rate], [-0.06 * top], "--ground", "--ink"),
            _line("fire", [fire, fire], [-0.12 * top, 1.05 * top], "--fire", dash="dash"),
        ],
        _axes("rate at which the step is taken", "density", x=(0, 1)),
        ("quantity", "value"),
        (
            ("k", reflex.k),
            ("n", reflex.n),
            ("Wilson's lower bound", low),
            ("Wilson's upper bound", high),
            ("weighted s", reflex.s),
            ("weighted n", reflex.n_weighted),
            ("parent's rate m", reflex.m),
            ("5 % point", reflex.q05),
        ),
    )


def reliability_chart(calibration: Calibration) -> Chart:
    """What predicted rates turned out to mean on tasks that were held out."""
    sizes = np.sqrt(np.asarray(calibration.weight) / max(max(calibration.weight), 1e-9))
    rows = zip(calibration.x, calibration.y, calibration.fitted, calibration.weight, strict=True)
    return Chart(
        "reliability",
        "What a predicted rate turned out to mean",
        calibration.why or f"{calibration.pairs:,} predictions on held-out tasks.",
        [
            _line("as predicted", [0, 1], [0, 1], "--rule", dash="dot"),
            _points(
                "seen", calibration.x, calibration.y, "--bead", "--ground", (2 + 9 * sizes).tolist()
            ),
            _line("staircase", calibration.x, calibration.fitted, "--ink", shape="hv"),
        ],
        _axes("predicted", "taken", x=(0, 1), y=(0, 1.02)),
        ("predicted", "seen", "stands for", "weight"),
        tuple(rows),
    )


def bits_chart(candidates: list[Candidate]) -> Chart:
    """How many bits each candidate saves; what costs bits was left out."""
    ranked = sorted(candidates, key=lambda c: (-c.bits, c.pattern.steps, c.pattern.context))[:BARS]
    names = [f"{readable(c.pattern.steps)} after {readable(c.pattern.context)}" for c in ranked]
    colours = ["--accent" if candidate.bits > 0 else "--nascent" for candidate in ranked]
    bars = {
        "type": "bar",
        "orientation": "h",
        "name": "bits",
        "x": [candidate.bits for candidate in ranked],
        "y": [_short(name, number) for number, name in enumerate(names)],
        "marker": {"color": colours},
        "hovertext": names,
        "hoverinfo": "text+x",
    }
    kept = sum(candidate.bits > 0 for candidate in candidates)
    layout = _axes("bits saved", "")
    layout["yaxis"] |= {"autorange": "reversed", "automargin": True}
    layout["height"] = 90 + 22 * len(ranked)
    return Chart(
        "bits",
        "What each pattern saves",
        f"{kept} of {len(candidates)} candidates describe the sessions in fewer bits.",
        [bars],
        layout,
        ("pattern", "bits", "stopped by"),
        tuple((n, c.bits, c.gate or "nothing") for n, c in zip(names, ranked, strict=True)),
    )


def _short(name: str, number: int) -> str:
    """A label that fits beside a bar; the number keeps two alike labels apart."""
    return f"{number + 1}. {name[:26]}{'…' if len(name) > 26 else ''}"


def _line(name: str, x: Any, y: Any, colour: str, **look: Any) -> dict[str, Any]:
    line = {"color": colour, "width": look.get("width", 2), "dash": look.get("dash", "solid")}
    line["shape"] = look.get("shape", "linear")
    trace: dict[str, Any] = {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": list(x),
        "y": list(y),
    }
    trace["line"] = line
    if look.get("fill"):
        trace |= {"fill": "tozeroy", "fillcolor": "--accent-soft"}
    return trace


def _points(name: str, x: Any, y: Any, colour: str, edge: str, sizes: Any = 11) -> dict[str, Any]:
    marker = {"color": colour, "size": sizes, "line": {"color": edge, "width": 1}}
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": list(x),
        "y": list(y),
        "marker": marker,
    }


def _axes(
    across: str, up: str, x: tuple[float, float] | None = None, y: tuple[float, float] | None = None
) -> dict[str, Any]:
    layout: dict[str, Any] = {"xaxis": {"title": {"text": across}}, "yaxis": {}}
    if up:
        layout["yaxis"]["title"] = {"text": up}
    if x:
        layout["xaxis"]["range"] = list(x)
    if y:
        layout["yaxis"]["range"] = list(y)
    return layout
