"""What the clients that wait and that await have in common: everything but the network."""

from __future__ import annotations

import random
import re
import time
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Literal, Optional, Tuple, Union
from urllib.parse import quote

import httpx

from ._errors import PostlineError, error_in

File = Union[bytes, Tuple[str, bytes], Tuple[str, bytes, str]]
"""The bytes of a file, or its name and its bytes, or its name, its bytes and its MIME type."""

Reads = Literal["json", "text", "bytes", "nothing"]

BASE_DELAY = 0.5
MAX_DELAY = 8.0
MAX_RETRY_AFTER = 60.0
"""If ``Retry-After`` is longer, the caller gets the error at once."""

_KEYED = re.compile(
    r"/v1/(send|send/batch|messages/[^/]+/resend|broadcasts/[^/]+/test|mail/compose|mail/threads/[^/]+/(reply|forward))"
)
"""Paths whose bodies have idempotency keys: a request that arrives twice takes effect once."""


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    options: Dict[str, Any]
    """What httpx takes besides."""
    reads: Reads
    is_repeatable: bool
    """Whether it may reach the service twice and still take effect once."""
    keys: List[str]


def make_request(
    method: str,
    path: str,
    *,
    query: Optional[Dict[str, Any]] = None,
    body: Any = None,
    file: Optional[File] = None,
    csv: Union[str, bytes, None] = None,
    reads: Reads = "nothing",
) -> Request:
    is_keyed = method == "POST" and _KEYED.fullmatch(path) is not None
    options: Dict[str, Any] = {"params": {name: value for name, value in (query or {}).items() if value is not None}}
    keys: List[str] = []
    if is_keyed:
        body = _with_keys({} if body is None else body)
        keys = [item["idempotency_key"] for item in (body if isinstance(body, list) else [body])]
    if body is not None:
        options["json"] = body
    if file is not None:
        if isinstance(file, tuple) and any(isinstance(part, str) and re.search(r"[\r\n]", part) for part in file[2:3]):
            raise ValueError("The content type of the file has a line break.")
        options["files"] = {"file": file if isinstance(file, tuple) else ("file", file)}
    if csv is not None:
        options["content"] = csv.encode() if isinstance(csv, str) else csv
        options["headers"] = {"content-type": "text/csv"}
    return Request(method, path, options, reads, method == "GET" or is_keyed, keys)


def segment(value: Union[str, int]) -> str:
    """A value as one segment of a path.

    :raises ValueError: if it would be another path.
    """
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot be an id or a name.")
    return quote(text, safe="")


def base_url_of(url: str) -> str:
    """:raises ValueError: if it is not an address of a service."""
    if not re.match(r"https?://[^/]", url):
        raise ValueError("base_url must be like https://mail.example.com")
    return url.rstrip("/")


def failure_of(error: httpx.HTTPError) -> PostlineError:
    """The error of a request that got no response."""
    if isinstance(error, httpx.TimeoutException):
        return PostlineError("timed_out", "The service did not respond in time.")
    return PostlineError("connection_failed", f"The connection to the service failed: {error}")


def wait_before_retry(
    request: Request, outcome: Union[httpx.Response, PostlineError], attempt: int, max_retries: int
) -> Optional[float]:
    """Seconds to wait before the next attempt; None if there is none.

    After a 429, everything is retried, because it had no effect. After server errors, time-outs and broken connections,
    only what is repeatable is, because it may have had an effect.
    """
    if attempt >= max_retries:
        return None
    asked: Optional[float] = None
    if isinstance(outcome, PostlineError):
        if not request.is_repeatable:
            return None
    else:
        if outcome.status_code != 429 and not (request.is_repeatable and outcome.status_code >= 500):
            return None
        # A retry cannot help: the deployment lacks something.
        if error_in(outcome).code.endswith("_not_configured"):
            return None
        asked = _retry_after(outcome)
    if asked is None:
        return float(min(MAX_DELAY, BASE_DELAY * 2**attempt) * random.uniform(0.5, 1))
    return None if asked > MAX_RETRY_AFTER else asked + random.uniform(0, BASE_DELAY)


def result_of(request: Request, outcome: Union[httpx.Response, PostlineError]) -> Any:
    """What the caller gets. :raises PostlineError: if the request failed."""
    error = outcome if isinstance(outcome, PostlineError) else None
    if isinstance(outcome, httpx.Response):
        if not outcome.is_success:
            error = error_in(outcome)
        else:
            try:
                return _read(request.reads, outcome)
            except ValueError:
                message = "The response is not JSON, so it is not from Postline."
                error = PostlineError("unexpected_response", message, status=outcome.status_code)
    assert error is not None
    error.idempotency_keys = request.keys
    raise error


def next_page(query: Dict[str, Any], page: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """The query of the next page; None after the last one."""
    cursor = page.get("next_cursor")
    return None if cursor is None else {**query, "cursor": cursor}


def _with_keys(body: Any) -> Any:
    if isinstance(body, list):
        return [_with_keys(item) for item in body]
    return {**body, "idempotency_key": body.get("idempotency_key") or str(uuid.uuid4())}


def _read(reads: Reads, response: httpx.Response) -> Any:
    if reads == "json":
        return response.json()
    if reads == "text":
        return response.text
    return response.content if reads == "bytes" else None


def _retry_after(response: httpx.Response) -> Optional[float]:
    """Seconds, which may be given as a date (RFC 9110 section 10.2.3)."""
    text = response.headers.get("retry-after", "")
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None
