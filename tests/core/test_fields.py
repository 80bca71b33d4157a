"""A state's schema: one layout for objects, records, bytes and text."""

from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import NotationError
from quincunx.core.fields import Grid, Row, Schema, dtype_of, format_fields, parse_fields, records, schema

INT32 = st.integers(-(2**31), 2**31 - 1)


@schema
class Sample(Schema):
    seats: int
    """A number."""
    face: Annotated[Row, 3]
    """A row."""
    points: Annotated[Grid, 2, 3]
    """A table."""
    last: int
    """Another number."""


def sample(flat: list[int]) -> Sample:
    state = Sample()
    state.set_ints(flat)
    return state


samples = st.lists(INT32, min_size=Sample.LENGTH, max_size=Sample.LENGTH).map(sample)


def test_fields_lie_in_the_order_in_which_they_are_declared() -> None:
    assert [(field.name, field.start, field.length) for field in Sample.FIELDS] == [
        ("seats", 0, 1),
        ("face", 1, 3),
        ("points", 4, 6),
        ("last", 10, 1),
    ]
    state = sample(list(range(11)))
    assert (state.seats, state.face, state.points[1, 2], state.last) == (0, [1, 2, 3], 9, 10)


def test_a_state_takes_no_attribute_that_is_no_field() -> None:
    """Python 3.14 keeps annotations elsewhere: the slots come from them all the same."""
    state: Any = Sample()
    assert not hasattr(state, "__dict__")
    with pytest.raises(AttributeError):
        state.seat = 1


def test_a_class_that_nobody_completed_makes_no_state() -> None:
    class Bare(Schema):
        seats: int

    with pytest.raises(TypeError, match="Bare has no fields: declare some, and decorate it with @schema"):
        Bare()


def test_a_new_state_is_all_zero_and_its_own() -> None:
    one, other = Sample(), Sample()
    one.face[0] = 1
    one.points[0, 0] = 1
    assert other.ints() == [0] * Sample.LENGTH


@given(samples)
def test_the_bytes_of_an_object_are_those_of_the_record(state: Sample) -> None:
    batch = records(Sample, 2)
    record: Any = batch[1]
    record["seats"], record["last"] = state.seats, state.last
    record["face"] = state.face
    record["points"] = [state.points.row(0), state.points.row(1)]
    assert batch[1].tobytes() == state.to_bytes()
    again = Sample()
    again.set_bytes(state.to_bytes())
    assert again == state


@given(samples)
def test_a_duplicate_shares_nothing(state: Sample) -> None:
    other = state.duplicate()
    assert other == state
    before = state.to_bytes()
    other.seats ^= 1
    other.face[0] ^= 1
    other.points[1, 1] ^= 1
    assert state.to_bytes() == before
    assert other != state


@given(samples)
def test_text_reads_back(state: Sample) -> None:
    assert parse_fields(Sample, format_fields(state)) == state


def test_text_leaves_out_what_is_zero() -> None:
    state = Sample()
    assert format_fields(state) == "blank"
    assert parse_fields(Sample, " blank ") == state
    state.face[1] = -1
    state.points[1, 0] = 4
    assert format_fields(state) == "face=0,-1,0 points=0,0,0/4,0,0"
    assert repr(state) == "Sample(face=0,-1,0 points=0,0,0/4,0,0)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats", "'seats' is not a field"),
        ("nobody=1", "'nobody=1' is not a field"),
        ("=1", "'=1' is not a field"),
        ("seats=", "'seats' of the position holds ''"),
        ("seats=x", "holds 'x'"),
        ("seats=1.0", "whole numbers"),
        ("seats=1,2", "needs 1 number,"),
        ("seats=1/2", "needs 1 number,"),
        ("seats=2147483648", "whole numbers"),
        ("seats=-2147483649", "whole numbers"),
        pytest.param("seats=" + "9" * 10_000, "whole numbers", id="ten thousand digits"),
        ("face=1,2", "needs 3 numbers"),
        ("face=1,2,3,4", "needs 3 numbers"),
        ("face=1,2,3/1,2,3", "needs 3 numbers"),
        ("face=1,,3", "whole numbers"),
        ("points=1,2,3,4,5,6", "needs 6 numbers"),
        ("points=1,2/3,4/5,6", "needs 6 numbers"),
        ("points=1,2,3/4,5", "needs 6 numbers"),
        ("points=1,2,3/4,5,6/", "whole numbers"),
        ("seats=1 seats=1", "'seats' of the position is given twice"),
        ("blank seats=1", "'blank' is not a field"),
    ],
)
def test_text_that_is_no_state_is_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_fields(Sample, text)


def test_every_wrong_word_is_named() -> None:
    text = "seats=x nobody=1 face=1,2 what seats=1 points=1,2,3/4,5,6"
    with pytest.raises(NotationError) as refused:
        parse_fields(Sample, text)
    said = str(refused.value)
    assert said.startswith("'nobody=1' and 'what' are not fields of a position: expected name=value, of seats, ")
    for more in (
        "'seats' of the position holds 'x'",
        "'face' of the position needs 3",
        "'seats' of the position is given",
    ):
        assert said.count(more) == 1
    assert "points=" not in said


@pytest.mark.parametrize("word", ["seats=x", "seats=1", "nobody"])
def test_thousands_of_wrong_words_are_refused_in_one_line(word: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_fields(Sample, " ".join([word] * 5_000))
    assert "\n" not in str(refused.value)


def test_the_widest_numbers_fit() -> None:
    state = parse_fields(Sample, "seats=2147483647 last=-2147483648")
    assert (state.ints()[0], state.ints()[-1]) == (2**31 - 1, -(2**31))


@pytest.mark.parametrize("length", [0, Sample.LENGTH - 1, Sample.LENGTH + 1])
def test_ints_of_another_length_are_refused(length: int) -> None:
    state = sample([7] * Sample.LENGTH)
    with pytest.raises(ValueError, match=f"Sample has 11 ints, not {length}"):
        state.set_ints([1] * length)
    assert state.ints() == [7] * Sample.LENGTH


@pytest.mark.parametrize("at", [(0, 3), (0, -1), (-1, 0), (2, 0)])
def test_a_table_has_no_cells_beyond_its_edges(at: tuple[int, int]) -> None:
    table = Grid(2, 3)
    with pytest.raises(IndexError):
        table[at]
    with pytest.raises(IndexError):
        table[at] = 1
    assert table == Grid(2, 3)


def test_a_table_is_read_by_row_and_column() -> None:
    table = Grid(2, 3)
    table[1, 2] = 5
    table[0, 1] = 4
    assert (table.row(0), table.row(1)) == ([0, 4, 0], [0, 0, 5])
    assert table != Grid(3, 2)
    assert repr(table) == "Grid([0, 4, 0], [0, 0, 5])"


def bad(name: str, hint: Any) -> type[Schema]:
    return schema(type("Bad", (Schema,), {"__annotations__": {name: hint}}))


@pytest.mark.parametrize(
    "hint", [str, list[int], Annotated[Row, 0], Annotated[Row, 2, 2], Annotated[Grid, 3], Annotated[int, 3]]
)
def test_a_field_is_a_number_a_row_or_a_table(hint: Any) -> None:
    with pytest.raises(TypeError, match=r"Bad\.wrong must be int"):
        bad("wrong", hint)


@pytest.mark.parametrize("name", ["round", "size", "copy", "take"])
def test_names_that_records_use_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"Bad.{name}: the name is an attribute"):
        dtype_of(bad(name, int))


def test_states_of_different_schemas_are_never_equal() -> None:
    @schema
    class Other(Sample):
        """The same fields."""

    assert Other().to_bytes() == Sample().to_bytes()
    assert Other() != Sample()
    with pytest.raises(TypeError, match="unhashable"):
        hash(Sample())
