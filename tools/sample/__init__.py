"""How the sample traces are made: the story, the invented repository, one writer per harness."""
