"""Sentences of a table, in English: refusals of steps, and errors in stored ones."""

from quincunx.core.messages import Sentence

HAS_BEGUN = Sentence("hall.has_begun", "the match has begun")
HAS_BEGUN_WATCH = Sentence("hall.has_begun_watch", "the match has begun: you can watch it")
NOT_BEGUN = Sentence("hall.not_begun", "the match has not begun")
IS_OVER = Sentence("hall.is_over", "the match is over")
NOT_OVER = Sentence("hall.not_over", "the match is not over")
NO_TRANSCRIPT_YET = Sentence("hall.no_transcript_yet", "the transcript is available when the match is over")
MOVED_ON = Sentence("hall.moved_on", "the table has moved on since: look again")
NEXT_IS_OPEN = Sentence("hall.next_is_open", "the next table is open already")
NAMES_STAY = Sentence("hall.names_stay", "the match is over: names can no longer change")
OTHER_STAGE = Sentence("hall.other_stage", "not now: round {round} of the dice is under way")
DID_NOT_REVEAL = Sentence("hall.did_not_reveal", "rounds of the dice were void before: the dice are made without you")
COMMITTED_ALREADY = Sentence("hall.committed_already", "you have committed already")
NOTHING_TO_REVEAL = Sentence("hall.nothing_to_reveal", "you have nothing to reveal")
NOT_COMMITTED_TO = Sentence("hall.other_entropy", "this is not what you have committed to")
REVEALING = Sentence("hall.revealing", "the players are revealing their part of the dice: wait a moment")
ALL_TAKEN = Sentence("hall.all_taken", "every seat is taken")
SEAT_TAKEN = Sentence("hall.seat_taken", "seat {seat} is taken")
NO_SUCH_SEAT = Sentence("hall.no_such_seat", "there is no seat {seat}")
SITS_THERE = Sentence("hall.sits_there", "{name} sits there")
NOBODY_THERE = Sentence("hall.nobody_there", "nobody sits on seat {seat}")
HAS_HOST = Sentence("hall.has_host", "the table already has a host, or no player who could be one")
NOBODY_MISSING = Sentence("hall.nobody_missing", "nobody is missing there")
HERE_ALREADY = Sentence("hall.here_already", "you are here already")
SEAT_EMPTY = Sentence("hall.seat_empty", "seat {seat} is empty: wait for someone, or let a bot sit there")
HOST_ONLY = Sentence("hall.host_only", "only the host of the table may do this")
MOVE_OF = Sentence("hall.move_of", "it is the move of {names}")
NOBODY_MAY_ACT = Sentence("hall.nobody_may_act", "nobody may act now")
DICE_FIRST = Sentence("hall.dice_first", "enter the dice or cards that are due first")
HALL_ROLLS = Sentence("hall.hall_rolls", "the hall rolls the dice of this table")
PLAYERS_ROLL = Sentence("hall.players_roll", "people roll the dice of this table: nobody commits to anything")
SHARED_DICE = Sentence("hall.shared_dice", "this table shares its dice with others: nobody adds to them")
SAME_FOR_ALL = Sentence("hall.same_for_all", "this table shares its dice with others: it stays as it is")
NO_ENTRY = Sentence("hall.no_entry", "{game} cannot be played with real dice here")
NOT_DUE = Sentence("hall.not_due", "these dice or cards are not due now")
ENTERED_ALREADY = Sentence("hall.entered_already", "they have been entered already")
NOT_AS_THEY_LAND = Sentence("hall.not_as_they_land", "the dice and cards do not land like this")
NO_SUCH_ENTRY = Sentence("hall.no_such_entry", "no such dice or cards have been entered")
OTHERS_SECRET = Sentence("hall.others_secret", "these are secret: {name} enters them")
CORRECTS = Sentence("hall.corrects", "{name} has corrected an entry.")
STILL_FITS = Sentence("hall.still_fits", "Everything after it still fits.")
NO_LONGER_FITS = Sentence("hall.no_longer_fits", "From here on it no longer fits: {name}, {action}.")
NO_LONGER_LANDS = Sentence("hall.no_longer_lands", "From here on it no longer fits: the dice or cards after it.")
ONLY_OWN_LAST = Sentence(
    "hall.only_own_last", "you can undo only your own last action, and only until it reveals something"
)
ANSWERED_BEFORE = Sentence("hall.answered_before", "this message was answered before, too long ago to say how")
TOO_MANY_CLIENTS = Sentence(
    "hall.too_many_clients",
    "a player may use {count} program or tab at a table",
    "a player may use {count} programs or tabs at a table",
)
CLIENT_RETIRED = Sentence(
    "hall.client_retired", "many other programs or tabs have played this seat since: load the page again"
)
STEP_LACKS = Sentence("hall.step_lacks", "a stored step lacks a die or a card")
STEP_HAS_MORE = Sentence(
    "hall.step_has_more",
    "a stored step has {count} die or card too many",
    "a stored step has {count} dice or cards too many",
)
STEP_LEFT_OUT = Sentence(
    "hall.step_left_out", "step {step} of table {table} is missing: the next that is there is {next}"
)
CHAIN_BROKEN = Sentence(
    "hall.chain_broken", "step {step} of table {table} is not the one that was stored: its chain is broken"
)
OTHER_RULES = Sentence(
    "hall.other_rules", "this table plays version {there} of the rules of {game}; this hall has version {here}"
)
SEATS_OF_POSITION = Sentence("hall.seats_of_position", "a match played on from another one keeps its seats")
OTHERS_SEAT = Sentence("hall.others_seat", "only the player of seat {seat} may do this")
HALL_ONLY = Sentence("hall.hall_only", "only the hall itself does this")
OTHER_PERSON = Sentence("hall.other_person", "person {person} sits down where person {next} is next")
NOTHING_IS_MISSING = Sentence("hall.nothing_is_missing", "everybody has revealed: the round of the dice counts")
OTHER_NEXT_COMMITMENT = Sentence(
    "hall.other_next_commitment", "the hall's commitment of round {round} is not the one it was committed to"
)
OTHER_DIE_OF_BOTH = Sentence(
    "hall.other_die", "die or card {number} is {shown}; from seed and entropy it would be {right}"
)
OTHER_COUNT = Sentence(
    "hall.other_count",
    "{count} die or card lands, where the rules ask for {right}",
    "{count} dice or cards land, where the rules ask for {right}",
)
NO_HINTS = Sentence("hall.no_hints", "the host has turned off hints at this table")
NOT_ALL_AGREE = Sentence("hall.not_all_agree", "there are hints here once everyone who plays has agreed")
HINT_TAKEN = Sentence("hall.hint_taken", "you have taken a hint in this position already")
COACH_JUDGES = Sentence("hall.coach_judges", "the coach judges the last action first")
NOTHING_HELD = Sentence("hall.nothing_held", "no action waits for the coach")
VARIANTS_OF_POSITION = Sentence("hall.variants_of_position", "a match played on from another one keeps its variants")
OTHER_VARIANTS = Sentence("hall.other_variants", "the table's variants have changed: look again")

# Results of checking a transcript

VERDICTS = (
    Sentence("proof.proved", "proved"),
    Sentence("proof.wrong", "wrong"),
    Sentence("proof.unreadable", "unreadable"),
    Sentence("proof.consistent", "consistent"),
    Sentence("proof.real_dice", "real dice"),
)
REPLAYS = Sentence(
    "proof.replays",
    "{game}, rules version {version}, {seats}: {count} event replays as written",
    "{game}, rules version {version}, {seats}: {count} events replay as written",
)
DICE_OF_THE_SEED = Sentence("proof.dice_of_the_seed", "{number} of {all} dice and cards are those of the seed")
DICE_FOLLOW = Sentence(
    "proof.dice_follow",
    "all {number} dice and cards follow from the hall's seed, {count} player's entropy and the odds",
    "all {number} dice and cards follow from the hall's seed, {count} players' entropy and the odds",
)
DICE_OF_SERIES = Sentence(
    "proof.dice_of_series",
    "all {number} dice and cards follow from the secret of {series}, their names and the odds",
)
DICE_ARE_REAL = Sentence(
    "proof.dice_are_real",
    "people rolled {count} die or card and entered it: nothing proves how it fell",
    "people rolled {count} dice and cards and entered them: nothing proves how they fell",
)
SAME_COMMITMENT = Sentence(
    "proof.same_commitment", "the hall's seed is the one it was committed to when you noted the commitment"
)
ENTROPY_IS_MIXED_IN = Sentence("proof.entropy_is_mixed_in", "your entropy is mixed into every die")
COMMITTED_BEFORE = Sentence(
    "proof.committed_before", "all players were committed to their entropy before you revealed yours"
)
STEPS_LEAD_HERE = Sentence(
    "proof.steps_lead_here",
    "{count} step leads to this text: names, bots, seats, actions, {undone} undone",
    "{count} steps lead to this text: names, bots, seats, actions, {undone} undone",
)
SAME_CHAIN = Sentence("proof.same_chain", "the chain is the one you noted: nothing has been changed since")
COMMITMENT_WOULD_PROVE = Sentence(
    "proof.commitment_would_prove",
    "(a commitment noted before the first die would also prove that the hall's seed was fixed by then)",
)

# Missing parts of a proof

NEEDS_END = Sentence("proof.needs_end", "the end: the match is not over")
NEEDS_WITNESS = Sentence(
    "proof.needs_witness",
    "a witness: this match was played without a hall, and anyone who has the file may have changed it",
)
NEEDS_SEED = Sentence(
    "proof.needs_seed", "a seed: {number} dice and cards could have landed like this, but nothing proves that they did"
)
NEEDS_COMMITMENT = Sentence("proof.needs_commitment", "the commitment that was shown before the match: --commitment")
NEEDS_LATER_COMMITMENT = Sentence(
    "proof.needs_later_commitment", "the commitment of round {last}: you noted that of round {noted}, voided"
)
NEEDS_STEPS = Sentence("proof.needs_steps", "the steps of the table: download the proof, not the transcript alone")
NEEDS_NOTED_CHAIN = Sentence("proof.needs_noted_chain", "the chain that someone noted at the end of the match: --chain")
NEEDS_LATER_CHAIN = Sentence(
    "proof.needs_later_chain",
    "the chain after step {last}, the last of the match: you noted that after step {noted},"
    " which proves the steps up to there",
)
NEEDS_TEXT = Sentence(
    "proof.needs_text", "the text as the hall wrote it: comments, spaces or the order of lines differ"
)

# Errors in a proof

NOTED_COMMITMENT = Sentence("proof.noted_commitment", "you noted a commitment, but the file has none")
NOTED_CHAIN = Sentence("proof.noted_chain", "you noted a chain, but the file has none")
NOTED_ENTROPY = Sentence("proof.noted_entropy", "you noted an entropy, but the file has none")
NO_END = Sentence("proof.no_end", "the end is missing: a hall gives out a match when it is over, and this one is not")
OTHER_SEED = Sentence("proof.other_seed", "the seed does not belong to the commitment")
OTHER_DIE_OF_SEED = Sentence(
    "proof.other_die_of_seed", "die or card {number} is {shown}; from the seed it would be {right}"
)
OTHER_COMMITMENT = Sentence("proof.other_commitment", "the commitment you noted is not that of this match: {right}")
OTHER_ENTROPY = Sentence("proof.other_entropy", "the dice were not made with your entropy")
OTHER_COMMITMENTS = Sentence(
    "proof.other_commitments",
    "the players had other commitments when you revealed your entropy: the dice may have been chosen afterwards",
)
OTHER_CHAIN = Sentence(
    "proof.other_chain",
    "the chain over all steps is not the one in the header: a step was changed, added or removed",
)
COMMITMENT_A_ROUND = Sentence(
    "proof.commitment_a_round",
    "the line 'commitment' must have a word for each of {count} round",
    "the line 'commitment' must have a word for each of {count} rounds",
)
OTHER_VOIDED = Sentence("proof.other_voided", "round {round} counted, so {right} were voided, not {voided}")
OTHER_PLAYERS_ENTROPY = Sentence(
    "proof.other_players_entropy", "the entropy of seat {seat} does not belong to its player's commitment"
)
NO_SALT = Sentence("proof.no_salt", "the line 'salt' must be a key in hexadecimal digits")
OTHER_NOTED_CHAIN = Sentence(
    "proof.other_noted_chain", "the chain you noted is not one of this match: something before it was changed"
)
STEPS_SAY = Sentence("proof.steps_say", "{line}, but the steps say {right}")
ENDS_BEFORE = Sentence("proof.ends_before", "the file ends before {line}")

# Errors in a step of a proof

CANNOT_READ_STEP = Sentence("proof.cannot_read_step", "this is not a step of a table: {error}")
OTHER_FORM = Sentence("proof.other_form", "a hall does not write the step like this")
NOBODY_HAS = Sentence("proof.nobody_has", "the person who asked, {by}, has no seat here")
AT_STEP = Sentence("proof.at_step", "step {number}: {reason}")
STEPS_END = Sentence("proof.steps_end", "the steps end before the match does")
OTHER_NUMBER = Sentence("proof.other_number", "its number is {number}: a step is missing or there is one too many")
