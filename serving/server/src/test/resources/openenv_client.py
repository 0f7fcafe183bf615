"""Plays sessions with OpenEnv's own clients, and writes what they saw as JSON.

openenv_client.py URL TOKEN [FILE]: with FILE, writes the messages of the WebSockets there, to be sent again by a test.
"""

import asyncio
import json
import sys
import urllib.request

from openenv.cli._validation import validate_running_environment
from openenv.core import GenericEnvClient
from openenv.core.env_client import EnvClient
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.env_server.types import (
    EnvironmentMetadata,
    HealthResponse,
    ResetResponse,
    SchemaResponse,
    State,
    StepResponse,
)
from openenv.core.mcp_client import MCPToolClient

url, token = sys.argv[1], sys.argv[2]
headers = {"Authorization": "Bearer " + token}
seen = {}
recorded = []
count = 0


def connection(ws):
    global count
    if not hasattr(ws, "number_here"):
        ws.number_here = count
        count += 1
    return ws.number_here


async def send(self, message, _send=EnvClient._send):
    await _send(self, message)
    if isinstance(self, GenericEnvClient):
        path = "/" + self._ws_url.split("/", 3)[3]
        recorded.append({"connection": connection(self._ws), "path": path, "sent": message})


async def receive(self, _receive=EnvClient._receive):
    ws = self._ws
    answer = await _receive(self)
    if isinstance(self, GenericEnvClient):
        recorded.append({"connection": connection(ws), "received": answer})
    return answer


async def disconnect(self, _disconnect=EnvClient._disconnect_async):
    ws = self._ws
    await _disconnect(self)
    if ws is not None and isinstance(self, GenericEnvClient):
        recorded.append({"connection": connection(ws), "closed": True})


EnvClient._send = send
EnvClient._receive = receive
EnvClient._disconnect_async = disconnect


def http(method, path, body=None, model=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        url + path, data, {"Content-Type": "application/json", **headers}, method=method
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        value = json.load(answer)
    if model is not None:
        model(**value)  # refuses what OpenEnv's own server would not send
    return value


def shown(result):
    return [result.observation["text"], result.reward, result.done, sorted(result.metadata)]


async def play():
    async with GenericEnvClient(base_url=url, headers=headers) as env:
        seen["reset"] = shown(await env.reset(seed=1, episode_id="e1"))
        seen["step"] = shown(await env.step({"action": "go"}))
        seen["state"] = await env.state()
        seen["last"] = shown(await env.step({"action": "go"}))
        seen["after"] = shown(await env.step({"action": "go"}))
        for name, data in {"number": {"index": 99}, "split": {"split": "no", "index": 0}, "own": {"task": {"door": "x"}}}.items():
            try:
                await env.reset(**data)
            except RuntimeError as e:
                seen["refused " + name] = str(e)
        try:
            await env.step({"code": "1"})
        except RuntimeError as e:
            seen["invalid"] = str(e)
        task = (await env.reset(split="test", index=1)).metadata["task"]
        seen["task"] = task
        # What the server shows of a task names it.
        seen["again"] = shown(await env.reset(task=task))
        other = await env.new_session()
        await other.reset(index=3)
        seen["interleaved"] = [
            (await env.step({"action": "go"})).observation["text"],
            (await other.state())["step_count"],
            (await env.step({"action": "go"})).observation["text"],
            (await other.step({"action": "go"})).observation["text"],
            (await other.step({"action": "go"})).observation["text"],
        ]
        await other.close()


async def crowd():
    clients = [GenericEnvClient(base_url=url + "/hall", headers=headers) for _ in range(8)]
    await asyncio.gather(*(client.connect() for client in clients))
    await asyncio.gather(*(client.reset(seed=2) for client in clients))
    late = GenericEnvClient(base_url=url + "/hall", headers=headers)
    try:
        await late.reset()
    except RuntimeError as e:
        seen["full"] = str(e)
    await late.close()
    steps = await asyncio.gather(*(client.step({"action": "go"}) for client in clients))
    seen["crowd"] = [step.reward for step in steps]
    await asyncio.gather(*(client.close() for client in clients))


async def tools():
    async with MCPToolClient(base_url=url, headers=headers) as env:
        await env.reset(index=0)
        seen["tools"] = [tool.name for tool in await env.list_tools()]
        seen["tool"] = await env.call_tool("act", action="go")
        seen["possible"] = await env.call_tool("actions")
        step = await env.step(CallToolAction(tool_name="act", arguments={"action": "go"}))
        seen["tool step"] = [step.observation.result, step.reward, step.done]
        step = await env.step(CallToolAction(tool_name="fly", arguments={}))
        seen["no tool"] = step.observation.error.error_type.value
        seen["tool state"] = (await env.state()).step_count


def synchronous():
    with GenericEnvClient(base_url=url + "/long", headers=headers).sync() as env:
        env.reset(seed=0)
        seen["sync"] = [env.step({"action": "go"}).reward for _ in range(9)]


def plain():
    seen["health"] = http("GET", "/health", model=HealthResponse)
    seen["metadata"] = http("GET", "/metadata", model=EnvironmentMetadata)["name"]
    seen["schema"] = sorted(http("GET", "/schema", model=SchemaResponse))
    seen["plain state"] = http("GET", "/state", model=State)["step_count"]
    seen["plain reset"] = http("POST", "/reset", {"seed": 3}, ResetResponse)["observation"]["text"]
    seen["plain step"] = http("POST", "/step", {"action": {"action": "go"}}, StepResponse)["reward"]
    seen["environments"] = http("GET", "/list_environments")
    seen["splits"] = http("GET", "/hall/splits")
    seen["count"] = http("POST", "/hall/num_tasks", {"split": "train"})
    seen["first task"] = http("POST", "/hall/task", {"split": "train", "index": 0})
    seen["range"] = http("POST", "/hall/task_range", {"split": "train", "start": 1, "stop": 3})


def valid():
    report = validate_running_environment(url.replace("://", "://user:" + token + "@") + "/hall", 60)
    seen["valid"] = [report["passed"], report["mode"], report["summary"]["failed_criteria"]]


async def refused():
    client = GenericEnvClient(base_url=url)
    try:
        await client.connect()
    except ConnectionError as e:
        seen["no token"] = str(e)


asyncio.run(play())
asyncio.run(refused())
asyncio.run(crowd())
asyncio.run(tools())
synchronous()
plain()
valid()
if len(sys.argv) > 3:
    with open(sys.argv[3], "w") as out:
        for line in recorded:
            out.write(json.dumps(line) + "\n")
print(json.dumps(seen))
