"""Each worker gets tests in such a way that cores are busy while browsers wait."""

from __future__ import annotations

import pytest

from sharing_out import shared_out, shares


def in_browser(test: str) -> bool:
    return test.startswith("browser")


def some(driving: int, others: int) -> list[str]:
    return [f"other {n}" for n in range(others)] + [f"browser {n}" for n in range(driving)]


@pytest.mark.parametrize(
    ("driving", "others"), [(0, 0), (0, 9), (9, 0), (5, 2), (12, 30), (300, 8000)]
)
@pytest.mark.parametrize("workers", [2, 3, 4])
def test_no_test_is_lost_or_doubled_and_browser_tests_keep_their_order(
    driving: int, others: int, workers: int
) -> None:
    order = shared_out(some(driving, others), workers, in_browser)
    assert [test for test in order if in_browser(test)] == some(driving, 0)
    assert sorted(order) == sorted(some(driving, others))


def test_all_workers_but_the_last_begin_with_a_browser_test() -> None:
    order = shared_out(some(9, 31), 4, in_browser)
    begun = [order[start : start + 10] for start in range(0, 40, 10)]
    assert [sum(map(in_browser, part)) for part in begun] == [3, 3, 3, 0]
    assert [in_browser(part[0]) for part in begun] == [True, True, True, False]


def test_the_first_shares_match_those_of_xdist() -> None:
    """xdist divides the remaining tests by the number of remaining workers."""
    assert shares(11, 4) == [2, 3, 3, 3]
    assert shares(8290, 3) == [2763, 2763, 2764]
