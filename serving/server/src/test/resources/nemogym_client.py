"""Holds a server to NeMo Gym's own session conformance, and writes what it held as JSON. nemogym_client.py URL TASK_DATA"""

import json
import sys

import fastapi.testclient
import requests


class Remote:
    """In place of a client that calls an app in its own process."""

    def __init__(self, app, **options):
        self.session = requests.Session()

    def post(self, path, json):
        return self.session.post(sys.argv[1] + path, json=json)


fastapi.testclient.TestClient = Remote

from nemo_gym.base_resources_server import ResourcesSeedSessionRequest
from nemo_gym.testing.session_conformance import check_resources_session_contract

held = []
for data in [{}, json.loads(sys.argv[2])]:
    seed = ResourcesSeedSessionRequest(
        resources_session_id=f"session-{len(held)}",
        episode_id={"rollout_id": f"rollout-{len(held)}", "attempt": len(held)},
        task_id={"taskset": "set", "task_id": "task"},
        task_data=data,
    )
    check_resources_session_contract(None, seed, keeps_state=True)
    held.append(True)
print(json.dumps(held))
