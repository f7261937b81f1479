"""The move of the overview: the whole table at once, every bay with what it is about."""

from __future__ import annotations

from adage_map.frame import RIMMED, Frame
from adage_map.layout_evidence import light_hero, stand_on_cliff
from adage_map.layout_patterns import lay_strings
from adage_map.layout_prove import lay_pillars
from adage_map.layout_similar import lay_globe
from adage_map.layout_speak import lay_posts
from adage_map.stage import Stage


def overview(stage: Stage, frame: Frame) -> None:
    """Lines, strings, evidence, requests, the book, the hooks and the tasks, each in its bay."""
    lay_strings(stage, frame)
    stand_on_cliff(stage, frame)
    frame.look(stage.rows["book"], scale=1.0, style=RIMMED)
    light_hero(stage, frame)
    if "similar" in stage.parts:
        lay_globe(stage, frame)
    if "speak" in stage.parts:
        lay_posts(stage, frame)
    if "prove" in stage.parts:
        lay_pillars(stage, frame)
