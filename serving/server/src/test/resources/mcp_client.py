"""Plays an episode with the client of the package mcp, and writes what it saw as JSON. mcp_client.py URL TOKEN"""

import asyncio
import json
import sys

import httpx2 as httpx
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

url, token = sys.argv[1], sys.argv[2]
seen = {}


def text(result):
    return [result.content[0].text, bool(result.is_error)]


async def play(address):
    async with httpx.AsyncClient(headers={"Authorization": "Bearer " + token}) as http:
        async with streamable_http_client(address, http_client=http) as (read, write):
            async with ClientSession(read, write) as session:
                greeting = await session.initialize()
                yield session, greeting


async def main():
    async for session, greeting in play(url + "/mcp"):
        seen["server"] = greeting.server_info.name
        seen["revision"] = greeting.protocol_version
        await session.send_ping()
        seen["tools"] = [tool.name for tool in (await session.list_tools()).tools]
        seen["early"] = text(await session.call_tool("act", {"action": "go"}))
        seen["begin"] = text(await session.call_tool("begin_episode", {"split": "test", "index": 1}))
        seen["step"] = text(await session.call_tool("act", {"action": "go"}))
        seen["wrong"] = text(await session.call_tool("act", {"deed": "go"}))
        last = await session.call_tool("act", {"action": "go"})
        seen["last"] = text(last) + [last.meta["dev.guerdon/reward"], last.meta["dev.guerdon/done"]]
    async for session, greeting in play(url + "/long/mcp?index=2"):
        seen["instructions"] = greeting.instructions
        seen["at once"] = text(await session.call_tool("act", {"action": "go"}))


asyncio.run(main())
print(json.dumps(seen))
