from __future__ import annotations

from typing import Any, Dict, List, Optional

import httpx


class PostlineError(Exception):
    """A request failed: the service refused it, could not complete it, or did not respond."""

    code: str
    """What to branch on: a code of the API, like ``recipient_suppressed``, or one of the client's own: ``timed_out``,
    ``connection_failed``, or ``unexpected_response`` for a response that is not from Postline."""
    status: int
    """HTTP status; 0 without a response."""
    message: str
    details: List[Dict[str, str]]
    """The wrong fields of an invalid request: ``path`` and ``message`` of each."""
    request_id: Optional[str]
    """Identifies the request in the logs of the service; None without a response."""
    idempotency_keys: List[str]
    """The idempotency keys of the request: one for a send, one for each item of a batch. To learn the result, repeat the
    request with the same keys and body."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        details: Optional[List[Dict[str, str]]] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.details = details or []
        self.request_id = request_id
        self.idempotency_keys = []


def error_in(response: httpx.Response) -> PostlineError:
    """The error of a response that is not a success."""
    fault = _fault_in(response)
    return PostlineError(
        fault.get("code", "unexpected_response"),
        fault.get("message", f"The response has status {response.status_code} and is not an error of Postline."),
        status=response.status_code,
        details=fault.get("details"),
        request_id=response.headers.get("x-request-id"),
    )


def _fault_in(response: httpx.Response) -> Dict[str, Any]:
    """Nothing if the response is not from Postline, but for example from a proxy."""
    try:
        fault = response.json()["error"]
        is_fault = isinstance(fault["code"], str) and isinstance(fault["message"], str)
    except (ValueError, KeyError, TypeError):
        return {}
    return dict(fault) if is_fault else {}
