"""Every number a caption may use, read from the stages' records and from nowhere else.

In: a `Cast`. Out: a flat mapping from a fact's name to its value. A fact whose stage did not run
is absent, and a caption that needs it is not shown.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from adage.constants import (
    CONTRAST_MIN,
    DEAD_END_SHARE,
    FIRE_LB,
    FIRE_MIN_K,
    GATE_Q05,
    HALF_LIFE_DAYS,
    KAPPA,
    MIN_SUPPORT,
    MIN_TASKS,
    PRIME_KEEP,
    PRIME_NEW,
    UPLIFT_MIN,
    UPLIFT_SITUATIONS,
    WINDOW,
)
from adage.formulas import generation, half_life_weight
from adage.records import DAY_S, Effect, Reflex
from adage.settings import Settings
from adage_map.cast import Cast, detail, judged
from adage_map.facts_prove import prove_facts
from adage_map.facts_similar import given_facts, similar_facts
from adage_map.facts_speak import speak_facts
from adage_map.layout_read import is_exposed, most_alike
from adage_map.words import item_words, readable


def gather_facts(cast: Cast) -> dict[str, Any]:
    """All facts of a run by name."""
    facts: dict[str, Any] = {}
    facts |= _read(cast)
    facts |= _patterns(cast)
    facts |= _calibration(cast)
    facts |= _evidence(cast)
    facts |= _package(cast)
    if cast.likeness is not None:
        facts |= similar_facts(cast.likeness, cast.run.settings)
    if cast.presented is not None:
        facts |= given_facts(cast.presented)
    if cast.rehearsal is not None:
        facts |= speak_facts(cast.rehearsal, cast.run.traces)
    if cast.proof is not None:
        facts |= prove_facts(cast.proof, cast.run.settings, cast.run.source)
    if cast.hero is not None:
        facts |= hero_facts(cast, cast.hero)
    return facts


def constant_facts(settings: Settings) -> dict[str, float]:
    """The thresholds that captions name, as the run had them."""
    return {
        "window": settings[WINDOW],
        "min_support": settings[MIN_SUPPORT],
        "min_tasks": settings[MIN_TASKS],
        "kappa": settings[KAPPA],
        "half_life": settings[HALF_LIFE_DAYS],
        "gate_q05": settings[GATE_Q05],
        "fire_lb": settings[FIRE_LB],
        "fire_k": settings[FIRE_MIN_K],
        "prime_new": settings[PRIME_NEW],
        "prime_keep": settings[PRIME_KEEP],
        "contrast_min": settings[CONTRAST_MIN],
        "dead_share": settings[DEAD_END_SHARE],
        "uplift_min": settings[UPLIFT_MIN],
        "uplift_situations": settings[UPLIFT_SITUATIONS],
    }


def _read(cast: Cast) -> dict[str, Any]:
    traces, reading = cast.run.traces, cast.run.reading
    steps = [step for trace in traces for step in trace.steps]
    calls = [call for session in reading.sessions for call in session.calls]
    parts = Counter((trace.id, step.call) for trace in traces for step in trace.steps)
    alike = most_alike(cast.things)
    effects = Counter(step.effect for step in steps)
    return {
        "sessions": len({trace.root for trace in traces}),
        "lanes": len(traces),
        "harnesses": len({trace.harness for trace in traces}),
        "tasks": len({trace.task for trace in traces}),
        "files": len(reading.files),
        "records": sum(file.records for file in reading.files),
        "skipped": sum(sum(file.skipped.values()) for file in reading.files),
        "calls": len(calls) or len(parts),
        "joined": sum(call.outcome != "unknown" for call in calls),
        "turns": len({(trace.id, step.turn) for trace in traces for step in trace.steps}),
        "steps": len(steps),
        "compound": sum(count > 1 for count in parts.values()),
        "failed": sum(step.ok is False for step in steps),
        "keys": len({step.key for step in steps}),
        "texts": len({step.raw for step in steps}),
        "alike_key": item_words(cast.things[alike[0]].label) if alike else "",
        "alike_texts": len({cast.things[row].text for row in alike}),
        "fire_steps": sum(effects[e] for e in (Effect.OBSERVE, Effect.VERIFY, Effect.REGENERATE)),
        "never_steps": effects[Effect.AUTHOR] + effects[Effect.PUBLISH],
        "environment_steps": effects[Effect.ENVIRONMENT],
        "exposed": sum(
            is_exposed(trace, step.idx)
            for trace in traces
            if trace.directives
            for step in trace.steps
        ),
        "directives": sum(len(trace.directives) for trace in traces),
    }


def _patterns(cast: Cast) -> dict[str, Any]:
    run = cast.run
    labels, strings = detail(run, "label"), detail(run, "string")
    candidates, selected = detail(run, "count"), detail(run, "select")
    newest = max((trace.end for trace in run.traces), default=0.0)
    oldest = min((trace.end for trace in run.traces), default=0.0)
    days = (newest - oldest) / DAY_S
    return {
        "prototypes": len(labels.prototypes) if labels else 0,
        "events": len(strings.label) if strings else 0,
        "patterns": len(detail(run, "mine")),
        "candidates": len(candidates),
        "passed": sum(not candidate.gate for candidate in candidates),
        "kept": sum(not candidate.gate for candidate in selected),
        "kept_bits": sum(candidate.bits for candidate in selected if not candidate.gate),
        "dropped": sum(candidate.gate == "bits" for candidate in selected),
        "span_days": days,
        "oldest_weight": half_life_weight(days),
    }


def _calibration(cast: Cast) -> dict[str, Any]:
    found = detail(cast.run, "calibrate")
    if not found:
        return {}
    calibration = found.calibration
    return {
        "pairs": calibration.pairs,
        "folds": len(set(calibration.folds.values())),
        "bins": len(calibration.x),
        "calibration": calibration.why or "The rates seen, made rising, are the staircase",
        "moved": sum(abs((c.mean_cal or c.mean) - c.mean) > 0.005 for c in found.candidates),
    }


def _evidence(cast: Cast) -> dict[str, Any]:
    reflexes = judged(cast.run)
    strengths = Counter(reflex.strength for reflex in reflexes)
    dead = sorted((r for r in reflexes if r.strength == "inhibit"), key=lambda r: (-r.n, r.id))
    facts: dict[str, Any] = {
        "reflexes": len(reflexes),
        "opportunities": sum(reflex.n for reflex in reflexes),
        "clear": sum(reflex.lb >= cast.run.settings[FIRE_LB] for reflex in reflexes),
        "fire": strengths["fire"],
        "prime": strengths["prime"],
        "nascent": strengths["nascent"] + strengths["forming"],
        "inhibit": strengths["inhibit"],
        "barred": sum(reflex.gate == "interlock" for reflex in reflexes),
        "shapes": len({reflex.shape for reflex in reflexes}),
        "quiet": sum(reflex.quiet for reflex in reflexes),
    }
    if dead:
        facts |= {
            "dead_failing": readable([item.removesuffix("!") for item in dead[0].trigger]),
            "dead_cure": readable(dead[0].steps),
            "dead_k": dead[0].k,
            "dead_n": dead[0].n,
        }
    return facts


def _package(cast: Cast) -> dict[str, Any]:
    index = cast.run.index
    content = changed_content(cast)
    return {
        "sealed": len(index.reflexes),
        "generation": index.generation,
        "bytes": len(index.content),
        "changed_generation": generation(content),
        "changed_characters": sum(
            a != b for a, b in zip(index.generation, generation(content), strict=False)
        ),
    }


def changed_content(cast: Cast) -> bytes:
    """The index as it would be with one reflex changed: one character differs."""
    content = cast.run.index.content
    mark = cast.hero.id.encode() if cast.hero else b""
    if mark and mark in content:
        return content.replace(mark, mark[:-1] + (b"0" if mark[-1:] != b"0" else b"1"), 1)
    return content + b" "


def hero_facts(cast: Cast, hero: Reflex) -> dict[str, Any]:
    """What the records say of the reflex that the tour follows."""
    capsule = next(c for c in cast.capsules if c.reflex is not None and c.reflex.id == hero.id)
    both, with_trigger, step_alone, without = hero.contrast_counts
    return {
        "hero": readable(hero.steps),
        "hero_trigger": readable(hero.trigger),
        "hero_command": hero.command or readable(hero.steps),
        "hero_k": hero.k,
        "hero_n": hero.n,
        "hero_missed": hero.n - hero.k,
        "hero_lb": hero.lb,
        "hero_rate": hero.rate,
        "hero_tasks": hero.tasks,
        "hero_strength": hero.strength,
        "hero_shape": hero.shape,
        "hero_m": hero.m,
        "hero_mean": hero.mean,
        "hero_q05": hero.q05,
        "hero_s": hero.s,
        "hero_weighted": hero.n_weighted,
        "hero_bits": hero.bits,
        **_hero_told(hero),
        "hero_why": hero.why,
        "hero_support": capsule.pattern.support,
        "hero_contrast": hero.contrast,
        "hero_with": both,
        "hero_with_n": with_trigger,
        "hero_without": step_alone,
        "hero_without_n": without,
    }


def _hero_told(hero: Reflex) -> dict[str, Any]:
    """What calibration and uplift found of the hero, where those stages ran."""
    told = {"hero_mean_cal": hero.mean_cal, "hero_calibrated": hero.mean_cal is not None}
    if hero.u is None:
        return told
    return told | {
        "hero_u": hero.u,
        "hero_p_self": hero.p_self,
        "hero_p_follow": hero.p_follow,
        "hero_k_self": hero.k_self,
        "hero_n_self": hero.n_self,
        "hero_k_follow": hero.k_follow,
        "hero_n_follow": hero.n_follow,
    }
