"""The map: a local web app that replays the learner on a repository's own traces."""
