"""What players and bots are called: clean, short, nobody like another, everywhere the same for the same table."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.bots import LEVELS
from quincunx.core.naming import BOT_NAMES, LONGEST_NAME, bot_name, clean_name, fresh_name


def test_every_level_has_more_names_than_a_table_has_bots() -> None:
    assert tuple(BOT_NAMES) == LEVELS
    assert all(len(set(names)) == len(names) > 7 for names in BOT_NAMES.values())


def test_no_two_levels_share_a_name_and_all_names_are_clean() -> None:
    everybody = [name for names in BOT_NAMES.values() for name in names]
    assert len(set(everybody)) == len(everybody)
    assert all(clean_name(name) == name for name in everybody)


@pytest.mark.parametrize("level", LEVELS)
def test_seven_bots_of_a_level_have_seven_names(level: str) -> None:
    names = ["Ann"]
    for seat in range(1, 8):
        names.append(bot_name(level, names, "9fttzvcpsd", seat))
    assert len(set(names)) == 8
    assert set(names[1:]) <= set(BOT_NAMES[level])


def test_another_table_has_other_company_and_the_same_table_the_same() -> None:
    first = {bot_name("greedy", [], table, 1) for table in ("a2", "b3", "c4", "d5", "e6")}
    assert len(first) > 1
    assert bot_name("greedy", [], "a2", 1) == bot_name("greedy", [], "a2", 1)


def test_a_person_may_have_a_bots_name_first() -> None:
    wanted = bot_name("greedy", [], "a2", 1)
    assert bot_name("greedy", [wanted.upper()], "a2", 1) != wanted
    assert bot_name("greedy", BOT_NAMES["greedy"], "a2", 1) == f"{wanted} 2"


def test_somebodys_own_bot_is_called_by_what_it_is() -> None:
    assert bot_name("mine:clever", ["Ann"], "a2", 1) == "Mine:clever bot"
    assert len(bot_name("some.very.long.module.name:bot", [], "a2", 1)) <= LONGEST_NAME


@pytest.mark.parametrize(
    "blank",
    ["", " ", "\u200b", "\u3164", "\uffa0", "\u115f", "\u2800", "\u034f", "\ufe0f", "\u0301", "\u202e", "\u2066", "\0"],
)
def test_a_name_that_looks_blank_is_none(blank: str) -> None:
    assert clean_name(blank * 3) == ""
    assert fresh_name(blank * 3, [], 1) == "Player 2"


@pytest.mark.parametrize("name", ["ANN", "Ann\ufe0f", "A\ufe00nn", "Ann\U000e0100", "\uff21nn", "Ann\u200b"])
def test_nobody_is_called_what_looks_like_anothers_name(name: str) -> None:
    assert fresh_name(name, ["Bob", "Ann"], 2).endswith(" 2")
    assert fresh_name("Ann", ["Bob", clean_name(name)], 2) == "Ann 2"


@pytest.mark.parametrize("name", ["Zoë", "Nguyễn", "Łukasz", "สวัสดี", "नमस्ते", "יוסי", "佐藤", "O'Neil"])
def test_a_name_of_any_language_stays(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@given(st.text(st.characters() | st.sampled_from("\u0300\u0301\u0489\u20dd\u3164 ,#[]"), max_size=200))
def test_names_are_short_one_line_and_pile_nothing_up(name: str) -> None:
    clean = clean_name(name)
    assert len(clean) <= LONGEST_NAME
    assert clean == clean.strip()
    assert not set(clean) & set(",#\n\r\x1b\u202e")
    kinds = [unicodedata.category(letter) for letter in clean]
    assert not any(kind[0] == "C" for kind in kinds)
    piled = "".join("a" if kind in ("Mn", "Me") else " " for kind in kinds)
    assert "aaa" not in piled
    assert not kinds or kinds[0] not in ("Mn", "Me")
