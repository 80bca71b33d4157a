"""The sentences of simulations, arenas and measurements, in English."""

from quincunx.core.messages import Sentence

# Errors in a plan

NO_MATCHES = Sentence("sim.no_matches", "at least one match must be played, not {matches}")
NO_SEED = Sentence("sim.no_seed", "a seed is a whole number from 0 to {most}, not {seed}")
NO_NUMBER = Sentence("sim.no_number", "the number of a match is a whole number from 0 to {most}, not {seed}")
NO_COUNT = Sentence("sim.no_count", "how many matches to play is a whole number from 0 to {most}, not {seed}")
BOTS_AND_SEATS = Sentence("sim.bots_and_seats", "{bots} bots for {seats}: name one for all or one for each")
NO_MODE = Sentence("sim.no_mode", "the mode of a batch is {modes}, not {mode}")
ONLY_REFLEX = Sentence("sim.only_reflex", "only reflex bots that can be compiled play without being asked")
CHOSE_ILLEGALLY = Sentence("sim.chose_illegally", "{bot} chose {action}, which is not a legal action of {game} here")
OTHER_RULES = Sentence("sim.other_rules", "{game} is played by rules {here} here, by rules {there} where it is asked")
ARENA_SEATS = Sentence("sim.arena_seats", "an arena needs at least two seats")
ARENA_TWICE = Sentence("sim.arena_twice", "every bot of an arena is named once")
ARENA_BOTS = Sentence("sim.arena_bots", "an arena needs at least two bots")
NO_REPLAYS = Sentence("sim.no_replays", "turns are replayed 0 times or more, not {replays} times")
NO_CHANCES = Sentence("sim.no_chances", "luck cannot be removed: {game} has no win chances before the end")
NO_STATE = Sentence("sim.no_state", "{path} is not a state of an arena")
OTHER_ARENA = Sentence("sim.other_arena", "{path} is of another arena: {name} is {there}, not {here}")
NO_PLOT = Sentence("sim.no_plot", "{path} is not a {formats} file")
NO_FOLDER = Sentence("sim.no_folder", "{path}: there is no folder {folder}")
NO_PAPER = Sentence("sim.no_paper", "there is no paper {paper}: {known}")
NOT_WRITABLE = Sentence("sim.not_writable", "{path} cannot be written")
NEEDS_RAY = Sentence("sim.needs_ray", "--ray needs Ray: pip install 'quincunx[ray]' ({error})")
NO_CLUSTER = Sentence("sim.no_cluster", "no Ray cluster at {address}: {reason}")

# Tables

HEADING = Sentence(
    "sim.heading", "{game}: {count} match of {seats}, seed {seed}", "{game}: {count} matches of {seats}, seed {seed}"
)
SEAT = Sentence("sim.seat", "seat")
WINS = Sentence("sim.wins", "wins")
BETWEEN = Sentence("sim.between", "between")
SHARED = Sentence("sim.shared", "shared")
DEVIATION = Sentence("sim.deviation", "± sd")
MEDIAN = Sentence("sim.median", "median")
MEAN = Sentence("sim.mean", "mean")
A_MATCH = Sentence("sim.a_match", "per match")
EVENTS = Sentence("sim.events", "events")
DECISIONS = Sentence("sim.decisions", "decisions")
ALSO = Sentence("sim.also", "also")
FIGURE = Sentence("sim.figure", "figure")
GAME = Sentence("sim.game", "game")
MODE = Sentence("sim.mode", "mode")
MODES = {
    "compiled": Sentence("sim.mode_compiled", "compiled"),
    "interpreted": Sentence("sim.mode_interpreted", "interpreted"),
}
SEATS = Sentence("sim.seats", "seats")
MATCHES = Sentence("sim.matches", "matches")
EVENTS_A_SECOND = Sentence("sim.events_a_second", "events per second")
DECISIONS_A_SECOND = Sentence("sim.decisions_a_second", "decisions per second")
BOT = Sentence("sim.bot", "bot")
RATING = Sentence("sim.rating", "rating")
SECONDS_A_MOVE = Sentence("sim.seconds_a_move", "s per move")
SCORES = Sentence("sim.scores", "scores %")
SCORES_WITHOUT_LUCK = Sentence("sim.scores_without_luck", "scores %, luck removed")
RATING_WITHOUT_LUCK = Sentence("sim.rating_without_luck", "without luck")
PAIRING = Sentence("sim.pairing", "pairing")
GROUPS = Sentence("sim.groups", "groups")
VERDICT = Sentence("sim.verdict", "verdict")
STRONGER = Sentence("sim.stronger", "{bot} is stronger")
NOT_SURE = Sentence("sim.not_sure", "not sure yet")
NEITHER = Sentence("sim.neither", "neither is 2 % stronger")

# Notes under tables

HOW_TO_READ = Sentence(
    "sim.how_to_read",
    "A win that n seats share counts as 1/n for each; “between” is Wilson's 95 % interval.",
)
CUT_OFF = Sentence(
    "sim.cut_off",
    "{count} match was cut off after {limit} events; it counts as played, and in no other figure but the game's own.",
    "{count} matches were cut off after {limit} events; they count as played, and in no other figure but the game's"
    " own.",
)
BOTS_DIFFER = Sentence(
    "sim.bots_differ", "Bots differ: put the same one in every seat to see what acting first is worth."
)
ACTING_FIRST = Sentence("sim.acting_first", "The seat that acts first wins {share} ({interval}); {even} would be even.")
SAME_DICE = Sentence(
    "sim.same_dice",
    "The same dice were played in every order of seats; that removed {share} % of the variance.",
)
SAME_DICE_NOTHING = Sentence(
    "sim.same_dice_nothing",
    "The same dice were played in every order of seats; that did not reduce the variance ({share} %).",
)
LUCK_BY_TURNS = Sentence(
    "sim.luck_by_turns",
    "Luck is removed: the result of each turn, less the mean of {count} replay of it.",
    "Luck is removed: the result of each turn, less the mean of {count} replays of it.",
)
LUCK_BY_ROLLS = Sentence(
    "sim.luck_by_rolls",
    "Luck is removed: the changes of values by dice and cards, from {count} trial of each position.",
    "Luck is removed: the changes of values by dice and cards, from {count} trials of each position.",
)
FEWER_MATCHES = Sentence(
    "sim.fewer_matches",
    "{first} – {second}: the interval without luck is as narrow as that of {times} times as many matches.",
)
RATINGS_OF_TWO = Sentence(
    "sim.ratings_of_two",
    "Ratings are Bradley–Terry's, 0 on average; 400 points are odds of ten to one. Bounds hold at 95 %.",
)
RATINGS_OF_MORE = Sentence(
    "sim.ratings_of_more",
    "Ratings are Plackett–Luce's, from all pairs of places, 0 on average; 400 points are odds of ten to one."
    " Bounds hold at 95 %.",
)
VERDICTS_ARE = Sentence(
    "sim.verdicts_are",
    "Verdicts: sequential tests of 50 against 52 %, wrong in 5 % of arenas at most, all pairings together.",
)

# Pictures

POINTS_AT_THE_END = Sentence(
    "sim.points_at_the_end",
    "{game}: points at the end of {count} match",
    "{game}: points at the end of {count} matches",
)
SHARE_OF_MATCHES = Sentence("sim.share_of_matches", "share of matches")
LINE_OF_SEAT = Sentence("sim.line_of_seat", "seat {seat}, {bot}")
LINE_OF_SEAT_MEAN = Sentence("sim.line_of_seat_mean", "seat {seat}, {bot}, mean {mean}")
RATING_AXIS = Sentence("sim.rating_axis", "rating (Bradley–Terry, 95 %)")
ARENA_OF = Sentence("sim.arena_of", "{game}, {seats}")

# Distance from perfect play

PLAYING_OUT = Sentence("sim.playing_out", "{bot} plays matches")
EXPLOITED = Sentence("sim.exploited", "{bot} at {game}")
RESPONSE = Sentence(
    "sim.response",
    "Against the best response it wins {first} % as the first seat and {second} % as the second: exact.",
)
GIVEN_WINS = Sentence(
    "sim.given_wins",
    "By the exact tables a seat loses {mean} ± {reach} points of win chance in {count} match ({decisions} decisions).",
    "By the exact tables a seat loses {mean} ± {reach} points of win chance per match, over {count} matches "
    "({decisions} decisions).",
)
GIVEN_POINTS = Sentence(
    "sim.given_points",
    "By the exact tables it loses {mean} ± {reach} points in {count} match ({decisions} decisions).",
    "By the exact tables it loses {mean} ± {reach} points per match, over {count} matches ({decisions} decisions).",
)
MISTAKE = Sentence("sim.mistake", "−{loss}: {played} instead of {best}")
