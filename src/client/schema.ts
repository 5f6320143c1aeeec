// Written by `npm run openapi` from openapi.json. Do not edit.

export interface paths {
    "/v1/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends one message, now or at a scheduled time
         * @description Needs a key of scope `send` or `admin`.
         */
        post: operations["messagesSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/send/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends up to 1,000 messages; each item succeeds or fails by itself
         * @description Needs a key of scope `send` or `admin`.
         */
        post: operations["messagesSendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists messages, newest first
         * @description Needs a key of scope `read` or `admin`. With `idempotency_key` it answers that one alone, and all other parameters are ignored.
         */
        get: operations["messagesList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one message with its timeline
         * @description Needs a key of scope `read` or `admin`.
         */
        get: operations["messagesGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a scheduled message
         * @description Needs a key of scope `send` or `admin`.
         */
        post: operations["messagesCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells what the account may send, and from where
         * @description Takes any valid key.
         */
        get: operations["accountVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the API keys that have not been revoked, without their secrets
         * @description Needs a key of scope `admin`.
         */
        get: operations["keysList"];
        put?: never;
        /**
         * Makes an API key; its secret is shown this once
         * @description Needs a key of scope `admin`.
         */
        post: operations["keysCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives an API key a new secret, shown this once; the old one stops at once
         * @description Needs a key of scope `admin`.
         */
        post: operations["keysRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends an API key
         * @description Needs a key of scope `admin`.
         */
        delete: operations["keysRevoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the webhook subscriptions, newest first
         * @description Needs a key of scope `read` or `admin`.
         */
        get: operations["webhooksList"];
        put?: never;
        /**
         * Subscribes an endpoint to events; its signing secret is shown this once
         * @description Needs a key of scope `admin`.
         */
        post: operations["webhooksCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one webhook subscription
         * @description Needs a key of scope `read` or `admin`.
         */
        get: operations["webhooksGet"];
        /**
         * Changes, pauses or resumes a webhook subscription; only the fields that are sent change
         * @description Needs a key of scope `admin`.
         */
        put: operations["webhooksUpdate"];
        post?: never;
        /**
         * Ends a webhook subscription and the retries of its deliveries
         * @description Needs a key of scope `admin`.
         */
        delete: operations["webhooksDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a webhook subscription a new signing secret, shown this once
         * @description Needs a key of scope `admin`.
         */
        post: operations["webhooksRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test event to a webhook endpoint
         * @description Needs a key of scope `admin`.
         */
        post: operations["webhooksTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the deliveries of a webhook subscription, newest first
         * @description Needs a key of scope `read` or `admin`.
         */
        get: operations["webhooksDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one delivery with its attempts
         * @description Needs a key of scope `read` or `admin`.
         */
        get: operations["webhooksGetDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delivers an event again, with a new round of attempts
         * @description Needs a key of scope `admin`.
         */
        post: operations["webhooksRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dev/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the mail that was captured instead of sent, newest first
         * @description Needs a key of scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["outboxList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dev/outbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a captured mail as it would have gone out
         * @description Needs a key of scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["outboxGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens a session for a browser: a cookie that stands for a key */
        post: operations["sessionOpen"];
        /** Closes the session of this browser */
        delete: operations["sessionClose"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells that the process is up */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells whether the databases answer */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document as a page to read and to try */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event, posted to your endpoint
         * @description `Svc-Signature` is the lowercase hex of HMAC-SHA256, keyed with the `signing_secret` of the subscription, over `<Svc-Timestamp>.<raw request body>`. Compute it over the raw bytes, before parsing them; compare in constant time; and refuse a timestamp older than 5 minutes.
         *
         *      An answer other than 2xx, none within 30 seconds, or no connection is a failure. It is tried again after 30 seconds, 1 minute, 2 minutes and so on (± 25 %), 12 attempts in all and for 24 hours. An event can come more than once and out of order: deduplicate by `event_id`.
         */
        post: operations["webhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccountVerification: {
            account_id: string;
            /** @description Whether no domain is verified yet. */
            sandbox_mode: boolean;
            /** @description The sender in sandbox mode. */
            shared_email_sender: string;
            channels: {
                channel: string;
                status: string;
                verified: boolean;
            }[];
        };
        ApiKey: {
            id: string;
            key_prefix: string;
            /** @enum {string} */
            scope: "send" | "read" | "admin";
            test_mode: boolean;
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ApiKeyWithSecret: {
            id: string;
            key_prefix: string;
            /** @enum {string} */
            scope: "send" | "read" | "admin";
            test_mode: boolean;
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The secret. Shown this once. */
            key: string;
        };
        Attachment: {
            filename: string;
            content_type: string;
            /** @description Base64. All attachments hold at most 7 MiB when decoded. */
            content: string;
            /** @description Name that HTML refers to as `cid:…`; the attachment is then shown inline. */
            content_id?: string | null;
        };
        BatchItemResult: {
            /** @constant */
            success: true;
            response: components["schemas"]["SendResponse"];
        } | {
            /** @constant */
            success: false;
            error: components["schemas"]["ErrorBody"];
        };
        Error: {
            error: components["schemas"]["ErrorBody"];
        };
        ErrorBody: {
            /** @description What to branch on. Take an unknown code as its status class. */
            code: string;
            /** @description For people. The wording may change. */
            message: string;
            /** @description The HTTP status once more. */
            status: number;
            /** @description The fields that are wrong, when the request does not have the right shape. */
            details?: {
                /** @description The field, like `payload.subject`. */
                path: string;
                /** @description What it must be. */
                message: string;
            }[];
        };
        Message: {
            id: string;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /**
             * @description A snapshot: the type of the newest timeline event, once there is one.
             * @enum {string}
             */
            status: "queued" | "scheduled" | "canceled" | "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed";
            /** @enum {string} */
            message_type: "transactional" | "marketing";
            /** Format: date-time */
            created_at: string;
            idempotency_key: string;
            provider_message_id: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description Oldest first. */
            events: components["schemas"]["TimelineEvent"][];
        };
        MessageSummary: {
            id: string;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /**
             * @description A snapshot: the type of the newest timeline event, once there is one.
             * @enum {string}
             */
            status: "queued" | "scheduled" | "canceled" | "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed";
            /** @enum {string} */
            message_type: "transactional" | "marketing";
            /** Format: date-time */
            created_at: string;
        };
        SendRequest: {
            /**
             * @description Only `email` is sent; the others answer 422 `channel_not_enabled`.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /** @description Unique to this message. The same key with the same body answers the first result again. */
            idempotency_key: string;
            /** @description What the message is for. Kept with it; both kinds are sent alike. */
            message_type?: ("transactional" | "marketing") | null;
            /** @description At most 50 recipients in all; each is billed as one message. */
            destination: {
                /** @description Address of the recipient. Required for email. */
                email?: string | null;
                /** @description Name shown with the address. */
                name?: string | null;
                cc?: string[] | null;
                bcc?: string[] | null;
            };
            /** @description Subject and at least one of the two bodies; may be left out with a `template_id`. */
            payload?: {
                subject?: string | null;
                body_html?: string | null;
                body_text?: string | null;
                reply_to?: (string | string[]) | null;
                /** @description Further headers of the mail. None that the service sets itself. */
                headers?: {
                    [key: string]: string;
                } | null;
                attachments?: components["schemas"]["Attachment"][] | null;
            } | null;
            metadata?: {
                /** @description Sender, like `me@example.com` or `Me <me@example.com>`. Required with a verified domain. */
                from_email?: string | null;
            } | null;
            tags?: {
                [key: string]: string;
            } | null;
            /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. */
            scheduled_at?: string | null;
            /** @description A real mail to a verified test recipient, at no cost. */
            test_send?: boolean | null;
            /** @description Refuses a recipient whose domain publishes no MX, A or AAAA record. */
            validate_recipient?: boolean | null;
            /** @description Renders this template. A given `payload.subject` wins. */
            template_id?: string | null;
            template_vars?: {
                [key: string]: unknown;
            } | null;
        };
        SendResponse: {
            id: string;
            /** @enum {string} */
            status: "queued" | "scheduled";
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            idempotency_key: string;
            /** Format: date-time */
            created_at: string;
        };
        TimelineEvent: {
            id: string;
            /** @enum {string} */
            type: "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "delivery_delayed" | "suppressed" | "unsubscribed";
            message_id: string;
            account_id: string;
            /**
             * @description Who says so: the send pipeline, the suppression check before it, or the provider.
             * @enum {string}
             */
            source: "worker" | "router" | "ses" | "sns";
            /** @description One event has one, however often it is reported. */
            provider_event_id: string;
            /** @description Its shape follows the source. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened at its source. Orders the timeline.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        WebhookAttempt: {
            /** Format: date-time */
            attempted_at: string;
            response_status: number | null;
            /** @description Why there was no response. */
            error: string | null;
            duration_ms: number;
            /** @description The first 1 KiB of it. */
            response_body: string | null;
        };
        WebhookDelivery: {
            id: string;
            subscription_id: string;
            event_id: string;
            /** @enum {string} */
            event_type: "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received";
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "exhausted";
            /** @description Attempts made in all rounds. */
            attempt_count: number;
            /** @description 1, and one more for every redelivery. */
            round: number;
            response_status: number | null;
            next_retry_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Oldest first; the last 36. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description The exact request body as text, the same in every attempt: what the signatures cover. */
            payload: string | null;
        };
        WebhookRequest: {
            /** @description The same in every attempt: what receivers deduplicate by. */
            event_id: string;
            /** @enum {string} */
            event_type: "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received";
            /** @description The message (`msg_…`), or for `email.received` the inbound email (`inb_…`). */
            message_id: string;
            account_id: string;
            /** @description Its shape follows the source of the event. */
            payload: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            occurred_at: string;
            /** Format: date-time */
            created_at: string;
        };
        WebhookSubscription: {
            id: string;
            account_id: string;
            endpoint_url: string;
            /** @description Empty means all event types. */
            event_types: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[];
            /** @description False pauses its deliveries. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        WebhookSubscriptionWithSecret: {
            id: string;
            account_id: string;
            endpoint_url: string;
            /** @description Empty means all event types. */
            event_types: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[];
            /** @description False pauses its deliveries. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Key of the signatures. Shown on create and on rotate, and never again. */
            signing_secret: string;
        };
    };
    responses: {
        /** @description - `account_suspended`: The account is suspended. Contact the operator of this service. */
        AccountSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "account_suspended";
                    };
                };
            };
        };
        /**
         * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
         *     - `forbidden`: The scope of this API key does not permit the operation.
         */
        AccountSuspendedOrForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "account_suspended" | "forbidden";
                    };
                };
            };
        };
        /** @description - `forbidden`: The scope of this API key does not permit the operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
        };
        /**
         * @description - `forbidden`: The scope of this API key does not permit the operation.
         *     - `account_suspended`: The account is suspended. Contact the operator of this service.
         */
        ForbiddenOrAccountSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "forbidden" | "account_suspended";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: This idempotency key was used with another body. Use a new key, or repeat the first body unchanged.
         *     - `recipient_suppressed`: The recipient is on the suppression list.
         */
        IdempotencyKeyReusedOrRecipientSuppressed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "idempotency_key_reused" | "recipient_suppressed";
                    };
                };
            };
        };
        /** @description - `internal_error`: An unexpected failure. A retry with the same idempotency key is safe. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
        };
        /** @description - `invalid_request`: The request is malformed. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request";
                    };
                };
            };
        };
        /** @description - `not_found`: There is no such resource. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "not_found";
                    };
                };
            };
        };
        /** @description - `overloaded`: The service is busy. Nothing was accepted; retry with the same idempotency key. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "overloaded";
                    };
                };
            };
        };
        /**
         * @description - `overloaded`: The service is busy. Nothing was accepted; retry with the same idempotency key.
         *     - `test_send_not_configured`: Test sending is not configured on this deployment.
         */
        OverloadedOrTestSendNotConfigured: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "overloaded" | "test_send_not_configured";
                    };
                };
            };
        };
        /** @description - `payload_too_large`: The request body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large";
                    };
                };
            };
        };
        /**
         * @description - `payload_too_large`: The request body is too large.
         *     - `batch_too_large`: A batch holds at most 1,000 send requests.
         */
        PayloadTooLargeOrBatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large" | "batch_too_large";
                    };
                };
            };
        };
        /** @description - `rate_limit_exceeded`: Too many requests. Wait for the seconds in Retry-After. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "rate_limit_exceeded";
                    };
                };
            };
        };
        /** @description - `template_not_found`: The account has no active template with this id. */
        TemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "template_not_found";
                    };
                };
            };
        };
        /** @description - `unauthorized`: The API key is missing, malformed, unknown, revoked or expired. Send it as `Authorization: Bearer <API_KEY>`. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "unauthorized";
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names the request in logs; your own value when you sent one. */
        RequestId: string;
        /** @description Requests that the account may make in a second. */
        RateLimitLimit: number;
        /** @description How many of them are left, this one already counted. */
        RateLimitRemaining: number;
        /** @description When the window is empty again, in Unix seconds. */
        RateLimitReset: number;
        /** @description Seconds to wait before the next try. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    messagesSend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope of this API key does not permit the operation.
             *     - `recipient_not_verified`: The recipient is not a verified test recipient.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "account_suspended" | "forbidden" | "recipient_not_verified";
                        };
                    };
                };
            };
            404: components["responses"]["TemplateNotFound"];
            409: components["responses"]["IdempotencyKeyReusedOrRecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `no_verified_domain`: The account has no verified sending domain.
             *     - `from_not_verified`: The sender domain is not a verified sending domain of the account.
             *     - `invalid_destination`: The destination lacks a valid address.
             *     - `recipient_undeliverable`: The recipient domain has no MX, A or AAAA record.
             *     - `channel_not_enabled`: This channel is not enabled; only `email` is sent.
             *     - `invalid_channel_payload`: An email needs a subject and at least one of body_html and body_text.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "no_verified_domain" | "from_not_verified" | "invalid_destination" | "recipient_undeliverable" | "channel_not_enabled" | "invalid_channel_payload" | "invalid_schedule";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrTestSendNotConfigured"];
        };
    };
    messagesSendBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"][];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchItemResult"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            413: components["responses"]["PayloadTooLargeOrBatchTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesList: {
        parameters: {
            query?: {
                channel?: "email" | "sms" | "push" | "voice" | "webhook";
                /** @example delivered */
                status?: string;
                /** @description Words of the subject and the recipients; all of them must match. */
                search?: string;
                /** @description Created at this moment or later. */
                from?: string;
                /** @description Created at this moment or earlier. */
                to?: string;
                /**
                 * @description Size of the page. A value out of range is taken as the nearest in range.
                 * @example 1
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. Keep all filters the same. */
                cursor?: string;
                /** @example order-4711-shipped */
                idempotency_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["MessageSummary"][];
                        /** @description Where the next page begins; null on the last page. */
                        next_cursor: string | null;
                    } | components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example msg_01kajqw1y3h7g5d2s9p8n6m4q0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example msg_01kajqw1y3h7g5d2s9p8n6m4q0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        status: "canceled";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    accountVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountVerification"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    keysList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. A value out of range is taken as the nearest in range.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                        /** @description Where the next page begins; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    keysCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    scope: "send" | "read" | "admin";
                    test_mode?: boolean | null;
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    keysRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        key: string;
                        key_prefix: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    keysRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing more to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. A value out of range is taken as the nearest in range.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["WebhookSubscription"][];
                        /** @description Where the next page begins; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endpoint_url: string;
                    event_types?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[] | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    endpoint_url?: string | null;
                    event_types?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[] | null;
                    is_active?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    event_type?: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received") | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. A value out of range is taken as the nearest in range.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        /** @description Where the next page begins; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksGetDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
                /** @example whd_01kajqw5c7v9b1n3m5q7w9e1r3 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
                /** @example whd_01kajqw5c7v9b1n3m5q7w9e1r3 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    outboxList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. A value out of range is taken as the nearest in range.
                 * @example 1
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mails: {
                            id: string;
                            message_id: string;
                            from: string;
                            to: string[];
                            subject: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        /** @description Where the next page begins; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    outboxGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example out_01kajqw4b8f6d2s0a9z7x5c3v1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    sessionOpen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description Open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    /** @description The session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        scope: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    sessionClose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Closed, or there was none. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They do. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            /** @description They do not. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "not ready";
                        reason: string;
                    };
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description It is the one that you have. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description It is the one that you have. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `event_id` of the body.
                 * @example evt_01kajqw3d6m2t8xk5v7r9c4b1f
                 */
                "Svc-Event-Id": string;
                /**
                 * @description The `event_type` of the body.
                 * @example delivered
                 */
                "Svc-Event-Type": string;
                /**
                 * @description When the signature was computed, in Unix seconds.
                 * @example 1795251603
                 */
                "Svc-Timestamp": string;
                /**
                 * @description The signature.
                 * @example c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1c2b1
                 */
                "Svc-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "evt_01kajqw3d6m2t8xk5v7r9c4b1f",
                 *       "event_type": "delivered",
                 *       "message_id": "msg_01kajqw1y3h7g5d2s9p8n6m4q0",
                 *       "account_id": "acc_01kaj2b4c6d8e0f2g4h6j8k0m2",
                 *       "payload": {
                 *         "notificationType": "Delivery",
                 *         "mail": {
                 *           "messageId": "0100019a9d5e3f2a-3b1c"
                 *         },
                 *         "delivery": {
                 *           "recipients": [
                 *             "ada@example.com"
                 *           ],
                 *           "smtpResponse": "250 2.6.0 Message received"
                 *         }
                 *       },
                 *       "occurred_at": "2026-11-21T09:00:02.512Z",
                 *       "created_at": "2026-11-21T09:00:02.840Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description Received. Answer within 30 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
