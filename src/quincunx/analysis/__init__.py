"""Study of a finished match: what luck and what decisions brought every seat, in whole units that add up.

    analysis = analyse(read_transcript(spec, text))        # in this process
    analysis = await analyse_in(room, match, progress=…)    # in the thinking room, never slowing its caller

`study` has the questions and turns their answers into the result of `report`, `sentences` words it.
"""

from quincunx.analysis.report import VERSION, Account, Alternative, Analysis, Highlight, Mark
from quincunx.analysis.study import Study, analyse, analyse_in

__all__ = ["VERSION", "Account", "Alternative", "Analysis", "Highlight", "Mark", "Study", "analyse", "analyse_in"]
