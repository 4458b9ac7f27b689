"""The desk of a cluster: every task is done, whoever is lost."""

from __future__ import annotations

import asyncio

from ncleaner.corpus import Piece, Task
from ncleaner.corpus.run.desk import LOST, Desk

TASKS = [Task(number, Piece("files", (), 0, 0, 0)) for number in range(3)]


async def soon(*calls: asyncio.Task[Task | None]) -> list[Task | None]:
    return list(await asyncio.wait_for(asyncio.gather(*calls), 5))


def asked(desk: Desk, turn: int) -> asyncio.Task[Task | None]:
    return asyncio.ensure_future(desk.take(turn))


def test_turns_get_tasks_in_their_order_whoever_waits_for_whom() -> None:
    async def scene() -> list[Task | None]:
        desk = Desk()
        early = [asked(desk, turn) for turn in range(2)]
        await asyncio.sleep(0)
        for task in TASKS:
            await desk.give(task)
        return await soon(*early, asked(desk, 2))

    assert asyncio.run(scene()) == TASKS


def test_a_turn_that_comes_again_has_the_same_task_and_no_other() -> None:
    async def scene() -> list[Task | None]:
        desk = Desk()
        dead, again, other = asked(desk, 0), asked(desk, 0), asked(desk, 1)
        await asyncio.sleep(0)
        dead.cancel()
        for task in TASKS:
            await desk.give(task)
        return await soon(again, asked(desk, 0), other, asked(desk, 2))

    assert asyncio.run(scene()) == [TASKS[0], TASKS[0], TASKS[1], TASKS[2]]


def test_a_task_of_which_nothing_is_heard_gets_another_turn() -> None:
    now = 0.0

    async def scene() -> list[Task | None]:
        nonlocal now
        desk = Desk(lambda: now)
        await desk.give(TASKS[0])
        await desk.give(TASKS[1])
        await soon(asked(desk, 0), asked(desk, 1))
        now = LOST
        await desk.note((1, False), [3] * 6)
        now = LOST + 1
        assert await desk.notes() == {(0, False): [0] * 6, (1, False): [3] * 6}
        second = await soon(asked(desk, 2))
        waits = asked(desk, 3)
        assert await desk.notes()
        await asyncio.sleep(0)
        assert not waits.done()
        await desk.close()
        return second + await soon(waits)

    assert asyncio.run(scene()) == [TASKS[0], None]


def test_what_is_done_is_forgotten_and_after_the_end_there_is_nothing_to_do() -> None:
    async def scene() -> list[Task | None]:
        desk = Desk()
        await desk.give(TASKS[0])
        await soon(asked(desk, 0))
        assert await desk.note((0, False), [1] * 6)
        await desk.end(0, (0, False))
        assert not await desk.note((0, False), [1] * 6)
        assert await desk.notes() == {}
        await desk.give(TASKS[1])
        await desk.close()
        assert not await desk.note((1, False), [1] * 6)
        return await soon(asked(desk, 0), asked(desk, 1))

    assert asyncio.run(scene()) == [None, None]
