"""The finished simulation on the laboratory's first page."""

from fake_page import Table
from titledeed.lab import run_file
from titledeed.ui.lab.state.example_simulation import GAMES, example_simulation
from tools.lab_example import played_run


def test_the_example_is_what_the_program_plays() -> None:
    example = run_file.read_run(example_simulation())
    again = run_file.read_run(run_file.write_run(played_run(games=2)))
    assert [len(side) for side in example["played"]] == [GAMES, GAMES]
    assert [side[:2] for side in example["played"]] == again["played"]
    for key in ("question", "sides", "measure", "seed", "unplanned", "plays"):
        assert example[key] == again[key]


def test_a_press_opens_the_example_with_its_verdict() -> None:
    table = Table()
    table.do("lab")
    assert "“What if some players start out richer?” was played before" in table.page.text("lab")
    table.do("lab-example")
    assert "lab-verdict" in table.page.regions["lab"]
    assert "Look at the example" not in table.page.text("lab")
