// Written by `npm run generate` from the table of operations. Do not edit.

import type { components } from './schema.js'

/** The codes of errors. Later versions of the service may answer others. */
export type ErrorCode =
    | "invalid_request"
    | "invalid_template"
    | "missing_variable"
    | "invalid_token"
    | "unauthorized"
    | "spend_cap_exceeded"
    | "invalid_signature"
    | "domain_limit_reached"
    | "forbidden"
    | "recipient_not_verified"
    | "account_suspended"
    | "not_found"
    | "template_not_found"
    | "recipient_suppressed"
    | "idempotency_key_reused"
    | "domain_in_use"
    | "payload_too_large"
    | "batch_too_large"
    | "from_required"
    | "domain_not_verified"
    | "from_not_verified"
    | "no_verified_domain"
    | "invalid_destination"
    | "recipient_undeliverable"
    | "channel_not_enabled"
    | "invalid_channel_payload"
    | "invalid_schedule"
    | "template_error"
    | "too_many_test_recipients"
    | "too_many_webhooks"
    | "too_many_templates"
    | "too_many_api_keys"
    | "cannot_delete_sandbox"
    | "rate_limit_exceeded"
    | "test_send_daily_limit"
    | "internal_error"
    | "test_send_not_configured"
    | "provider_unavailable"
    | "validation_not_configured"
    | "stream_overflow"
    | "stream_interrupted"
    | "overloaded"

export interface Procedures {
    "events.live": {
        /** @constant */
        kind: "subscription";
        input: {
            message_id?: string | null;
            types?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed" | "unsubscribed")[] | null;
            lastEventId?: string | null;
        };
        output: components["schemas"]["TimelineEvent"];
    };
    "messages.send": {
        /** @constant */
        kind: "mutation";
        input: components["schemas"]["SendRequest"];
        output: components["schemas"]["SendResponse"];
    };
    "messages.sendBatch": {
        /** @constant */
        kind: "mutation";
        input: {
            items: components["schemas"]["SendRequest"][];
        };
        output: components["schemas"]["BatchItemResult"][];
    };
    "messages.list": {
        /** @constant */
        kind: "query";
        input: {
            channel?: ("email" | "sms" | "push" | "voice" | "webhook") | null;
            status?: string | null;
            /** @description Words in the subject and the recipients; all must match. */
            search?: string | null;
            /** @description Created at this time or later. */
            from?: string | null;
            /** @description Created at this time or earlier. */
            to?: string | null;
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            messages: components["schemas"]["MessageSummary"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "messages.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["Message"];
    };
    "messages.getByIdempotencyKey": {
        /** @constant */
        kind: "query";
        input: {
            idempotency_key: string;
        };
        output: components["schemas"]["Message"];
    };
    "messages.cancel": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: {
            id: string;
            /** @constant */
            status: "canceled";
        };
    };
    "messages.validate": {
        /** @constant */
        kind: "mutation";
        input: {
            email: string;
        };
        output: components["schemas"]["AddressValidation"];
    };
    "webhooks.create": {
        /** @constant */
        kind: "mutation";
        input: {
            endpoint_url: string;
            event_types?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[] | null;
        };
        output: components["schemas"]["WebhookSubscriptionWithSecret"];
    };
    "webhooks.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            webhooks: components["schemas"]["WebhookSubscription"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "webhooks.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["WebhookSubscription"];
    };
    "webhooks.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            endpoint_url?: string | null;
            event_types?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[] | null;
            is_active?: boolean | null;
        };
        output: components["schemas"]["WebhookSubscription"];
    };
    "webhooks.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: {
            message: string;
        };
    };
    "webhooks.rotateSecret": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["WebhookSubscriptionWithSecret"];
    };
    "webhooks.test": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            event_type?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received") | null;
        };
        output: components["schemas"]["WebhookDelivery"];
    };
    "webhooks.deliveries": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "webhooks.getDelivery": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            delivery_id: string;
        };
        output: components["schemas"]["WebhookDelivery"];
    };
    "webhooks.redeliver": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            delivery_id: string;
        };
        output: components["schemas"]["WebhookDelivery"];
    };
    "domains.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description A name below a public suffix, like `mail.example.com`. */
            domain: string;
        };
        output: components["schemas"]["Domain"];
    };
    "domains.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            domains: components["schemas"]["Domain"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "domains.get": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: components["schemas"]["Domain"];
    };
    "domains.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: null;
    };
    "domains.verify": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: components["schemas"]["DomainVerification"];
    };
    "domains.setFromName": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
            /** @description The name; null or empty for none. */
            from_name: string | null;
        };
        output: components["schemas"]["DomainFromName"];
    };
    "domains.dnsSetup": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: components["schemas"]["DnsSetup"];
    };
    "domains.zonefile": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: string;
    };
    "domains.getLogo": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: components["schemas"]["Indicator"];
    };
    "domains.setLogo": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
            /** @description An https URL of a square logo in SVG Tiny PS; null removes the logo. */
            logo_url: string | null;
        };
        output: components["schemas"]["Indicator"];
    };
    "suppressions.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /**
             * @description Only `email` is enabled; the others are 422 `channel_not_enabled`.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /** @description The address to block. */
            recipient: string;
            /** @description Why, for people who read the list. */
            reason?: string | null;
        };
        output: components["schemas"]["Suppression"];
    };
    "suppressions.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only this channel; all if left out. */
            channel?: ("email" | "sms" | "push" | "voice" | "webhook") | null;
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            suppressions: components["schemas"]["Suppression"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "suppressions.import": {
        /** @constant */
        kind: "mutation";
        input: {
            channel?: ("email" | "sms" | "push" | "voice" | "webhook") | null;
            /** @description Up to 10,000; more are 422 `invalid_request`. */
            entries: components["schemas"]["SuppressionEntry"][];
        };
        output: {
            /** @description Recipients that are now on the list, new or not. */
            imported: number;
            /** @description Entries that are invalid or repeat an earlier one. */
            skipped: number;
            /** @description One for each skipped entry. */
            errors: {
                /** @description Index of the entry in the request. */
                index: number;
                /** @description Why it was skipped. */
                reason: string;
            }[];
        };
    };
    "suppressions.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            /**
             * @description Only `email` is enabled; the others are 422 `channel_not_enabled`.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /** @description In any notation. */
            recipient: string;
        };
        output: null;
    };
    "templates.create": {
        /** @constant */
        kind: "mutation";
        input: {
            name: string;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            subject: string;
            body_html: string;
            body_text?: string | null;
            variables?: components["schemas"]["TemplateVariableInput"][] | null;
        };
        output: components["schemas"]["Template"];
    };
    "templates.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            templates: components["schemas"]["TemplateSummary"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "templates.preview": {
        /** @constant */
        kind: "query";
        input: {
            subject: string;
            body_html: string;
            body_text?: string | null;
            variables?: components["schemas"]["TemplateVariableInput"][] | null;
            vars?: {
                [key: string]: unknown;
            } | null;
        };
        output: components["schemas"]["RenderedTemplate"];
    };
    "templates.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["Template"];
    };
    "templates.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            name?: string | null;
            subject?: string | null;
            body_html?: string | null;
            /** @description Null removes the plain text. */
            body_text?: string | null;
            /** @description All variables: they replace the previous ones. */
            variables?: components["schemas"]["TemplateVariableInput"][] | null;
            /** @description If false, it cannot be sent. */
            is_active?: boolean | null;
        };
        output: {
            id: string;
            name: string;
            version: number;
        };
    };
    "templates.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: {
            message: string;
        };
    };
    "templates.versions": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            versions: components["schemas"]["TemplateVersion"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "templates.render": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            vars?: {
                [key: string]: unknown;
            } | null;
        };
        output: components["schemas"]["RenderedTemplate"];
    };
    "keys.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @enum {string} */
            scope: "send" | "read" | "admin";
            test_mode?: boolean | null;
            expires_at?: string | null;
        };
        output: components["schemas"]["ApiKeyWithSecret"];
    };
    "keys.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            keys: components["schemas"]["ApiKey"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "keys.rotate": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: {
            id: string;
            key: string;
            key_prefix: string;
        };
    };
    "keys.revoke": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "account.verification": {
        /** @constant */
        kind: "query";
        input: Record<string, never>;
        output: components["schemas"]["AccountVerification"];
    };
    "usage.get": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Year and month (UTC), like 2026-11. Defaults to the current month. */
            period?: string | null;
        };
        output: components["schemas"]["Usage"];
    };
    "spendCaps.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            spend_caps: components["schemas"]["SpendCap"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "spendCaps.set": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The key to cap. If left out, the cap is for the account. */
            key_id?: string | null;
            /** @description Alerts the owner when reached, once a month. Null clears it; if left out, it does not change. */
            soft_limit_micros?: number | null;
            /** @description Blocks sends that would exceed it. Null clears it; if left out, it does not change. */
            hard_limit_micros?: number | null;
        };
        output: components["schemas"]["SpendCap"];
    };
    "spendCaps.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "testRecipients.create": {
        /** @constant */
        kind: "mutation";
        input: {
            email: string;
        };
        output: components["schemas"]["TestRecipient"];
    };
    "testRecipients.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            test_recipients: components["schemas"]["TestRecipient"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "testRecipients.verify": {
        /** @constant */
        kind: "mutation";
        input: {
            token: string;
        };
        output: components["schemas"]["TestRecipient"];
    };
    "testRecipients.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "uploads.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            uploads: components["schemas"]["Upload"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "uploads.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "auditLog.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "outbox.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            mails: {
                id: string;
                message_id: string;
                from: string;
                to: string[];
                subject: string;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
    };
    "outbox.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: {
            id: string;
            message_id: string;
            from: string;
            to: string[];
            subject: string;
            /** Format: date-time */
            created_at: string;
            mime: string;
        };
    };
}
