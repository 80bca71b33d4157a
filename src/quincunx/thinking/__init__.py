"""The thinking room: worker processes in which bots answer, weigh and value.

No other package starts a worker. Whoever asks gets the answer of the strongest level that is ready, and a better one
later where that makes sense. `room` serves programs with an event loop, `background` those without.
"""
