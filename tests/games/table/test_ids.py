from uuid import UUID

import pytest

from games.table.ids import format_id, parse_id, uuid7


def test_the_id_is_a_version_7_uuid_that_begins_with_the_time():
    made = uuid7(at_ms=0x0123_4567_89AB, chance=0x3_FF_0123_4567_89AB_CDEF)
    assert made.version == 7
    assert made.variant == "specified in RFC 4122"
    assert made.int >> 80 == 0x0123_4567_89AB


def test_rfc_9562_example():
    """RFC 9562, appendix A.6: the example of a UUIDv7."""
    assert uuid7(at_ms=0x017F22E279B0, chance=0xCC3 << 62 | 0x18C4DC0C0C07398F) == UUID(
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"
    )


def test_ids_made_now_differ_and_follow_the_clock():
    ids = [uuid7() for _ in range(500)]
    assert len(set(ids)) == 500
    assert [made.int >> 80 for made in ids] == sorted(made.int >> 80 for made in ids)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0" * 22), (61, "0" * 21 + "z"), (62, "0" * 20 + "10"), ((1 << 128) - 1, "7n42DGM5Tflk9n8mt7Fhc7")],
)
def test_an_id_is_22_base_62_characters(number, text):
    assert format_id(UUID(int=number)) == text
    assert parse_id(text) == UUID(int=number)


def test_the_texts_are_in_the_order_of_the_ids():
    ids = [uuid7(at_ms=at, chance=at * 977) for at in (1, 2, 61, 62, 10**9, 10**12, 2**48 - 1)]
    assert [format_id(made) for made in ids] == sorted(format_id(made) for made in ids)
    assert [parse_id(format_id(made)) for made in ids] == ids


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0" * 21,
        "0" * 23,
        "0" * 21 + "-",
        "0" * 21 + " ",
        "0" * 21 + "٣",
        "0" * 21 + "\n",
        "7n42DGM5Tflk9n8mt7Fhc8",
        "z" * 22,
    ],
)
def test_nothing_else_is_an_id(text):
    with pytest.raises(ValueError, match="table id"):
        parse_id(text)
