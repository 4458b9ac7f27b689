"""The task queue of a cluster: every task is done, even if workers are lost."""

from __future__ import annotations

import asyncio

from ncleaner.corpus import Shard, Task
from ncleaner.corpus.run.task_queue import LOST, TaskQueue

TASKS = [Task(number, Shard("files", (), 0, 0, 0)) for number in range(3)]


async def answers(*calls: asyncio.Task[Task | None]) -> list[Task | None]:
    return list(await asyncio.wait_for(asyncio.gather(*calls), 5))


def request(queue: TaskQueue, number: int) -> asyncio.Task[Task | None]:
    return asyncio.ensure_future(queue.get(number))


def test_requests_get_tasks_in_their_order_whichever_come_first() -> None:
    async def scene() -> list[Task | None]:
        queue = TaskQueue()
        early = [request(queue, number) for number in range(2)]
        await asyncio.sleep(0)
        for task in TASKS:
            await queue.put(task)
        return await answers(*early, request(queue, 2))

    assert asyncio.run(scene()) == TASKS


def test_a_repeated_request_gets_the_same_task() -> None:
    async def scene() -> list[Task | None]:
        queue = TaskQueue()
        dead, again, other = request(queue, 0), request(queue, 0), request(queue, 1)
        await asyncio.sleep(0)
        dead.cancel()
        for task in TASKS:
            await queue.put(task)
        return await answers(again, request(queue, 0), other, request(queue, 2))

    assert asyncio.run(scene()) == [TASKS[0], TASKS[0], TASKS[1], TASKS[2]]


def test_a_task_without_reports_is_given_to_another_request() -> None:
    now = 0.0

    async def scene() -> list[Task | None]:
        nonlocal now
        queue = TaskQueue(lambda: now)
        await queue.put(TASKS[0])
        await queue.put(TASKS[1])
        await answers(request(queue, 0), request(queue, 1))
        now = LOST
        await queue.report(TASKS[1].key, [3] * 6)
        now = LOST + 1
        assert await queue.progress() == {TASKS[0].key: [0] * 6, TASKS[1].key: [3] * 6}
        second = await answers(request(queue, 2))
        waiting = request(queue, 3)
        assert await queue.progress()
        await asyncio.sleep(0)
        assert not waiting.done()
        await queue.close()
        return second + await answers(waiting)

    assert asyncio.run(scene()) == [TASKS[0], None]


def test_finished_tasks_are_forgotten_and_a_closed_queue_has_no_tasks() -> None:
    async def scene() -> list[Task | None]:
        queue = TaskQueue()
        await queue.put(TASKS[0])
        await answers(request(queue, 0))
        assert await queue.report(TASKS[0].key, [1] * 6)
        await queue.finish(0, TASKS[0].key)
        assert not await queue.report(TASKS[0].key, [1] * 6)
        assert await queue.progress() == {}
        await queue.put(TASKS[1])
        await queue.close()
        assert not await queue.report(TASKS[1].key, [1] * 6)
        return await answers(request(queue, 0), request(queue, 1))

    assert asyncio.run(scene()) == [None, None]
