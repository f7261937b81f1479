"""Words of chapter 4: requests that mean the same, and the tasks that come back."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import Chapter, StepWords

CHAPTER = Chapter(
    4,
    "similar",
    "Recognise similar requests",
    "Requests meet on a globe.",
    (
        StepWords(
            1,
            "Requests",
            "{requests:#request}, their names, numbers and paths replaced. The bundled sentence model makes "
            "each a direction among {dims}; the globe shows the three in which they differ most, which "
            "keep {kept_variance:.0%} of all difference.",
            "{requests:#request} on a globe that keeps {kept_variance:.0%} of their difference.",
        ),
        StepWords(
            2,
            "Alike",
            "Two requests are alike from a cosine of {relative_cut:.2f} on, once what all requests of this "
            "repository share is taken away. {alike_pairs:#pair} are; drawn are the links of each to its nearest {neighbours}.",
            "{alike_pairs:#pair} of requests are alike.",
        ),
        StepWords(
            3,
            "Groups",
            "In a group every two requests are alike, so that no chain of near misses makes one. "
            "{groups:#group} of two or more draw together; {loners:#request} stay alone. The largest group "
            "holds {largest_group}.",
            "{groups:#group}; the largest holds {largest_group:#request}.",
        ),
        StepWords(
            4,
            "Families",
            "Alike in words is not enough: did they start alike? The ring around a group is the share of its "
            "sessions that took its commonest first check or look-up, and closes at {family_share:.0%}. "
            "{family_route}: {family_routed} of {family_roots:#session}. Closed: {families_closed} of "
            "{families:#group}.",
            "{families_closed} of {families:#group} started alike; {family_route}: {family_routed} of {family_roots}.",
            "family_route",
            "Alike in words is not enough: did they start alike? A group becomes a family when "
            "{family_share:.0%} of its sessions took one first check or look-up. None of {families:#group} did.",
            "None of {families:#group} started alike.",
        ),
        StepWords(
            5,
            "How like?",
            "How like must a new request be? Every place to draw the line is weighed by what followed. The "
            "bound is highest at a cosine of {family_t:.2f}: there {family_route} ran after {family_k} of "
            "{family_n}, at least {family_lb:.2f}. The family is {family_strength}: {family_why}.",
            "From a cosine of {family_t:.2f} on, {family_k} of {family_n} ran {family_route}; the family is {family_strength}.",
        ),
        StepWords(
            7,
            "Cards",
            "Sessions that asked alike and edited alike did one kind of task. {cards:#card} keep its "
            "procedure: which files, which commands worked, how it ended. The first was made of "
            "{card_traces:#session}, {card_passing} of which passed.",
            "{cards:#card}; the first from {card_traces:#session}, {card_passing} passed.",
        ),
        StepWords(
            8,
            "Given once",
            "A request at least {card_cosine:.2f} like one of a card's brings it, through the real hook: "
            "{given_chars:#character}. The next such request in the session does not, because it was "
            "{given_again}.",
            "A card of {given_chars:#character}, given once: {given_again}.",
        ),
    ),
)
