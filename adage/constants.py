"""Every threshold of Adage, each written once: the registry that config, CLI, map and docs read.

`constant(key, default, unit, lowest, highest, stage, source, meaning)`. `source` says who chose the
value: `design` (the project's design documents), `measured` (chosen by measurement, with a page in
decisions/) or `choice` (a gap that had to be filled).
"""

# One constant in two or three lines reads as a table; the formatter would make ten of them.
# fmt: off
from __future__ import annotations

from adage.settings import constant

# --- read: one shape for every harness ------------------------------------------------------------

CONTINUATION_WORDS = constant("read.continuation_words", 3, "words", 0, 50, "read", "choice",
    "A prompt of at most this many words continues the task before it; a longer one opens a segment.")
LINE_BYTES = constant("read.line_bytes", 33_554_432, "bytes", 1024, 1_073_741_824, "read", "choice",
    "Longest line of a transcript; a longer one is counted and left out, so that memory stays bounded.")
PARALLEL_BYTES = constant("read.parallel_bytes", 67_108_864, "bytes", 0, 1 << 40, "read", "measured",
    "From this many bytes of unread transcripts on they are read by several processes.")
IDENTITY_CHARS = constant("read.identity_chars", 20, "characters", 1, 100, "read", "choice",
    "A call id at least this long is the same call in any file; a shorter one only with what is around it.")

CLAUDE_RETENTION_DAYS = constant("cache.claude_retention_days", 30, "days", 0, 36_500, "read", "design",
    "How long Claude Code keeps transcripts when its settings do not say.")
PROMPT_LINE_CHARS = constant("cache.prompt_line_chars", 200, "characters", 0, 2000, "read", "choice",
    "How much of a prompt's first line is kept, masked, in the evidence cache.")
DIGEST_CHARS = constant("cache.command_chars", 4000, "characters", 80, 100_000, "read", "choice",
    "How much of one command is kept, masked, in the evidence cache.")
FINGERPRINT_BYTES = constant("cache.fingerprint_bytes", 256, "bytes", 16, 65_536, "read", "choice",
    "How many of a transcript's first and last bytes tell whether it was rewritten.")

# --- label: step keys become prototypes -----------------------------------------------------------

PROTOTYPE_COSINE = constant("label.prototype_cosine", 0.80, "cosine", 0.0, 1.0, "label", "choice",
    "A step key joins a prototype when they are at least this alike and agree in everything that matters.")
PROTOTYPE_DIMS = constant("label.prototype_dims", 256, "dimensions", 16, 4096, "label", "choice",
    "Length of the hashed feature vector of a step key.")
COMMAND_SHARE = constant("label.command_share", 0.50, "share", 0.0, 1.0, "label", "choice",
    "A prototype has a command to deliver when one text makes up at least this share of its runs.")
SLOT_CHARS = constant("label.slot_chars", 200, "characters", 1, 1000, "label", "design",
    "Longest value that may be bound into a command's slot.")

# --- mine: closed patterns around a step ----------------------------------------------------------

WINDOW = constant("mine.window", 8, "clock ticks", 1, 64, "mine", "design",
    "How far back a context may reach from its step; a batch of reads is one tick.")
MIN_SUPPORT = constant("mine.min_support", 3, "sessions", 1, 1000, "mine", "choice",
    "Fewest sessions in which a pattern must occur to be looked at.")
SUPPORT_SHARE = constant(
    "mine.support_share", 0.003, "share of sessions", 0.0, 1.0, "mine", "measured",
    "In more than a thousand sessions a context must occur in at least this share to be looked at.")
CONTEXT_ITEMS = constant("mine.context_items", 3, "items", 1, 5, "mine", "measured",
    "Most items a context may hold; four and five added no reflex on real sessions.")
MAX_ITEMS = constant("mine.max_items", 6, "items", 2, 12, "mine", "choice",
    "Most items of a pattern, steps included; the code table pays log2 of it for the length.")
BATCH_PATHS = constant("mine.batch_paths", 8, "files", 1, 64, "mine", "choice",
    "Most files one read batch may name.")
BATCH_RATE = constant("mine.batch_rate", 0.50, "rate", 0.0, 1.0, "mine", "choice",
    "A file joins a read batch when at least this share of the sessions that read the first read it too.")
SET_SHARE = constant("mine.set_share", 0.60, "share", 0.0, 1.0, "mine", "measured",
    "A check belongs to the set told as one call when it runs in this share of the stretches after an edit.")

REPAIR_ROOTS = constant("mine.repair_roots", 5, "sessions", 1, 1000, "mine", "design",
    "Fewest sessions in which a fixer turned a failed check green before it is put in front of the check.")
HOT_FILES = constant("mine.hot_files", 8, "files", 1, 64, "mine", "measured",
    "How many of the files that most sessions read are named at the first read.")

# --- count: how often a pattern held, leaning toward its parent -----------------------------------

KAPPA = constant("count.kappa", 2.0, "sessions", 0.0, 100.0, "count", "design",
    "How many sessions' worth of weight the parent's rate gets.")
QUANTILE = constant("count.quantile", 0.05, "probability", 0.001, 0.5, "count", "design",
    "The low end of the posterior by which a candidate is gated.")
HALF_LIFE_DAYS = constant("count.half_life_days", 60.0, "days", 1.0, 36500.0, "count", "design",
    "A session this old counts half.")
ROOT_PRIOR = constant("count.root_prior", 0.5, "probability", 0.0, 1.0, "count", "choice",
    "The rate that the root of every parent chain leans toward.")
GATE_Q05 = constant("count.gate_q05", 0.30, "probability", 0.0, 1.0, "count", "choice",
    "A candidate goes on when the low end of its rate is at least this.")

# --- calibrate ------------------------------------------------------------------------------------

FOLDS = constant("calibrate.folds", 3, "folds", 2, 20, "calibrate", "design",
    "Task-grouped folds on which posterior means are compared with what happened.")
BINS = constant("calibrate.bins", 200, "bins", 2, 10000, "calibrate", "design",
    "Equal bins of the isotonic regression.")
MIN_PAIRS = constant("calibrate.min_pairs", 20, "pairs", 1, 100000, "calibrate", "choice",
    "Fewest candidate-and-fold pairs for a calibration; below it means are left as they are.")

# --- select: a reflex earns its place in bits -----------------------------------------------------

ITEM_BITS = constant("select.item_bits", 4.0, "bits", 0.0, 64.0, "select", "design",
    "What each item of a pattern costs in the code table beside its own code.")
GAP_BITS = constant("select.gap_bits", 1.0, "bits", 0.0, 16.0, "select", "choice",
    "What each event skipped inside a claimed match costs.")

# --- judge: evidence, strength and ceilings -------------------------------------------------------

WILSON_Z = constant("judge.z", 1.959964, "standard deviations", 0.1, 5.0, "judge", "design",
    "How cautious the lower bound is: 1.96 is 95 % confidence.")
FIRE_LB = constant("judge.fire_lb", 0.80, "probability", 0.0, 1.0, "judge", "design",
    "A reflex may insist when the lower bound of its rate reaches this.")
FIRE_MIN_K = constant("judge.fire_min_k", 5, "sessions", 1, 1000, "judge", "design",
    "Fewest supporting sessions to fire; never binds at the default bound, which needs 16.")
PRIME_NEW = constant("judge.prime_new", 0.50, "rate", 0.0, 1.0, "judge", "design",
    "A new reflex is offered from this rate on.")
PRIME_KEEP = constant("judge.prime_keep", 0.30, "rate", 0.0, 1.0, "judge", "design",
    "A reflex that is offered already keeps its place down to this rate.")
NASCENT_FLOOR = constant("judge.nascent_floor", 0.30, "rate", 0.0, 1.0, "judge", "choice",
    "Below this rate a new reflex is not created.")
CONTRAST_MIN = constant("judge.contrast_min", 0.30, "difference of rates", 0.0, 1.0, "judge", "design",
    "The step must follow its trigger this much more often than it runs without it.")
CONTRAST_MIN_WITHOUT = constant("judge.contrast_min_without", 3, "sessions", 1, 1000, "judge", "choice",
    "Fewest sessions without the trigger that a contrast needs.")
DEAD_END_SHARE = constant("judge.dead_end_share", 0.90, "share", 0.0, 1.0, "judge", "design",
    "A runner is a dead end when it failed in at least this share of the sessions that ran it.")
DEAD_END_PAIRS = constant("judge.dead_end_pairs", 5, "sessions", 1, 1000, "judge", "design",
    "Fewest sessions in which the working check followed the failing runner.")
MIN_TASKS = constant("judge.min_tasks", 2, "tasks", 1, 1000, "judge", "design",
    "Fewest distinct tasks among the sessions that support a reflex.")
LIFT_MIN = constant("judge.lift_min", 0.20, "difference of rates", 0.0, 1.0, "judge", "design",
    "Lower end of the difference in success that lets a rarely taken step be offered.")
PREDICT_SESSIONS = constant("judge.predict_sessions", 5, "sessions", 1, 1000, "judge", "design",
    "Fewest unsteered sessions before a step may be put to a person for running.")
PREDICT_TASKS = constant("judge.predict_tasks", 2, "tasks", 1, 1000, "judge", "design",
    "Fewest tasks before a step may be put to a person for running.")
PREDICT_SHARE = constant("judge.predict_share", 0.90, "share", 0.0, 1.0, "judge", "design",
    "Share of the matching contexts that the step must have followed successfully.")
WITNESSES = constant("judge.witnesses", 20, "sessions", 1, 1000, "judge", "choice",
    "How many sessions for and against a reflex are kept by name.")

# --- uplift: is it worth saying? ------------------------------------------------------------------

UPLIFT_MIN = constant("uplift.min", 0.10, "difference of rates", 0.0, 1.0, "uplift", "design",
    "A reflex whose telling changes less than this stays quiet.")
UPLIFT_SITUATIONS = constant("uplift.situations", 3, "situations", 0, 1000, "uplift", "design",
    "Fewest situations of the repository's own before a reflex may be called quiet.")
KAPPA_SELF = constant("uplift.kappa_self", 4.0, "situations", 0.0, 100.0, "uplift", "design",
    "Weight of the typical rate at which agents take such a step untold.")
KAPPA_FOLLOW = constant("uplift.kappa_follow", 11.8, "situations", 0.0, 100.0, "uplift", "design",
    "Weight of the typical rate at which agents take such a step when told.")
SELF_AVOID = constant("uplift.self_avoid", 0.29, "probability", 0.0, 1.0, "uplift", "design",
    "Typical rate of leaving a dead end untold.")
SELF_RUN = constant("uplift.self_run", 0.32, "probability", 0.0, 1.0, "uplift", "design",
    "Typical rate of a run after an edit, untold.")
SELF_OBLIGATION = constant("uplift.self_obligation", 0.88, "probability", 0.0, 1.0, "uplift",
    "design", "Typical rate of meeting a finish line untold.")
SELF_SEQUENCE = constant("uplift.self_sequence", 0.88, "probability", 0.0, 1.0, "uplift", "design",
    "Typical rate of running a sequence untold.")
SELF_READ_BATCH = constant("uplift.self_read_batch", 0.93, "probability", 0.0, 1.0, "uplift",
    "design", "Typical rate of reading the listed files untold.")
SELF_INTENT = constant("uplift.self_intent", 0.95, "probability", 0.0, 1.0, "uplift", "design",
    "Typical rate of the usual first step after a prompt, untold.")
SELF_ADVISE = constant("uplift.self_advise", 0.32, "probability", 0.0, 1.0, "uplift", "choice",
    "Typical rate of an advised step, untold.")
FOLLOW_AVOID = constant("uplift.follow_avoid", 0.92, "probability", 0.0, 1.0, "uplift", "choice",
    "Typical rate of leaving a dead end when told.")
FOLLOW_RUN = constant("uplift.follow_run", 0.97, "probability", 0.0, 1.0, "uplift", "choice",
    "Typical rate of a run after an edit, when told.")
FOLLOW_OBLIGATION = constant("uplift.follow_obligation", 0.97, "probability", 0.0, 1.0, "uplift",
    "choice", "Typical rate of meeting a finish line when told.")
FOLLOW_SEQUENCE = constant("uplift.follow_sequence", 0.95, "probability", 0.0, 1.0, "uplift",
    "choice", "Typical rate of running a sequence when told.")
FOLLOW_READ_BATCH = constant("uplift.follow_read_batch", 0.95, "probability", 0.0, 1.0, "uplift",
    "choice", "Typical rate of reading the listed files when told.")
FOLLOW_INTENT = constant("uplift.follow_intent", 0.99, "probability", 0.0, 1.0, "uplift", "choice",
    "Typical rate of the usual first step after a prompt, when told.")
FOLLOW_ADVISE = constant("uplift.follow_advise", 0.88, "probability", 0.0, 1.0, "uplift", "choice",
    "Typical rate of an advised step when told.")

VALUE_Z = constant("uplift.value_z", 1.645, "standard errors", 0.0, 10.0, "uplift", "measured",
    "A reflex is quiet when even this far above its mean the value of a telling is below nothing.")
VALUE_SESSIONS = constant("uplift.value_sessions", 400, "sessions", 1, 100_000, "uplift", "choice",
    "The newest sessions in which it is replayed what telling would have saved.")

# --- intent: prompts that mean the same thing -----------------------------------------------------

PROMPT_WORDS = constant("intent.prompt_words", 128, "words", 1, 10000, "intent", "design",
    "How much of a prompt is compared.")
NEIGHBOURS = constant("intent.neighbours", 10, "prompts", 1, 1000, "intent", "design",
    "Nearest prompts that each prompt is linked to.")
LINK_CUT = constant("intent.link_cut", 0.60, "cosine", 0.0, 1.0, "intent", "design",
    "Links between prompts less alike than this are cut.")
RELATIVE_CUT = constant("intent.relative_cut", 0.40, "cosine", -1.0, 1.0, "intent", "measured",
    "Every two requests of a family are this alike once what all requests of a repository share is taken away.")
RESOLUTION = constant("intent.resolution", 2.0, "gamma", 0.0, 100.0, "intent", "design",
    "Louvain's resolution: higher gives smaller families.")
FAMILY_SHARE = constant("intent.family_share", 0.60, "share", 0.0, 1.0, "intent", "design",
    "Share of a community that must have started the same way.")
COMMON_ROUTE = constant("intent.common_route", 0.80, "share", 0.0, 1.0, "intent", "design",
    "A first step taken in more than this share of all sessions says nothing about intent.")
FAMILY_ROOTS = constant("intent.family_roots", 3, "sessions", 1, 1000, "intent", "choice",
    "Fewest sessions of a family.")
FAMILY_TASKS = constant("intent.family_tasks", 2, "tasks", 1, 1000, "intent", "choice",
    "Fewest tasks of a family.")

# --- cards: the task a repository repeats ---------------------------------------------------------

CARD_COSINE = constant("cards.cosine", 0.60, "cosine", 0.0, 1.0, "cards", "design",
    "Two sessions are one kind of task when their first requests are at least this alike.")
CARD_JACCARD = constant("cards.jaccard", 0.25, "share", 0.0, 1.0, "cards", "design",
    "Two sessions are one kind of task when their edited files' shapes overlap at least this much.")
CARD_TRACES = constant("cards.traces", 2, "sessions", 1, 1000, "cards", "design",
    "Fewest sessions of a card.")
CARD_PASSING = constant("cards.passing", 1, "sessions", 0, 1000, "cards", "design",
    "Fewest sessions of a card that succeeded.")
CARD_LIMIT = constant("cards.limit", 16, "cards", 0, 1000, "cards", "design",
    "Most cards of one repository.")
CARD_THRESHOLD = constant("learn.card_threshold", 0.811, "cosine", 0.0, 1.0, "cards", "design",
    "A card is delivered when the prompt is at least this much like its family.")
CARD_BELOW = constant("cards.below", 0.10, "cosine", 0.0, 1.0, "cards", "design",
    "How far below the threshold a card may still come at the first edit of one of its files.")
CARD_TOKENS = constant("cards.tokens", 800, "tokens", 1, 100000, "cards", "design",
    "Most tokens of a delivered card.")
ORIENT_TOKENS = constant("cards.orient_tokens", 1200, "tokens", 0, 100000, "cards", "design",
    "Most tokens of the look at the card's files.")
ORIENT_BYTES = constant("cards.orient_bytes", 1_048_576, "bytes", 1, 1 << 30, "cards", "design",
    "Files larger than this are not looked at.")

# --- skills: learned from a written guide ---------------------------------------------------------

SKILL_FOLLOW = constant("skills.follow", 0.70, "share", 0.0, 1.0, "skills", "design",
    "Share of sessions that must follow the learned reflex.")
SKILL_GAP = constant("skills.gap", 0.10, "difference of rates", 0.0, 1.0, "skills", "design",
    "How much better the written guide may be followed.")
SKILL_COST = constant("skills.cost", 1.10, "ratio", 0.0, 100.0, "skills", "design",
    "How much more the reflex may cost than the guide.")

# --- index and hook -------------------------------------------------------------------------------

GENERATION_HEX = constant("index.generation_hex", 16, "characters", 4, 64, "index", "design",
    "Length of the fingerprint that names an index.")
GENERATIONS = constant("index.generations", 20, "generations", 2, 1000, "index", "design",
    "How many generations of a repository are kept to compare.")
INSTINCTS = constant("index.instincts", 8, "instincts", 0, 100, "index", "design",
    "Default instincts; each is offered at most.")
SNOOZE_DAYS = constant("review.snooze_days", 14, "days", 1, 3650, "review", "choice",
    "How long something put off in a review is not asked about again.")
CONTROL_SHARE = constant("hook.control_share", 0.10, "share of sessions", 0.0, 1.0, "hook", "design",
    "Share of sessions in which Adage stays silent so that its effect can be measured.")
PENDING_BATCHES = constant("hook.pending_batches", 3, "tool batches", 1, 100, "hook", "design",
    "How long a directive may wait to be followed.")
FINISH_ASKS = constant("hook.finish_asks", 2, "asks", 0, 100, "hook", "design",
    "How often a session may be asked at its finish line.")
HOOK_TURN_CAP = constant("hook.turn_cap", 2, "directives", 0, 20, "hook", "choice",
    "Most directives that one turn may bring.")
HOOK_SESSION_CAP = constant("hook.session_cap", 12, "directives", 0, 1000, "hook", "choice",
    "Most directives that one session may bring.")
HOOK_LOCK_MS = constant("hook.lock_ms", 200, "milliseconds", 1, 5000, "hook", "measured",
    "How long a hook waits for another one to finish writing before it stays silent.")
HOOK_SESSION_BYTES = constant("hook.session_bytes", 524_288, "bytes", 4096, 16_777_216, "hook",
    "choice", "A session whose memory is larger than this gets no further directives.")
MIN_INTERVAL_SECS = constant("learn.min_interval_secs", 120, "seconds", 0, 86400, "learn", "design",
    "Shortest time between two background learnings of one repository.")
TIME_LIMIT_SECS = constant("learn.time_limit_secs", 600, "seconds", 1, 86400, "learn", "choice",
    "A background learning that takes longer than this ends itself.")
GRACE_SECS = constant("learn.grace_secs", 10, "seconds", 1, 600, "learn", "choice",
    "How long it may tidy up after that before it is ended wherever it stands.")
LEARN_BYTES = constant("learn.memory_bytes", 4_294_967_296, "bytes", 1 << 28, 1 << 40, "learn", "choice",
    "Most address space of a background learning; twice what 100,000 sessions take.")
NICENESS = constant("learn.niceness", 10, "levels", 0, 19, "learn", "choice",
    "By how much a background learning gives way to other programs.")
LOG_BYTES = constant("learn.log_bytes", 65_536, "bytes", 1024, 1 << 30, "learn", "choice",
    "From this size on the log of background learnings makes room; one older log is kept.")

# --- instincts: what a repository's files say without any trace -----------------------------------

INSTINCTS_ENABLED = constant("instincts.enabled", 1, "0 or 1", 0, 1, "instincts", "choice",
    "Whether instincts may speak in this repository.")
INSTINCTS_NOISY = constant("instincts.noisy", 0, "0 or 1", 0, 1, "instincts", "measured",
    "Whether the instincts that are off by default, being noise on real sessions, may speak as well.")
INSTINCT_SCRIPTS = constant("instincts.scripts", 64, "scripts", 1, 1000, "instincts", "choice",
    "Most scripts of a package that are known under the name of its package manager.")
INSTINCT_RIVALS = constant("instincts.rivals", 3, "sessions", 1, 1000, "instincts", "choice",
    "An instinct that no session took is silent when another command of its kind passed in this many.")

# --- measure: did it help? ------------------------------------------------------------------------

PERMUTATIONS = constant("measure.permutations", 10_000, "shuffles", 1, 10_000_000, "measure",
    "design", "Random label shuffles within tasks.")
BOOTSTRAP = constant("measure.bootstrap", 2_000, "resamples", 1, 10_000_000, "measure", "design",
    "Resamples of whole tasks for an interval.")
EXACT_FLIPS = constant("measure.exact_flips", 16, "tasks", 1, 24, "measure", "design",
    "Up to this many tasks every sign pattern is tried.")
MEASURE_SEED = constant("measure.seed", 20_240, "seed", 0, 2**32 - 1, "measure", "choice",
    "Where the random numbers of a measurement start, so that anyone gets the same result.")
SHARE_TREATED = constant("measure.share_treated", 10, "sessions", 1, 10000, "measure", "design",
    "Fewest treated sessions for a reflex's own share.")
SHARE_CONTROL = constant("measure.share_control", 5, "sessions", 1, 10000, "measure", "design",
    "Fewest control sessions for a reflex's own share.")
DOLLARS_CONTROL = constant("measure.dollars_control", 10, "sessions", 1, 10000, "measure", "design",
    "Fewest control sessions before money is named.")
DOLLARS_TREATED = constant("measure.dollars_treated", 30, "sessions", 1, 10000, "measure", "design",
    "Fewest treated sessions before money is named.")
WINSOR_PERCENTILE = constant("measure.winsor_percentile", 95.0, "percentile", 50.0, 100.0,
    "measure", "design", "Costs above this percentile are cut to it.")
J_FALSE = constant("measure.j_false", -2.0, "turns", -100.0, 0.0, "measure", "design",
    "What a false directive costs, in the bench's score and in the value of a telling.")
J_F1 = constant("measure.j_f1", 1.0, "turns", 0.0, 100.0, "measure", "design",
    "What route F1 earns in the bench's score.")

# --- report: a repository at a glance -------------------------------------------------------------

REPORT_SESSIONS = constant("report.sessions", 10, "sessions", 1, 1000, "report", "design",
    "Fewest sessions from which a report is drawn up.")
REPORT_SHORT_WORDS = constant("report.short_words", 8, "words", 1, 100, "report", "choice",
    "A prompt of at most this many words is taken for a repeated short one when it holds its words.")
REPORT_ASK_WORDS = constant("report.ask_words", 25, "words", 1, 1000, "report", "choice",
    "A longer prompt is a task of its own, not something that a person has to say every time.")
REPORT_KNOWN = constant("report.known", 5, "sessions", 1, 1000, "report", "choice",
    "How many sessions are only learned from before savings are counted.")
REPORT_BLOCKS = constant("report.blocks", 8, "blocks", 1, 1000, "report", "choice",
    "How often the learner runs on the sessions so far when savings are counted.")
REPORT_ROWS = constant("report.rows", 10, "rows", 1, 1000, "report", "choice",
    "Most rows of a list that a report prints; JSON and the map hold all.")

# --- guides: checks that fire with distance -------------------------------------------------------

CHECK_CAP = constant("guides.check_cap", 30, "hook events", 1, 10000, "guides", "design",
    "Distance beyond which a check gets no heavier.")
CHECK_ANCHOR = constant("guides.check_anchor", 5, "hook events", 0, 10000, "guides", "design",
    "Distance from which a check repeats its anchor section.")
CHECK_THRESHOLD = constant("guides.check_threshold", 2.0, "score", 0.0, 1000.0, "guides", "design",
    "Score at which a check fires.")

# --- ratings: flags on what was said --------------------------------------------------------------

RECALL_FLOOR = constant("ratings.recall_floor", 0.6, "share", 0.0, 1.0, "ratings", "design",
    "Lowest flag recall a rating model may assume.")
RATING_WINDOW_MIN = constant("ratings.window_min", 500, "ratings", 1, 1_000_000, "ratings", "design",
    "Shortest window of ratings.")
RATING_WINDOW_MAX = constant("ratings.window_max", 5_000, "ratings", 1, 1_000_000, "ratings",
    "design", "Longest window of ratings.")
EXPLORE_FLOOR = constant("ratings.explore_floor", 0.02, "probability", 0.0, 1.0, "ratings",
    "design", "Least probability of saying something.")
EXPLORE_CAP = constant("ratings.explore_cap", 0.98, "probability", 0.0, 1.0, "ratings", "choice",
    "Greatest probability of saying something.")
EXPLORE_DRAWS = constant("ratings.explore_draws", 256, "draws", 1, 1_000_000, "ratings", "choice",
    "Draws from which the probability of saying something is estimated.")
CANARY_RATE = constant("ratings.canary_rate", 0.02, "share", 0.0, 1.0, "ratings", "design",
    "Share of deliveries that carry a canary.")
CANARY_WORDS = constant("ratings.canary_words", 200, "words", 1, 100000, "ratings", "design",
    "Longest text of a canary.")
CANARY_GATE = constant("ratings.canary_gate", 0.05, "probability", 0.0, 1.0, "ratings", "design",
    "A canary is placed only where the gate gives it less than this probability.")
DELTA_RATINGS = constant("ratings.delta_ratings", 2_000, "ratings", 1, 10_000_000, "ratings",
    "design", "Fewest ratings before a repository gets weights of its own.")
DELTA_HUMAN = constant("ratings.delta_human", 100, "ratings", 1, 10_000_000, "ratings", "design",
    "Fewest ratings from a person or a rater before a repository gets weights of its own.")
RATING_DISCOUNT = constant("ratings.discount", 0.98, "factor", 0.0, 1.0, "ratings", "choice",
    "What an old rating keeps of its weight with each new one.")
RATING_FLOOR = constant("ratings.count_floor", 10.0, "ratings", 0.0, 10000.0, "ratings", "choice",
    "Weight of all ratings below which they fade no further.")
RATING_ALPHA = constant("ratings.prior_alpha", 1.0, "ratings", 0.0, 10000.0, "ratings", "choice",
    "Prior misfires of a rated item.")
RATING_BETA = constant("ratings.prior_beta", 3.0, "ratings", 0.0, 10000.0, "ratings", "choice",
    "Prior good deliveries of a rated item.")
ADWIN_DELTA = constant("ratings.adwin_delta", 0.002, "probability", 0.0, 1.0, "ratings", "choice",
    "Chance of a false alarm of the drift detector.")
IPS_CLIP = constant("ratings.clip", 10.0, "weight", 1.0, 1000.0, "ratings", "choice",
    "Largest importance weight in an off-policy estimate.")
ESS_FLOOR = constant("ratings.ess_floor", 50.0, "ratings", 0.0, 10000.0, "ratings", "choice",
    "Fewest effective ratings of such an estimate.")
FLIP_SHARE = constant("ratings.flips", 0.05, "share", 0.0, 1.0, "ratings", "choice",
    "Largest share of decisions an update may turn.")

# --- map: the local web app -----------------------------------------------------------------------

MAP_PORT = constant("map.port", 7717, "port", 1, 65535, "map", "design",
    "The first port that the map tries on this machine.")
MAP_PORTS = constant("map.ports", 50, "ports", 1, 1000, "map", "choice",
    "How many ports the map tries before it gives up.")
MAP_THREADS = constant("map.threads", 32, "threads", 1, 256, "map", "measured",
    "Requests answered at once; each open progress stream holds one.")
MAP_STREAMS = constant("map.streams", 8, "streams", 1, 64, "map", "measured",
    "Most progress streams open at once; one more is refused and says so.")
MAP_KEEP_ALIVE_S = constant("map.keep_alive_s", 15, "seconds", 1, 300, "map", "measured",
    "A silent progress stream says this often that it is alive.")
MAP_LINES = constant("map.lines", 40, "lines", 1, 1000, "map", "choice",
    "Most lines of a transcript shown at once.")
MAP_LINES_BYTES = constant("map.lines_bytes", 20_000, "bytes", 100, 1_000_000, "map", "choice",
    "Most bytes of a transcript shown at once.")
MAP_LIVE_S = constant("map.live_s", 1.0, "seconds", 0.1, 60.0, "map", "design",
    "How long between two looks at the transcripts while a page listens.")
MAP_READ_AGAIN_S = constant("map.read_again_s", 3.0, "seconds", 0.0, 600.0, "map", "choice",
    "Transcripts that keep changing are read again at most this often.")
MAP_TRIALS = constant("map.trials", 64, "trials", 4, 10_000, "map", "choice",
    "Most answered what-if and history questions kept in memory.")
MAP_TRIAL_WORLDS = constant("map.trial_worlds", 3, "worlds", 1, 100, "map", "choice",
    "Most worlds of trials kept drawn; another one is learned again when it is opened.")
MAP_HISTORY_DAYS = constant("map.history_days", 16, "days", 2, 200, "map", "choice",
    "On how many days of a repository's history the learner is run for the time slider.")
MAP_FOUND = constant("map.found", 12, "things", 1, 200, "map", "choice",
    "Most things of one kind that a search shows.")
MAP_IDLE_MINUTES = constant("map.idle_minutes", 60, "minutes", 0, 100_000, "map", "design",
    "The map ends by itself after this long without a request; 0 keeps it open.")
