"""The Inkscape that many tests share: what ends or hangs fails one of them, and is started anew."""

import sys

import pytest

from tests.kits.inkscape import Shell

PROGRAM = """
import sys, time
for line in sys.stdin:
    match line.strip():
        case "end":
            sys.exit("it ended")
        case "hang":
            print("it hangs", file=sys.stderr, flush=True)
            time.sleep(60)
        case "inkscape-version":
            print("Inkscape 1.2", flush=True)
        case word:
            print(">", word)
            print("did", word, file=sys.stderr, flush=True)
"""


@pytest.mark.parametrize(
    ("action", "patience", "told"), [("end", 60, "it ended"), ("hang", 1, "it hangs")]
)
def test_a_program_that_ends_or_hangs_is_told_and_started_anew(
    action: str, patience: float, told: str
) -> None:
    shell = Shell([sys.executable, "-c", PROGRAM], patience)
    shell.run(["open"])
    with pytest.raises(AssertionError, match=told):
        shell.run(["open", action, "close"])
    shell.run(["open again"])
    assert shell.said() == "did open again\n"
    shell.stop()


def test_more_actions_than_a_pipe_holds_are_done() -> None:
    shell = Shell([sys.executable, "-c", PROGRAM])
    words = [f"{number} {'x' * 100}" for number in range(2_000)]
    shell.run(words)
    assert shell.said().endswith(f"did {words[-1]}\n")
    shell.stop()
