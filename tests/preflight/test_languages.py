"""A game in two languages: each is judged as if it were the only one."""

from pathlib import Path

from pnp.check import inspect, inspect_all
from pnp.data.project import Project
from tests.preflight.prints import GAME, ids, inspected, rect, text

TEXTS = """\
en,de
Hoo,Uhu
How many owls there are,Wie viele Eulen gezählt wurden
"""


def test_findings_of_each_language_are_those_that_it_has_alone(tmp_path: Path) -> None:
    frame = rect(1, 1, 38, 58, fill="none", stroke="#222", stroke_width=0.05)
    ground = rect(2, 24, 30, 8, fill="#333")
    tiny = text("How many owls there are", y=40, size=1.5)
    dark = text("Hoo", y=30, fill="#222")
    # in English the words end before the dark ground, in German they run into it
    wide = rect(31, 44, 8, 8, fill="#333") + text("Barn owl", y=50, **{"pnp:text": "{{ name }}"})
    game = GAME.replace("players: 2\n", "players: 2\nlanguage: en\ntexts: texts.csv\n")
    texts = TEXTS + "Barn owl,Die unheimliche Schleiereule\nSnowy owl,Schneeeule\n"
    files = {"card_data/owls/texts.csv": texts}
    inspected(tmp_path, frame + ground + dark + tiny + wide, game=game, files=files)
    place = tmp_path / "card_data/owls", Project(tmp_path)
    english, german = inspect_all(place)
    assert english.findings == inspect(*place).findings
    assert german.findings == inspect(*place, language="de").findings
    assert (
        {*ids(list(german.findings))}
        > {*ids(list(english.findings))}
        >= {"low-contrast", "small-type"}
    )
