"""Problems met on the way, kept until all input has been read."""

from collections.abc import Iterator
from contextlib import contextmanager

from pnp.errors import PnpError, Problem, Where


class Problems(list[Problem]):
    """What is wrong with the input so far: reading goes on, so that all of it is shown at once."""

    def note(self, message: str, where: Where | None = None, hint: str | None = None) -> None:
        """Keep one more problem."""
        self.append(Problem(message, where, hint))

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep the problems of an error raised inside, and go on after the block."""
        try:
            yield
        except PnpError as error:
            self.extend(error.problems)

    def stop(self) -> None:
        """Raise one error with all problems, if there is any.

        Raises:
            PnpError: at least one problem was kept.
        """
        if self:
            raise PnpError(dict.fromkeys(self))
