"""What a game's folder must offer, and what is said of one that does not."""

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from quincunx.core.bots import Bots, Search
from quincunx.core.contract import MODULES, NEEDED, Parts, Secrets, check_module
from quincunx.core.match import Match
from quincunx.core.spec import GameSpec, Variant
from quincunx.games import GAMES, game
from tests.examples import pig
from tests.examples.pig import bots, notation, rules


def without(module: ModuleType, *names: str, **others: object) -> SimpleNamespace:
    """A module without some of its names, and with others."""
    return SimpleNamespace(**{name: value for name, value in vars(module).items() if name not in names} | others)


@pytest.mark.parametrize("spec", [*GAMES, pig.SPEC], ids=lambda spec: spec.slug)
def test_every_game_has_the_modules_that_are_needed_and_ours_have_all(spec: GameSpec) -> None:
    for name in MODULES:
        if name in ("rules", *NEEDED) or spec in GAMES:
            assert spec.part(name) is not None


@pytest.mark.parametrize("spec", [*GAMES, pig.SPEC], ids=lambda spec: spec.slug)
def test_every_game_names_its_parts_for_the_type_checker(spec: GameSpec) -> None:
    declared = (spec.folder / "__init__.py").read_text(encoding="utf-8")
    parts = [name for name in Parts._fields if spec.has_part(name)]
    assert f"PARTS = Parts({', '.join(parts)})" in declared


def test_the_type_checker_holds_every_module_that_has_a_protocol() -> None:
    """`GameSpec` has the rules."""
    held = [name for name, protocol in MODULES.items() if protocol and name != "rules"]
    assert list(Parts._fields) == held
    assert list(Parts._field_defaults) == [name for name in held if name not in NEEDED]


def test_all_that_is_wrong_with_a_module_is_said() -> None:
    broken = without(notation, "parse_action", describe_chance=lambda state: None, format_outcome="1")
    with pytest.raises(TypeError) as error:
        check_module("notation", broken, "pig")
    assert str(error.value) == (
        "notation.py of pig: parse_action(state, seat, text) is missing; format_outcome cannot be called; "
        "describe_chance takes (state, names), not (state)"
    )


def test_a_constant_may_not_be_missing() -> None:
    with pytest.raises(TypeError, match=r"bots\.py of pig: BOTS is missing"):
        check_module("bots", without(bots, "BOTS"), "pig")


def sees_all(state: rules.State, seat: int, who: int, what: int) -> bool:
    return True


def guess_too_little(view: rules.State, seat: int) -> None:
    """Takes neither a key nor a state to fill."""


def test_what_rules_may_have_besides_has_a_form_too() -> None:
    with pytest.raises(TypeError, match=r"rules\.py of pig: guess takes \(view, seat, key, out\), not \(view, seat\)"):
        replace(pig.SPEC, secrets=Secrets(sees_all, guess_too_little))  # type: ignore[arg-type]  # that is the point


def test_what_rules_have_besides_is_named() -> None:
    with pytest.raises(TypeError, match=r"rules\.py of pig: sees is not named in the game's GameSpec"):
        replace(pig.SPEC, rules=without(rules, sees=sees_all))


def named_in_words(state: rules.State) -> str:
    return "the next die"


def estimate_in_points(root: rules.State, state: rules.State, seat: int, knowledge: object) -> str:
    return "10"


def estimate_without_root(state: rules.State, seat: int, knowledge: object) -> float:
    return 0.5


def test_the_type_checker_holds_a_game_to_its_optional_functions() -> None:
    """Python cannot see what they return. mypy does: it would complain of a comment here that silences nothing."""
    replace(pig.SPEC, landing_name=named_in_words)  # type: ignore[arg-type]  # on purpose
    Search("greedy", 40, 60, estimate=estimate_in_points)  # type: ignore[arg-type]  # on purpose
    Bots({"greedy": bots.greedy}, reactions_ms={"greedy": "slow"})  # type: ignore[dict-item]  # on purpose


def test_what_a_search_is_told_has_a_form() -> None:
    with pytest.raises(TypeError, match=r"estimate takes \(root, state, seat, knowledge\), not \(state, seat, know"):
        Search("greedy", 40, 60, estimate=estimate_without_root)  # type: ignore[arg-type]  # that is the point


def test_a_game_without_a_function_of_the_rules_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match=r"rules\.py of pig: odds\(state, weights\) is missing"):
        replace(pig.SPEC, rules=without(rules, "odds"))


def test_the_seats_of_a_state_are_asked_for_in_one_way() -> None:
    sixes, phase10 = game("sixes"), game("phase10")
    assert sixes.seats_in(Match(sixes, 2, seed=1).state) == 2
    assert [phase10.seats_in(Match(phase10, seats, seed=1).state) for seats in (1, 5)] == [1, 5]


def test_a_state_has_the_fields_that_are_asked_of_it_by_name() -> None:
    with pytest.raises(TypeError, match="a state of sixes has no field seats"):
        replace(game("sixes"), seats=range(2, 4))
    telling = Variant("first", pig.SPEC.tagline, ("one", "two"), field="phase")
    with pytest.raises(TypeError, match="a state of pig has no field phase"):
        replace(pig.SPEC, variants=(telling,))


def test_a_game_without_a_module_that_all_have_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "bare").mkdir()
    for name in ("__init__", "words"):
        (tmp_path / "bare" / f"{name}.py").touch()
    with pytest.raises(TypeError, match=r"pig has no notation\.py, flaws\.py beside its rules"):
        replace(pig.SPEC, rules=without(rules, __name__="bare.rules"))
    monkeypatch.delitem(sys.modules, "bare", raising=False)


def test_a_module_is_held_to_its_protocol_at_first_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "odd").mkdir()
    for name in ("__init__", "words", "notation", "flaws"):
        (tmp_path / "odd" / f"{name}.py").touch()
    odd = replace(pig.SPEC, rules=without(rules, __name__="odd.rules"))
    assert not odd.has_part("picture")
    with pytest.raises(TypeError, match=r"flaws\.py of pig: flaws\(state\) is missing"):
        odd.part("flaws")
    for name in ("odd", "odd.flaws"):
        monkeypatch.delitem(sys.modules, name, raising=False)
