"""Adage: learn from coding-agent transcripts which steps pay off in a repository."""

__version__ = "0.1.0"
