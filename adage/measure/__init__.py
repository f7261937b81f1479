"""Measure: what the learner is worth, on generated sessions with known needs and on real ones.

`generate` makes plays, `replay` says what an index would have said in a session and when, `score`
compares that with what the play needed, `holdout` judges real sessions that were not learned from.
"""
