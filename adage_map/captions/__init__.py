"""The tour's words: chapters, steps, and a sentence for each that holds only recorded numbers.

One module per chapter; `template` says what a caption is. A step whose part of the run is not there
has no words in that run.
"""

from __future__ import annotations

from adage_map.captions import evidence, loop, package, patterns, prove, read, similar, speak
from adage_map.captions.template import Caption, Chapter, StepWords, write_caption

CHAPTERS = (
    loop.CHAPTER,
    read.CHAPTER,
    patterns.CHAPTER,
    evidence.CHAPTER,
    similar.CHAPTER,
    package.CHAPTER,
    speak.CHAPTER,
    prove.CHAPTER,
)

__all__ = ["CHAPTERS", "Caption", "Chapter", "StepWords", "write_caption"]
