"""Analysis of a finished match: every seat's luck and decisions, in whole units that add up.

    analysis = analyse(read_transcript(spec, text))        # in this process
    analysis = await analyse_in(room, match, progress=…)    # in the thinking room, without blocking the caller

`study` asks the questions and makes the result of `report` from the answers; `sentences` puts it into words.
"""

from quincunx.analysis.report import VERSION, Account, Alternative, Analysis, Highlight, Mark
from quincunx.analysis.study import Study, analyse, analyse_in

__all__ = ["VERSION", "Account", "Alternative", "Analysis", "Highlight", "Mark", "Study", "analyse", "analyse_in"]
