"""Counting transcripts a second time, so that the readers can be held against it."""
