"""Plays a session with the client of the package openreward, and prints what it saw as JSON.

Usage: openreward_client.py URL KEY
"""

import asyncio
import json
import os
import sys

os.environ["OPENREWARD_SESSION_URL"] = sys.argv[1]
os.environ["OPENREWARD_API_URL"] = sys.argv[1]
os.environ["OPENREWARD_DISABLE_UPDATE_CHECK"] = "1"

import aiohttp
from openreward import AsyncOpenReward
from openreward.api.environments.types import GroupCandidate, Message, TextBlock
from openreward.api.errors import ScoreGroupFailed, ScoreGroupUnsupported, SessionTerminatedError, ToolCallError, ToolFailed


async def told(awaitable):
    """What goes wrong, as a word and a text."""
    try:
        return repr(await awaitable)
    except ToolCallError as e:
        return ["ToolCallError", e.reason, e.detail]
    except aiohttp.ClientResponseError as e:
        return ["ClientResponseError", e.status, e.message]
    except (ScoreGroupFailed, ScoreGroupUnsupported, SessionTerminatedError) as e:
        return [type(e).__name__, str(e)]


def said(text):
    return GroupCandidate(messages=[Message(role="assistant", blocks=[TextBlock(text=text)])])


async def main():
    seen = {}
    client = AsyncOpenReward(api_key=sys.argv[2])
    environments = client.environments
    qa = environments.get("qa")
    seen["splits"] = await qa.list_splits()
    seen["count"] = await qa.num_tasks("train")
    tasks = await qa.list_tasks("train")
    seen["tasks"] = [task.task_spec for task in tasks]
    seen["environment"] = tasks[0].environment_name
    seen["task"] = (await qa.get_task("train", 1)).task_spec
    seen["range"] = [task.task_spec["id"] for task in await qa.get_task_range("train", -2)]
    seen["tools"] = [tool.name for tool in await qa.list_tools()]
    seen["openai"] = await qa.list_tools(format="openai")
    seen["unknown split"] = await told(qa.num_tasks("none"))
    seen["out of range"] = await told(qa.get_task("train", 99))

    async with qa.session(task=tasks[0]) as session:
        prompt = await session.get_prompt()
        seen["prompt"] = [block.text for block in prompt]
        seen["messages"] = await session.get_messages(format="openai")
        seen["final"] = await session.is_assistant_message_final()
        seen["version"] = sorted(await session.version())
        seen["no tool"] = await told(session.call_tool("none", {}))
        seen["wrong type"] = await told(session.call_tool("submit", {"answer": 7}))
        seen["missing"] = await told(session.call_tool("submit", {}))
        out = await session.call_tool("submit", {"answer": "Paris"})
        seen["right"] = [out.reward, out.finished, out.blocks[0].text, out.metadata]
        seen["twice"] = await told(session.call_tool("submit", {"answer": "Paris"}))

    async with qa.session(split="train", index=2) as session:
        seen["roles"] = [message.role for message in await session.get_messages()]
        out = await session.call_terminal_tool("5")
        seen["wrong"] = [out.reward, out.finished]

    async with qa.session(split="train", index=0) as session:
        seen["group"] = [score.reward for score in await session.score_group([said("Paris"), said("Rome"), said("")])]
        await session._pre_delete()
        seen["deleted"] = await told(session.call_tool("submit", {"answer": "Paris"}))

    async with qa.session(split="train", index=-1, secrets={"OPENAI_API_KEY": "sk-of-the-client"}) as one:
        async with qa.session(split="train", index=1) as two:
            seen["interleaved"] = [
                (await two.get_prompt())[0].text,
                (await one.get_prompt())[-1].text,
                (await one.call_tool("submit", {"answer": "4"})).reward,
                (await two.call_tool("submit", {"answer": "4"})).reward,
            ]

    broken = environments.get("broken")
    async with broken.session(split="train", index=0) as session:
        seen["unscored"] = await told(session.call_tool("submit", {"answer": "Paris"}))
        seen["unscored group"] = await told(session.score_group([said("Paris")]))

    hall = environments.get("owner/hall")
    async with hall.session(split="train", index=0) as session:
        seen["hall tools"] = [tool.name for tool in await session.list_tools()]
        seen["hall group"] = await told(session.score_group([said("Paris")]))
        seen["hall actions"] = (await session.call_tool("actions", {})).blocks[0].text
        steps = []
        for _ in range(9):
            out = await session.call_tool("act", {"action": "go"})
            steps.append([out.reward, out.finished])
            if out.finished:
                break
        seen["hall"] = steps

    async with hall.session(split="train", index=0) as session:
        try:
            await session.call_tool("act", {"action": "lose"})
            seen["lost"] = "nothing"
        except ToolFailed as e:
            seen["lost"] = str(e)

    # Longer than a chunk, with blanks of all kinds, escapes and characters of two halves where chunks may begin.
    echo = environments.get("echo")
    seen["echo"] = []
    async with echo.session(split="train", index=0) as session:
        for text in [" " * 9000, "\u00a0\u3000 x\U0001f600" * 3000, "a\n\t\"\\ " * 3000, "", "\u2028\u0085\x1f" * 2000]:
            for shift in ["", "x", "xy", "xyz"]:
                out = await session.call_tool("act", {"action": shift + text})
                seen["echo"].append(out.blocks[0].text == shift + text)

    await environments.aclose()
    print(json.dumps(seen))


asyncio.run(main())
