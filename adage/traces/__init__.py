"""Transcripts become traces: one reader per agent, then one shape for all."""
