"""Typed client for Postline, the transactional email service that you run yourself."""

from . import types
from ._client import AsyncPostline, Postline
from ._errors import PostlineError
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncPostline",
    "Postline",
    "PostlineError",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]
