"""The codes of a class: read again unchanged, short, and of no other class or kind."""

from __future__ import annotations

import pytest

from classes import ID, WORDS, invitation
from titledeed.classroom.class_codes import (
    ClassCodeError,
    Invitation,
    clean_class_name,
    is_class_name,
    pack_invitation,
    pack_reply,
    unpack_invitation,
    unpack_reply,
)
from titledeed.peers.sdp_codec import Address, ConnectionDescription, pack_connection

OFFER = pack_connection(
    ConnectionDescription(
        "actpass",
        "abcd",
        "a" * 24,
        bytes(32),
        (Address("6b1c2f0e-1111-4222-8333-123456789abc.local", 50000),),
    )
)


@pytest.mark.parametrize(
    "one", [invitation(), invitation("Größe 9é"), Invitation("7B", ID, offer=OFFER)]
)
def test_an_invitation_is_read_again(one: Invitation) -> None:
    code = pack_invitation(one)
    assert unpack_invitation(code) == one
    assert len(code) < 160
    with pytest.raises(ClassCodeError, match="an invitation to a class"):
        unpack_reply(code)


@pytest.mark.parametrize("one", [invitation(), Invitation("7B", ID, offer=OFFER)])
def test_a_reply_is_read_again_and_fits_its_class_only(one: Invitation) -> None:
    code = pack_reply(one, OFFER)
    reply = unpack_reply(code)
    assert (reply.connection, reply.calls) == (OFFER, one.for_everyone)
    assert reply.fits(ID)
    assert not reply.fits("f" * 16)
    assert len(code) < 150
    with pytest.raises(ClassCodeError, match="a student’s code"):
        unpack_invitation(code)


@pytest.mark.parametrize("code", [OFFER, "", "abc", pack_invitation(invitation())[:-1], "Ä" * 20])
def test_another_text_is_refused_with_a_sentence(code: str) -> None:
    for read in (unpack_invitation, unpack_reply):
        with pytest.raises(ClassCodeError) as error:
            read(code)
        assert str(error.value).endswith(".")


def test_the_name_of_a_class_is_short_and_can_be_shown() -> None:
    assert clean_class_name("  7 B  ") == "7 B"
    assert clean_class_name("Mathe 8b rot") == "Mathe 8b"
    assert clean_class_name("7\u202eB\0") == "7B"
    assert clean_class_name("   ") == ""
    assert is_class_name("7B")
    assert not is_class_name(" 7B")
    assert not is_class_name("")
    assert len(WORDS) == 28
