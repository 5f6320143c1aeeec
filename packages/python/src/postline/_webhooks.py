from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, List, Mapping, Optional, Tuple, Union, cast

from .types import WebhookRequest

TOLERANCE = 300.0
_MAX_SIGNATURES = 10
"""More than any rotation needs; each costs time."""
_STANDARD_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """A request that is not a genuine webhook of the service. Respond with 400 or 401."""

    code: str
    """``missing_header``, ``invalid_timestamp``, ``timestamp_out_of_range``, ``invalid_signature`` or ``invalid_body``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    raw_body: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Iterable[str]],
    *,
    header_prefix: str = "Svc",
    tolerance: float = TOLERANCE,
    now: Optional[float] = None,
) -> WebhookRequest:
    """Verifies a webhook request and returns its event.

    Ignore an ``event_id`` that you already have: an event may arrive more than once. If the headers with the prefix are
    missing, those of Standard Webhooks count.

    :param raw_body: the body as it was received, before any parsing.
    :param secrets: the ``signing_secret`` of the subscription, or its ``standard_secret``; during a rotation, the new one
        and the old one.
    :param tolerance: the largest difference between the timestamp and the clock, in seconds.
    :raises WebhookVerificationError: whose ``code`` says what is wrong.
    :raises ValueError: if there is no secret, or not a valid one.
    """
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets) if secret]
    if not keys:
        raise ValueError("No secret is set: pass the signing_secret of the subscription.")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    values = {name.lower(): value for name, value in headers.items()}
    timestamp, signatures, head = _claim_in(values, header_prefix.lower())
    _assert_recent(timestamp, tolerance, time.time() if now is None else now)
    expected = [hmac.new(key, head.encode() + body, hashlib.sha256).digest() for key in keys]
    if not any([hmac.compare_digest(ours, theirs) for ours in expected for theirs in signatures]):
        raise WebhookVerificationError("invalid_signature", "No secret matches the signature.")
    try:
        return cast(WebhookRequest, json.loads(body))
    except ValueError:
        raise WebhookVerificationError("invalid_body", "The body is not JSON.") from None


def _claim_in(values: Mapping[str, str], prefix: str) -> Tuple[str, List[bytes], str]:
    """When the request says it was signed, its signatures, and what is signed before its body."""
    if not values.get(f"{prefix}-signature") and values.get("webhook-signature"):
        return _standard_claim_in(values)
    timestamp = _value(values, f"{prefix}-timestamp")
    signature = _value(values, f"{prefix}-signature")
    if not re.fullmatch(r"[0-9a-f]{64}", signature):
        raise WebhookVerificationError("invalid_signature", "The signature is not 64 lowercase hex digits.")
    return timestamp, [bytes.fromhex(signature)], f"{timestamp}."


def _standard_claim_in(values: Mapping[str, str]) -> Tuple[str, List[bytes], str]:
    """The same from the headers of Standard Webhooks. Signatures of other versions than ours are ignored."""
    message_id = _value(values, "webhook-id")
    timestamp = _value(values, "webhook-timestamp")
    parts = (re.fullmatch(r"v1,([A-Za-z0-9+/]{43}=)", text) for text in values["webhook-signature"].split(" "))
    signatures = [base64.b64decode(part.group(1)) for part in parts if part][:_MAX_SIGNATURES]
    if not signatures:
        raise WebhookVerificationError("invalid_signature", "The signature is not v1, and 32 bytes in base64.")
    return timestamp, signatures, f"{message_id}.{timestamp}."


def _value(values: Mapping[str, str], name: str) -> str:
    value = values.get(name)
    if not value:
        raise WebhookVerificationError("missing_header", f"The header {name} is missing.")
    return value


def _assert_recent(timestamp: str, tolerance: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("invalid_timestamp", "The timestamp is not a number of seconds.")
    if abs(now - int(timestamp)) > tolerance:
        message = f"The timestamp is more than {tolerance:g} seconds off: an old request, or a wrong clock."
        raise WebhookVerificationError("timestamp_out_of_range", message)


def _key_of(secret: str) -> bytes:
    """A secret is its text, or in the form of Standard Webhooks base64 of it."""
    if not secret.startswith(_STANDARD_PREFIX):
        return secret.encode()
    try:
        key = base64.b64decode(secret[len(_STANDARD_PREFIX) :], validate=True)
        # Anybody can sign with an empty key.
        if not key:
            raise binascii.Error("empty")
        return key
    except binascii.Error:
        raise ValueError("A secret is not valid: after whsec_ it must be base64. Pass the standard_secret unchanged.") from None
