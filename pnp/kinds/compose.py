"""Composes the rows of a game into pieces, each drawn by the kind of its component."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.base.diagnostics import Finding, PnpError, counted
from pnp.data.game import Card, Component, Game
from pnp.kinds.kind import FaceRenderer, board_values, kind_of, shared_values
from pnp.kinds.piece import Piece
from pnp.scene.page import Drawing, Ink
from pnp.template.render import Templates


def compose(
    game: Game,
    templates: Templates,
    ink: Ink,
    part: Game | None = None,
) -> tuple[Piece, ...]:
    """Return the pieces of all components but guides, in the game's order.

    ``part`` is the same game with only the rows to compose, None is all. They are drawn as in the
    whole game, whose data templates may read.

    Raises:
        PnpError: templates are missing, broken or of the wrong size; holds all such errors.
    """
    jobs = [
        (card, faces)
        for component in (part or game).components.values()
        if not component.kind.guide
        for faces in [_faces(game, game.component(component.name), templates, ink)]
        for card in component.cards
    ]
    return _pieces(jobs)


def compose_guide(
    game: Game,
    component: Component,
    templates: Templates,
    ink: Ink,
    plan: Mapping[str, object],
    sheets: int | None = None,
) -> tuple[Piece, ...]:
    """Paginate a guide: return one piece per page, each drawn with its share of the plan.

    The pages are copies of the component's only card with the ids ``guide``, ``guide-2`` and so
    on. The component and the game are not changed. ``sheets`` are those of all guides, if there
    are not as many as pages of this one.

    Raises:
        PnpError: the template is missing, broken, of the wrong size, or too small for a step.
    """
    from pnp.kinds import guide  # imported late: few parts of a kit have one

    (card,), faces = component.cards, _faces(game, component, templates, ink)

    def with_plan(plan: Mapping[str, object]) -> FaceRenderer:
        return replace(faces, values={**faces.values, "plan": plan})

    def draw(plan: Mapping[str, object]) -> Drawing:
        return with_plan(plan).drawing(card, card.face, faces.trim)

    plans = guide.pages(plan, draw, card.face, component.where, sheets)
    cards = guide.page_cards(card, len(plans))
    return _pieces((card, with_plan(plan)) for card, plan in zip(cards, plans, strict=True))


def _faces(game: Game, component: Component, templates: Templates, ink: Ink) -> FaceRenderer:
    trim = kind_of(component).trim(component)
    values = shared_values(game, component, ink)
    if component.name in game.boards:
        values["board"] = board_values(game.boards[component.name])
    return FaceRenderer(component, trim, templates, ink, values, game)


def _pieces(jobs: Iterable[tuple[Card, FaceRenderer]]) -> tuple[Piece, ...]:
    """Return all pieces, or raise all errors; one that many rows share is reported once."""
    pieces: list[Piece] = []
    problems: dict[Finding, None] = {}
    for card, faces in jobs:
        try:
            pieces.append(kind_of(faces.component).piece(card, faces))
        except PnpError as error:
            problems.update(dict.fromkeys(error.problems))
    if problems:
        raise PnpError(_of_cells(problems))
    return tuple(pieces)


def _of_cells(problems: Iterable[Finding]) -> Iterator[Finding]:
    """Yield problems, those of several cells of one column that say the same only at the first."""
    alike: dict[object, list[Finding]] = {}
    for problem in problems:
        where = problem.where
        column = (where.file, where.field) if where and where.field else where
        alike.setdefault((problem.message, column), []).append(problem)
    for first, *others in alike.values():
        more = f"; the same in {counted(len(others), 'more row')}" if others else ""
        yield replace(first, hint=f"{first.hint or ''}{more}".replace("?; ", "? ") or None)
