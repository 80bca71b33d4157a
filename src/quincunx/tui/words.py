"""What the terminal says, in English."""

from quincunx.core.messages import Sentence

WHAT_DO_YOU_DO = Sentence("terminal.what_do_you_do", "what do you do?")
TYPED_AS_LISTED = Sentence("terminal.typed_as_listed", "Actions are typed as `legal` lists them.")

# Commands

HELP = (
    ("help", Sentence("terminal.help_help", "this list")),
    ("rules [WORD]", Sentence("terminal.help_rules", "the rules and rulings, or those that speak of WORD")),
    ("legal", Sentence("terminal.help_legal", "what may be done now")),
    ("board", Sentence("terminal.help_board", "the board again")),
    (
        "undo",
        Sentence(
            "terminal.help_undo",
            "take back the last action, until dice or cards have landed or another seat has acted",
        ),
    ),
    (
        "quick",
        Sentence(
            "terminal.help_quick", "ask for no Enter after an action that could be taken back; once more to ask again"
        ),
    ),
    ("save FILE", Sentence("terminal.help_save", "a copy of the match (it is kept by itself after every action)")),
    ("quit", Sentence("terminal.help_quit", "leave; the match can be resumed")),
)
