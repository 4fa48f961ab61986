"""What rows share is one object, whatever was drawn for another game before or between them."""

from pathlib import Path

from pnp.text.fontbook import FontBook
from tests.make import svg
from tests.template.drawings import Studio, flat

BODY = '<g pnp:fill="{{ card.color }}" pnp:opacity="{{ card.share }}"><path d="M0 0H9V9Z"/></g>'

MANY = 1_100
"""More styles than are remembered as the children of one."""


def test_another_game_with_many_styles_takes_nothing_from_what_rows_share(
    tmp_path: Path, book: FontBook
) -> None:
    mine, other = Studio(tmp_path / "mine", book), Studio(tmp_path / "other", book)
    for studio in (mine, other):
        studio.write("card.svg", svg(BODY))
    first = mine.draw("card.svg", {"color": "#123456", "share": 0.5})
    for number in range(MANY):
        other.draw("card.svg", {"color": f"#{number:06x}", "share": 0.5})
    second = mine.draw("card.svg", {"color": "#123456", "share": 0.7})
    assert first.nodes != second.nodes
    assert flat(first.nodes)[0] is flat(second.nodes)[0]
