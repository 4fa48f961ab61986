"""The table of messages: how each is provoked, and all that the user then sees of it.

The words of a message in this table are asserted here alone; other tests of the same fault ask for
its id, its place, or the word that it is about. A row changes one thing in a small project, or uses
a command wrongly. What an expression of a rulebook is told stands in `rulebook/test_language.py`.
"""

import shlex
from pathlib import Path

import pytest

from tests.make import write
from tests.projects import CHIP, change, owls, pnp

GAME, ROWS = "card_data/owls/game.yaml", "card_data/owls/owl.csv"
BOOK, OWL = "card_data/owls/rulebook.yaml", "templates/owl.svg"

IN_FILES = [
    (
        "a column with another name",
        ROWS,
        "id,qty",
        "id,count",
        (
            f'error: {ROWS}:1, column "count": the column is not declared\n'
            f'  hint: did you mean "qty"? write from: {{qty: count}} in {GAME}'
        ),
    ),
    (
        "a missing column",
        ROWS,
        "name,eyes",
        "name,#eyes",
        (
            f'error: {ROWS}:1: the column "eyes" is missing\n'
            f"  hint: the column is declared as int in {GAME}:9"
        ),
    ),
    (
        "a qty of words",
        ROWS,
        "snow,2",
        "snow,two",
        (
            f'error: {ROWS}:3, column "qty": "two" is not a number of copies\n'
            "  hint: write a whole number; 0 leaves the row out"
        ),
    ),
    (
        "a qty of nothing",
        ROWS,
        "snow,2",
        "snow,",
        (
            f'error: {ROWS}:3, column "qty": the qty is blank\n'
            "  hint: write how many are printed; 0 leaves the row out"
        ),
    ),
    (
        "too many copies",
        ROWS,
        "snow,2",
        "snow,10001",
        (
            f'error: {ROWS}:3, column "qty": "10001" is too many copies\n'
            "  hint: a row can have at most 1,000; PNP_LIMITS=copies=NUMBER allows more"
        ),
    ),
    (
        "two rows of one id",
        ROWS,
        "snow,",
        "barn,",
        (
            f'error: {ROWS}:3, column "id": duplicate id "barn"\n'
            f'  hint: "barn" is already at {ROWS}:2; raise its qty for more copies'
        ),
    ),
    (
        "an id that Windows keeps for itself",
        ROWS,
        "snow,",
        "con.x,",
        (
            f'error: {ROWS}:3, column "id": "con.x" cannot be used as an id\n'
            "  hint: ids name files: Windows keeps this one for a device, but not con-1.x"
        ),
    ),
    (
        "an id that names no file",
        ROWS,
        "snow,",
        "a/b,",
        (
            f'error: {ROWS}:3, column "id": "a/b" cannot be used as an id\n'
            "  hint: ids name files: write letters and digits without accents, hyphens,"
            " dots and _"
        ),
    ),
    (
        "words for a number",
        ROWS,
        "Snowy Owl,2",
        "Snowy Owl,two",
        (
            f'error: {ROWS}:3, column "eyes": "two" is not a whole number\n'
            f"  hint: the column is declared as int in {GAME}:9"
        ),
    ),
    (
        "a blank number",
        ROWS,
        "Snowy Owl,2",
        "Snowy Owl,",
        (
            f'error: {ROWS}:3, column "eyes": the cell is blank\n'
            '  hint: fill it, or declare the column as "int?"; the column is declared as'
            f" int in {GAME}:9"
        ),
    ),
    (
        "a word of no list",
        GAME,
        "eyes: int",
        "eyes: [none, three]",
        (
            f'error: {ROWS}:2, column "eyes": "2" is not a word of the column\n'
            "  hint: it may be none, three; the column is declared as one of none, three"
            f" in {GAME}:9\n"
            f'error: {ROWS}:3, column "eyes": "2" is not a word of the column\n'
            "  hint: it may be none, three; the column is declared as one of none, three"
            f" in {GAME}:9\n"
            f'error: {ROWS}:4, column "eyes": "0" is not a word of the column\n'
            "  hint: it may be none, three; the column is declared as one of none, three"
            f" in {GAME}:9"
        ),
    ),
    (
        "neither true nor false",
        GAME,
        "eyes: int",
        "eyes: bool",
        (
            f'error: {ROWS}:2, column "eyes": "2" is neither true nor false\n'
            f"  hint: write true or false; the column is declared as bool in {GAME}:9\n"
            f'error: {ROWS}:3, column "eyes": "2" is neither true nor false\n'
            f"  hint: write true or false; the column is declared as bool in {GAME}:9"
        ),
    ),
    (
        "a NUL character",
        ROWS,
        "Snowy",
        "Sno\x00wy",
        (
            f"error: {ROWS}:3: a NUL character is not allowed in text\n"
            "  hint: save the file as UTF-8 text"
        ),
    ),
    (
        "a quotation mark that is not closed",
        ROWS,
        "snow,2,Snowy",
        'snow,2,"Snowy',
        (
            f"error: {ROWS}:3: a quotation mark is never closed\n"
            "  hint: put the whole cell in quotes, and write a quotation mark inside as"
            ' ""'
        ),
    ),
    (
        "a row of too many cells",
        ROWS,
        "Snowy Owl,2",
        "Snowy, Owl,2",
        (
            f"error: {ROWS}:3: the row has 5 cells, the header has 4\n"
            "  hint: put cells that contain the separator in quotes"
        ),
    ),
    (
        "a row of too few cells",
        ROWS,
        "snow,2",
        "# white ones\nsnow,2",
        (
            f"error: {ROWS}:3: the row has 1 cell, the header has 4\n"
            "  hint: write a separator for each blank cell; a note has a column of its own,"
            " named #note"
        ),
    ),
    (
        "a workbook by the name of a table",
        ROWS,
        "id,qty",
        "PK\x03\x04",
        (
            f"error: {ROWS}: the file is a workbook, not text\n"
            "  hint: name it as what it is, .xlsx or .ods, or save it as CSV"
        ),
    ),
    (
        "a tab before a key",
        GAME,
        "    size: 40",
        "\tsize: 40",
        (
            f"error: {GAME}:8:1: found a tab character that violates indentation\n"
            "  hint: indent with spaces, never with tabs"
        ),
    ),
    (
        "a colour without quotes",
        GAME,
        "play: {hand: 3}",
        "palette: {night: #1f2a44, day: white}",
        (
            f"error: {GAME}:5:11: did not find expected ',' or '}}'\n"
            "  hint: # begins a comment: put a colour, or text that begins with it, in quotes:"
            ' "#1f2a44"'
        ),
    ),
    (
        "what is no colour",
        GAME,
        "play: {hand: 3}",
        "palette: {night: blau}",
        (
            f'error: {GAME}:4:18: "blau" is not a colour: write #rrggbb, rgb(r, g, b) or'
            " an SVG colour name"
        ),
    ),
    (
        "no YAML",
        BOOK,
        "where: Box\n",
        "where: Box: lid\n",
        (
            f"error: {BOOK}:6:15: mapping values are not allowed in this context\n"
            "  where: Box: lid\n"
            "            ^\n"
            '  hint: put text that holds ": " in quotes'
        ),
    ),
    (
        "a key twice",
        GAME,
        "title: Owls",
        "title: Owls\ntitle: Bats",
        (f'error: {GAME}:2:1: duplicate key "title"\n  hint: it is already in line 1'),
    ),
    (
        "an alias of itself",
        GAME,
        "{hand: 3}",
        "&a [*a]",
        (f"error: {GAME}:4:7: an alias is inside the value that it repeats"),
    ),
    (
        "a key that is missing",
        GAME,
        "title: Owls\n",
        "",
        (f'error: {GAME}:1:1: the key "title" is missing\n  hint: the game\'s name, as on its box'),
    ),
    (
        "a key that is not known",
        GAME,
        "title: Owls",
        "titel: Owls",
        (
            f'error: {GAME}:1:1: the key "titel" is not known\n'
            '  hint: did you mean "title"?\n'
            f'error: {GAME}:1:1: the key "title" is missing\n'
            "  hint: the game's name, as on its box"
        ),
    ),
    (
        "an entry with a key too many",
        GAME,
        "qty: 4}]}",
        "qty: 4}], base: 3 mm}",
        (f'error: {GAME}:13:97: the key "base" is not known\n  hint: did you mean "size"?'),
    ),
    (
        "no number of players",
        GAME,
        "players: 2-3",
        "players: some",
        (
            f'error: {GAME}:3:10: "some" is not a number of players\n'
            "  hint: write 3, 2-4 or [2, 3, 4]"
        ),
    ),
    (
        "no kind",
        GAME,
        "kind: deck",
        "kind: dekc",
        (f'error: {GAME}:7:5: "dekc" is not a known kind\n  hint: did you mean "deck"?'),
    ),
    (
        "no name for a component",
        GAME,
        "  chip: {",
        "  Dark Chip: {",
        (
            f'error: {GAME}:13:3: "Dark Chip" cannot be used as a name\n'
            "  hint: write lower-case letters and digits, with single hyphens: dark-lord"
        ),
    ),
    (
        "no size",
        GAME,
        "size: 40 x 60 mm",
        "size: pokre",
        (
            f'error: {GAME}:8:11: "pokre" is not a size: write 44 x 67 mm, or one of'
            " bridge, business, domino, euro, japanese, jumbo, micro, mini-euro,"
            ' mini-us, poker, square, standard, tarot, us-game (did you mean "poker"?)'
        ),
    ),
    (
        "a size without a unit",
        GAME,
        "size: 40 x 60 mm",
        "size: 40x60",
        (f'error: {GAME}:8:11: "40x60" is not a size: write the unit, as 40 x 60 mm'),
    ),
    (
        "a size in inches by its sign",
        GAME,
        "size: 40 x 60 mm",
        """size: 2.5" x 3.5\"""",
        (f'error: {GAME}:8:11: "2.5\\" x 3.5\\"" is not a size: write the unit, as 2.5 x 3.5 in'),
    ),
    (
        "a size in a unit that is not known",
        GAME,
        "size: 40 x 60 mm",
        "size: 40 x 60 millimeters",
        (
            f'error: {GAME}:8:11: "40 x 60 millimeters" is not a size:'
            ' "millimeters" is not a unit: write 40 x 60 mm'
        ),
    ),
    (
        "a size in the wrong unit",
        GAME,
        "size: 40 x 60 mm",
        "size: 40 x 60 px",
        (
            f'error: {GAME}:6:3: template "owl.svg" is 40 x 60 mm, but owl is 10.5833 x 15.875 mm\n'
            "  hint: make the drawing 10.5833 x 15.875 mm (width, height and viewBox), or change"
            " the size of owl from px to 40 x 60 mm"
        ),
    ),
    (
        "a size too large",
        GAME,
        "size: 40 x 60 mm",
        "size: 40 x 6000 mm",
        (f'error: {GAME}:8:11: "40 x 6000 mm" is too large\n  hint: a side can be 2000 mm at most'),
    ),
    (
        "no length",
        GAME,
        "bleed: 2 mm",
        "bleed: 2",
        (f'error: {GAME}:13:48: "2" is not a length: write a number and mm, cm, in, pt or px'),
    ),
    (
        "a length below nothing",
        GAME,
        "bleed: 2 mm",
        "bleed: -2 mm",
        (f'error: {GAME}:13:48: "-2 mm" is out of range\n  hint: write 0 mm to 2000 mm'),
    ),
    (
        "a corner too large",
        GAME,
        "bleed: 2 mm",
        "corner: 11 mm",
        (
            f"error: {GAME}:13:49: 11 mm is too large for a size of 20 x 20 mm\n"
            "  hint: it can be 10 mm at most"
        ),
    ),
    (
        "no type of column",
        GAME,
        "eyes: int",
        "eyes: itn",
        (f'error: {GAME}:9:33: "itn" is not a type of column\n  hint: did you mean "int"?'),
    ),
    (
        "no template",
        GAME,
        "face: owl.svg",
        "face: owls/owl.svg",
        (
            f'error: {GAME}:10:11: "templates/owls/owl.svg" does not exist\n'
            '  hint: did you mean "owl.svg"?'
        ),
    ),
    (
        "a table outside of the game",
        GAME,
        "owl.csv",
        "../../owl.csv",
        (
            f'error: {GAME}:12:11: "../../owl.csv" leaves owls/\n'
            "  hint: write a path inside the folder, without a leading slash and without"
            " .."
        ),
    ),
    (
        "a table by its whole path",
        GAME,
        "owl.csv",
        "/etc/passwd",
        (
            f'error: {GAME}:12:11: "/etc/passwd" is not a path inside owls/\n'
            "  hint: write a path inside the folder, without a leading slash and without"
            " .."
        ),
    ),
    (
        "an exception without a reason",
        GAME,
        "components:",
        "allow:\n  - {rule: OW-1}\ncomponents:",
        (f'error: {GAME}:6:5: the key "reason" is missing\n  hint: why it is accepted'),
    ),
    (
        "an exception with a blank reason",
        GAME,
        "components:",
        "allow:\n  - {rule: OW-1, reason: ''}\ncomponents:",
        (f"error: {GAME}:6:26: the value is blank"),
    ),
    (
        "an exception that is no mapping",
        GAME,
        "components:",
        "allow: [OW-1]\ncomponents:",
        (f'error: {GAME}:5:9: "OW-1" is not a mapping'),
    ),
    (
        "another template's prefix",
        OWL,
        "urn:pnp:template",
        "urn:pnp",
        (
            f'error: {OWL}: the prefix pnp is bound to "urn:pnp"\n'
            '  hint: write xmlns:pnp="urn:pnp:template"'
        ),
    ),
    (
        "a prefix that is not declared",
        OWL,
        ' xmlns:pnp="urn:pnp:template"',
        "",
        (
            f"error: {OWL}:2:74: the file is not XML: namespace prefix pnp for sample on"
            " svg is not defined\n"
            '  hint: add xmlns:pnp="urn:pnp:template" to <svg>'
        ),
    ),
    (
        "an element that is not closed",
        OWL,
        "</text>",
        "",
        (
            f"error: {OWL}:9:7: the file is not XML: </svg> stands where <text> of line 6 is to be"
            " closed\n"
            "  hint: close each element where it ends, or itself with />"
        ),
    ),
    (
        "a bare ampersand",
        OWL,
        ">Barn Owl<",
        ">Barn & Owl<",
        (f"error: {OWL}:8:32: the file is not XML: & begins nothing\n  hint: write &amp; for &"),
    ),
    (
        "a less-than sign in an attribute",
        OWL,
        'pnp:for="i in range(card.eyes)"',
        'pnp:if="card.eyes < 2"',
        (
            f"error: {OWL}:5:29: the file is not XML: < stands in the value of an attribute\n"
            "  hint: is a quote missing before it? write &lt; for the sign"
        ),
    ),
    (
        "a file that is cut short",
        OWL,
        "</svg>",
        "",
        (
            f"error: {OWL}:10:1: the file is not XML: it ends before <svg> of line 1 is closed\n"
            "  hint: is it cut short? save it again, or write </svg>"
        ),
    ),
    (
        "a value without quotes",
        OWL,
        'id="eye"',
        "id=eye",
        (
            f"error: {OWL}:4:14: the file is not XML: a value is not in quotes\n"
            '  hint: write it like width="3"'
        ),
    ),
    (
        "an attribute that is there twice",
        OWL,
        'id="eye"',
        'id="eye" id="i"',
        (
            f"error: {OWL}:5:84: the file is not XML: the attribute id is there twice\n"
            "  hint: keep one of them"
        ),
    ),
    (
        "an attribute without a value",
        OWL,
        'id="eye"',
        "id",
        (
            f"error: {OWL}:4:14: the file is not XML: the attribute id has no value\n"
            '  hint: write id="…"'
        ),
    ),
    (
        "attributes that touch",
        OWL,
        'id="eye" cx',
        'id="eye"cx',
        (
            f"error: {OWL}:4:19: the file is not XML: two attributes touch\n"
            "  hint: write a space between them"
        ),
    ),
    (
        "an element that has no end",
        OWL,
        'fill="#e9dcc3"/>',
        'fill="#e9dcc3"',
        (
            f"error: {OWL}:4:3: the file is not XML: < begins no element here\n"
            "  hint: close the element before it with >, or write &lt; for the sign"
        ),
    ),
    (
        "an entity of HTML",
        OWL,
        ">Barn Owl<",
        ">Barn&nbsp;Owl<",
        (
            f"error: {OWL}:8:36: the file is not XML: &nbsp; is not known in SVG\n"
            "  hint: write the sign itself"
        ),
    ),
    (
        "two hyphens in a comment",
        OWL,
        "</svg>",
        "<!-- a -- b --></svg>",
        (
            f"error: {OWL}:9:8: the file is not XML: -- stands in a comment\n"
            "  hint: write a single hyphen"
        ),
    ),
    (
        "words behind the drawing",
        OWL,
        "</svg>",
        "</svg> end",
        (
            f"error: {OWL}:9:8: the file is not XML: something stands behind the drawing's end\n"
            "  hint: take it away"
        ),
    ),
    (
        "a name that is not known",
        OWL,
        "{{ card.name }}",
        "{{ cards.name }}",
        (
            f'error: {OWL}:8: "cards" is not known here\n'
            "  hint: did you mean \"card\"? put a word of the data in quotes: 'cards'"
        ),
    ),
    (
        "a column without braces",
        OWL,
        "{{ card.name }}",
        "card.name",
        (
            f'error: {OWL}:8: pnp:text="card.name" is words, not data\n'
            '  hint: write pnp:text="{{ card.name }}"'
        ),
    ),
    (
        "a column in single braces",
        OWL,
        "{{ card.name }}",
        "The {card.name}!",
        (
            f'error: {OWL}:8: pnp:text="The {{card.name}}!" is words, not data\n'
            '  hint: write pnp:text="The {{ card.name }}!"'
        ),
    ),
    (
        "braces that close nothing",
        OWL,
        "{{ card.name }}",
        "card.name }}",
        (
            f'error: {OWL}:8: pnp:text="card.name }}}}" has }}}} without {{{{\n'
            '  hint: write data as pnp:text="{{ card.name }}"'
        ),
    ),
    (
        "braces that close nothing behind data",
        OWL,
        "{{ card.name }}",
        "{{ card.name }}}}",
        (
            f'error: {OWL}:8: "{{{{ card.name }}}}}}}}" does not parse: it has }}}}'
            " that closes nothing\n"
            "  hint: take it out, or write {{ before it"
        ),
    ),
    (
        "a mapping as a text",
        OWL,
        "{{ card.name }}",
        "{{ game }}",
        (
            f'error: {OWL}:8: "{{{{ game }}}}" cannot be printed: it is a mapping, not one value\n'
            "  hint: name one of key, title, designer, version, players, language"
        ),
    ),
    (
        "a list as a text",
        OWL,
        "{{ card.name }}",
        "{{ game.players }}",
        (
            f'error: {OWL}:8: "{{{{ game.players }}}}" cannot be printed: it is a list, not'
            " one value\n"
            "  hint: write |join(', ') behind it, or name one value: [0] is the first"
        ),
    ),
    (
        "a filter that is not known",
        OWL,
        "{{ card.name }}",
        "{{ card.name|uper }}",
        (
            f'error: {OWL}:8: "{{{{ card.name|uper }}}}" does not parse: there is no filter'
            ' "uper"\n'
            '  hint: did you mean "upper"? the filters are abs, capitalize, default, first, float,'
            " int, join, last, length, list, lower, max, min, replace, reverse, round, sort, sum,"
            " title, trim, unique, upper"
        ),
    ),
    (
        "a reference on what takes none",
        OWL,
        'fill="#e9dcc3"',
        'pnp:href="#eye"',
        (
            f"error: {OWL}:3: pnp:href is not for <rect>\n"
            "  hint: it is for <use>, <image>, <a>, <textPath>, <linearGradient>, <radialGradient>,"
            " <pattern>, <filter>, <feImage>, <tref>, <mpath>, <script>"
        ),
    ),
    (
        "a least size without a width",
        OWL,
        'pnp:width="34" pnp:fit="shrink"',
        "",
        (
            f"error: {OWL}:8: pnp:min-size needs a width to fit into\n"
            '  hint: write pnp:fit="shrink" and pnp:width="30" beside it, or set the text in a box'
        ),
    ),
    (
        "a place in a box without a box",
        OWL,
        'pnp:fit="shrink"',
        'pnp:fit="shrink" pnp:valign="middle"',
        (
            f"error: {OWL}:8: pnp:valign needs a box\n"
            "  hint: set the text in a shape: shape-inside:url(#box) in its style"
        ),
    ),
    (
        "a width beside a box",
        OWL,
        'pnp:fit="shrink"',
        'style="shape-inside:url(#ground)"',
        (
            f"error: {OWL}:8: pnp:width is not for a text in a box\n"
            "  hint: the words are as wide as their box: change that, and leave pnp:width out"
        ),
    ),
    (
        "a condition in braces",
        OWL,
        'pnp:for="i in range(card.eyes)"',
        'pnp:if="{{ card.eyes }}"',
        (
            f"error: {OWL}:5: \"{{{{ card.eyes }}}}\" is not an expression: expected token ':',"
            " got '}'\n"
            "  hint: leave out the braces: card.eyes"
        ),
    ),
    (
        "a condition with one sign of equality",
        OWL,
        'pnp:for="i in range(card.eyes)"',
        'pnp:if="card.eyes = 2"',
        (
            f'error: {OWL}:5: "card.eyes = 2" is not an expression: text follows after its end\n'
            "  hint: write == to compare"
        ),
    ),
    (
        "a column that is not known",
        OWL,
        "card.name",
        "card.nmae",
        (
            f'error: {OWL}:8: "nmae" is not known here\n'
            '  hint: did you mean "name"? known are: name, eyes, id, qty'
        ),
    ),
    (
        "a column that the table names otherwise",
        GAME,
        "columns: {name: text, eyes: int}\n    face: owl.svg\n    back: back.svg\n"
        "    rows: owl.csv",
        "face: owl.svg\n    back: back.svg\n    rows: [{id: barn, name: Barn Owl, eys: 2, qty: 6}]",
        (
            f'error: {OWL}:5: "eyes" is not known here\n'
            '  hint: the table game.yaml has "eys" (line 11): rename one of them; known are: name,'
            " eys, id, qty"
        ),
    ),
    (
        "a number of no declared type",
        GAME,
        "columns: {name: text, eyes: int}\n    ",
        "",
        (
            f"error: {OWL}:5: \"range(card.eyes)\" cannot be evaluated: 'str' object cannot be"
            " interpreted as an integer\n"
            "  hint: a column that is not declared is text: declare numbers in game.yaml, as"
            " columns: {cost: int}"
        ),
    ),
    (
        "a component of another size",
        GAME,
        "size: 40 x 60 mm",
        "size: 41 x 60 mm",
        (
            f'error: {GAME}:6:3: template "owl.svg" is 40 x 60 mm, but owl is 41 x 60 mm\n'
            "  hint: make the drawing 41 x 60 mm (width, height and viewBox),"
            " or change the size of owl"
        ),
    ),
    (
        "an expression that is none",
        BOOK,
        "check: count(owl) == 6",
        "check: count(owl) = 6",
        (
            f"error: {BOOK}:7:23: the expression cannot be read from here\n"
            "  count(owl) = 6\n"
            "             ^\n"
            "  hint: write == to compare"
        ),
    ),
    (
        "a fact without a source",
        BOOK,
        "    where: Box\n    check: count(owl) == 6",
        "    check: count(owl) == 6",
        (
            f'error: {BOOK}:3:5: the key "where" is missing\n'
            "  - id: OW-1\n"
            "    ^\n"
            "  hint: where the rulebook says it: a heading, a page, a few words of it"
        ),
    ),
    (
        "two facts with one id",
        BOOK,
        "id: OW-2",
        "id: OW-1",
        (
            f'error: {BOOK}:8:9: duplicate id "OW-1"\n'
            "  - id: OW-1\n"
            "        ^\n"
            "  hint: the first one is in line 3"
        ),
    ),
    (
        "a rulebook without a word",
        BOOK,
        None,
        "# nothing yet\n",
        (
            f"error: {BOOK}: the file is empty\n"
            "  hint: bring back what it held, or delete the file: a game needs none"
        ),
    ),
    (
        "a rulebook of another game",
        BOOK,
        "game: Owls",
        "game: Bats",
        (
            f'error: {BOOK}:1:7: this is the rulebook of "Bats", and the game is "Owls"\n'
            "  game: Bats\n"
            "        ^\n"
            "  hint: write `game: Owls`, or delete the file if its facts are of another game"
        ),
    ),
]

IN_ROWS = [
    (
        "a colour of a row",
        'fill="#e9dcc3"',
        'fill="red" pnp:fill="{{ card.hue }}"',
        "blakc",
        (
            f'error: {ROWS}:3, column "hue": fill: "blakc" is not a colour: write #rrggbb,'
            " rgb(r, g, b) or an SVG colour name\n"
            f"  hint: it is read in {OWL}:3"
        ),
    ),
    (
        "a colour that a row leaves blank",
        'fill="#e9dcc3"',
        'fill="red" pnp:fill="{{ card.hue }}"',
        "",
        (
            f'error: {ROWS}:3, column "hue": fill: "" is not a colour: write #rrggbb,'
            " rgb(r, g, b) or an SVG colour name\n"
            '  hint: the cell is blank: fill it, or write pnp:if="card.hue" there; '
            f"it is read in {OWL}:3"
        ),
    ),
    (
        "a part of a transform that a row leaves blank",
        "<circle",
        """<rect pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:transform="translate({{ card.hue }} 7)"/><circle""",
        "",
        (
            f'error: {ROWS}:3, column "hue": "translate({{{{ card.hue }}}} 7)" cannot be evaluated:'
            " a value in it is blank\n"
            '  hint: the cell is blank: fill it, or write pnp:if="card.hue" there; '
            f"it is read in {OWL}:4"
        ),
    ),
    (
        "a word of a row that its property does not take",
        "<circle",
        """<rect pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:visibility="{{ card.hue }}"/><circle""",
        "hiden",
        (
            f'error: {ROWS}:3, column "hue": visibility: "hiden" is not known: one of visible,'
            " hidden, collapse\n"
            f'  hint: did you mean "hidden"? it is read in {OWL}:4'
        ),
    ),
    (
        "an outline of a row",
        "<circle",
        """<path pnp:if="card.hue != 'red'" pnp:d="{{ card.hue }}"/><circle""",
        "M0 0L5",
        (
            f'error: {ROWS}:3, column "hue": path command "L" takes 2 numbers, not 1\n'
            f"  hint: it is read in {OWL}:4"
        ),
    ),
    (
        "a name of the palette in a row",
        'fill="#e9dcc3"',
        'fill="#f00" pnp:fill="{{ palette[card.hue] }}"',
        "rde",
        (
            f'error: {ROWS}:3, column "hue": "rde" is not known here\n'
            f'  hint: did you mean "red"? known are: red, night; it is read in {OWL}:3'
        ),
    ),
    (
        "a picture of a row",
        "<circle",
        """<image pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:href="art/owl_{{ card.hue }}.png"/><circle""",
        "snow",
        (
            f'error: {ROWS}:3, column "hue": "templates/art/owl_snow.png" does not exist\n'
            f"  hint: put the file into templates/art/; it is read in {OWL}:4"
        ),
    ),
    (
        "a picture of a row that is there under another name",
        "<circle",
        """<image pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:href="art/{{ card.hue }}"/><circle""",
        "snwo.svg",
        (
            f'error: {ROWS}:3, column "hue": "templates/art/snwo.svg" does not exist\n'
            f'  hint: did you mean "snow.svg"? it is read in {OWL}:4'
        ),
    ),
    (
        "a picture of a row, by the middle of its name",
        "<circle",
        """<image pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:href="art/{{ card['hue'] }}.svg"/><circle""",
        "snwo",
        (
            f'error: {ROWS}:3, column "hue": "templates/art/snwo.svg" does not exist\n'
            f'  hint: did you mean "snow"? it is read in {OWL}:4'
        ),
    ),
    (
        "a picture that a row does not name",
        "<circle",
        """<image pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:href="art/{{ card.hue }}"/><circle""",
        "",
        (
            f'error: {ROWS}:3, column "hue": "templates/art" does not exist\n'
            '  hint: the cell is blank: fill it, or write pnp:if="card.hue" there; '
            f"it is read in {OWL}:4"
        ),
    ),
    (
        "a picture of a row with a # in its name",
        "<circle",
        """<image pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:href="art/{{ card.hue }}.png"/><circle""",
        "owl#1",
        (
            f'error: {ROWS}:3, column "hue": "templates/art/owl" does not exist\n'
            "  hint: # begins the name of a part of a file: give the file a name without it; "
            f"it is read in {OWL}:4"
        ),
    ),
    (
        "a picture of a row that is made otherwise",
        "<circle",
        """<image pnp:if="card.hue != 'red'" width="9" height="9" """
        """pnp:href="art/{{ card.hue|lower }}"/><circle""",
        "snwo.svg",
        (
            f'error: {ROWS}:3, column "hue": "templates/art/snwo.svg" does not exist\n'
            f'  hint: did you mean "art/snow.svg"? it is read in {OWL}:4'
        ),
    ),
    (
        "a part of another drawing that a row names",
        "<circle",
        """<use pnp:if="card.hue != 'red'" pnp:href="art/snow.svg#big-{{ card.hue }}"/><circle""",
        "olw",
        (
            f'error: {ROWS}:3, column "hue": "art/snow.svg#big-olw" does not exist\n'
            f'  hint: did you mean "owl"? it is read in {OWL}:4'
        ),
    ),
    (
        "a part of the drawing that a row names",
        "<circle",
        """<use href="#eye" pnp:href="#{{ card.hue if card.hue != 'red' else 'eye' }}"/><circle""",
        "eys",
        (
            f'error: {ROWS}:3, column "hue": "#eys" does not exist\n'
            f'  hint: did you mean "eye"? it is read in {OWL}:4'
        ),
    ),
    (
        "the same in several rows",
        "<circle",
        """<use href="#eye" pnp:href="#{{ card.hue if card.name != 'Snowy Owl' else 'eye' }}"/>"""
        "<circle",
        "red",
        (
            f'error: {ROWS}:2, column "hue": "#red" does not exist\n'
            f"  hint: no element of {OWL} has this id; it is read in {OWL}:4; the same in 1 more"
            " row"
        ),
    ),
]
"""One template changed and the word of one row; every other row is red."""

FOUND = [
    (
        "a column that looks like copies",
        GAME,
        "qty: 4",
        "Count: 4",
        None,
        (
            f'{GAME}:13:94, column "Count": warning [likely-copies] "Count" looks like a number of'
            " copies; each row is printed once\n"
            "    hint: write from: {qty: Count} in game.yaml, or name the column qty"
        ),
    ),
    (
        "a cell that is an error of a spreadsheet",
        GAME,
        "{id: dot, qty: 4}",
        "{id: dot, qty: 4, word: '#REF!'}",
        None,
        (
            f'{GAME}:13:101, column "word": error [error-cell] the cell is the error "#REF!" of a'
            " spreadsheet\n"
            "    hint: mend the formula in the spreadsheet, and save the table again; if a card is"
            " to say so, write an entry below allow in game.yaml"
        ),
    ),
    (
        "a column that hides a name of templates",
        GAME,
        "{id: dot, qty: 4}",
        "{id: dot, qty: 4, ink: x}",
        None,
        (
            f'{GAME}:13:100, column "ink": warning [hidden-name] the column hides "ink", which'
            " templates know by that name\n"
            "    hint: give it another name: ink in a template is the cell now"
        ),
    ),
    (
        "a sample of no component",
        OWL,
        'pnp:sample="owl/barn"',
        'pnp:sample="barn"',
        None,
        (
            f'{OWL}:2: warning [stale-sample] pnp:sample names "barn", and there is no such'
            " component: nothing is compared\n"
            "    hint: write COMPONENT/ROW; the components are owl, chip"
        ),
    ),
    (
        "markup in a line",
        OWL,
        "",
        "",
        ("Snowy Owl", "**Snowy** Owl"),
        (
            f'{ROWS}:3: warning [markup-in-line] "**Snowy** Owl" is printed as it is written: the'
            " text is a line, not a box\n"
            "    hint: wrap it in a shape in Inkscape (Text > Flow into Frame), or take the markup"
            " out"
        ),
    ),
    (
        "a line break in a line",
        OWL,
        "",
        "",
        ("Snowy Owl", '"Snowy\nOwl"'),
        (
            f'{ROWS}:3: warning [markup-in-line] "Snowy Owl" has a line break, printed as a space:'
            " the text is a line, not a box\n"
            "    hint: wrap it in a shape in Inkscape (Text > Flow into Frame), or take the line"
            " break out"
        ),
    ),
    (
        "a font that is not there",
        OWL,
        '"Alegreya Sans"',
        "\"'Times New Roman', serif\"",
        None,
        (
            f'{OWL}:8: warning [substituted-font] the font "Times New Roman" is not there:'
            ' "Alegreya Sans" is used\n'
            "    hint: put its .ttf or .otf files into fonts/, or name a font that is there"
        ),
    ),
    (
        "a colour changed in the drawing",
        OWL,
        'fill="#e9dcc3"',
        """style="fill:#ff0000" pnp:fill="{{ '#e9dcc3' if card.eyes else '#f6efdf' }}\"""",
        None,
        (
            f'{OWL}:3: warning [stale-sample] fill is "#ff0000" here, and owl/barn gives'
            ' "#e9dcc3"\n'
            "    hint: the row's is printed: change it there or in pnp:fill, or show it here"
        ),
    ),
    (
        "a colour of the palette written out in a drawing",
        GAME,
        "players: 2-3",
        'players: 2-3\npalette: {sand: "#e9dcc3"}',
        None,
        (
            f"{OWL}:2: warning [literal-color] 1 color of the palette written out: sand 1\n"
            '    hint: write pnp:palette="sand #e9dcc3" on the root <svg>'
        ),
    ),
    (
        "a sample row that was renamed",
        OWL,
        'pnp:sample="owl/barn"',
        'pnp:sample="owl/barns"',
        None,
        (
            f'{OWL}:2: warning [stale-sample] pnp:sample names "owl/barns", and there is no such'
            " row: nothing is compared\n"
            '    hint: did you mean "barn"?'
        ),
    ),
    (
        "words changed in the drawing",
        OWL,
        ">Barn Owl<",
        ">Barn Owls<",
        None,
        (
            f'{OWL}:8: warning [stale-sample] the text is "Barn Owls" here, and owl/barn gives'
            ' "Barn Owl"\n'
            "    hint: the row's is printed: change it there or in pnp:text, or show it here"
        ),
    ),
    (
        "an icon whose name is nearly there",
        OWL,
        'pnp:width="34" pnp:fit="shrink"\n        pnp:min-size="3"',
        'style="shape-inside:url(#ground)"',
        ("Snowy Owl", "2 :coins:"),
        (
            f'{ROWS}:3: error [missing-icon] there is no icon ":coins:"\n'
            '    hint: did you mean ":coin:"? if not, draw templates/icons/coins.svg, or coins.svg'
            " in icons/ beside the template; write \\:coins: for the plain words"
        ),
    ),
    (
        "an icon that is not there",
        OWL,
        'pnp:width="34" pnp:fit="shrink"\n        pnp:min-size="3"',
        'style="shape-inside:url(#ground)"',
        ("Snowy Owl", "2 :leaf:"),
        (
            f'{ROWS}:3: error [missing-icon] there is no icon ":leaf:"\n'
            "    hint: draw templates/icons/leaf.svg, or leaf.svg in icons/ beside the template;"
            " write \\:leaf: for the plain words"
        ),
    ),
]
"""What a check finds, and goes on: one file changed, and perhaps the table."""

IN_COMMANDS = [
    (
        "export pdfx --profile press.icc",
        (
            'error: --profile: "press.icc" cannot be read: No such file or directory\n'
            "  hint: name an ICC profile (.icc) of a printer with cyan, magenta, yellow and black"
        ),
    ),
    (
        "export drivethru --profile templates/owl.svg",
        (
            'error: --profile: "templates/owl.svg" is no ICC profile\n'
            "  hint: name an ICC profile (.icc) of a printer with cyan, magenta, yellow and black"
        ),
    ),
    (
        "export drivethru",
        (
            "error: card_data/owls/game.yaml:1:1: owls has nothing for DriveThruCards\n"
            "  hint: 40 x 60 mm is not sold; nearest: Mini 1.625 x 2.5 in or Euro Poker 63 x 88 mm"
        ),
    ),
    (
        "build owlz",
        ('error: there is no game "owlz"\n  hint: did you mean "owls"?'),
    ),
    (
        "build ./nowhere",
        ("error: <project>/nowhere: the folder does not exist"),
    ),
    (
        "build ./templates",
        (
            "error: <project>/templates: the folder is not a game: it has no game.yaml\n"
            "  hint: `pnp games` lists the games; `pnp customise` copies one for changing"
        ),
    ),
    (
        "build halloween/",
        (
            "error: <project>/halloween: the folder does not exist\n"
            "  hint: for the bundled game write halloween, without a slash"
        ),
    ),
    (
        "build --paper foolscap",
        (
            'error: --paper: "foolscap" is not a size: write 210 x 297 mm, or one of a3, a4,'
            " a4-letter, a5, arch-b, half-letter, legal, letter, sra3, super-b, tabloid"
        ),
    ),
    (
        "build --paper leter",
        (
            'error: --paper: "leter" is not a size: write 210 x 297 mm, or one of a3,'
            " a4, a4-letter, a5, arch-b, half-letter, legal, letter, sra3, super-b, tabloid"
            ' (did you mean "letter"?)'
        ),
    ),
    (
        "build --margin '200 mm'",
        (
            "error: --margin: the margins leave no room on 210 x 297 mm\n"
            "  hint: write --margin '5 mm', or left, top, right, bottom: '5 5 5 12 mm'"
        ),
    ),
    (
        "build --paper '10 x 10 mm'",
        (
            "error: --paper: 10 x 10 mm has no room inside its margins\n"
            "  hint: name larger paper, or write --margin '0 mm'"
        ),
    ),
    (
        "build --paper '20 x 20 mm' --margin '10 mm'",
        (
            "error: --margin: the margins leave no room on 20 x 20 mm\n"
            "  hint: write --margin '5 mm', or left, top, right, bottom: '5 5 5 12 mm'"
        ),
    ),
    (
        "build --margin 5",
        ('error: --margin: "5" is not a margin: write the unit, as 5 mm'),
    ),
    (
        "build --margin '5 5 mm'",
        (
            'error: --margin: "5 5 mm" is not a margin: write one length, as 5 mm, or left, top,'
            " right and bottom, as 5 5 5 12 mm"
        ),
    ),
    (
        "build --margin '5 5'",
        (
            'error: --margin: "5 5" is not a margin: write one length, as 5 mm, or left, top,'
            " right and bottom, as 5 5 5 12 mm"
        ),
    ),
    (
        "build --margin '-5 mm'",
        (
            "error: --margin: a margin cannot be negative\n"
            "  hint: write --margin '5 mm', or left, top, right, bottom: '5 5 5 12 mm'"
        ),
    ),
    (
        "build --gutter 300mm",
        (
            "error: --gutter: the gap is as wide as the paper\n"
            "  hint: it must be less than 287 mm, what the margins leave; write --gutter"
            " '2 mm'"
        ),
    ),
    (
        "build --gutter '-1 mm'",
        ("error: --gutter: a gap cannot be negative\n  hint: write --gutter '2 mm'"),
    ),
    (
        "build --dpi nan",
        ("error: --dpi: nan is out of range\n  hint: choose a resolution from 10 to 1200 dpi"),
    ),
    (
        "build --paper '9999999 x 9999999 mm'",
        ('error: --paper: "9999999 x 9999999 mm" is too large: a side can be 5080 mm at most'),
    ),
    (
        "build --output ''",
        (
            "error: --output: the value is blank\n"
            "  hint: write it, or leave --output out; is a variable of your script not set?"
        ),
    ),
    (
        "check ''",
        (
            "error: GAMES: the word is blank\n"
            "  hint: write it, or leave GAMES out; is a variable of your script not set?"
        ),
    ),
    (
        "show '' -o owl.png",
        (
            "error: NAMES: the word is blank\n"
            "  hint: write it; is a variable of your script not set?"
        ),
    ),
    (
        "build --output card_data",
        (
            'error: "card_data" contains the game\'s own files\n'
            "  hint: name another folder with --output"
        ),
    ),
    (
        "count --odds 7",
        ("error: no deck has 7 cards\n  hint: ask for a smaller hand"),
    ),
    (
        "count --by eye",
        ('error: no component has a column "eye"\n  hint: did you mean "eyes"?'),
    ),
    (
        "count --by wings",
        ('error: no component has a column "wings"\n  hint: the columns are eyes, id, name'),
    ),
    (
        "build --component owll",
        ('error: owls has no component "owll"\n  hint: did you mean "owl"?'),
    ),
    (
        "build --component ../../templates",
        ('error: owls has no component "../../templates"\n  hint: it has owl, chip'),
    ),
    (
        "build --card owl/brn",
        ('error: owls has no card "owl/brn"\n  hint: did you mean "owl/barn"?'),
    ),
    (
        "build --card owl/BARN",
        ('error: owls has no card "owl/BARN"\n  hint: did you mean "owl/barn"?'),
    ),
    (
        "build --card owl/zzz",
        ('error: owls has no card "owl/zzz"\n  hint: it has barn, snow, blind'),
    ),
    (
        "build --card 'b*'",
        ('error: owls has no component "b*"\n  hint: did you mean "owl/b*"?'),
    ),
    (
        "build --paper '30 x 40 mm'",
        (
            f"error: {GAME}:6:3: owl is 40 x 60 mm, but 30 x 40 mm with these margins can"
            " print 20 x 30 mm\n"
            "  hint: half-letter is large enough"
        ),
    ),
    (
        "build --card 'owl/z*'",
        ('error: owls has no card "owl/z*"\n  hint: it has barn, snow, blind'),
    ),
    (
        "show owl/barn --view grey -o barn.svg",
        ("error: --view is for a PNG, and barn.svg is none\n  hint: name a .png"),
    ),
    (
        "show owl --bleed -o owls.png",
        ("error: --bleed is for one card, not 3\n  hint: name one of them"),
    ),
    (
        "show chip --back -o chip.png",
        ("error: card_data/owls/game.yaml:13:77: chip/dot has no back\n  hint: leave out --back"),
    ),
    (
        "show owl/barn -o nowhere/barn.png",
        ("error: there is no folder nowhere\n  hint: make it, or name a file in one that is there"),
    ),
    (
        "customise hallowen mine",
        ('error: no bundled game is called "hallowen"\n  hint: did you mean "halloween"?'),
    ),
    (
        "customise halloween templates",
        ('error: "templates" is not an empty folder\n  hint: name a new folder'),
    ),
    (
        "check --only OW-11",
        ('error: no fact or rule is called "OW-11"\n  hint: did you mean "OW-1"?'),
    ),
    (
        "check --explain XX",
        (
            'error: no fact or rule is called "XX"\n'
            "  hint: `pnp check --json` lists every fact with its id"
        ),
    ),
    (
        "export mpc",
        (
            f"error: {GAME}:1:1: owls has nothing for MakePlayingCards\n"
            "  hint: 40 x 60 mm is not sold; nearest: Mini American 41 x 63 mm or"
            " Mini European 44 x 67 mm"
        ),
    ),
    (
        "export tgc --paper letter",
        (
            "error: --paper is not for tgc\n"
            "  hint: leave it out; pnp export --list tells what tgc takes"
        ),
    ),
    (
        "export cutter --registration card-maker",
        (
            "error: --registration card-maker: no template for a4 fits a piece\n"
            "  hint: they cut cards of 63 x 88 mm, 59 x 86 mm, 63.5 x 88.9 mm, 44.45 x 62.23 mm,"
            " 57.15 x 88.9 mm"
        ),
    ),
    (
        "export cutter --registration card-maker --paper legal",
        (
            "error: --registration card-maker: no template for legal fits a piece\n"
            "  hint: there are templates for letter, a4, a3"
        ),
    ),
]


TOLD_IN_FILES = [
    (
        "no font",
        "Alegreya Sans",
        "Alegria Sanz",
        ':8: warning [substituted-font] the font "Alegria Sanz" is not there: "Alegreya Sans" is '
        'used\n  hint: did you mean "Alegreya Sans"?',
    ),
    (
        "an element that is mistyped",
        '<circle id="eye"',
        '<cirle id="eye"',
        ":5: warning [unsupported-svg] <cirle> is not supported and is left out\n"
        '  hint: did you mean "circle"?',
    ),
    (
        "a part of a text that is mistyped",
        ">Barn Owl<",
        "><tspn>Barn</tspn> Owl<",
        ":8: warning [unsupported-svg] <tspn> in a text is not supported and is left out\n"
        '  hint: did you mean "tspan"?',
    ),
    (
        "no colour in a drawing",
        'fill="#222"',
        'fill="redd"',
        ':5: warning [invalid-svg] fill: "redd" is not a colour: write #rrggbb, rgb(r, g, b) or an '
        "SVG colour name\n  hint: it counts as not written: see the drawing",
    ),
    (
        "a drawing in another proportion",
        'viewBox="0 0 40 60"',
        'viewBox="0 0 40 61"',
        ":2: warning [invalid-svg] the viewBox of 40 x 61 is not in proportion to 40 x 60 mm\n"
        '  hint: write viewBox="0 0 40 60"',
    ),
    (
        "a mesh of Inkscape's",
        'fill="#222"',
        'fill="url(#net)"/><meshgradient id="net"',
        ":4: warning [invalid-svg] fill names a <meshgradient>\n  hint: pnp draws no mesh "
        "gradients: in Inkscape, choose Edit > Make a Bitmap Copy, delete the original, and keep "
        "the copy",
    ),
    (
        "a part that is missing",
        "<circle",
        '<use href="#eyes"/><circle',
        ':4: warning [invalid-svg] "#eyes" does not exist\n  hint: did you mean "eye"?',
    ),
    (
        "a part of itself",
        "<circle",
        '<use href="owl.svg"/><circle',
        ':4: warning [invalid-svg] "svg" refers to itself\n'
        "  hint: remove the reference that leads back",
    ),
    (
        "a file outside of templates",
        "<circle",
        '<use href="../secret.svg#a"/><circle',
        ':4: error [missing-picture] "../secret.svg" leaves the templates folder\n'
        "  hint: use files inside templates/ only, with paths relative to the drawing",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [row[1:] for row in TOLD_IN_FILES],
    ids=[row[0] for row in TOLD_IN_FILES],
)
def test_what_is_wrong_in_a_drawing_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    change(owls(tmp_path), OWL, old, new)
    found = pnp(tmp_path, "check")
    assert "  " + f"{OWL}{told}\n".replace("\n  ", "\n    ") in found.output


@pytest.mark.parametrize(
    ("name", "old", "new", "told"), [row[1:] for row in IN_FILES], ids=[row[0] for row in IN_FILES]
)
def test_what_is_wrong_in_a_file(
    tmp_path: Path, name: str, old: str | None, new: str, told: str
) -> None:
    owls(tmp_path)
    change(tmp_path, name, old or (tmp_path / name).read_text("utf-8"), new)
    found = pnp(tmp_path, "check")
    assert (found.exit_code, found.output) == (2, f"{told}\n")


@pytest.mark.parametrize(
    ("old", "new", "word", "told"), [row[1:] for row in IN_ROWS], ids=[row[0] for row in IN_ROWS]
)
def test_what_is_wrong_in_a_row(tmp_path: Path, old: str, new: str, word: str, told: str) -> None:
    owls(tmp_path)
    change(tmp_path, GAME, "eyes: int", "eyes: int, hue: text")
    change(tmp_path, GAME, "title: Owls", "title: Owls\npalette: {red: '#f00', night: '#000'}")
    change(tmp_path, ROWS, "name,eyes", "name,eyes,hue")
    for row, hue in (("Barn Owl,2", "red"), ("Snowy Owl,2", word), ("Blind Owl,0", "red")):
        change(tmp_path, ROWS, row, f"{row},{hue}")
    change(tmp_path, OWL, old, new)
    write(tmp_path, {"templates/art/snow.svg": CHIP.replace("<circle", '<circle id="big-owl"')})
    found = pnp(tmp_path, "check")
    assert (found.exit_code, found.output) == (2, f"{told}\n")


@pytest.mark.parametrize(
    ("name", "old", "new", "cell", "told"),
    [row[1:] for row in FOUND],
    ids=[row[0] for row in FOUND],
)
def test_what_is_found(
    tmp_path: Path, name: str, old: str, new: str, cell: tuple[str, str] | None, told: str
) -> None:
    change(owls(tmp_path), name, old, new)
    write(tmp_path, {"templates/icons/coin.svg": CHIP})
    if cell is not None:
        change(tmp_path, ROWS, *cell)
    assert f"  {told}\n" in pnp(tmp_path, "check").output


@pytest.mark.parametrize(("command", "told"), IN_COMMANDS, ids=[row[0] for row in IN_COMMANDS])
def test_what_is_wrong_in_a_command(tmp_path: Path, command: str, told: str) -> None:
    before = sorted(owls(tmp_path).rglob("*"))
    found = pnp(tmp_path, *shlex.split(command))
    said = found.output.replace(str(tmp_path), "<project>")
    assert (found.exit_code, said) == (2, f"{told}\n")
    assert sorted(tmp_path.rglob("*")) == before
