"""The hook: the right thing at the right moment, or nothing.

In: one event of an agent on stdin. Out: one JSON answer on stdout, or silence. `entry` reads and
writes, `decide` decides; nothing here imports more than `os`, `sys` and a handful of C modules,
because the agent waits for it at every step.
"""
