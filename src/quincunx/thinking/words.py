"""The sentences of the thinking room."""

from quincunx.core.messages import Sentence

NOTHING_FOUND = Sentence("thinking.nothing_found", "{bot} of {game} could not answer: {trouble}")
