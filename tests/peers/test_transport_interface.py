"""Messages between two devices are neither lost nor reordered before a channel opens."""

from __future__ import annotations

from dataclasses import dataclass, field

from titledeed.peers.transport_interface import MOST_UNSENT, Outbox


@dataclass
class Line:
    """A channel that behaves as in a browser."""

    readyState: str = "connecting"
    sent: list[str] = field(default_factory=list)

    def send(self, text: str) -> None:
        assert self.readyState == "open", "a browser would raise"
        self.sent.append(text)


def test_messages_written_before_the_channel_opens_are_sent_when_it_opens() -> None:
    line = Line()
    outbox = Outbox(line)
    outbox.send("hello")
    outbox.send("still")
    assert line.sent == []
    line.readyState = "open"
    outbox.flush()
    outbox.flush()
    assert line.sent == ["hello", "still"]


def test_the_order_is_kept_when_the_next_message_arrives_before_the_event() -> None:
    line = Line()
    outbox = Outbox(line)
    outbox.send("hello")
    line.readyState = "open"
    outbox.send("still")
    assert line.sent == ["hello", "still"]


def test_nothing_is_sent_or_queued_on_a_closing_channel() -> None:
    line = Line()
    outbox = Outbox(line)
    for n in range(MOST_UNSENT + 50):
        outbox.send(f"{n}")
    line.readyState = "closing"
    outbox.flush()
    line.readyState = "open"
    outbox.send("last")
    assert line.sent == ["last"]
