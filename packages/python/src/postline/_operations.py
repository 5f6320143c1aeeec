# Made from openapi.json by `npm run generate`. Do not edit.
# What a call returns is known only here, not where it is made: mypy would complain of every method.
# mypy: disable-error-code="no-any-return"
"""Every operation of the API as a method, to wait for and to await."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import types as t
from ._requests import File, segment


class Operations:
    def _call(self, method: str, path: str, **more: Any) -> Any:
        raise NotImplementedError

    def _pages(self, path: str, field: str, query: Dict[str, Any]) -> Iterator[Any]:
        raise NotImplementedError

    def messages_send(self, body: t.SendRequest) -> t.SendResponse:
        """Sends one message, now or at a scheduled time.

        ``POST /v1/send``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/send", body=body, reads="json")

    def messages_send_batch(self, body: List[t.SendRequest]) -> List[t.BatchItemResult]:
        """Sends up to 1,000 messages. Each one succeeds or fails independently.

        ``POST /v1/send/batch``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/send/batch", body=body, reads="json")

    def messages_list(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MessagesListResponse:
        """Lists messages, newest first.

        ``GET /v1/messages``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. With the query parameter `idempotency_key` it answers like `messagesGetByIdempotencyKey`; filters that only this one has are then ignored."""
        return self._call(
            "GET",
            "/v1/messages",
            query={
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
            },
            reads="json",
        )

    def messages_list_all(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.MessageSummary]:
        """Every item of ``messages_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/messages",
            "messages",
            {
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
                "limit": limit,
            },
        )

    def messages_get(self, id: str) -> t.Message:
        """Gets one message with its timeline.

        ``GET /v1/messages/{id}``. Needs a key with the scope `read` or `admin`."""
        return self._call("GET", f"/v1/messages/{segment(id)}", reads="json")

    def messages_get_by_idempotency_key(self, *, idempotency_key: str) -> t.Message:
        """Gets the message sent with an idempotency key.

        ``GET /v1/messages/by-idempotency-key``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/messages/by-idempotency-key",
            query={"idempotency_key": idempotency_key},
            reads="json",
        )

    def messages_cancel(self, id: str) -> t.MessagesCancelResponse:
        """Cancels a scheduled message. Mail of the mail app leaves its thread.

        ``POST /v1/messages/{id}/cancel``. Needs a key with the scope `send` or `admin`."""
        return self._call("POST", f"/v1/messages/{segment(id)}/cancel", reads="json")

    def messages_content(self, id: str) -> t.MessageContent:
        """Gets the content of a message as it was accepted, without the bytes of its files.

        ``GET /v1/messages/{id}/content``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/messages/{segment(id)}/content", reads="json")

    def messages_delete_content(self, id: str) -> None:
        """Deletes the bodies, files and headers of a message for good. Its timeline stays.

        ``DELETE /v1/messages/{id}/content``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/messages/{segment(id)}/content", reads="nothing")

    def messages_raw(self, id: str) -> bytes:
        """Gets a message as a mail (MIME), as it leaves, except for its signature and changes by tracking.

        ``GET /v1/messages/{id}/raw``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/messages/{segment(id)}/raw", reads="bytes")

    def messages_attachment(self, id: str, index: int) -> bytes:
        """Gets an attachment of a message, with its type and its file name.

        ``GET /v1/messages/{id}/attachments/{index}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/messages/{segment(id)}/attachments/{segment(index)}", reads="bytes")

    def messages_export_csv(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> str:
        """Gets all messages that a filter finds as CSV, newest first. The response is a stream.

        ``GET /v1/messages/export.csv``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/messages/export.csv",
            query={
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
            },
            reads="text",
        )

    def messages_export_ndjson(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> bytes:
        """Gets all messages that a filter finds as JSON, one a line, newest first. The response is a stream.

        ``GET /v1/messages/export.ndjson``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/messages/export.ndjson",
            query={
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
            },
            reads="bytes",
        )

    def messages_resend(
        self,
        id: str,
        body: Optional[t.MessagesResendBody] = None,
    ) -> t.SendResponse:
        """Sends the content of a message again, at once, as a new message.

        ``POST /v1/messages/{id}/resend``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/messages/{segment(id)}/resend", body=body, reads="json")

    def messages_validate(self, body: t.MessagesValidateBody) -> t.AddressValidation:
        """Checks whether an address can receive mail: its syntax, and its domain in DNS. Sends nothing.

        ``POST /v1/validate``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/validate", body=body, reads="json")

    def webhooks_create(self, body: t.WebhooksCreateBody) -> t.WebhookSubscriptionWithSecret:
        """Subscribes an endpoint to events. Its signing secret is shown only in this response.

        ``POST /v1/webhooks``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/webhooks", body=body, reads="json")

    def webhooks_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.WebhooksListResponse:
        """Lists webhook subscriptions, newest first.

        ``GET /v1/webhooks``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/webhooks", query={"limit": limit, "cursor": cursor}, reads="json")

    def webhooks_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.WebhookSubscription]:
        """Every item of ``webhooks_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/webhooks", "webhooks", {"limit": limit})

    def webhooks_get(self, id: str) -> t.WebhookSubscription:
        """Gets one webhook subscription.

        ``GET /v1/webhooks/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/webhooks/{segment(id)}", reads="json")

    def webhooks_update(
        self,
        id: str,
        body: Optional[t.WebhooksUpdateBody] = None,
    ) -> t.WebhookSubscription:
        """Changes the given fields of a webhook subscription, or pauses or resumes it.

        ``PUT /v1/webhooks/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/webhooks/{segment(id)}", body=body, reads="json")

    def webhooks_delete(self, id: str) -> t.WebhooksDeleteResponse:
        """Deletes a webhook subscription and stops its retries.

        ``DELETE /v1/webhooks/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/webhooks/{segment(id)}", reads="json")

    def webhooks_rotate_secret(self, id: str) -> t.WebhookSubscriptionWithSecret:
        """Creates a new signing secret for a webhook subscription, shown only in this response.

        ``POST /v1/webhooks/{id}/rotate-secret``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/webhooks/{segment(id)}/rotate-secret", reads="json")

    def webhooks_test(
        self,
        id: str,
        body: Optional[t.WebhooksTestBody] = None,
    ) -> t.WebhookDelivery:
        """Sends a test event to a webhook endpoint.

        ``POST /v1/webhooks/{id}/test``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/webhooks/{segment(id)}/test", body=body, reads="json")

    def webhooks_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["pending", "succeeded", "failed", "exhausted"]] = None,
        event_type: Optional[t.WebhookEventType] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.WebhooksDeliveriesResponse:
        """Lists the deliveries of a webhook subscription, newest first.

        ``GET /v1/webhooks/{id}/deliveries``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            f"/v1/webhooks/{segment(id)}/deliveries",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "event_type": event_type,
                "from": from_,
                "to": to,
            },
            reads="json",
        )

    def webhooks_deliveries_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        status: Optional[Literal["pending", "succeeded", "failed", "exhausted"]] = None,
        event_type: Optional[t.WebhookEventType] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Iterator[t.WebhookDelivery]:
        """Every item of ``webhooks_deliveries``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/webhooks/{segment(id)}/deliveries",
            "deliveries",
            {"limit": limit, "status": status, "event_type": event_type, "from": from_, "to": to},
        )

    def webhooks_get_delivery(self, id: str, delivery_id: str) -> t.WebhookDelivery:
        """Gets one delivery with its attempts.

        ``GET /v1/webhooks/{id}/deliveries/{delivery_id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            f"/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}",
            reads="json",
        )

    def webhooks_redeliver(self, id: str, delivery_id: str) -> t.WebhookDelivery:
        """Delivers an event again in a new round of attempts.

        ``POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "POST",
            f"/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/redeliver",
            reads="json",
        )

    def webhooks_redeliver_many(
        self,
        id: str,
        body: t.WebhooksRedeliverManyBody,
    ) -> t.WebhooksRedeliverManyResponse:
        """Delivers up to 100 events again, each in a new round of attempts.

        ``POST /v1/webhooks/{id}/redeliver``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/webhooks/{segment(id)}/redeliver", body=body, reads="json")

    def domains_create(self, body: t.DomainsCreateBody) -> t.Domain:
        """Adds a sending domain, and returns the records to publish for it.

        ``POST /v1/domains``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/domains", body=body, reads="json")

    def domains_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.DomainsListResponse:
        """Lists the domains of the account, newest first; the built-in one comes last.

        ``GET /v1/domains``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/domains", query={"limit": limit, "cursor": cursor}, reads="json")

    def domains_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.Domain]:
        """Every item of ``domains_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/domains", "domains", {"limit": limit})

    def domains_get(self, domain: str) -> t.Domain:
        """Gets a domain.

        ``GET /v1/domains/{domain}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/domains/{segment(domain)}", reads="json")

    def domains_delete(self, domain: str) -> None:
        """Deletes a domain, also at the mail provider.

        ``DELETE /v1/domains/{domain}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/domains/{segment(domain)}", reads="nothing")

    def domains_verify(self, domain: str) -> t.DomainVerification:
        """Looks up the records of a domain in DNS. Statuses without an answer do not change.

        ``POST /v1/domains/{domain}/verify``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/domains/{segment(domain)}/verify", reads="json")

    def domains_set_from_name(
        self,
        domain: str,
        body: t.DomainsSetFromNameBody,
    ) -> t.DomainFromName:
        """Sets the default sender name of a domain, for sends whose `from_email` has no name.

        ``PUT /v1/domains/{domain}/from-name``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/domains/{segment(domain)}/from-name", body=body, reads="json")

    def domains_set_inbound(self, domain: str, body: t.DomainsSetInboundBody) -> t.DomainInbound:
        """Turns the receiving of mail to a domain on or off, and returns the MX record to publish.

        ``POST /v1/domains/{domain}/inbound``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/domains/{segment(domain)}/inbound", body=body, reads="json")

    def domains_set_links(self, domain: str, body: t.DomainsSetLinksBody) -> t.DomainLinks:
        """Turns the domain's own link host on or off. Links in its mail use it once its record is verified.

        ``PUT /v1/domains/{domain}/links``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/domains/{segment(domain)}/links", body=body, reads="json")

    def domains_set_ed25519(self, domain: str, body: t.DomainsSetEd25519Body) -> t.Domain:
        """Turns a second signature of mail, with Ed25519, on or off. While it is on, the domain has one more record to publish; once that is verified, mail has both signatures.

        ``PUT /v1/domains/{domain}/ed25519``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/domains/{segment(domain)}/ed25519", body=body, reads="json")

    def domains_dns_setup(self, domain: str) -> t.DnsSetup:
        """Gets instructions for publishing the records of a domain at its DNS host.

        ``GET /v1/domains/{domain}/dns-setup``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/domains/{segment(domain)}/dns-setup", reads="json")

    def domains_zonefile(self, domain: str) -> str:
        """Gets the records of a domain as a zone file, in the format of BIND.

        ``GET /v1/domains/{domain}/dns-setup/zonefile``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/domains/{segment(domain)}/dns-setup/zonefile", reads="text")

    def domains_dmarc_reports(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.DomainsDmarcReportsResponse:
        """Lists the DMARC reports about a domain, the latest first.

        ``GET /v1/domains/{domain}/dmarc-reports``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            f"/v1/domains/{segment(domain)}/dmarc-reports",
            query={"limit": limit, "cursor": cursor, "from": from_, "to": to},
            reads="json",
        )

    def domains_dmarc_reports_all(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Iterator[t.DmarcReport]:
        """Every item of ``domains_dmarc_reports``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/domains/{segment(domain)}/dmarc-reports",
            "reports",
            {"limit": limit, "from": from_, "to": to},
        )

    def domains_dmarc_summary(self, domain: str) -> t.DmarcSummary:
        """Sums up the DMARC reports of 30 days about a domain: who sends in its name, what passes, and whether `p=reject` is safe.

        ``GET /v1/domains/{domain}/dmarc-summary``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/domains/{segment(domain)}/dmarc-summary", reads="json")

    def domains_get_logo(self, domain: str) -> t.Indicator:
        """Gets the logo of a domain (BIMI), and what it still needs to be shown.

        ``GET /v1/domains/{domain}/bimi``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/domains/{segment(domain)}/bimi", reads="json")

    def domains_set_logo(self, domain: str, body: t.DomainsSetLogoBody) -> t.Indicator:
        """Sets the logo of a domain by URL, or removes it.

        ``PUT /v1/domains/{domain}/bimi``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/domains/{segment(domain)}/bimi", body=body, reads="json")

    def domains_upload_logo(self, domain: str, file: File) -> t.Indicator:
        """Uploads the logo of a domain, which this service then serves.

        ``POST /v1/domains/{domain}/bimi/logo``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/domains/{segment(domain)}/bimi/logo", file=file, reads="json")

    def domains_tls_reports(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.DomainsTlsReportsResponse:
        """Lists the TLS reports about a domain, the latest first.

        ``GET /v1/domains/{domain}/tls-reports``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            f"/v1/domains/{segment(domain)}/tls-reports",
            query={"limit": limit, "cursor": cursor, "from": from_, "to": to},
            reads="json",
        )

    def domains_tls_reports_all(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Iterator[t.TlsReport]:
        """Every item of ``domains_tls_reports``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/domains/{segment(domain)}/tls-reports",
            "reports",
            {"limit": limit, "from": from_, "to": to},
        )

    def domains_tls_summary(self, domain: str) -> t.TlsSummary:
        """Sums up the TLS reports of 30 days about a domain: how many sessions with its mail servers were encrypted as its policy asks, and why others failed.

        ``GET /v1/domains/{domain}/tls-summary``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/domains/{segment(domain)}/tls-summary", reads="json")

    def inbound_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.InboundListResponse:
        """Lists received mail, newest first.

        ``GET /v1/inbound``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", "/v1/inbound", query={"limit": limit, "cursor": cursor}, reads="json")

    def inbound_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.InboundEmailSummary]:
        """Every item of ``inbound_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/inbound", "emails", {"limit": limit})

    def inbound_get(self, id: str) -> t.InboundEmail:
        """Gets a received mail with its text, HTML and headers.

        ``GET /v1/inbound/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/inbound/{segment(id)}", reads="json")

    def inbound_raw(self, id: str) -> bytes:
        """Gets the exact bytes of a received mail.

        ``GET /v1/inbound/{id}/raw``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/inbound/{segment(id)}/raw", reads="bytes")

    def inbound_attachment(self, id: str, index: int) -> bytes:
        """Gets an attachment of a received mail, with its type and its file name.

        ``GET /v1/inbound/{id}/attachments/{index}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/inbound/{segment(id)}/attachments/{segment(index)}", reads="bytes")

    def inbound_routes_create(self, body: t.InboundRoutesCreateBody) -> t.InboundRouteWithSecret:
        """Forwards received mail to an endpoint or an address. The signing secret is shown only in this response.

        ``POST /v1/inbound/routes``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/inbound/routes", body=body, reads="json")

    def inbound_routes_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.InboundRoutesListResponse:
        """Lists the routes of received mail, newest first.

        ``GET /v1/inbound/routes``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/inbound/routes",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def inbound_routes_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.InboundRoute]:
        """Every item of ``inbound_routes_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/inbound/routes", "routes", {"limit": limit})

    def inbound_routes_get(self, id: str) -> t.InboundRoute:
        """Gets one route of received mail.

        ``GET /v1/inbound/routes/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/inbound/routes/{segment(id)}", reads="json")

    def inbound_routes_update(
        self,
        id: str,
        body: Optional[t.InboundRoutesUpdateBody] = None,
    ) -> t.InboundRoute:
        """Changes the given fields of a route, or stops and resumes it.

        ``PUT /v1/inbound/routes/{id}``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/inbound/routes/{segment(id)}", body=body, reads="json")

    def inbound_routes_delete(self, id: str) -> None:
        """Deletes a route and stops its retries.

        ``DELETE /v1/inbound/routes/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/inbound/routes/{segment(id)}", reads="nothing")

    def inbound_routes_rotate_secret(self, id: str) -> t.InboundRouteWithSecret:
        """Creates a new signing secret for a route, shown only in this response.

        ``POST /v1/inbound/routes/{id}/rotate-secret``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/inbound/routes/{segment(id)}/rotate-secret", reads="json")

    def suppressions_create(self, body: t.SuppressionsCreateBody) -> t.Suppression:
        """Blocks all mail to a recipient.

        ``POST /v1/suppressions``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/suppressions", body=body, reads="json")

    def suppressions_list(
        self,
        *,
        channel: Optional[t.Channel] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.SuppressionsListResponse:
        """Lists suppressed and unsubscribed recipients, newest first.

        ``GET /v1/suppressions``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/suppressions",
            query={"channel": channel, "reason": reason, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def suppressions_list_all(
        self,
        *,
        channel: Optional[t.Channel] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.Suppression]:
        """Every item of ``suppressions_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/suppressions",
            "suppressions",
            {"channel": channel, "reason": reason, "limit": limit},
        )

    def suppressions_delete(
        self,
        *,
        channel: t.Channel,
        recipient: str,
        state: Optional[t.SuppressionState] = None,
        reason: Optional[str] = None,
    ) -> None:
        """Removes a recipient from the list, which allows mail again.

        ``DELETE /v1/suppressions``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. The query parameters can be in a JSON body instead."""
        return self._call(
            "DELETE",
            "/v1/suppressions",
            query={"channel": channel, "recipient": recipient, "state": state, "reason": reason},
            reads="nothing",
        )

    def suppressions_get(
        self,
        recipient: str,
        *,
        channel: Optional[t.Channel] = None,
    ) -> t.Suppression:
        """Gets the entry of a recipient, which says what is blocked and why.

        ``GET /v1/suppressions/{recipient}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            f"/v1/suppressions/{segment(recipient)}",
            query={"channel": channel},
            reads="json",
        )

    def suppressions_import(self, body: t.SuppressionsImportBody) -> t.SuppressionsImportResponse:
        """Adds up to 10,000 recipients to the list.

        ``POST /v1/suppressions/import``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/suppressions/import", body=body, reads="json")

    def suppressions_import_file(self, file: File) -> t.SuppressionsImportFileResponse:
        """Adds the recipients in a CSV file of up to 100,000 lines to the list.

        ``POST /v1/suppressions/import/file``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/suppressions/import/file", file=file, reads="json")

    def suppressions_export(self) -> str:
        """Gets the whole list as CSV, oldest entries first, in the form that an import takes.

        ``GET /v1/suppressions/export``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/suppressions/export", reads="text")

    def contacts_create(self, body: t.ContactsCreateBody) -> t.Contact:
        """Creates a contact.

        ``POST /v1/contacts``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/contacts", body=body, reads="json")

    def contacts_list(
        self,
        *,
        search: Optional[str] = None,
        email: Optional[str] = None,
        list_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ContactsListResponse:
        """Lists contacts, newest first.

        ``GET /v1/contacts``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/contacts",
            query={"search": search, "email": email, "list_id": list_id, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def contacts_list_all(
        self,
        *,
        search: Optional[str] = None,
        email: Optional[str] = None,
        list_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.Contact]:
        """Every item of ``contacts_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/contacts",
            "contacts",
            {"search": search, "email": email, "list_id": list_id, "limit": limit},
        )

    def contacts_get(self, id: str) -> t.Contact:
        """Gets one contact.

        ``GET /v1/contacts/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/contacts/{segment(id)}", reads="json")

    def contacts_update(self, id: str, body: Optional[t.ContactsUpdateBody] = None) -> t.Contact:
        """Changes the given fields and attributes of a contact.

        ``PUT /v1/contacts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/contacts/{segment(id)}", body=body, reads="json")

    def contacts_delete(self, id: str) -> None:
        """Deletes a contact, and takes it off its lists. Messages to it stay.

        ``DELETE /v1/contacts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/contacts/{segment(id)}", reads="nothing")

    def contacts_change_many(self, body: t.ContactsChangeManyBody) -> t.ContactBulkResults:
        """Changes up to 1,000 contacts at once. A request that was cut off can be repeated.

        ``POST /v1/contacts/bulk``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/contacts/bulk", body=body, reads="json")

    def contacts_create_import(self, csv: Union[str, bytes]) -> t.ContactsCreateImportResponse:
        """Stores a CSV file of at most 32 MiB for an import of contacts.

        ``POST /v1/contacts/imports``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/contacts/imports", csv=csv, reads="json")

    def contacts_import(self, body: t.ContactsImportBody) -> t.ContactImport:
        """Imports the contacts of a stored file. A file of up to 10,000 rows is imported before the response, which is then 200.

        ``POST /v1/contacts/import``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/contacts/import", body=body, reads="json")

    def contacts_get_import(self, id: str) -> t.ContactImport:
        """Gets an import of contacts, with its progress.

        ``GET /v1/contacts/imports/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/contacts/imports/{segment(id)}", reads="json")

    def contacts_export(self, *, list_id: Optional[str] = None) -> str:
        """Gets all contacts, or those of a list, as CSV, oldest first, in the form that an import takes.

        ``GET /v1/contacts/export``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/contacts/export", query={"list_id": list_id}, reads="text")

    def contacts_get_topics(self, id: str) -> t.ContactTopics:
        """Gets the topics of the account, and whether a contact has opted out of them.

        ``GET /v1/contacts/{id}/topics``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/contacts/{segment(id)}/topics", reads="json")

    def contacts_set_topics(self, id: str, body: t.ContactsSetTopicsBody) -> t.ContactTopics:
        """Opts a contact out of topics, or in again. Returns all topics.

        ``PUT /v1/contacts/{id}/topics``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/contacts/{segment(id)}/topics", body=body, reads="json")

    def contact_lists_create(self, body: t.ContactListsCreateBody) -> t.ContactList:
        """Creates a list of contacts: an empty one, or with a filter a dynamic one.

        ``POST /v1/contact-lists``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/contact-lists", body=body, reads="json")

    def contact_lists_list(
        self,
        *,
        contact_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ContactListsListResponse:
        """Lists the lists of contacts, newest first.

        ``GET /v1/contact-lists``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/contact-lists",
            query={"contact_id": contact_id, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def contact_lists_list_all(
        self,
        *,
        contact_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.ContactList]:
        """Every item of ``contact_lists_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/contact-lists",
            "contact_lists",
            {"contact_id": contact_id, "limit": limit},
        )

    def contact_lists_get(self, id: str) -> t.ContactListDetails:
        """Gets one list of contacts, with the number of its members.

        ``GET /v1/contact-lists/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/contact-lists/{segment(id)}", reads="json")

    def contact_lists_update(
        self,
        id: str,
        body: Optional[t.ContactListsUpdateBody] = None,
    ) -> t.ContactList:
        """Changes the given fields of a list of contacts.

        ``PUT /v1/contact-lists/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/contact-lists/{segment(id)}", body=body, reads="json")

    def contact_lists_delete(self, id: str) -> None:
        """Deletes a list of contacts that no dynamic list names. The contacts stay.

        ``DELETE /v1/contact-lists/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/contact-lists/{segment(id)}", reads="nothing")

    def contact_lists_members_list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ContactListsMembersListResponse:
        """Lists the contacts in a list, newest contacts first. The members of a dynamic list are looked up now.

        ``GET /v1/contact-lists/{id}/members``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            f"/v1/contact-lists/{segment(id)}/members",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def contact_lists_members_list_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> Iterator[t.Contact]:
        """Every item of ``contact_lists_members_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(f"/v1/contact-lists/{segment(id)}/members", "members", {"limit": limit})

    def contact_lists_members_add(
        self,
        id: str,
        body: t.ContactListsMembersAddBody,
    ) -> t.ContactListMember:
        """Adds a contact to a list.

        ``POST /v1/contact-lists/{id}/members``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/contact-lists/{segment(id)}/members", body=body, reads="json")

    def contact_lists_members_remove(self, id: str, contact_id: str) -> None:
        """Takes a contact off a list. The contact stays.

        ``DELETE /v1/contact-lists/{id}/members/{contact_id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "DELETE",
            f"/v1/contact-lists/{segment(id)}/members/{segment(contact_id)}",
            reads="nothing",
        )

    def templates_create(self, body: t.TemplatesCreateBody) -> t.Template:
        """Creates a template.

        ``POST /v1/templates``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/templates", body=body, reads="json")

    def templates_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        is_layout: Optional[bool] = None,
        layout_id: Optional[str] = None,
    ) -> t.TemplatesListResponse:
        """Lists templates, newest first, without their content.

        ``GET /v1/templates``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/templates",
            query={"limit": limit, "cursor": cursor, "is_layout": is_layout, "layout_id": layout_id},
            reads="json",
        )

    def templates_list_all(
        self,
        *,
        limit: Optional[int] = None,
        is_layout: Optional[bool] = None,
        layout_id: Optional[str] = None,
    ) -> Iterator[t.TemplateSummary]:
        """Every item of ``templates_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/templates",
            "templates",
            {"limit": limit, "is_layout": is_layout, "layout_id": layout_id},
        )

    def templates_preview(self, body: t.TemplatesPreviewBody) -> t.RenderedTemplate:
        """Renders a template that is not stored, without sending.

        ``POST /v1/templates/preview``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/templates/preview", body=body, reads="json")

    def templates_get(self, id: str) -> t.Template:
        """Gets one template.

        ``GET /v1/templates/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/templates/{segment(id)}", reads="json")

    def templates_update(
        self,
        id: str,
        body: Optional[t.TemplatesUpdateBody] = None,
    ) -> t.TemplatesUpdateResponse:
        """Changes the given fields of a template. New content makes a new version.

        ``PUT /v1/templates/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/templates/{segment(id)}", body=body, reads="json")

    def templates_delete(self, id: str) -> t.TemplatesDeleteResponse:
        """Deletes a template. Mail that was accepted with it is still sent.

        ``DELETE /v1/templates/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/templates/{segment(id)}", reads="json")

    def templates_versions(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.TemplatesVersionsResponse:
        """Lists the versions of a template, newest first.

        ``GET /v1/templates/{id}/versions``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            f"/v1/templates/{segment(id)}/versions",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def templates_versions_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> Iterator[t.TemplateVersion]:
        """Every item of ``templates_versions``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(f"/v1/templates/{segment(id)}/versions", "versions", {"limit": limit})

    def templates_render(
        self,
        id: str,
        body: Optional[t.TemplatesRenderBody] = None,
    ) -> t.RenderedTemplate:
        """Renders a template without sending.

        ``POST /v1/templates/{id}/render``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/templates/{segment(id)}/render", body=body, reads="json")

    def keys_create(self, body: t.KeysCreateBody) -> t.ApiKeyWithSecret:
        """Creates an API key. Its secret is shown only in this response.

        ``POST /v1/keys``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/keys", body=body, reads="json")

    def keys_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.KeysListResponse:
        """Lists the API keys that are not revoked, without secrets.

        ``GET /v1/keys``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/keys", query={"limit": limit, "cursor": cursor}, reads="json")

    def keys_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.ApiKey]:
        """Every item of ``keys_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/keys", "keys", {"limit": limit})

    def keys_rotate(self, id: str) -> t.KeysRotateResponse:
        """Creates a new secret for an API key, shown only in this response. The old one stops working at once.

        ``POST /v1/keys/{id}/rotate``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/keys/{segment(id)}/rotate", reads="json")

    def keys_revoke(self, id: str) -> None:
        """Revokes an API key. The last live admin key of an account cannot be revoked.

        ``DELETE /v1/keys/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/keys/{segment(id)}", reads="nothing")

    def account_verification(self) -> t.AccountVerification:
        """Gets what the account may send, from which sender, and where programs reach the service.

        ``GET /v1/account/verification``. Accepts any valid key."""
        return self._call("GET", "/v1/account/verification", reads="json")

    def usage_get(self, *, period: Optional[str] = None) -> t.Usage:
        """Gets the number of recipients and the cost of a month.

        ``GET /v1/usage``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/usage", query={"period": period}, reads="json")

    def spend_caps_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.SpendCapsListResponse:
        """Lists the spend caps of the account and its keys, newest first.

        ``GET /v1/spend-caps``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/spend-caps", query={"limit": limit, "cursor": cursor}, reads="json")

    def spend_caps_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.SpendCap]:
        """Every item of ``spend_caps_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/spend-caps", "spend_caps", {"limit": limit})

    def spend_caps_set(self, body: Optional[t.SpendCapsSetBody] = None) -> t.SpendCap:
        """Sets the monthly spend cap (UTC) of the account or of one of its keys.

        ``PUT /v1/spend-caps``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return self._call("PUT", "/v1/spend-caps", body=body, reads="json")

    def spend_caps_delete(self, id: str) -> None:
        """Removes a spend cap.

        ``DELETE /v1/spend-caps/{id}``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/spend-caps/{segment(id)}", reads="nothing")

    def stats_get(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        interval: Optional[t.StatsInterval] = None,
        group_by: Optional[t.StatsGroupBy] = None,
        limit: Optional[int] = None,
        test_mode: Optional[bool] = None,
    ) -> t.Stats:
        """Gets the numbers of accepted messages and of events, by hour or day (UTC), or of events by group.

        ``GET /v1/stats``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/stats",
            query={
                "from": from_,
                "to": to,
                "interval": interval,
                "group_by": group_by,
                "limit": limit,
                "test_mode": test_mode,
            },
            reads="json",
        )

    def billing_get(self) -> t.BillingState:
        """Gets the plan of the account, the emails that it includes, and how many are used.

        ``GET /v1/billing``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/billing", reads="json")

    def billing_checkout(self, body: t.BillingCheckoutBody) -> t.CheckoutResult:
        """Starts the checkout of a plan, or changes an active subscription in place: the difference is invoiced at once, with the unused time credited.

        ``POST /v1/billing/checkout``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/billing/checkout", body=body, reads="json")

    def billing_portal(self) -> t.PortalSession:
        """Opens the customer portal, for invoices, payment methods and cancellation.

        ``POST /v1/billing/portal``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/billing/portal", reads="json")

    def test_recipients_create(self, body: t.TestRecipientsCreateBody) -> t.TestRecipient:
        """Registers an address for test mail, and mails it a confirmation link.

        ``POST /v1/test-recipients``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/test-recipients", body=body, reads="json")

    def test_recipients_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.TestRecipientsListResponse:
        """Lists test recipients, newest first.

        ``GET /v1/test-recipients``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/test-recipients",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def test_recipients_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.TestRecipient]:
        """Every item of ``test_recipients_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/test-recipients", "test_recipients", {"limit": limit})

    def test_recipients_verify(self, body: t.TestRecipientsVerifyBody) -> t.TestRecipient:
        """Verifies the address that a link was mailed to. The token works once.

        ``POST /v1/test-recipients/verify``. Needs no key."""
        return self._call("POST", "/v1/test-recipients/verify", body=body, reads="json")

    def test_recipients_delete(self, id: str) -> None:
        """Removes a test recipient, which makes room for another.

        ``DELETE /v1/test-recipients/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/test-recipients/{segment(id)}", reads="nothing")

    def uploads_create(self, file: File) -> t.Upload:
        """Uploads an image for the content of mails.

        ``POST /v1/uploads``. Needs a key of scope `admin`."""
        return self._call("POST", "/v1/uploads", file=file, reads="json")

    def uploads_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.UploadsListResponse:
        """Lists uploaded images, newest first.

        ``GET /v1/uploads``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/uploads", query={"limit": limit, "cursor": cursor}, reads="json")

    def uploads_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.Upload]:
        """Every item of ``uploads_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/uploads", "uploads", {"limit": limit})

    def uploads_delete(self, id: str) -> None:
        """Deletes an uploaded image. Its URL then answers 404, even in mail already sent.

        ``DELETE /v1/uploads/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/uploads/{segment(id)}", reads="nothing")

    def audit_log_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        actor: Optional[str] = None,
        operation: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.AuditLogListResponse:
        """Lists changes, sign-ins, sign-outs and refusals, newest first.

        ``GET /v1/audit-log``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/audit-log",
            query={
                "limit": limit,
                "cursor": cursor,
                "actor": actor,
                "operation": operation,
                "from": from_,
                "to": to,
            },
            reads="json",
        )

    def audit_log_list_all(
        self,
        *,
        limit: Optional[int] = None,
        actor: Optional[str] = None,
        operation: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Iterator[t.AuditEntry]:
        """Every item of ``audit_log_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/audit-log",
            "entries",
            {"limit": limit, "actor": actor, "operation": operation, "from": from_, "to": to},
        )

    def dead_letters_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.DeadLettersListResponse:
        """Lists work that crashed repeatedly and was given up, newest first.

        ``GET /v1/dead-letters``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/dead-letters",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def dead_letters_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.DeadLetter]:
        """Every item of ``dead_letters_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/dead-letters", "dead_letters", {"limit": limit})

    def dead_letters_retry(self, id: str) -> t.DeadLetter:
        """Retries work that was given up: it starts within seconds, and leaves the dead-letter list.

        ``POST /v1/dead-letters/{id}/retry``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/dead-letters/{segment(id)}/retry", reads="json")

    def approvals_list(
        self,
        *,
        status: Optional[t.ApprovalStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ApprovalsListResponse:
        """Lists requests of models to send mail, newest first, without the mails.

        ``GET /v1/approvals``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            "/v1/approvals",
            query={"status": status, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def approvals_list_all(
        self,
        *,
        status: Optional[t.ApprovalStatus] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.Approval]:
        """Every item of ``approvals_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/approvals", "approvals", {"status": status, "limit": limit})

    def approvals_get(self, id: str) -> t.Approval:
        """Gets one approval, with the mail while it waits. A key with the scope send, or bound to inboxes, sees only its own.

        ``GET /v1/approvals/{id}``. Accepts any valid key."""
        return self._call("GET", f"/v1/approvals/{segment(id)}", reads="json")

    def approvals_approve(self, id: str) -> t.Approval:
        """Approves a mail, and sends exactly what the approval shows, once. A draft that was changed since is not sent.

        ``POST /v1/approvals/{id}/approve``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/approvals/{segment(id)}/approve", reads="json")

    def approvals_refuse(self, id: str) -> t.Approval:
        """Refuses a mail, which is then deleted.

        ``POST /v1/approvals/{id}/refuse``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/approvals/{segment(id)}/refuse", reads="json")

    def broadcasts_create(self, body: t.BroadcastsCreateBody) -> t.Broadcast:
        """Creates a broadcast: a draft or, with `scheduled_at`, one that starts then.

        ``POST /v1/broadcasts``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/broadcasts", body=body, reads="json")

    def broadcasts_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.BroadcastsListResponse:
        """Lists broadcasts, newest first, without their bodies.

        ``GET /v1/broadcasts``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", "/v1/broadcasts", query={"limit": limit, "cursor": cursor}, reads="json")

    def broadcasts_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.BroadcastSummary]:
        """Every item of ``broadcasts_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/broadcasts", "broadcasts", {"limit": limit})

    def broadcasts_get(self, id: str) -> t.Broadcast:
        """Gets one broadcast with its counts.

        ``GET /v1/broadcasts/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/broadcasts/{segment(id)}", reads="json")

    def broadcasts_update(
        self,
        id: str,
        body: Optional[t.BroadcastsUpdateBody] = None,
    ) -> t.Broadcast:
        """Changes the given fields of a draft or, with `scheduled_at`, schedules it.

        ``PUT /v1/broadcasts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("PUT", f"/v1/broadcasts/{segment(id)}", body=body, reads="json")

    def broadcasts_delete(self, id: str) -> None:
        """Deletes a broadcast that is not being sent. Its messages stay.

        ``DELETE /v1/broadcasts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("DELETE", f"/v1/broadcasts/{segment(id)}", reads="nothing")

    def broadcasts_preview(
        self,
        id: str,
        body: Optional[t.BroadcastsPreviewBody] = None,
    ) -> t.BroadcastPreview:
        """Renders the mail of a broadcast for a contact, without sending, and warns of variables that no contact has.

        ``POST /v1/broadcasts/{id}/preview``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/broadcasts/{segment(id)}/preview", body=body, reads="json")

    def broadcasts_preview_new(self, body: t.BroadcastsPreviewNewBody) -> t.BroadcastPreview:
        """Renders the mail of a broadcast that is not created yet, as the preview of a broadcast does.

        ``POST /v1/broadcasts/preview``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/broadcasts/preview", body=body, reads="json")

    def broadcasts_recipients(
        self,
        id: str,
        *,
        outcome: Optional[t.RecipientOutcome] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.BroadcastsRecipientsResponse:
        """Lists the recipients of a broadcast, newest first, with the outcome of the mail to each.

        ``GET /v1/broadcasts/{id}/recipients``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call(
            "GET",
            f"/v1/broadcasts/{segment(id)}/recipients",
            query={"outcome": outcome, "search": search, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def broadcasts_recipients_all(
        self,
        id: str,
        *,
        outcome: Optional[t.RecipientOutcome] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.BroadcastRecipient]:
        """Every item of ``broadcasts_recipients``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/broadcasts/{segment(id)}/recipients",
            "recipients",
            {"outcome": outcome, "search": search, "limit": limit},
        )

    def broadcasts_links(self, id: str) -> t.BroadcastLinks:
        """Counts the clicks on each link of a broadcast, and the recipients who clicked it.

        ``GET /v1/broadcasts/{id}/links``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return self._call("GET", f"/v1/broadcasts/{segment(id)}/links", reads="json")

    def broadcasts_send(self, id: str) -> t.Broadcast:
        """Starts a draft, or a scheduled broadcast before its time.

        ``POST /v1/broadcasts/{id}/send``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/broadcasts/{segment(id)}/send", reads="json")

    def broadcasts_cancel(self, id: str) -> t.Broadcast:
        """Ends a scheduled, running or paused broadcast for good. Messages that were accepted are sent.

        ``POST /v1/broadcasts/{id}/cancel``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/broadcasts/{segment(id)}/cancel", reads="json")

    def broadcasts_pause(self, id: str) -> t.Broadcast:
        """Pauses a running broadcast. Messages that were accepted are sent.

        ``POST /v1/broadcasts/{id}/pause``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/broadcasts/{segment(id)}/pause", reads="json")

    def broadcasts_resume(self, id: str) -> t.Broadcast:
        """Continues a paused broadcast where it was.

        ``POST /v1/broadcasts/{id}/resume``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/broadcasts/{segment(id)}/resume", reads="json")

    def broadcasts_test(self, id: str, body: t.BroadcastsTestBody) -> t.SendResponse:
        """Sends one mail of a broadcast to an address. Its subject begins with `[Test]`, and it does not count.

        ``POST /v1/broadcasts/{id}/test``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return self._call("POST", f"/v1/broadcasts/{segment(id)}/test", body=body, reads="json")

    def mail_threads_list(
        self,
        *,
        folder: Optional[t.Folder] = None,
        label: Optional[str] = None,
        q: Optional[str] = None,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        unread: Optional[bool] = None,
        starred: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailThreadsListResponse:
        """Lists threads, newest first.

        ``GET /v1/mail/threads``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/threads",
            query={
                "folder": folder,
                "label": label,
                "q": q,
                "inbox_id": inbox_id,
                "inbox": inbox,
                "unread": unread,
                "starred": starred,
                "limit": limit,
                "cursor": cursor,
            },
            reads="json",
        )

    def mail_threads_get(self, id: str) -> t.MailThread:
        """Gets one thread with its mails, and marks it read.

        ``GET /v1/mail/threads/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/mail/threads/{segment(id)}", reads="json")

    def mail_threads_mark_read(
        self,
        id: str,
        body: Optional[t.MailThreadsMarkReadBody] = None,
    ) -> t.MailThreadsMarkReadResponse:
        """Marks a thread read or unread.

        ``POST /v1/mail/threads/{id}/read``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/read", body=body, reads="json")

    def mail_threads_star(
        self,
        id: str,
        body: Optional[t.MailThreadsStarBody] = None,
    ) -> t.MailThreadsStarResponse:
        """Gives a thread a star, or takes it away.

        ``POST /v1/mail/threads/{id}/star``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/star", body=body, reads="json")

    def mail_threads_move(self, id: str, body: t.MailThreadsMoveBody) -> t.MailThreadsMoveResponse:
        """Moves a thread to the inbox, the archive, the trash or spam. Spam blocks its first sender, and a move from there to the inbox or the archive unblocks that sender.

        ``POST /v1/mail/threads/{id}/move``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/move", body=body, reads="json")

    def mail_threads_set_labels(
        self,
        id: str,
        body: t.MailThreadsSetLabelsBody,
    ) -> t.MailThreadsSetLabelsResponse:
        """Replaces the labels of a thread. Unknown label names are ignored.

        ``PUT /v1/mail/threads/{id}/labels``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/threads/{segment(id)}/labels", body=body, reads="json")

    def mail_threads_change_labels(
        self,
        id: str,
        body: Optional[t.MailThreadsChangeLabelsBody] = None,
    ) -> t.MailThreadsChangeLabelsResponse:
        """Adds labels to a thread and takes others off. Labels that are not named stay as they are.

        ``POST /v1/mail/threads/{id}/labels``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/labels", body=body, reads="json")

    def mail_threads_snooze(
        self,
        id: str,
        body: t.MailThreadsSnoozeBody,
    ) -> t.MailThreadsSnoozeResponse:
        """Takes a thread out of the inbox until a time, or until it gets new mail.

        ``POST /v1/mail/threads/{id}/snooze``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/snooze", body=body, reads="json")

    def mail_threads_assign(
        self,
        id: str,
        body: t.MailThreadsAssignBody,
    ) -> t.MailThreadsAssignResponse:
        """Assigns a thread to somebody, or to nobody.

        ``PUT /v1/mail/threads/{id}/assignee``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/threads/{segment(id)}/assignee", body=body, reads="json")

    def mail_messages_star(
        self,
        source: t.MailSource,
        id: str,
        body: Optional[t.MailMessagesStarBody] = None,
    ) -> t.MailMessagesStarResponse:
        """Gives one mail of a thread a star, or takes it away.

        ``POST /v1/mail/messages/{source}/{id}/star``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "POST",
            f"/v1/mail/messages/{segment(source)}/{segment(id)}/star",
            body=body,
            reads="json",
        )

    def mail_blocked_senders_create(self, body: t.MailBlockedSendersCreateBody) -> t.BlockedSender:
        """Blocks a sender: later mail of the address or domain goes to spam.

        ``POST /v1/mail/blocked-senders``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/blocked-senders", body=body, reads="json")

    def mail_blocked_senders_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailBlockedSendersListResponse:
        """Lists blocked senders, newest first.

        ``GET /v1/mail/blocked-senders``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/blocked-senders",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_blocked_senders_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> Iterator[t.BlockedSender]:
        """Every item of ``mail_blocked_senders_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/blocked-senders", "blocked_senders", {"limit": limit})

    def mail_blocked_senders_delete(self, id: str) -> None:
        """Unblocks a sender. Mail that is in spam stays there.

        ``DELETE /v1/mail/blocked-senders/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/mail/blocked-senders/{segment(id)}", reads="nothing")

    def mail_threads_change_many(self, body: t.MailThreadsChangeManyBody) -> t.BulkThreadResults:
        """Changes up to 1,000 threads at once, as their single operations do. It can be undone for 30 seconds. A request that was cut off can be repeated.

        ``POST /v1/mail/threads/bulk``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/threads/bulk", body=body, reads="json")

    def mail_threads_undo_many(self, id: str) -> t.UndoneThreads:
        """Undoes a change of many threads, once and within 30 seconds. Threads that have changed since stay as they are. A request that was cut off can be repeated.

        ``POST /v1/mail/threads/bulk/{id}/undo``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/bulk/{segment(id)}/undo", reads="json")

    def mail_changes(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> t.MailChangePage:
        """Lists changes of mail since a cursor, oldest first. Without a cursor, returns one to begin with.

        ``GET /v1/mail/changes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/changes",
            query={"cursor": cursor, "limit": limit},
            reads="json",
        )

    def mail_compose(self, body: t.MailComposeBody) -> t.AcceptedMail:
        """Sends a new mail from a verified domain, and files it in a thread.

        ``POST /v1/mail/compose``. Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/compose", body=body, reads="json")

    def mail_threads_reply(
        self,
        id: str,
        body: Optional[t.MailThreadsReplyBody] = None,
    ) -> t.AcceptedMail:
        """Answers the newest received mail of a thread, and marks the thread read.

        ``POST /v1/mail/threads/{id}/reply``. Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/reply", body=body, reads="json")

    def mail_threads_forward(self, id: str, body: t.MailThreadsForwardBody) -> t.AcceptedMail:
        """Forwards the newest received mail of a thread, with its files.

        ``POST /v1/mail/threads/{id}/forward``. Needs a key of scope `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/forward", body=body, reads="json")

    def mail_drafts_create(self, body: Optional[t.MailDraftsCreateBody] = None) -> t.MailDraft:
        """Creates a draft: a new mail, or an answer to a thread. It may be incomplete.

        ``POST /v1/mail/drafts``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/drafts", body=body, reads="json")

    def mail_drafts_list(
        self,
        *,
        inbox_id: Optional[str] = None,
        thread_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailDraftsListResponse:
        """Lists drafts that are not sent, newest first, without bodies and files.

        ``GET /v1/mail/drafts``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/drafts",
            query={"inbox_id": inbox_id, "thread_id": thread_id, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_drafts_list_all(
        self,
        *,
        inbox_id: Optional[str] = None,
        thread_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[t.MailDraftSummary]:
        """Every item of ``mail_drafts_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/mail/drafts",
            "drafts",
            {"inbox_id": inbox_id, "thread_id": thread_id, "limit": limit},
        )

    def mail_drafts_get(self, id: str) -> t.MailDraft:
        """Gets one draft with its bodies.

        ``GET /v1/mail/drafts/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/mail/drafts/{segment(id)}", reads="json")

    def mail_drafts_update(
        self,
        id: str,
        body: Optional[t.MailDraftsUpdateBody] = None,
    ) -> t.MailDraft:
        """Changes the given fields of a draft. Empty texts and lists clear a field.

        ``PUT /v1/mail/drafts/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/drafts/{segment(id)}", body=body, reads="json")

    def mail_drafts_delete(self, id: str) -> None:
        """Deletes a draft that is not sent.

        ``DELETE /v1/mail/drafts/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/mail/drafts/{segment(id)}", reads="nothing")

    def mail_drafts_send(
        self,
        id: str,
        body: Optional[t.MailDraftsSendBody] = None,
    ) -> t.AcceptedMail:
        """Sends a draft, once: a repeated request gets the first response again.

        ``POST /v1/mail/drafts/{id}/send``. Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/drafts/{segment(id)}/send", body=body, reads="json")

    def mail_export(
        self,
        *,
        folder: Optional[t.Folder] = None,
        label: Optional[str] = None,
        q: Optional[str] = None,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        unread: Optional[bool] = None,
        starred: Optional[bool] = None,
        limit: Optional[int] = None,
        format: Optional[Literal["json"]] = None,
    ) -> t.MailExport:
        """Exports the mails of threads as JSON, or over REST with `format=mbox` as a mailbox file. Over REST the response is a stream of any size; otherwise it has at most 16 MiB of text.

        ``GET /v1/mail/export``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`. With the query parameter `format=mbox` it answers like `mailExportMbox`; filters that only this one has are then ignored."""
        return self._call(
            "GET",
            "/v1/mail/export",
            query={
                "folder": folder,
                "label": label,
                "q": q,
                "inbox_id": inbox_id,
                "inbox": inbox,
                "unread": unread,
                "starred": starred,
                "limit": limit,
                "format": format,
            },
            reads="json",
        )

    def mail_export_mbox(
        self,
        *,
        folder: Optional[t.Folder] = None,
        label: Optional[str] = None,
        q: Optional[str] = None,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        unread: Optional[bool] = None,
        starred: Optional[bool] = None,
        limit: Optional[int] = None,
    ) -> bytes:
        """Exports the mails of threads as a mailbox file (mboxrd), as `format=mbox` does. The response is a stream.

        ``GET /v1/mail/export.mbox``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/export.mbox",
            query={
                "folder": folder,
                "label": label,
                "q": q,
                "inbox_id": inbox_id,
                "inbox": inbox,
                "unread": unread,
                "starred": starred,
                "limit": limit,
            },
            reads="bytes",
        )

    def mail_inboxes_create(self, body: Optional[t.MailInboxesCreateBody] = None) -> t.MailInbox:
        """Creates an inbox for an address of a domain that receives mail. Other addresses receive mail as before.

        ``POST /v1/mail/inboxes``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/inboxes", body=body, reads="json")

    def mail_inboxes_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailInboxesListResponse:
        """Lists inboxes, newest first.

        ``GET /v1/mail/inboxes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/inboxes",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_inboxes_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.MailInbox]:
        """Every item of ``mail_inboxes_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/inboxes", "inboxes", {"limit": limit})

    def mail_inboxes_update(
        self,
        id: str,
        body: Optional[t.MailInboxesUpdateBody] = None,
    ) -> t.MailInbox:
        """Changes the given fields of an inbox: its name and its signature.

        ``PUT /v1/mail/inboxes/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/inboxes/{segment(id)}", body=body, reads="json")

    def mail_inboxes_delete(self, id: str) -> None:
        """Deletes an inbox. Its mail keeps its recipient and its thread.

        ``DELETE /v1/mail/inboxes/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/mail/inboxes/{segment(id)}", reads="nothing")

    def mail_labels_create(self, body: t.MailLabelsCreateBody) -> t.MailLabel:
        """Creates a label.

        ``POST /v1/mail/labels``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/labels", body=body, reads="json")

    def mail_labels_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailLabelsListResponse:
        """Lists labels by name.

        ``GET /v1/mail/labels``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", "/v1/mail/labels", query={"limit": limit, "cursor": cursor}, reads="json")

    def mail_labels_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.MailLabel]:
        """Every item of ``mail_labels_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/labels", "labels", {"limit": limit})

    def mail_labels_update(
        self,
        id: str,
        body: Optional[t.MailLabelsUpdateBody] = None,
    ) -> t.MailLabel:
        """Changes the given fields of a label. Threads keep it.

        ``PUT /v1/mail/labels/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/labels/{segment(id)}", body=body, reads="json")

    def mail_labels_delete(self, id: str) -> None:
        """Deletes a label, and takes it off every thread.

        ``DELETE /v1/mail/labels/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/mail/labels/{segment(id)}", reads="nothing")

    def mail_threads_merge(self, id: str, body: t.MailThreadsMergeBody) -> t.MailThreadSummary:
        """Moves all mail of another thread into this one. The other id then leads to this thread.

        ``POST /v1/mail/threads/{id}/merge``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/merge", body=body, reads="json")

    def mail_messages_split(self, source: t.MailSource, id: str) -> t.MailThreadSummary:
        """Takes one mail out of its thread and begins a new thread with it. Later answers to the mail follow it.

        ``POST /v1/mail/messages/{source}/{id}/split``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/messages/{segment(source)}/{segment(id)}/split", reads="json")

    def mail_notes_create(self, id: str, body: t.MailNotesCreateBody) -> t.MailNote:
        """Writes an internal note on a thread. No mail contains it.

        ``POST /v1/mail/threads/{id}/notes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/threads/{segment(id)}/notes", body=body, reads="json")

    def mail_notes_list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailNotesListResponse:
        """Lists the notes of a thread, newest first.

        ``GET /v1/mail/threads/{id}/notes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            f"/v1/mail/threads/{segment(id)}/notes",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_notes_list_all(self, id: str, *, limit: Optional[int] = None) -> Iterator[t.MailNote]:
        """Every item of ``mail_notes_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(f"/v1/mail/threads/{segment(id)}/notes", "notes", {"limit": limit})

    def mail_notes_get(self, id: str) -> t.MailNote:
        """Gets one note.

        ``GET /v1/mail/notes/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/mail/notes/{segment(id)}", reads="json")

    def mail_notes_update(self, id: str, body: t.MailNotesUpdateBody) -> t.MailNote:
        """Changes the text of a note.

        ``PUT /v1/mail/notes/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/notes/{segment(id)}", body=body, reads="json")

    def mail_notes_delete(self, id: str) -> None:
        """Deletes a note.

        ``DELETE /v1/mail/notes/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/mail/notes/{segment(id)}", reads="nothing")

    def mail_presence_set(self, id: str, body: t.MailPresenceSetBody) -> t.MailPresence:
        """Reports that somebody has a thread open, or is writing a reply, for the next 30 seconds. Returns everybody at the thread.

        ``PUT /v1/mail/threads/{id}/presence``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/threads/{segment(id)}/presence", body=body, reads="json")

    def mail_presence_list(self, id: str) -> t.MailPresence:
        """Lists who has a thread open or is writing a reply.

        ``GET /v1/mail/threads/{id}/presence``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/mail/threads/{segment(id)}/presence", reads="json")

    def mail_presence_delete(self, id: str, client_id: str) -> None:
        """Reports that a client of this key has left a thread.

        ``DELETE /v1/mail/threads/{id}/presence/{client_id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "DELETE",
            f"/v1/mail/threads/{segment(id)}/presence/{segment(client_id)}",
            reads="nothing",
        )

    def mail_saved_replies_create(self, body: t.MailSavedRepliesCreateBody) -> t.SavedReply:
        """Saves a reply with variables, in the language of templates.

        ``POST /v1/mail/saved-replies``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", "/v1/mail/saved-replies", body=body, reads="json")

    def mail_saved_replies_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailSavedRepliesListResponse:
        """Lists saved replies by name.

        ``GET /v1/mail/saved-replies``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/saved-replies",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_saved_replies_list_all(self, *, limit: Optional[int] = None) -> Iterator[t.SavedReply]:
        """Every item of ``mail_saved_replies_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/saved-replies", "saved_replies", {"limit": limit})

    def mail_saved_replies_get(self, id: str) -> t.SavedReply:
        """Gets one saved reply.

        ``GET /v1/mail/saved-replies/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("GET", f"/v1/mail/saved-replies/{segment(id)}", reads="json")

    def mail_saved_replies_update(
        self,
        id: str,
        body: Optional[t.MailSavedRepliesUpdateBody] = None,
    ) -> t.SavedReply:
        """Changes the given fields of a saved reply.

        ``PUT /v1/mail/saved-replies/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("PUT", f"/v1/mail/saved-replies/{segment(id)}", body=body, reads="json")

    def mail_saved_replies_delete(self, id: str) -> None:
        """Deletes a saved reply.

        ``DELETE /v1/mail/saved-replies/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("DELETE", f"/v1/mail/saved-replies/{segment(id)}", reads="nothing")

    def mail_saved_replies_render(
        self,
        id: str,
        body: t.MailSavedRepliesRenderBody,
    ) -> t.RenderedReply:
        """Renders a saved reply for a thread, without sending.

        ``POST /v1/mail/saved-replies/{id}/render``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call("POST", f"/v1/mail/saved-replies/{segment(id)}/render", body=body, reads="json")

    def mail_search(
        self,
        *,
        q: str,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailSearchResponse:
        """Finds mails, newest first. A page may be short, or even empty, although others follow.

        ``GET /v1/mail/search``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return self._call(
            "GET",
            "/v1/mail/search",
            query={"q": q, "inbox_id": inbox_id, "inbox": inbox, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def recipients_erase(self, body: t.RecipientsEraseBody) -> t.Erasure:
        """Erases an address from everything that the account has, and lists where it stays because something would stop working without it.

        ``POST /v1/recipients/erase``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return self._call("POST", "/v1/recipients/erase", body=body, reads="json")


class AsyncOperations:
    async def _call(self, method: str, path: str, **more: Any) -> Any:
        raise NotImplementedError

    def _pages(self, path: str, field: str, query: Dict[str, Any]) -> AsyncIterator[Any]:
        raise NotImplementedError

    async def messages_send(self, body: t.SendRequest) -> t.SendResponse:
        """Sends one message, now or at a scheduled time.

        ``POST /v1/send``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/send", body=body, reads="json")

    async def messages_send_batch(self, body: List[t.SendRequest]) -> List[t.BatchItemResult]:
        """Sends up to 1,000 messages. Each one succeeds or fails independently.

        ``POST /v1/send/batch``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/send/batch", body=body, reads="json")

    async def messages_list(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MessagesListResponse:
        """Lists messages, newest first.

        ``GET /v1/messages``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. With the query parameter `idempotency_key` it answers like `messagesGetByIdempotencyKey`; filters that only this one has are then ignored."""
        return await self._call(
            "GET",
            "/v1/messages",
            query={
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
            },
            reads="json",
        )

    def messages_list_all(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.MessageSummary]:
        """Every item of ``messages_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/messages",
            "messages",
            {
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
                "limit": limit,
            },
        )

    async def messages_get(self, id: str) -> t.Message:
        """Gets one message with its timeline.

        ``GET /v1/messages/{id}``. Needs a key with the scope `read` or `admin`."""
        return await self._call("GET", f"/v1/messages/{segment(id)}", reads="json")

    async def messages_get_by_idempotency_key(self, *, idempotency_key: str) -> t.Message:
        """Gets the message sent with an idempotency key.

        ``GET /v1/messages/by-idempotency-key``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/messages/by-idempotency-key",
            query={"idempotency_key": idempotency_key},
            reads="json",
        )

    async def messages_cancel(self, id: str) -> t.MessagesCancelResponse:
        """Cancels a scheduled message. Mail of the mail app leaves its thread.

        ``POST /v1/messages/{id}/cancel``. Needs a key with the scope `send` or `admin`."""
        return await self._call("POST", f"/v1/messages/{segment(id)}/cancel", reads="json")

    async def messages_content(self, id: str) -> t.MessageContent:
        """Gets the content of a message as it was accepted, without the bytes of its files.

        ``GET /v1/messages/{id}/content``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/messages/{segment(id)}/content", reads="json")

    async def messages_delete_content(self, id: str) -> None:
        """Deletes the bodies, files and headers of a message for good. Its timeline stays.

        ``DELETE /v1/messages/{id}/content``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/messages/{segment(id)}/content", reads="nothing")

    async def messages_raw(self, id: str) -> bytes:
        """Gets a message as a mail (MIME), as it leaves, except for its signature and changes by tracking.

        ``GET /v1/messages/{id}/raw``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/messages/{segment(id)}/raw", reads="bytes")

    async def messages_attachment(self, id: str, index: int) -> bytes:
        """Gets an attachment of a message, with its type and its file name.

        ``GET /v1/messages/{id}/attachments/{index}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/messages/{segment(id)}/attachments/{segment(index)}", reads="bytes")

    async def messages_export_csv(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> str:
        """Gets all messages that a filter finds as CSV, newest first. The response is a stream.

        ``GET /v1/messages/export.csv``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/messages/export.csv",
            query={
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
            },
            reads="text",
        )

    async def messages_export_ndjson(
        self,
        *,
        channel: Optional[t.Channel] = None,
        status: Optional[t.MessageStatus] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        recipient: Optional[str] = None,
        sender: Optional[str] = None,
        template_id: Optional[str] = None,
        key_id: Optional[str] = None,
        broadcast_id: Optional[str] = None,
        test_mode: Optional[bool] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> bytes:
        """Gets all messages that a filter finds as JSON, one a line, newest first. The response is a stream.

        ``GET /v1/messages/export.ndjson``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/messages/export.ndjson",
            query={
                "channel": channel,
                "status": status,
                "search": search,
                "tag": tag,
                "recipient": recipient,
                "sender": sender,
                "template_id": template_id,
                "key_id": key_id,
                "broadcast_id": broadcast_id,
                "test_mode": test_mode,
                "from": from_,
                "to": to,
            },
            reads="bytes",
        )

    async def messages_resend(
        self,
        id: str,
        body: Optional[t.MessagesResendBody] = None,
    ) -> t.SendResponse:
        """Sends the content of a message again, at once, as a new message.

        ``POST /v1/messages/{id}/resend``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/messages/{segment(id)}/resend", body=body, reads="json")

    async def messages_validate(self, body: t.MessagesValidateBody) -> t.AddressValidation:
        """Checks whether an address can receive mail: its syntax, and its domain in DNS. Sends nothing.

        ``POST /v1/validate``. Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/validate", body=body, reads="json")

    async def webhooks_create(self, body: t.WebhooksCreateBody) -> t.WebhookSubscriptionWithSecret:
        """Subscribes an endpoint to events. Its signing secret is shown only in this response.

        ``POST /v1/webhooks``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/webhooks", body=body, reads="json")

    async def webhooks_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.WebhooksListResponse:
        """Lists webhook subscriptions, newest first.

        ``GET /v1/webhooks``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/webhooks", query={"limit": limit, "cursor": cursor}, reads="json")

    def webhooks_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.WebhookSubscription]:
        """Every item of ``webhooks_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/webhooks", "webhooks", {"limit": limit})

    async def webhooks_get(self, id: str) -> t.WebhookSubscription:
        """Gets one webhook subscription.

        ``GET /v1/webhooks/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/webhooks/{segment(id)}", reads="json")

    async def webhooks_update(
        self,
        id: str,
        body: Optional[t.WebhooksUpdateBody] = None,
    ) -> t.WebhookSubscription:
        """Changes the given fields of a webhook subscription, or pauses or resumes it.

        ``PUT /v1/webhooks/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/webhooks/{segment(id)}", body=body, reads="json")

    async def webhooks_delete(self, id: str) -> t.WebhooksDeleteResponse:
        """Deletes a webhook subscription and stops its retries.

        ``DELETE /v1/webhooks/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/webhooks/{segment(id)}", reads="json")

    async def webhooks_rotate_secret(self, id: str) -> t.WebhookSubscriptionWithSecret:
        """Creates a new signing secret for a webhook subscription, shown only in this response.

        ``POST /v1/webhooks/{id}/rotate-secret``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/webhooks/{segment(id)}/rotate-secret", reads="json")

    async def webhooks_test(
        self,
        id: str,
        body: Optional[t.WebhooksTestBody] = None,
    ) -> t.WebhookDelivery:
        """Sends a test event to a webhook endpoint.

        ``POST /v1/webhooks/{id}/test``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/webhooks/{segment(id)}/test", body=body, reads="json")

    async def webhooks_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["pending", "succeeded", "failed", "exhausted"]] = None,
        event_type: Optional[t.WebhookEventType] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.WebhooksDeliveriesResponse:
        """Lists the deliveries of a webhook subscription, newest first.

        ``GET /v1/webhooks/{id}/deliveries``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            f"/v1/webhooks/{segment(id)}/deliveries",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "event_type": event_type,
                "from": from_,
                "to": to,
            },
            reads="json",
        )

    def webhooks_deliveries_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        status: Optional[Literal["pending", "succeeded", "failed", "exhausted"]] = None,
        event_type: Optional[t.WebhookEventType] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> AsyncIterator[t.WebhookDelivery]:
        """Every item of ``webhooks_deliveries``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/webhooks/{segment(id)}/deliveries",
            "deliveries",
            {"limit": limit, "status": status, "event_type": event_type, "from": from_, "to": to},
        )

    async def webhooks_get_delivery(self, id: str, delivery_id: str) -> t.WebhookDelivery:
        """Gets one delivery with its attempts.

        ``GET /v1/webhooks/{id}/deliveries/{delivery_id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            f"/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}",
            reads="json",
        )

    async def webhooks_redeliver(self, id: str, delivery_id: str) -> t.WebhookDelivery:
        """Delivers an event again in a new round of attempts.

        ``POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "POST",
            f"/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/redeliver",
            reads="json",
        )

    async def webhooks_redeliver_many(
        self,
        id: str,
        body: t.WebhooksRedeliverManyBody,
    ) -> t.WebhooksRedeliverManyResponse:
        """Delivers up to 100 events again, each in a new round of attempts.

        ``POST /v1/webhooks/{id}/redeliver``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/webhooks/{segment(id)}/redeliver", body=body, reads="json")

    async def domains_create(self, body: t.DomainsCreateBody) -> t.Domain:
        """Adds a sending domain, and returns the records to publish for it.

        ``POST /v1/domains``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/domains", body=body, reads="json")

    async def domains_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.DomainsListResponse:
        """Lists the domains of the account, newest first; the built-in one comes last.

        ``GET /v1/domains``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/domains", query={"limit": limit, "cursor": cursor}, reads="json")

    def domains_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.Domain]:
        """Every item of ``domains_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/domains", "domains", {"limit": limit})

    async def domains_get(self, domain: str) -> t.Domain:
        """Gets a domain.

        ``GET /v1/domains/{domain}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/domains/{segment(domain)}", reads="json")

    async def domains_delete(self, domain: str) -> None:
        """Deletes a domain, also at the mail provider.

        ``DELETE /v1/domains/{domain}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/domains/{segment(domain)}", reads="nothing")

    async def domains_verify(self, domain: str) -> t.DomainVerification:
        """Looks up the records of a domain in DNS. Statuses without an answer do not change.

        ``POST /v1/domains/{domain}/verify``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/domains/{segment(domain)}/verify", reads="json")

    async def domains_set_from_name(
        self,
        domain: str,
        body: t.DomainsSetFromNameBody,
    ) -> t.DomainFromName:
        """Sets the default sender name of a domain, for sends whose `from_email` has no name.

        ``PUT /v1/domains/{domain}/from-name``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/domains/{segment(domain)}/from-name", body=body, reads="json")

    async def domains_set_inbound(
        self,
        domain: str,
        body: t.DomainsSetInboundBody,
    ) -> t.DomainInbound:
        """Turns the receiving of mail to a domain on or off, and returns the MX record to publish.

        ``POST /v1/domains/{domain}/inbound``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/domains/{segment(domain)}/inbound", body=body, reads="json")

    async def domains_set_links(self, domain: str, body: t.DomainsSetLinksBody) -> t.DomainLinks:
        """Turns the domain's own link host on or off. Links in its mail use it once its record is verified.

        ``PUT /v1/domains/{domain}/links``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/domains/{segment(domain)}/links", body=body, reads="json")

    async def domains_set_ed25519(self, domain: str, body: t.DomainsSetEd25519Body) -> t.Domain:
        """Turns a second signature of mail, with Ed25519, on or off. While it is on, the domain has one more record to publish; once that is verified, mail has both signatures.

        ``PUT /v1/domains/{domain}/ed25519``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/domains/{segment(domain)}/ed25519", body=body, reads="json")

    async def domains_dns_setup(self, domain: str) -> t.DnsSetup:
        """Gets instructions for publishing the records of a domain at its DNS host.

        ``GET /v1/domains/{domain}/dns-setup``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/domains/{segment(domain)}/dns-setup", reads="json")

    async def domains_zonefile(self, domain: str) -> str:
        """Gets the records of a domain as a zone file, in the format of BIND.

        ``GET /v1/domains/{domain}/dns-setup/zonefile``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/domains/{segment(domain)}/dns-setup/zonefile", reads="text")

    async def domains_dmarc_reports(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.DomainsDmarcReportsResponse:
        """Lists the DMARC reports about a domain, the latest first.

        ``GET /v1/domains/{domain}/dmarc-reports``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            f"/v1/domains/{segment(domain)}/dmarc-reports",
            query={"limit": limit, "cursor": cursor, "from": from_, "to": to},
            reads="json",
        )

    def domains_dmarc_reports_all(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> AsyncIterator[t.DmarcReport]:
        """Every item of ``domains_dmarc_reports``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/domains/{segment(domain)}/dmarc-reports",
            "reports",
            {"limit": limit, "from": from_, "to": to},
        )

    async def domains_dmarc_summary(self, domain: str) -> t.DmarcSummary:
        """Sums up the DMARC reports of 30 days about a domain: who sends in its name, what passes, and whether `p=reject` is safe.

        ``GET /v1/domains/{domain}/dmarc-summary``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/domains/{segment(domain)}/dmarc-summary", reads="json")

    async def domains_get_logo(self, domain: str) -> t.Indicator:
        """Gets the logo of a domain (BIMI), and what it still needs to be shown.

        ``GET /v1/domains/{domain}/bimi``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/domains/{segment(domain)}/bimi", reads="json")

    async def domains_set_logo(self, domain: str, body: t.DomainsSetLogoBody) -> t.Indicator:
        """Sets the logo of a domain by URL, or removes it.

        ``PUT /v1/domains/{domain}/bimi``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/domains/{segment(domain)}/bimi", body=body, reads="json")

    async def domains_upload_logo(self, domain: str, file: File) -> t.Indicator:
        """Uploads the logo of a domain, which this service then serves.

        ``POST /v1/domains/{domain}/bimi/logo``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/domains/{segment(domain)}/bimi/logo", file=file, reads="json")

    async def domains_tls_reports(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.DomainsTlsReportsResponse:
        """Lists the TLS reports about a domain, the latest first.

        ``GET /v1/domains/{domain}/tls-reports``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            f"/v1/domains/{segment(domain)}/tls-reports",
            query={"limit": limit, "cursor": cursor, "from": from_, "to": to},
            reads="json",
        )

    def domains_tls_reports_all(
        self,
        domain: str,
        *,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> AsyncIterator[t.TlsReport]:
        """Every item of ``domains_tls_reports``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/domains/{segment(domain)}/tls-reports",
            "reports",
            {"limit": limit, "from": from_, "to": to},
        )

    async def domains_tls_summary(self, domain: str) -> t.TlsSummary:
        """Sums up the TLS reports of 30 days about a domain: how many sessions with its mail servers were encrypted as its policy asks, and why others failed.

        ``GET /v1/domains/{domain}/tls-summary``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/domains/{segment(domain)}/tls-summary", reads="json")

    async def inbound_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.InboundListResponse:
        """Lists received mail, newest first.

        ``GET /v1/inbound``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", "/v1/inbound", query={"limit": limit, "cursor": cursor}, reads="json")

    def inbound_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.InboundEmailSummary]:
        """Every item of ``inbound_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/inbound", "emails", {"limit": limit})

    async def inbound_get(self, id: str) -> t.InboundEmail:
        """Gets a received mail with its text, HTML and headers.

        ``GET /v1/inbound/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/inbound/{segment(id)}", reads="json")

    async def inbound_raw(self, id: str) -> bytes:
        """Gets the exact bytes of a received mail.

        ``GET /v1/inbound/{id}/raw``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/inbound/{segment(id)}/raw", reads="bytes")

    async def inbound_attachment(self, id: str, index: int) -> bytes:
        """Gets an attachment of a received mail, with its type and its file name.

        ``GET /v1/inbound/{id}/attachments/{index}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/inbound/{segment(id)}/attachments/{segment(index)}", reads="bytes")

    async def inbound_routes_create(
        self,
        body: t.InboundRoutesCreateBody,
    ) -> t.InboundRouteWithSecret:
        """Forwards received mail to an endpoint or an address. The signing secret is shown only in this response.

        ``POST /v1/inbound/routes``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/inbound/routes", body=body, reads="json")

    async def inbound_routes_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.InboundRoutesListResponse:
        """Lists the routes of received mail, newest first.

        ``GET /v1/inbound/routes``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/inbound/routes",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def inbound_routes_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.InboundRoute]:
        """Every item of ``inbound_routes_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/inbound/routes", "routes", {"limit": limit})

    async def inbound_routes_get(self, id: str) -> t.InboundRoute:
        """Gets one route of received mail.

        ``GET /v1/inbound/routes/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/inbound/routes/{segment(id)}", reads="json")

    async def inbound_routes_update(
        self,
        id: str,
        body: Optional[t.InboundRoutesUpdateBody] = None,
    ) -> t.InboundRoute:
        """Changes the given fields of a route, or stops and resumes it.

        ``PUT /v1/inbound/routes/{id}``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/inbound/routes/{segment(id)}", body=body, reads="json")

    async def inbound_routes_delete(self, id: str) -> None:
        """Deletes a route and stops its retries.

        ``DELETE /v1/inbound/routes/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/inbound/routes/{segment(id)}", reads="nothing")

    async def inbound_routes_rotate_secret(self, id: str) -> t.InboundRouteWithSecret:
        """Creates a new signing secret for a route, shown only in this response.

        ``POST /v1/inbound/routes/{id}/rotate-secret``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/inbound/routes/{segment(id)}/rotate-secret", reads="json")

    async def suppressions_create(self, body: t.SuppressionsCreateBody) -> t.Suppression:
        """Blocks all mail to a recipient.

        ``POST /v1/suppressions``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/suppressions", body=body, reads="json")

    async def suppressions_list(
        self,
        *,
        channel: Optional[t.Channel] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.SuppressionsListResponse:
        """Lists suppressed and unsubscribed recipients, newest first.

        ``GET /v1/suppressions``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/suppressions",
            query={"channel": channel, "reason": reason, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def suppressions_list_all(
        self,
        *,
        channel: Optional[t.Channel] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.Suppression]:
        """Every item of ``suppressions_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/suppressions",
            "suppressions",
            {"channel": channel, "reason": reason, "limit": limit},
        )

    async def suppressions_delete(
        self,
        *,
        channel: t.Channel,
        recipient: str,
        state: Optional[t.SuppressionState] = None,
        reason: Optional[str] = None,
    ) -> None:
        """Removes a recipient from the list, which allows mail again.

        ``DELETE /v1/suppressions``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. The query parameters can be in a JSON body instead."""
        return await self._call(
            "DELETE",
            "/v1/suppressions",
            query={"channel": channel, "recipient": recipient, "state": state, "reason": reason},
            reads="nothing",
        )

    async def suppressions_get(
        self,
        recipient: str,
        *,
        channel: Optional[t.Channel] = None,
    ) -> t.Suppression:
        """Gets the entry of a recipient, which says what is blocked and why.

        ``GET /v1/suppressions/{recipient}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            f"/v1/suppressions/{segment(recipient)}",
            query={"channel": channel},
            reads="json",
        )

    async def suppressions_import(
        self,
        body: t.SuppressionsImportBody,
    ) -> t.SuppressionsImportResponse:
        """Adds up to 10,000 recipients to the list.

        ``POST /v1/suppressions/import``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/suppressions/import", body=body, reads="json")

    async def suppressions_import_file(self, file: File) -> t.SuppressionsImportFileResponse:
        """Adds the recipients in a CSV file of up to 100,000 lines to the list.

        ``POST /v1/suppressions/import/file``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/suppressions/import/file", file=file, reads="json")

    async def suppressions_export(self) -> str:
        """Gets the whole list as CSV, oldest entries first, in the form that an import takes.

        ``GET /v1/suppressions/export``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/suppressions/export", reads="text")

    async def contacts_create(self, body: t.ContactsCreateBody) -> t.Contact:
        """Creates a contact.

        ``POST /v1/contacts``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/contacts", body=body, reads="json")

    async def contacts_list(
        self,
        *,
        search: Optional[str] = None,
        email: Optional[str] = None,
        list_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ContactsListResponse:
        """Lists contacts, newest first.

        ``GET /v1/contacts``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/contacts",
            query={"search": search, "email": email, "list_id": list_id, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def contacts_list_all(
        self,
        *,
        search: Optional[str] = None,
        email: Optional[str] = None,
        list_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.Contact]:
        """Every item of ``contacts_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/contacts",
            "contacts",
            {"search": search, "email": email, "list_id": list_id, "limit": limit},
        )

    async def contacts_get(self, id: str) -> t.Contact:
        """Gets one contact.

        ``GET /v1/contacts/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/contacts/{segment(id)}", reads="json")

    async def contacts_update(
        self,
        id: str,
        body: Optional[t.ContactsUpdateBody] = None,
    ) -> t.Contact:
        """Changes the given fields and attributes of a contact.

        ``PUT /v1/contacts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/contacts/{segment(id)}", body=body, reads="json")

    async def contacts_delete(self, id: str) -> None:
        """Deletes a contact, and takes it off its lists. Messages to it stay.

        ``DELETE /v1/contacts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/contacts/{segment(id)}", reads="nothing")

    async def contacts_change_many(self, body: t.ContactsChangeManyBody) -> t.ContactBulkResults:
        """Changes up to 1,000 contacts at once. A request that was cut off can be repeated.

        ``POST /v1/contacts/bulk``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/contacts/bulk", body=body, reads="json")

    async def contacts_create_import(
        self,
        csv: Union[str, bytes],
    ) -> t.ContactsCreateImportResponse:
        """Stores a CSV file of at most 32 MiB for an import of contacts.

        ``POST /v1/contacts/imports``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/contacts/imports", csv=csv, reads="json")

    async def contacts_import(self, body: t.ContactsImportBody) -> t.ContactImport:
        """Imports the contacts of a stored file. A file of up to 10,000 rows is imported before the response, which is then 200.

        ``POST /v1/contacts/import``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/contacts/import", body=body, reads="json")

    async def contacts_get_import(self, id: str) -> t.ContactImport:
        """Gets an import of contacts, with its progress.

        ``GET /v1/contacts/imports/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/contacts/imports/{segment(id)}", reads="json")

    async def contacts_export(self, *, list_id: Optional[str] = None) -> str:
        """Gets all contacts, or those of a list, as CSV, oldest first, in the form that an import takes.

        ``GET /v1/contacts/export``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/contacts/export", query={"list_id": list_id}, reads="text")

    async def contacts_get_topics(self, id: str) -> t.ContactTopics:
        """Gets the topics of the account, and whether a contact has opted out of them.

        ``GET /v1/contacts/{id}/topics``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/contacts/{segment(id)}/topics", reads="json")

    async def contacts_set_topics(self, id: str, body: t.ContactsSetTopicsBody) -> t.ContactTopics:
        """Opts a contact out of topics, or in again. Returns all topics.

        ``PUT /v1/contacts/{id}/topics``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/contacts/{segment(id)}/topics", body=body, reads="json")

    async def contact_lists_create(self, body: t.ContactListsCreateBody) -> t.ContactList:
        """Creates a list of contacts: an empty one, or with a filter a dynamic one.

        ``POST /v1/contact-lists``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/contact-lists", body=body, reads="json")

    async def contact_lists_list(
        self,
        *,
        contact_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ContactListsListResponse:
        """Lists the lists of contacts, newest first.

        ``GET /v1/contact-lists``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/contact-lists",
            query={"contact_id": contact_id, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def contact_lists_list_all(
        self,
        *,
        contact_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.ContactList]:
        """Every item of ``contact_lists_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/contact-lists",
            "contact_lists",
            {"contact_id": contact_id, "limit": limit},
        )

    async def contact_lists_get(self, id: str) -> t.ContactListDetails:
        """Gets one list of contacts, with the number of its members.

        ``GET /v1/contact-lists/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/contact-lists/{segment(id)}", reads="json")

    async def contact_lists_update(
        self,
        id: str,
        body: Optional[t.ContactListsUpdateBody] = None,
    ) -> t.ContactList:
        """Changes the given fields of a list of contacts.

        ``PUT /v1/contact-lists/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/contact-lists/{segment(id)}", body=body, reads="json")

    async def contact_lists_delete(self, id: str) -> None:
        """Deletes a list of contacts that no dynamic list names. The contacts stay.

        ``DELETE /v1/contact-lists/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/contact-lists/{segment(id)}", reads="nothing")

    async def contact_lists_members_list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ContactListsMembersListResponse:
        """Lists the contacts in a list, newest contacts first. The members of a dynamic list are looked up now.

        ``GET /v1/contact-lists/{id}/members``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            f"/v1/contact-lists/{segment(id)}/members",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def contact_lists_members_list_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.Contact]:
        """Every item of ``contact_lists_members_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(f"/v1/contact-lists/{segment(id)}/members", "members", {"limit": limit})

    async def contact_lists_members_add(
        self,
        id: str,
        body: t.ContactListsMembersAddBody,
    ) -> t.ContactListMember:
        """Adds a contact to a list.

        ``POST /v1/contact-lists/{id}/members``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/contact-lists/{segment(id)}/members", body=body, reads="json")

    async def contact_lists_members_remove(self, id: str, contact_id: str) -> None:
        """Takes a contact off a list. The contact stays.

        ``DELETE /v1/contact-lists/{id}/members/{contact_id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "DELETE",
            f"/v1/contact-lists/{segment(id)}/members/{segment(contact_id)}",
            reads="nothing",
        )

    async def templates_create(self, body: t.TemplatesCreateBody) -> t.Template:
        """Creates a template.

        ``POST /v1/templates``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/templates", body=body, reads="json")

    async def templates_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        is_layout: Optional[bool] = None,
        layout_id: Optional[str] = None,
    ) -> t.TemplatesListResponse:
        """Lists templates, newest first, without their content.

        ``GET /v1/templates``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/templates",
            query={"limit": limit, "cursor": cursor, "is_layout": is_layout, "layout_id": layout_id},
            reads="json",
        )

    def templates_list_all(
        self,
        *,
        limit: Optional[int] = None,
        is_layout: Optional[bool] = None,
        layout_id: Optional[str] = None,
    ) -> AsyncIterator[t.TemplateSummary]:
        """Every item of ``templates_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/templates",
            "templates",
            {"limit": limit, "is_layout": is_layout, "layout_id": layout_id},
        )

    async def templates_preview(self, body: t.TemplatesPreviewBody) -> t.RenderedTemplate:
        """Renders a template that is not stored, without sending.

        ``POST /v1/templates/preview``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/templates/preview", body=body, reads="json")

    async def templates_get(self, id: str) -> t.Template:
        """Gets one template.

        ``GET /v1/templates/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/templates/{segment(id)}", reads="json")

    async def templates_update(
        self,
        id: str,
        body: Optional[t.TemplatesUpdateBody] = None,
    ) -> t.TemplatesUpdateResponse:
        """Changes the given fields of a template. New content makes a new version.

        ``PUT /v1/templates/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/templates/{segment(id)}", body=body, reads="json")

    async def templates_delete(self, id: str) -> t.TemplatesDeleteResponse:
        """Deletes a template. Mail that was accepted with it is still sent.

        ``DELETE /v1/templates/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/templates/{segment(id)}", reads="json")

    async def templates_versions(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.TemplatesVersionsResponse:
        """Lists the versions of a template, newest first.

        ``GET /v1/templates/{id}/versions``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            f"/v1/templates/{segment(id)}/versions",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def templates_versions_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.TemplateVersion]:
        """Every item of ``templates_versions``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(f"/v1/templates/{segment(id)}/versions", "versions", {"limit": limit})

    async def templates_render(
        self,
        id: str,
        body: Optional[t.TemplatesRenderBody] = None,
    ) -> t.RenderedTemplate:
        """Renders a template without sending.

        ``POST /v1/templates/{id}/render``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/templates/{segment(id)}/render", body=body, reads="json")

    async def keys_create(self, body: t.KeysCreateBody) -> t.ApiKeyWithSecret:
        """Creates an API key. Its secret is shown only in this response.

        ``POST /v1/keys``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/keys", body=body, reads="json")

    async def keys_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.KeysListResponse:
        """Lists the API keys that are not revoked, without secrets.

        ``GET /v1/keys``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/keys", query={"limit": limit, "cursor": cursor}, reads="json")

    def keys_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.ApiKey]:
        """Every item of ``keys_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/keys", "keys", {"limit": limit})

    async def keys_rotate(self, id: str) -> t.KeysRotateResponse:
        """Creates a new secret for an API key, shown only in this response. The old one stops working at once.

        ``POST /v1/keys/{id}/rotate``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/keys/{segment(id)}/rotate", reads="json")

    async def keys_revoke(self, id: str) -> None:
        """Revokes an API key. The last live admin key of an account cannot be revoked.

        ``DELETE /v1/keys/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/keys/{segment(id)}", reads="nothing")

    async def account_verification(self) -> t.AccountVerification:
        """Gets what the account may send, from which sender, and where programs reach the service.

        ``GET /v1/account/verification``. Accepts any valid key."""
        return await self._call("GET", "/v1/account/verification", reads="json")

    async def usage_get(self, *, period: Optional[str] = None) -> t.Usage:
        """Gets the number of recipients and the cost of a month.

        ``GET /v1/usage``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/usage", query={"period": period}, reads="json")

    async def spend_caps_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.SpendCapsListResponse:
        """Lists the spend caps of the account and its keys, newest first.

        ``GET /v1/spend-caps``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/spend-caps", query={"limit": limit, "cursor": cursor}, reads="json")

    def spend_caps_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.SpendCap]:
        """Every item of ``spend_caps_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/spend-caps", "spend_caps", {"limit": limit})

    async def spend_caps_set(self, body: Optional[t.SpendCapsSetBody] = None) -> t.SpendCap:
        """Sets the monthly spend cap (UTC) of the account or of one of its keys.

        ``PUT /v1/spend-caps``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", "/v1/spend-caps", body=body, reads="json")

    async def spend_caps_delete(self, id: str) -> None:
        """Removes a spend cap.

        ``DELETE /v1/spend-caps/{id}``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/spend-caps/{segment(id)}", reads="nothing")

    async def stats_get(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        interval: Optional[t.StatsInterval] = None,
        group_by: Optional[t.StatsGroupBy] = None,
        limit: Optional[int] = None,
        test_mode: Optional[bool] = None,
    ) -> t.Stats:
        """Gets the numbers of accepted messages and of events, by hour or day (UTC), or of events by group.

        ``GET /v1/stats``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/stats",
            query={
                "from": from_,
                "to": to,
                "interval": interval,
                "group_by": group_by,
                "limit": limit,
                "test_mode": test_mode,
            },
            reads="json",
        )

    async def billing_get(self) -> t.BillingState:
        """Gets the plan of the account, the emails that it includes, and how many are used.

        ``GET /v1/billing``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/billing", reads="json")

    async def billing_checkout(self, body: t.BillingCheckoutBody) -> t.CheckoutResult:
        """Starts the checkout of a plan, or changes an active subscription in place: the difference is invoiced at once, with the unused time credited.

        ``POST /v1/billing/checkout``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/billing/checkout", body=body, reads="json")

    async def billing_portal(self) -> t.PortalSession:
        """Opens the customer portal, for invoices, payment methods and cancellation.

        ``POST /v1/billing/portal``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/billing/portal", reads="json")

    async def test_recipients_create(self, body: t.TestRecipientsCreateBody) -> t.TestRecipient:
        """Registers an address for test mail, and mails it a confirmation link.

        ``POST /v1/test-recipients``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/test-recipients", body=body, reads="json")

    async def test_recipients_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.TestRecipientsListResponse:
        """Lists test recipients, newest first.

        ``GET /v1/test-recipients``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/test-recipients",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def test_recipients_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.TestRecipient]:
        """Every item of ``test_recipients_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/test-recipients", "test_recipients", {"limit": limit})

    async def test_recipients_verify(self, body: t.TestRecipientsVerifyBody) -> t.TestRecipient:
        """Verifies the address that a link was mailed to. The token works once.

        ``POST /v1/test-recipients/verify``. Needs no key."""
        return await self._call("POST", "/v1/test-recipients/verify", body=body, reads="json")

    async def test_recipients_delete(self, id: str) -> None:
        """Removes a test recipient, which makes room for another.

        ``DELETE /v1/test-recipients/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/test-recipients/{segment(id)}", reads="nothing")

    async def uploads_create(self, file: File) -> t.Upload:
        """Uploads an image for the content of mails.

        ``POST /v1/uploads``. Needs a key of scope `admin`."""
        return await self._call("POST", "/v1/uploads", file=file, reads="json")

    async def uploads_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.UploadsListResponse:
        """Lists uploaded images, newest first.

        ``GET /v1/uploads``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/uploads", query={"limit": limit, "cursor": cursor}, reads="json")

    def uploads_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.Upload]:
        """Every item of ``uploads_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/uploads", "uploads", {"limit": limit})

    async def uploads_delete(self, id: str) -> None:
        """Deletes an uploaded image. Its URL then answers 404, even in mail already sent.

        ``DELETE /v1/uploads/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/uploads/{segment(id)}", reads="nothing")

    async def audit_log_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        actor: Optional[str] = None,
        operation: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> t.AuditLogListResponse:
        """Lists changes, sign-ins, sign-outs and refusals, newest first.

        ``GET /v1/audit-log``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/audit-log",
            query={
                "limit": limit,
                "cursor": cursor,
                "actor": actor,
                "operation": operation,
                "from": from_,
                "to": to,
            },
            reads="json",
        )

    def audit_log_list_all(
        self,
        *,
        limit: Optional[int] = None,
        actor: Optional[str] = None,
        operation: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> AsyncIterator[t.AuditEntry]:
        """Every item of ``audit_log_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/audit-log",
            "entries",
            {"limit": limit, "actor": actor, "operation": operation, "from": from_, "to": to},
        )

    async def dead_letters_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.DeadLettersListResponse:
        """Lists work that crashed repeatedly and was given up, newest first.

        ``GET /v1/dead-letters``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/dead-letters",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def dead_letters_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.DeadLetter]:
        """Every item of ``dead_letters_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/dead-letters", "dead_letters", {"limit": limit})

    async def dead_letters_retry(self, id: str) -> t.DeadLetter:
        """Retries work that was given up: it starts within seconds, and leaves the dead-letter list.

        ``POST /v1/dead-letters/{id}/retry``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/dead-letters/{segment(id)}/retry", reads="json")

    async def approvals_list(
        self,
        *,
        status: Optional[t.ApprovalStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.ApprovalsListResponse:
        """Lists requests of models to send mail, newest first, without the mails.

        ``GET /v1/approvals``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            "/v1/approvals",
            query={"status": status, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def approvals_list_all(
        self,
        *,
        status: Optional[t.ApprovalStatus] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.Approval]:
        """Every item of ``approvals_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/approvals", "approvals", {"status": status, "limit": limit})

    async def approvals_get(self, id: str) -> t.Approval:
        """Gets one approval, with the mail while it waits. A key with the scope send, or bound to inboxes, sees only its own.

        ``GET /v1/approvals/{id}``. Accepts any valid key."""
        return await self._call("GET", f"/v1/approvals/{segment(id)}", reads="json")

    async def approvals_approve(self, id: str) -> t.Approval:
        """Approves a mail, and sends exactly what the approval shows, once. A draft that was changed since is not sent.

        ``POST /v1/approvals/{id}/approve``. Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/approvals/{segment(id)}/approve", reads="json")

    async def approvals_refuse(self, id: str) -> t.Approval:
        """Refuses a mail, which is then deleted.

        ``POST /v1/approvals/{id}/refuse``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/approvals/{segment(id)}/refuse", reads="json")

    async def broadcasts_create(self, body: t.BroadcastsCreateBody) -> t.Broadcast:
        """Creates a broadcast: a draft or, with `scheduled_at`, one that starts then.

        ``POST /v1/broadcasts``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/broadcasts", body=body, reads="json")

    async def broadcasts_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.BroadcastsListResponse:
        """Lists broadcasts, newest first, without their bodies.

        ``GET /v1/broadcasts``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", "/v1/broadcasts", query={"limit": limit, "cursor": cursor}, reads="json")

    def broadcasts_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.BroadcastSummary]:
        """Every item of ``broadcasts_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/broadcasts", "broadcasts", {"limit": limit})

    async def broadcasts_get(self, id: str) -> t.Broadcast:
        """Gets one broadcast with its counts.

        ``GET /v1/broadcasts/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/broadcasts/{segment(id)}", reads="json")

    async def broadcasts_update(
        self,
        id: str,
        body: Optional[t.BroadcastsUpdateBody] = None,
    ) -> t.Broadcast:
        """Changes the given fields of a draft or, with `scheduled_at`, schedules it.

        ``PUT /v1/broadcasts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("PUT", f"/v1/broadcasts/{segment(id)}", body=body, reads="json")

    async def broadcasts_delete(self, id: str) -> None:
        """Deletes a broadcast that is not being sent. Its messages stay.

        ``DELETE /v1/broadcasts/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("DELETE", f"/v1/broadcasts/{segment(id)}", reads="nothing")

    async def broadcasts_preview(
        self,
        id: str,
        body: Optional[t.BroadcastsPreviewBody] = None,
    ) -> t.BroadcastPreview:
        """Renders the mail of a broadcast for a contact, without sending, and warns of variables that no contact has.

        ``POST /v1/broadcasts/{id}/preview``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/broadcasts/{segment(id)}/preview", body=body, reads="json")

    async def broadcasts_preview_new(self, body: t.BroadcastsPreviewNewBody) -> t.BroadcastPreview:
        """Renders the mail of a broadcast that is not created yet, as the preview of a broadcast does.

        ``POST /v1/broadcasts/preview``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/broadcasts/preview", body=body, reads="json")

    async def broadcasts_recipients(
        self,
        id: str,
        *,
        outcome: Optional[t.RecipientOutcome] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.BroadcastsRecipientsResponse:
        """Lists the recipients of a broadcast, newest first, with the outcome of the mail to each.

        ``GET /v1/broadcasts/{id}/recipients``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call(
            "GET",
            f"/v1/broadcasts/{segment(id)}/recipients",
            query={"outcome": outcome, "search": search, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def broadcasts_recipients_all(
        self,
        id: str,
        *,
        outcome: Optional[t.RecipientOutcome] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.BroadcastRecipient]:
        """Every item of ``broadcasts_recipients``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            f"/v1/broadcasts/{segment(id)}/recipients",
            "recipients",
            {"outcome": outcome, "search": search, "limit": limit},
        )

    async def broadcasts_links(self, id: str) -> t.BroadcastLinks:
        """Counts the clicks on each link of a broadcast, and the recipients who clicked it.

        ``GET /v1/broadcasts/{id}/links``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("GET", f"/v1/broadcasts/{segment(id)}/links", reads="json")

    async def broadcasts_send(self, id: str) -> t.Broadcast:
        """Starts a draft, or a scheduled broadcast before its time.

        ``POST /v1/broadcasts/{id}/send``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/broadcasts/{segment(id)}/send", reads="json")

    async def broadcasts_cancel(self, id: str) -> t.Broadcast:
        """Ends a scheduled, running or paused broadcast for good. Messages that were accepted are sent.

        ``POST /v1/broadcasts/{id}/cancel``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/broadcasts/{segment(id)}/cancel", reads="json")

    async def broadcasts_pause(self, id: str) -> t.Broadcast:
        """Pauses a running broadcast. Messages that were accepted are sent.

        ``POST /v1/broadcasts/{id}/pause``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/broadcasts/{segment(id)}/pause", reads="json")

    async def broadcasts_resume(self, id: str) -> t.Broadcast:
        """Continues a paused broadcast where it was.

        ``POST /v1/broadcasts/{id}/resume``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/broadcasts/{segment(id)}/resume", reads="json")

    async def broadcasts_test(self, id: str, body: t.BroadcastsTestBody) -> t.SendResponse:
        """Sends one mail of a broadcast to an address. Its subject begins with `[Test]`, and it does not count.

        ``POST /v1/broadcasts/{id}/test``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused."""
        return await self._call("POST", f"/v1/broadcasts/{segment(id)}/test", body=body, reads="json")

    async def mail_threads_list(
        self,
        *,
        folder: Optional[t.Folder] = None,
        label: Optional[str] = None,
        q: Optional[str] = None,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        unread: Optional[bool] = None,
        starred: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailThreadsListResponse:
        """Lists threads, newest first.

        ``GET /v1/mail/threads``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/threads",
            query={
                "folder": folder,
                "label": label,
                "q": q,
                "inbox_id": inbox_id,
                "inbox": inbox,
                "unread": unread,
                "starred": starred,
                "limit": limit,
                "cursor": cursor,
            },
            reads="json",
        )

    async def mail_threads_get(self, id: str) -> t.MailThread:
        """Gets one thread with its mails, and marks it read.

        ``GET /v1/mail/threads/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/mail/threads/{segment(id)}", reads="json")

    async def mail_threads_mark_read(
        self,
        id: str,
        body: Optional[t.MailThreadsMarkReadBody] = None,
    ) -> t.MailThreadsMarkReadResponse:
        """Marks a thread read or unread.

        ``POST /v1/mail/threads/{id}/read``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/read", body=body, reads="json")

    async def mail_threads_star(
        self,
        id: str,
        body: Optional[t.MailThreadsStarBody] = None,
    ) -> t.MailThreadsStarResponse:
        """Gives a thread a star, or takes it away.

        ``POST /v1/mail/threads/{id}/star``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/star", body=body, reads="json")

    async def mail_threads_move(
        self,
        id: str,
        body: t.MailThreadsMoveBody,
    ) -> t.MailThreadsMoveResponse:
        """Moves a thread to the inbox, the archive, the trash or spam. Spam blocks its first sender, and a move from there to the inbox or the archive unblocks that sender.

        ``POST /v1/mail/threads/{id}/move``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/move", body=body, reads="json")

    async def mail_threads_set_labels(
        self,
        id: str,
        body: t.MailThreadsSetLabelsBody,
    ) -> t.MailThreadsSetLabelsResponse:
        """Replaces the labels of a thread. Unknown label names are ignored.

        ``PUT /v1/mail/threads/{id}/labels``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/threads/{segment(id)}/labels", body=body, reads="json")

    async def mail_threads_change_labels(
        self,
        id: str,
        body: Optional[t.MailThreadsChangeLabelsBody] = None,
    ) -> t.MailThreadsChangeLabelsResponse:
        """Adds labels to a thread and takes others off. Labels that are not named stay as they are.

        ``POST /v1/mail/threads/{id}/labels``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/labels", body=body, reads="json")

    async def mail_threads_snooze(
        self,
        id: str,
        body: t.MailThreadsSnoozeBody,
    ) -> t.MailThreadsSnoozeResponse:
        """Takes a thread out of the inbox until a time, or until it gets new mail.

        ``POST /v1/mail/threads/{id}/snooze``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/snooze", body=body, reads="json")

    async def mail_threads_assign(
        self,
        id: str,
        body: t.MailThreadsAssignBody,
    ) -> t.MailThreadsAssignResponse:
        """Assigns a thread to somebody, or to nobody.

        ``PUT /v1/mail/threads/{id}/assignee``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/threads/{segment(id)}/assignee", body=body, reads="json")

    async def mail_messages_star(
        self,
        source: t.MailSource,
        id: str,
        body: Optional[t.MailMessagesStarBody] = None,
    ) -> t.MailMessagesStarResponse:
        """Gives one mail of a thread a star, or takes it away.

        ``POST /v1/mail/messages/{source}/{id}/star``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "POST",
            f"/v1/mail/messages/{segment(source)}/{segment(id)}/star",
            body=body,
            reads="json",
        )

    async def mail_blocked_senders_create(
        self,
        body: t.MailBlockedSendersCreateBody,
    ) -> t.BlockedSender:
        """Blocks a sender: later mail of the address or domain goes to spam.

        ``POST /v1/mail/blocked-senders``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/blocked-senders", body=body, reads="json")

    async def mail_blocked_senders_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailBlockedSendersListResponse:
        """Lists blocked senders, newest first.

        ``GET /v1/mail/blocked-senders``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/blocked-senders",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_blocked_senders_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.BlockedSender]:
        """Every item of ``mail_blocked_senders_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/blocked-senders", "blocked_senders", {"limit": limit})

    async def mail_blocked_senders_delete(self, id: str) -> None:
        """Unblocks a sender. Mail that is in spam stays there.

        ``DELETE /v1/mail/blocked-senders/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/mail/blocked-senders/{segment(id)}", reads="nothing")

    async def mail_threads_change_many(
        self,
        body: t.MailThreadsChangeManyBody,
    ) -> t.BulkThreadResults:
        """Changes up to 1,000 threads at once, as their single operations do. It can be undone for 30 seconds. A request that was cut off can be repeated.

        ``POST /v1/mail/threads/bulk``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/threads/bulk", body=body, reads="json")

    async def mail_threads_undo_many(self, id: str) -> t.UndoneThreads:
        """Undoes a change of many threads, once and within 30 seconds. Threads that have changed since stay as they are. A request that was cut off can be repeated.

        ``POST /v1/mail/threads/bulk/{id}/undo``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/bulk/{segment(id)}/undo", reads="json")

    async def mail_changes(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> t.MailChangePage:
        """Lists changes of mail since a cursor, oldest first. Without a cursor, returns one to begin with.

        ``GET /v1/mail/changes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/changes",
            query={"cursor": cursor, "limit": limit},
            reads="json",
        )

    async def mail_compose(self, body: t.MailComposeBody) -> t.AcceptedMail:
        """Sends a new mail from a verified domain, and files it in a thread.

        ``POST /v1/mail/compose``. Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/compose", body=body, reads="json")

    async def mail_threads_reply(
        self,
        id: str,
        body: Optional[t.MailThreadsReplyBody] = None,
    ) -> t.AcceptedMail:
        """Answers the newest received mail of a thread, and marks the thread read.

        ``POST /v1/mail/threads/{id}/reply``. Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/reply", body=body, reads="json")

    async def mail_threads_forward(self, id: str, body: t.MailThreadsForwardBody) -> t.AcceptedMail:
        """Forwards the newest received mail of a thread, with its files.

        ``POST /v1/mail/threads/{id}/forward``. Needs a key of scope `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/forward", body=body, reads="json")

    async def mail_drafts_create(
        self,
        body: Optional[t.MailDraftsCreateBody] = None,
    ) -> t.MailDraft:
        """Creates a draft: a new mail, or an answer to a thread. It may be incomplete.

        ``POST /v1/mail/drafts``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/drafts", body=body, reads="json")

    async def mail_drafts_list(
        self,
        *,
        inbox_id: Optional[str] = None,
        thread_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailDraftsListResponse:
        """Lists drafts that are not sent, newest first, without bodies and files.

        ``GET /v1/mail/drafts``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/drafts",
            query={"inbox_id": inbox_id, "thread_id": thread_id, "limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_drafts_list_all(
        self,
        *,
        inbox_id: Optional[str] = None,
        thread_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.MailDraftSummary]:
        """Every item of ``mail_drafts_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(
            "/v1/mail/drafts",
            "drafts",
            {"inbox_id": inbox_id, "thread_id": thread_id, "limit": limit},
        )

    async def mail_drafts_get(self, id: str) -> t.MailDraft:
        """Gets one draft with its bodies.

        ``GET /v1/mail/drafts/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/mail/drafts/{segment(id)}", reads="json")

    async def mail_drafts_update(
        self,
        id: str,
        body: Optional[t.MailDraftsUpdateBody] = None,
    ) -> t.MailDraft:
        """Changes the given fields of a draft. Empty texts and lists clear a field.

        ``PUT /v1/mail/drafts/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/drafts/{segment(id)}", body=body, reads="json")

    async def mail_drafts_delete(self, id: str) -> None:
        """Deletes a draft that is not sent.

        ``DELETE /v1/mail/drafts/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/mail/drafts/{segment(id)}", reads="nothing")

    async def mail_drafts_send(
        self,
        id: str,
        body: Optional[t.MailDraftsSendBody] = None,
    ) -> t.AcceptedMail:
        """Sends a draft, once: a repeated request gets the first response again.

        ``POST /v1/mail/drafts/{id}/send``. Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/drafts/{segment(id)}/send", body=body, reads="json")

    async def mail_export(
        self,
        *,
        folder: Optional[t.Folder] = None,
        label: Optional[str] = None,
        q: Optional[str] = None,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        unread: Optional[bool] = None,
        starred: Optional[bool] = None,
        limit: Optional[int] = None,
        format: Optional[Literal["json"]] = None,
    ) -> t.MailExport:
        """Exports the mails of threads as JSON, or over REST with `format=mbox` as a mailbox file. Over REST the response is a stream of any size; otherwise it has at most 16 MiB of text.

        ``GET /v1/mail/export``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`. With the query parameter `format=mbox` it answers like `mailExportMbox`; filters that only this one has are then ignored."""
        return await self._call(
            "GET",
            "/v1/mail/export",
            query={
                "folder": folder,
                "label": label,
                "q": q,
                "inbox_id": inbox_id,
                "inbox": inbox,
                "unread": unread,
                "starred": starred,
                "limit": limit,
                "format": format,
            },
            reads="json",
        )

    async def mail_export_mbox(
        self,
        *,
        folder: Optional[t.Folder] = None,
        label: Optional[str] = None,
        q: Optional[str] = None,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        unread: Optional[bool] = None,
        starred: Optional[bool] = None,
        limit: Optional[int] = None,
    ) -> bytes:
        """Exports the mails of threads as a mailbox file (mboxrd), as `format=mbox` does. The response is a stream.

        ``GET /v1/mail/export.mbox``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/export.mbox",
            query={
                "folder": folder,
                "label": label,
                "q": q,
                "inbox_id": inbox_id,
                "inbox": inbox,
                "unread": unread,
                "starred": starred,
                "limit": limit,
            },
            reads="bytes",
        )

    async def mail_inboxes_create(
        self,
        body: Optional[t.MailInboxesCreateBody] = None,
    ) -> t.MailInbox:
        """Creates an inbox for an address of a domain that receives mail. Other addresses receive mail as before.

        ``POST /v1/mail/inboxes``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/inboxes", body=body, reads="json")

    async def mail_inboxes_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailInboxesListResponse:
        """Lists inboxes, newest first.

        ``GET /v1/mail/inboxes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/inboxes",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_inboxes_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.MailInbox]:
        """Every item of ``mail_inboxes_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/inboxes", "inboxes", {"limit": limit})

    async def mail_inboxes_update(
        self,
        id: str,
        body: Optional[t.MailInboxesUpdateBody] = None,
    ) -> t.MailInbox:
        """Changes the given fields of an inbox: its name and its signature.

        ``PUT /v1/mail/inboxes/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/inboxes/{segment(id)}", body=body, reads="json")

    async def mail_inboxes_delete(self, id: str) -> None:
        """Deletes an inbox. Its mail keeps its recipient and its thread.

        ``DELETE /v1/mail/inboxes/{id}``. Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/mail/inboxes/{segment(id)}", reads="nothing")

    async def mail_labels_create(self, body: t.MailLabelsCreateBody) -> t.MailLabel:
        """Creates a label.

        ``POST /v1/mail/labels``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/labels", body=body, reads="json")

    async def mail_labels_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailLabelsListResponse:
        """Lists labels by name.

        ``GET /v1/mail/labels``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", "/v1/mail/labels", query={"limit": limit, "cursor": cursor}, reads="json")

    def mail_labels_list_all(self, *, limit: Optional[int] = None) -> AsyncIterator[t.MailLabel]:
        """Every item of ``mail_labels_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/labels", "labels", {"limit": limit})

    async def mail_labels_update(
        self,
        id: str,
        body: Optional[t.MailLabelsUpdateBody] = None,
    ) -> t.MailLabel:
        """Changes the given fields of a label. Threads keep it.

        ``PUT /v1/mail/labels/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/labels/{segment(id)}", body=body, reads="json")

    async def mail_labels_delete(self, id: str) -> None:
        """Deletes a label, and takes it off every thread.

        ``DELETE /v1/mail/labels/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/mail/labels/{segment(id)}", reads="nothing")

    async def mail_threads_merge(
        self,
        id: str,
        body: t.MailThreadsMergeBody,
    ) -> t.MailThreadSummary:
        """Moves all mail of another thread into this one. The other id then leads to this thread.

        ``POST /v1/mail/threads/{id}/merge``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/merge", body=body, reads="json")

    async def mail_messages_split(self, source: t.MailSource, id: str) -> t.MailThreadSummary:
        """Takes one mail out of its thread and begins a new thread with it. Later answers to the mail follow it.

        ``POST /v1/mail/messages/{source}/{id}/split``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/messages/{segment(source)}/{segment(id)}/split", reads="json")

    async def mail_notes_create(self, id: str, body: t.MailNotesCreateBody) -> t.MailNote:
        """Writes an internal note on a thread. No mail contains it.

        ``POST /v1/mail/threads/{id}/notes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/threads/{segment(id)}/notes", body=body, reads="json")

    async def mail_notes_list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailNotesListResponse:
        """Lists the notes of a thread, newest first.

        ``GET /v1/mail/threads/{id}/notes``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            f"/v1/mail/threads/{segment(id)}/notes",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_notes_list_all(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.MailNote]:
        """Every item of ``mail_notes_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages(f"/v1/mail/threads/{segment(id)}/notes", "notes", {"limit": limit})

    async def mail_notes_get(self, id: str) -> t.MailNote:
        """Gets one note.

        ``GET /v1/mail/notes/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/mail/notes/{segment(id)}", reads="json")

    async def mail_notes_update(self, id: str, body: t.MailNotesUpdateBody) -> t.MailNote:
        """Changes the text of a note.

        ``PUT /v1/mail/notes/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/notes/{segment(id)}", body=body, reads="json")

    async def mail_notes_delete(self, id: str) -> None:
        """Deletes a note.

        ``DELETE /v1/mail/notes/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/mail/notes/{segment(id)}", reads="nothing")

    async def mail_presence_set(self, id: str, body: t.MailPresenceSetBody) -> t.MailPresence:
        """Reports that somebody has a thread open, or is writing a reply, for the next 30 seconds. Returns everybody at the thread.

        ``PUT /v1/mail/threads/{id}/presence``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/threads/{segment(id)}/presence", body=body, reads="json")

    async def mail_presence_list(self, id: str) -> t.MailPresence:
        """Lists who has a thread open or is writing a reply.

        ``GET /v1/mail/threads/{id}/presence``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/mail/threads/{segment(id)}/presence", reads="json")

    async def mail_presence_delete(self, id: str, client_id: str) -> None:
        """Reports that a client of this key has left a thread.

        ``DELETE /v1/mail/threads/{id}/presence/{client_id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "DELETE",
            f"/v1/mail/threads/{segment(id)}/presence/{segment(client_id)}",
            reads="nothing",
        )

    async def mail_saved_replies_create(self, body: t.MailSavedRepliesCreateBody) -> t.SavedReply:
        """Saves a reply with variables, in the language of templates.

        ``POST /v1/mail/saved-replies``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", "/v1/mail/saved-replies", body=body, reads="json")

    async def mail_saved_replies_list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailSavedRepliesListResponse:
        """Lists saved replies by name.

        ``GET /v1/mail/saved-replies``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/saved-replies",
            query={"limit": limit, "cursor": cursor},
            reads="json",
        )

    def mail_saved_replies_list_all(
        self,
        *,
        limit: Optional[int] = None,
    ) -> AsyncIterator[t.SavedReply]:
        """Every item of ``mail_saved_replies_list``. Fetches the next page when it is needed; ``limit`` is the size of a page."""
        return self._pages("/v1/mail/saved-replies", "saved_replies", {"limit": limit})

    async def mail_saved_replies_get(self, id: str) -> t.SavedReply:
        """Gets one saved reply.

        ``GET /v1/mail/saved-replies/{id}``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("GET", f"/v1/mail/saved-replies/{segment(id)}", reads="json")

    async def mail_saved_replies_update(
        self,
        id: str,
        body: Optional[t.MailSavedRepliesUpdateBody] = None,
    ) -> t.SavedReply:
        """Changes the given fields of a saved reply.

        ``PUT /v1/mail/saved-replies/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("PUT", f"/v1/mail/saved-replies/{segment(id)}", body=body, reads="json")

    async def mail_saved_replies_delete(self, id: str) -> None:
        """Deletes a saved reply.

        ``DELETE /v1/mail/saved-replies/{id}``. Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("DELETE", f"/v1/mail/saved-replies/{segment(id)}", reads="nothing")

    async def mail_saved_replies_render(
        self,
        id: str,
        body: t.MailSavedRepliesRenderBody,
    ) -> t.RenderedReply:
        """Renders a saved reply for a thread, without sending.

        ``POST /v1/mail/saved-replies/{id}/render``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call("POST", f"/v1/mail/saved-replies/{segment(id)}/render", body=body, reads="json")

    async def mail_search(
        self,
        *,
        q: str,
        inbox_id: Optional[str] = None,
        inbox: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> t.MailSearchResponse:
        """Finds mails, newest first. A page may be short, or even empty, although others follow.

        ``GET /v1/mail/search``. Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`."""
        return await self._call(
            "GET",
            "/v1/mail/search",
            query={"q": q, "inbox_id": inbox_id, "inbox": inbox, "limit": limit, "cursor": cursor},
            reads="json",
        )

    async def recipients_erase(self, body: t.RecipientsEraseBody) -> t.Erasure:
        """Erases an address from everything that the account has, and lists where it stays because something would stop working without it.

        ``POST /v1/recipients/erase``. Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused."""
        return await self._call("POST", "/v1/recipients/erase", body=body, reads="json")
