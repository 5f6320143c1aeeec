"""Supplies generated requests with ids that exist, and with an allowed webhook endpoint."""

import json
import os
import socket
import urllib.request
import zlib
from datetime import datetime, timedelta, timezone

import schemathesis

URL = os.environ["POSTLINE_URL"]
KEY = os.environ["POSTLINE_KEY"]
# Bound, but not listening: deliveries are refused and retried, and nobody else gets the port.
closed_port = socket.socket()
closed_port.bind(("127.0.0.1", 0))
ENDPOINT = f"http://127.0.0.1:{closed_port.getsockname()[1]}/"


def call(method, path, body=None):
    request = urllib.request.Request(
        URL + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)


def send(number, **more):
    return call(
        "POST",
        "/v1/send",
        {
            "channel": "email",
            "idempotency_key": f"seed-{number}",
            "destination": {"email": os.environ["POSTLINE_OWNER"]},
            "payload": {"subject": f"Seed {number}", "body_text": "A text."},
            **more,
        },
    )["id"]


next_week = (datetime.now(timezone.utc) + timedelta(days=7)).isoformat()
own_key_ids = {key["id"] for key in call("GET", "/v1/keys")["keys"]}
webhooks = [call("POST", "/v1/webhooks", {"endpoint_url": ENDPOINT})["id"] for _ in range(10)]
deliveries = {webhook: call("POST", f"/v1/webhooks/{webhook}/test")["id"] for webhook in webhooks}
template = {"channel": "email", "subject": "Order {{ order }}", "body_html": "<p>{{ order }}</p>"}
domains = [call("POST", "/v1/domains", {"domain": f"seed{number}.test"}) for number in range(20)]
ids = {
    "/v1/domains/": [domain["id"] for domain in domains],
    "/v1/templates/": [call("POST", "/v1/templates", {"name": f"Seed {n}", **template})["id"] for n in range(20)],
    "/v1/spend-caps/": [call("PUT", "/v1/spend-caps", {"soft_limit_micros": 1_000_000_000})["id"]],
    "/v1/webhooks/": webhooks,
    "/v1/keys/": [call("POST", "/v1/keys", {"scope": "read"})["id"] for _ in range(30)],
    "/v1/messages/": [send(number) for number in range(5)]
    + [send(number, scheduled_at=next_week) for number in range(5, 20)],
}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Removes the schema of page sizes, which are read more leniently than documented, and the opaque cursors."""
    for item in raw_schema["paths"].values():
        for operation in item.values():
            operation["parameters"] = [each for each in operation.get("parameters", []) if each["name"] != "cursor"]
            for parameter in operation["parameters"]:
                if parameter["name"] == "limit":
                    parameter["schema"] = {}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Points two of three requests at resources that exist. The same case always gets the same resource."""
    path = case.operation.path
    parameters = case.path_parameters or {}
    dice = zlib.crc32(repr((path, sorted(parameters.items(), key=str))).encode())
    known = next((found for prefix, found in ids.items() if path.startswith(prefix)), [])
    name = "domain" if "domain" in parameters else "id"
    if name in parameters and known and dice % 3:
        parameters[name] = known[dice % len(known)]
        if "delivery_id" in parameters:
            parameters["delivery_id"] = deliveries[parameters["id"]]
    if parameters.get("id") in own_key_ids:
        parameters["id"] = "key_of_this_very_run"
    is_positive = case.meta is not None and case.meta.generation.mode.is_positive
    if path == "/v1/webhooks" and is_positive and isinstance(case.body, dict):
        case.body["endpoint_url"] = ENDPOINT
