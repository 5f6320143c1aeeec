// Written by `npm run generate` from openapi.json. Do not edit.

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
         * @description Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused.
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
         * Sends up to 1,000 messages. Each one succeeds or fails independently
         * @description Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused.
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
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. With the query parameter `idempotency_key` it answers like `messagesGetByIdempotencyKey`; filters that only this one has are then ignored.
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
         * @description Needs a key with the scope `read` or `admin`.
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
    "/v1/messages/by-idempotency-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the message sent with an idempotency key
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["messagesGetByIdempotencyKey"];
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
         * Cancels a scheduled message. Mail of the mail app leaves its thread
         * @description Needs a key with the scope `send` or `admin`.
         */
        post: operations["messagesCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the content of a message as it was accepted, without the bytes of its files
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["messagesContent"];
        put?: never;
        post?: never;
        /**
         * Deletes the bodies, files and headers of a message for good. Its timeline stays
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["messagesDeleteContent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a message as a mail (MIME), as it leaves, except for its signature and changes by tracking
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["messagesRaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}/attachments/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets an attachment of a message, with its type and its file name
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["messagesAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets all messages that a filter finds as CSV, newest first. The response is a stream
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["messagesExportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/export.ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets all messages that a filter finds as JSON, one a line, newest first. The response is a stream
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["messagesExportNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends the content of a message again, at once, as a new message
         * @description Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["messagesResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks whether an address can receive mail: its syntax, and its domain in DNS. Sends nothing
         * @description Needs a key with the scope `send` or `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["messagesValidate"];
        delete?: never;
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
         * Lists webhook subscriptions, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["webhooksList"];
        put?: never;
        /**
         * Subscribes an endpoint to events. Its signing secret is shown only in this response
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
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
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["webhooksGet"];
        /**
         * Changes the given fields of a webhook subscription, or pauses or resumes it
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["webhooksUpdate"];
        post?: never;
        /**
         * Deletes a webhook subscription and stops its retries
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
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
         * Creates a new signing secret for a webhook subscription, shown only in this response
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
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
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
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
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
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
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
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
         * Delivers an event again in a new round of attempts
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["webhooksRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delivers up to 100 events again, each in a new round of attempts
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["webhooksRedeliverMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the domains of the account, newest first; the built-in one comes last
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["domainsList"];
        put?: never;
        /**
         * Adds a sending domain, and returns the records to publish for it
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["domainsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a domain
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["domainsGet"];
        put?: never;
        post?: never;
        /**
         * Deletes a domain, also at the mail provider
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["domainsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Looks up the records of a domain in DNS. Statuses without an answer do not change
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["domainsVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/from-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the default sender name of a domain, for sends whose `from_email` has no name
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["domainsSetFromName"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turns the receiving of mail to a domain on or off, and returns the MX record to publish
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["domainsSetInbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turns the domain's own link host on or off. Links in its mail use it once its record is verified
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["domainsSetLinks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/ed25519": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turns a second signature of mail, with Ed25519, on or off. While it is on, the domain has one more record to publish; once that is verified, mail has both signatures
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["domainsSetEd25519"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/dns-setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets instructions for publishing the records of a domain at its DNS host
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["domainsDnsSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/dns-setup/zonefile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the records of a domain as a zone file, in the format of BIND
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["domainsZonefile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/dmarc-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the DMARC reports about a domain, the latest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["domainsDmarcReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/dmarc-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums up the DMARC reports of 30 days about a domain: who sends in its name, what passes, and whether `p=reject` is safe
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["domainsDmarcSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/bimi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the logo of a domain (BIMI), and what it still needs to be shown
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["domainsGetLogo"];
        /**
         * Sets the logo of a domain by URL, or removes it
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["domainsSetLogo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/bimi/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads the logo of a domain, which this service then serves
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["domainsUploadLogo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/tls-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the TLS reports about a domain, the latest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["domainsTlsReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domain}/tls-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums up the TLS reports of 30 days about a domain: how many sessions with its mail servers were encrypted as its policy asks, and why others failed
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["domainsTlsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists received mail, newest first
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["inboundList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a received mail with its text, HTML and headers
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["inboundGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the exact bytes of a received mail
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["inboundRaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound/{id}/attachments/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets an attachment of a received mail, with its type and its file name
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["inboundAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the routes of received mail, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["inboundRoutesList"];
        put?: never;
        /**
         * Forwards received mail to an endpoint or an address. The signing secret is shown only in this response
         * @description Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["inboundRoutesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound/routes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one route of received mail
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["inboundRoutesGet"];
        /**
         * Changes the given fields of a route, or stops and resumes it
         * @description Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["inboundRoutesUpdate"];
        post?: never;
        /**
         * Deletes a route and stops its retries
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["inboundRoutesDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound/routes/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a new signing secret for a route, shown only in this response
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["inboundRoutesRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists suppressed and unsubscribed recipients, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["suppressionsList"];
        put?: never;
        /**
         * Blocks all mail to a recipient
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["suppressionsCreate"];
        /**
         * Removes a recipient from the list, which allows mail again
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. The query parameters can be in a JSON body instead.
         */
        delete: operations["suppressionsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/{recipient}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the entry of a recipient, which says what is blocked and why
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["suppressionsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds up to 10,000 recipients to the list
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["suppressionsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/import/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds the recipients in a CSV file of up to 100,000 lines to the list
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["suppressionsImportFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the whole list as CSV, oldest entries first, in the form that an import takes
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["suppressionsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists contacts, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactsList"];
        put?: never;
        /**
         * Creates a contact
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["contactsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one contact
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactsGet"];
        /**
         * Changes the given fields and attributes of a contact
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["contactsUpdate"];
        post?: never;
        /**
         * Deletes a contact, and takes it off its lists. Messages to it stay
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["contactsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes up to 1,000 contacts at once. A request that was cut off can be repeated
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["contactsChangeMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a CSV file of at most 32 MiB for an import of contacts
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["contactsCreateImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports the contacts of a stored file. A file of up to 10,000 rows is imported before the response, which is then 200
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["contactsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets an import of contacts, with its progress
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactsGetImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets all contacts, or those of a list, as CSV, oldest first, in the form that an import takes
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{id}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the topics of the account, and whether a contact has opted out of them
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactsGetTopics"];
        /**
         * Opts a contact out of topics, or in again. Returns all topics
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["contactsSetTopics"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the lists of contacts, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactListsList"];
        put?: never;
        /**
         * Creates a list of contacts: an empty one, or with a filter a dynamic one
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["contactListsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one list of contacts, with the number of its members
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactListsGet"];
        /**
         * Changes the given fields of a list of contacts
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["contactListsUpdate"];
        post?: never;
        /**
         * Deletes a list of contacts that no dynamic list names. The contacts stay
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["contactListsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the contacts in a list, newest contacts first. The members of a dynamic list are looked up now
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["contactListsMembersList"];
        put?: never;
        /**
         * Adds a contact to a list
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["contactListsMembersAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists/{id}/members/{contact_id}": {
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
         * Takes a contact off a list. The contact stays
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["contactListsMembersRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists templates, newest first, without their content
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["templatesList"];
        put?: never;
        /**
         * Creates a template
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["templatesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders a template that is not stored, without sending
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["templatesPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one template
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["templatesGet"];
        /**
         * Changes the given fields of a template. New content makes a new version
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["templatesUpdate"];
        post?: never;
        /**
         * Deletes a template. Mail that was accepted with it is still sent
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["templatesDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the versions of a template, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["templatesVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders a template without sending
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["templatesRender"];
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
         * Lists the API keys that are not revoked, without secrets
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["keysList"];
        put?: never;
        /**
         * Creates an API key. Its secret is shown only in this response
         * @description Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused.
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
         * Creates a new secret for an API key, shown only in this response. The old one stops working at once
         * @description Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused.
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
         * Revokes an API key. The last live admin key of an account cannot be revoked
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["keysRevoke"];
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
         * Gets what the account may send, from which sender, and where programs reach the service
         * @description Accepts any valid key.
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
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the number of recipients and the cost of a month
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["usageGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spend-caps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the spend caps of the account and its keys, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["spendCapsList"];
        /**
         * Sets the monthly spend cap (UTC) of the account or of one of its keys
         * @description Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused.
         */
        put: operations["spendCapsSet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spend-caps/{id}": {
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
         * Removes a spend cap
         * @description Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused.
         */
        delete: operations["spendCapsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the numbers of accepted messages and of events, by hour or day (UTC), or of events by group
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["statsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the plan of the account, the emails that it includes, and how many are used
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["billingGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts the checkout of a plan, or changes an active subscription in place: the difference is invoiced at once, with the unused time credited
         * @description Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused.
         */
        post: operations["billingCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens the customer portal, for invoices, payment methods and cancellation
         * @description Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused.
         */
        post: operations["billingPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists test recipients, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["testRecipientsList"];
        put?: never;
        /**
         * Registers an address for test mail, and mails it a confirmation link
         * @description Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused.
         */
        post: operations["testRecipientsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-recipients/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies the address that a link was mailed to. The token works once
         * @description Needs no key.
         */
        post: operations["testRecipientsVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-recipients/{id}": {
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
         * Removes a test recipient, which makes room for another
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["testRecipientsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists uploaded images, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["uploadsList"];
        put?: never;
        /**
         * Uploads an image for the content of mails
         * @description Needs a key of scope `admin`.
         */
        post: operations["uploadsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}": {
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
         * Deletes an uploaded image. Its URL then answers 404, even in mail already sent
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["uploadsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists changes, sign-ins, sign-outs and refusals, newest first
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["auditLogList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists work that crashed repeatedly and was given up, newest first
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["deadLettersList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries work that was given up: it starts within seconds, and leaves the dead-letter list
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["deadLettersRetry"];
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
         * Lists captured mail, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
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
         * Gets a captured mail as it would have been sent
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
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
    "/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists requests of models to send mail, newest first, without the mails
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["approvalsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one approval, with the mail while it waits. A key with the scope send, or bound to inboxes, sees only its own
         * @description Accepts any valid key.
         */
        get: operations["approvalsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approves a mail, and sends exactly what the approval shows, once. A draft that was changed since is not sent
         * @description Needs a key of scope `admin`. Keys with `send_to` are refused. Keys that are bound to inboxes are refused.
         */
        post: operations["approvalsApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuses a mail, which is then deleted
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["approvalsRefuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists broadcasts, newest first, without their bodies
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["broadcastsList"];
        put?: never;
        /**
         * Creates a broadcast: a draft or, with `scheduled_at`, one that starts then
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one broadcast with its counts
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["broadcastsGet"];
        /**
         * Changes the given fields of a draft or, with `scheduled_at`, schedules it
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        put: operations["broadcastsUpdate"];
        post?: never;
        /**
         * Deletes a broadcast that is not being sent. Its messages stay
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        delete: operations["broadcastsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders the mail of a broadcast for a contact, without sending, and warns of variables that no contact has
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders the mail of a broadcast that is not created yet, as the preview of a broadcast does
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsPreviewNew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the recipients of a broadcast, newest first, with the outcome of the mail to each
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["broadcastsRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the clicks on each link of a broadcast, and the recipients who clicked it
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused.
         */
        get: operations["broadcastsLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a draft, or a scheduled broadcast before its time
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends a scheduled, running or paused broadcast for good. Messages that were accepted are sent
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses a running broadcast. Messages that were accepted are sent
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continues a paused broadcast where it was
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/broadcasts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends one mail of a broadcast to an address. Its subject begins with `[Test]`, and it does not count
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused.
         */
        post: operations["broadcastsTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists threads, newest first
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailThreadsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one thread with its mails, and marks it read
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailThreadsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks a thread read or unread
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsMarkRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/star": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a thread a star, or takes it away
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsStar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves a thread to the inbox, the archive, the trash or spam. Spam blocks its first sender, and a move from there to the inbox or the archive unblocks that sender
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the labels of a thread. Unknown label names are ignored
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailThreadsSetLabels"];
        /**
         * Adds labels to a thread and takes others off. Labels that are not named stay as they are
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsChangeLabels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a thread out of the inbox until a time, or until it gets new mail
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsSnooze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assigns a thread to somebody, or to nobody
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailThreadsAssign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/messages/{source}/{id}/star": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives one mail of a thread a star, or takes it away
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailMessagesStar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/blocked-senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists blocked senders, newest first
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailBlockedSendersList"];
        put?: never;
        /**
         * Blocks a sender: later mail of the address or domain goes to spam
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailBlockedSendersCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/blocked-senders/{id}": {
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
         * Unblocks a sender. Mail that is in spam stays there
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailBlockedSendersDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes up to 1,000 threads at once, as their single operations do. It can be undone for 30 seconds. A request that was cut off can be repeated
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsChangeMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/bulk/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undoes a change of many threads, once and within 30 seconds. Threads that have changed since stay as they are. A request that was cut off can be repeated
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsUndoMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists changes of mail since a cursor, oldest first. Without a cursor, returns one to begin with
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/compose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a new mail from a verified domain, and files it in a thread
         * @description Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailCompose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers the newest received mail of a thread, and marks the thread read
         * @description Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/forward": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forwards the newest received mail of a thread, with its files
         * @description Needs a key of scope `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsForward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists drafts that are not sent, newest first, without bodies and files
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailDraftsList"];
        put?: never;
        /**
         * Creates a draft: a new mail, or an answer to a thread. It may be incomplete
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailDraftsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one draft with its bodies
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailDraftsGet"];
        /**
         * Changes the given fields of a draft. Empty texts and lists clear a field
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailDraftsUpdate"];
        post?: never;
        /**
         * Deletes a draft that is not sent
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailDraftsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/drafts/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a draft, once: a repeated request gets the first response again
         * @description Needs a key with the scope `send` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailDraftsSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports the mails of threads as JSON, or over REST with `format=mbox` as a mailbox file. Over REST the response is a stream of any size; otherwise it has at most 16 MiB of text
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`. With the query parameter `format=mbox` it answers like `mailExportMbox`; filters that only this one has are then ignored.
         */
        get: operations["mailExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/export.mbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports the mails of threads as a mailbox file (mboxrd), as `format=mbox` does. The response is a stream
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailExportMbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/inboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists inboxes, newest first
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailInboxesList"];
        put?: never;
        /**
         * Creates an inbox for an address of a domain that receives mail. Other addresses receive mail as before
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailInboxesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/inboxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the given fields of an inbox: its name and its signature
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailInboxesUpdate"];
        post?: never;
        /**
         * Deletes an inbox. Its mail keeps its recipient and its thread
         * @description Needs a key of scope `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailInboxesDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists labels by name
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailLabelsList"];
        put?: never;
        /**
         * Creates a label
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailLabelsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the given fields of a label. Threads keep it
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailLabelsUpdate"];
        post?: never;
        /**
         * Deletes a label, and takes it off every thread
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailLabelsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves all mail of another thread into this one. The other id then leads to this thread
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailThreadsMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/messages/{source}/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes one mail out of its thread and begins a new thread with it. Later answers to the mail follow it
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailMessagesSplit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the notes of a thread, newest first
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailNotesList"];
        put?: never;
        /**
         * Writes an internal note on a thread. No mail contains it
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailNotesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one note
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailNotesGet"];
        /**
         * Changes the text of a note
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailNotesUpdate"];
        post?: never;
        /**
         * Deletes a note
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailNotesDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists who has a thread open or is writing a reply
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailPresenceList"];
        /**
         * Reports that somebody has a thread open, or is writing a reply, for the next 30 seconds. Returns everybody at the thread
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailPresenceSet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/threads/{id}/presence/{client_id}": {
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
         * Reports that a client of this key has left a thread
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailPresenceDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/saved-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists saved replies by name
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailSavedRepliesList"];
        put?: never;
        /**
         * Saves a reply with variables, in the language of templates
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailSavedRepliesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/saved-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one saved reply
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailSavedRepliesGet"];
        /**
         * Changes the given fields of a saved reply
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        put: operations["mailSavedRepliesUpdate"];
        post?: never;
        /**
         * Deletes a saved reply
         * @description Needs a key with the scope `read` or `admin`. Keys that are bound to inboxes are refused. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        delete: operations["mailSavedRepliesDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/saved-replies/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders a saved reply for a thread, without sending
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        post: operations["mailSavedRepliesRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mail/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds mails, newest first. A page may be short, or even empty, although others follow
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
         */
        get: operations["mailSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recipients/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erases an address from everything that the account has, and lists where it stays because something would stop working without it
         * @description Needs a key of scope `admin`. Test keys are refused. Keys that are bound to inboxes are refused.
         */
        post: operations["recipientsErase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/ses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes notifications of Amazon SES about mail: deliveries, bounces, complaints, opens and more
         * @description The body is an SNS envelope, signed by Amazon, or a bare SES notification with the two signature headers. It is stored before it is acknowledged. Each event appears on its timeline once, however often and in whatever form it is reported.
         */
        post: operations["callbackSes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes received mail: a message, or an SES notification with one
         * @description The body is a message (RFC 5322) whose envelope is in two headers, or an SES notification of received mail with its `content`, bare or in an SNS envelope. The exact bytes are stored before they are acknowledged, as one email for each recipient on a domain with inbound on; the same bytes again are the same email.
         */
        post: operations["callbackInbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes the events of Stripe about subscriptions
         * @description The body is an event, signed by Stripe over the bytes as sent. The subscription that it names is read again from Stripe, and its state is stored before the event is acknowledged.
         */
        post: operations["callbackStripe"];
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
        /** Gets what the key or the session of the request may do */
        get: operations["sessionGet"];
        put?: never;
        /** Opens a session for a browser: a cookie that stands for a key */
        post: operations["sessionOpen"];
        /** Ends the session of this browser, in all processes and for every copy of its cookie */
        delete: operations["sessionClose"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens a session for a browser by a link that signs in once */
        post: operations["sessionOpenByLink"];
        delete?: never;
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
        /** Checks that the process is up */
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
        /** Checks that MongoDB and Redis answer, and that the first account exists */
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
    "/arazzo.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Workflows of several requests, as an Arazzo document */
        get: operations["arazzo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pages of the documentation, as a list for language models */
        get: operations["llms"];
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
        /** The documentation: quick start, guides, and at /docs/api this document as a page to try */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logos/{id}.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetches the logo of a domain */
        get: operations["logoFetch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetches an uploaded image */
        get: operations["uploadFetch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a page that asks a person to accept test mail; changes nothing */
        get: operations["verifyPage"];
        put?: never;
        /** Verifies the test recipient; called by the button of the page */
        post: operations["verifyAgree"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a page to unsubscribe from marketing mail; changes nothing */
        get: operations["unsubscribePage"];
        put?: never;
        /** Unsubscribes a recipient from marketing mail with one click (RFC 8058) */
        post: operations["unsubscribeOneClick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/preferences/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what marketing mail a recipient gets from a sender; changes nothing */
        get: operations["preferencesPage"];
        put?: never;
        /** Changes it; called by the buttons of the page */
        post: operations["preferencesSave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/o/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the tracking picture and records an open */
        get: operations["trackOpenFetch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/c/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records a click and redirects to the target of the link */
        get: operations["trackClickFetch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/link-hosts/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells a proxy whether it may get a certificate for a host: links in mail are served under it */
        get: operations["linkHostAsk"];
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
         * @description `Svc-Signature` is the lowercase hex HMAC-SHA256 of `<Svc-Timestamp>.<raw request body>` with the `signing_secret` of the subscription as the key. Compute it over the raw bytes, before parsing; compare in constant time; and refuse a timestamp older than 5 minutes.
         *
         *      The headers of [Standard Webhooks](https://www.standardwebhooks.com) are sent too: verify with either set.
         *
         *      Any response other than 2xx, no response within 30 seconds, or no connection is a failure. It is retried after 30 seconds, 1 minute, 2 minutes and so on (± 25 %), up to 12 attempts within 24 hours. An event can come more than once and out of order: deduplicate by `event_id`. With 429 or 503, `Retry-After` puts the next attempt off by up to an hour; 410 pauses the subscription.
         *
         *      A subscription with another `format` gets the body of that mail API instead, and its signature beside these.
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
        AcceptedMail: {
            id: string;
            /** @enum {string} */
            status: "queued" | "scheduled";
            channel: components["schemas"]["Channel"];
            idempotency_key: string;
            /** Format: date-time */
            created_at: string;
            /** @description Until when canceling the message takes the mail back; null if it was sent at once. */
            undo_until: string | null;
        };
        AccountVerification: {
            account_id: string;
            /** @description The address of its owner, who gets its notices. */
            owner_email: string;
            /** @description Whether the account has no verified domain. */
            sandbox_mode: boolean;
            /** @description The sender in sandbox mode. */
            shared_email_sender: string;
            channels: {
                channel: components["schemas"]["Channel"];
                /** @enum {string} */
                status: "verified" | "pending" | "sandbox" | "ready" | "not_configured";
                verified: boolean;
            }[];
            /** @description Why live mail of the account is neither accepted nor sent; null if it is. */
            sending_paused: components["schemas"]["SendingPause"] | null;
            /** @description Where programs reach the service. */
            endpoints: components["schemas"]["Endpoints"];
        };
        AddressValidation: {
            email: string;
            valid: boolean;
            /**
             * @description `undeliverable_domain`: the domain has no MX, A or AAAA record, or a null MX.
             * @enum {string}
             */
            reason: "ok" | "invalid_syntax" | "undeliverable_domain";
        };
        ApiKey: {
            id: string;
            /** @description What its owner calls it; null if it has no name. */
            name: string | null;
            key_prefix: string;
            /** @enum {string} */
            scope: "send" | "read" | "admin";
            test_mode: boolean;
            /** @description The inboxes to whose mail it is limited; null for a key that is not bound. */
            inbox_ids: string[] | null;
            /** @description The addresses and domains that it may write to; null for everybody. */
            send_to: string[] | null;
            expires_at: string | null;
            /** @description The minute in which it was last used, also by its sessions; null before the first use. */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ApiKeyWithSecret: {
            id: string;
            /** @description What its owner calls it; null if it has no name. */
            name: string | null;
            key_prefix: string;
            /** @enum {string} */
            scope: "send" | "read" | "admin";
            test_mode: boolean;
            /** @description The inboxes to whose mail it is limited; null for a key that is not bound. */
            inbox_ids: string[] | null;
            /** @description The addresses and domains that it may write to; null for everybody. */
            send_to: string[] | null;
            expires_at: string | null;
            /** @description The minute in which it was last used, also by its sessions; null before the first use. */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The secret. Shown only in this response. */
            key: string;
        };
        Approval: {
            id: string;
            /** @description `pending` until somebody decides. Then `refused`, or `approved` until the mail is accepted: `sent`, or `failed` if it was refused as a send. */
            status: components["schemas"]["ApprovalStatus"];
            /** @description What sends it, like `messages.send`. */
            operation: string;
            /** @description The mail: the exact input of the operation. Null in lists, and once it is sent, refused or failed. */
            input: components["schemas"]["ApprovedInput"] | null;
            /** @description For `mail.drafts.send`: the draft at the time of the request, which is sent exactly like this or not at all. Null for other operations, in lists, and afterwards. */
            draft: components["schemas"]["MailDraft"] | null;
            /** @description SHA-256 in hex of the operation and its input, and of the content of the draft. */
            digest: string;
            /** @description The key that asked, and that sends it. */
            key_id: string;
            /** @description Whether that is a test key: no mail leaves. */
            test_mode: boolean;
            /** @description The message that it became; null before. */
            message_id: string | null;
            /** @description Why it failed; null otherwise. */
            error: components["schemas"]["ApprovalError"] | null;
            /** @description The key of the person who decided; null before. */
            decided_by: string | null;
            /** @description When that was; null before. */
            decided_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted: 24 hours after it was asked for, or 30 days after the decision.
             */
            expires_at: string;
        };
        ApprovalError: {
            /** @description The code of the error. */
            code: string;
            /** @description For people. */
            message: string;
        };
        /** @enum {string} */
        ApprovalStatus: "pending" | "approved" | "sent" | "refused" | "failed";
        ApprovedInput: {
            [key: string]: unknown;
        };
        Attachment: {
            /** @description Required with `content`. Defaults to the name of the upload. */
            filename?: string | null;
            /** @description MIME type. Required with `content`. Defaults to the type of the upload. */
            content_type?: string | null;
            /** @description Base64. Not allowed with an `upload_id`. All attachments together have at most 7 MiB when decoded. */
            content?: string | null;
            /** @description An upload to attach, instead of `content`. */
            upload_id?: string | null;
            /** @description Name for references as `cid:…` in the HTML; the attachment is then shown inline. */
            content_id?: string | null;
        };
        AuditEntry: {
            id: string;
            /** @description Who did it: a key, a browser session, an operator at the command line, or the service itself. */
            actor: {
                /** @enum {string} */
                type: "key" | "cli" | "session" | "service";
                /** @description The id of the key, also for a session; for the command line, the user; null for the service itself. */
                id: string | null;
            };
            /** @description The name of the operation (its tRPC procedure), with `.refuse` behind it if the key may not do it. `session.create`, `session.delete` and `session.refuse` for sign-ins, sign-outs and refused sign-ins. */
            operation: string;
            /** @description Id of the changed resource; of the key for sign-ins, sign-outs and refusals. */
            target: string | null;
            /** @description The client's address, for sign-ins, sign-outs and refusals; null otherwise. */
            address: string | null;
            /** @description What the client calls itself, for sign-ins, sign-outs and refusals; null otherwise. */
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
        };
        BatchFailure: {
            /** @constant */
            success: false;
            error: components["schemas"]["ErrorBody"];
        };
        BatchItemResult: components["schemas"]["BatchSuccess"] | components["schemas"]["BatchFailure"];
        BatchSuccess: {
            /** @constant */
            success: true;
            response: components["schemas"]["SendResponse"];
        };
        /** @enum {string} */
        BillingPeriod: "month" | "year";
        BillingState: {
            /** @description The plan; null without an active subscription. */
            plan: components["schemas"]["Plan"] | null;
            /** @description The status of the subscription at Stripe; `none` without one. With `unpaid`, `incomplete`, `incomplete_expired` and `canceled`, it is not active. */
            subscription_status: components["schemas"]["SubscriptionStatus"];
            /** @description Emails that the plan includes in the current pool: of a month, or of a year with an annual plan. */
            included_allotment: number;
            /** @description How often the plan is paid for. */
            recurring_interval: components["schemas"]["BillingPeriod"] | null;
            /** @description Emails of the current pool that are used: recipients of mail accepted with live keys. */
            used: number;
            /** @description When the current pool ends. */
            current_period_end: string | null;
            /** @description Whether the subscription ends and does not renew. */
            cancel_at_period_end: boolean;
            /** @description What can be subscribed to. Empty if billing is off. */
            plans_for_sale: components["schemas"]["PlanForSale"][];
        };
        BimiRecord: {
            /** @constant */
            type: "TXT";
            /** @description The full name, without the final dot. */
            name: string;
            /** @description The full text of the record. */
            value: string;
        };
        BlockedSender: {
            id: string;
            /** @description An address, or a domain, which stands for all its addresses and subdomains. */
            sender: string;
            /** @description Whether only mail that cannot prove its sender goes to spam: the entry was made from such mail, which anybody may have written. */
            forged_only: boolean;
            /** @description Whether a test key made it. Then it concerns no mail. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
        };
        Broadcast: {
            id: string;
            /** @description Its name, for people. */
            name: string;
            /** @description The list whose members get it. */
            list_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["BroadcastStatus"];
            /** @description Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`. */
            paused_reason: string | null;
            /** @description The sender; null for the shared sender. */
            from_email: string | null;
            /** @description The subject, with variables; null for that of the template. */
            subject: string | null;
            /** @description The template; null if the broadcast has its own bodies. */
            template_id: string | null;
            /** @description Most messages a minute; null for no limit. */
            throttle_per_minute: number | null;
            /** @description When it is to start; null if it is not scheduled. */
            scheduled_at: string | null;
            /** @description When it started; null before. */
            started_at: string | null;
            /** @description When it was sent or canceled; null before. */
            finished_at: string | null;
            /** @description Whether a test key started it, so that its mail is simulated. */
            test_mode: boolean;
            /** @description Each message counts at most once in each number. */
            counts: components["schemas"]["BroadcastCounts"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Addresses for replies. */
            reply_to: string[];
            /** @description The HTML, with variables; null if there is none. */
            body_html: string | null;
            /** @description The plain text, with variables; null if there is none. */
            body_text: string | null;
            tracking: components["schemas"]["BroadcastTracking"];
            /** @description How often it was changed as a draft. */
            revision: number;
            /** @description Members for whom no message could be made: the first 1,000. */
            failures: components["schemas"]["BroadcastFailure"][];
        };
        BroadcastCounts: {
            /** @description Members that it reaches: those of the list, as its `member_count` says, until it has taken all of them. */
            total: number;
            /** @description Members that it has not taken yet, and messages that wait for dispatch. */
            queued: number;
            /** @description Messages that were handed to the provider. */
            sent: number;
            /** @description Messages that the receiving servers accepted. */
            delivered: number;
            /** @description Messages that were opened at least once. */
            opened: number;
            /** @description Messages with at least one clicked link. */
            clicked: number;
            /** @description Messages that the receiving servers refused. */
            bounced: number;
            /** @description Messages that recipients reported as spam. */
            complained: number;
            /** @description Members for whom no message could be made, and messages that failed. */
            failed: number;
            /** @description Messages that were stopped: the recipient is on the suppression list, or does not want this mail. */
            suppressed: number;
            /** @description Recipients who unsubscribed through its messages. */
            unsubscribed: number;
        };
        BroadcastFailure: {
            /** @description The contact. */
            contact_id: string;
            /** @description The code of the error. */
            code: string;
            /** @description What is wrong, for people. */
            reason: string;
        };
        BroadcastLink: {
            /** @description The link, without its query and fragment, which may differ by recipient. */
            url: string;
            /** @description Clicks, each counted. */
            clicks: number;
            /** @description Recipients who clicked it at least once. */
            unique_clicks: number;
        };
        BroadcastLinks: {
            /** @description Those with the most clicks first, at most 100. */
            links: components["schemas"]["BroadcastLink"][];
        };
        BroadcastPreview: {
            /** @description The subject. Empty only with warnings. */
            subject: string;
            /** @description The HTML; null if there is none. */
            body_html: string | null;
            /** @description The plain text; null if there is none. */
            body_text: string | null;
            /** @description The contact whose mail it is; null for a made-up one, because no contact of the list was found. */
            contact_id: string | null;
            /** @description How many contacts the warnings are about: the newest of the list, at most 1,000. The members of a dynamic list are looked for only among the newest contacts of the account. */
            contacts_checked: number;
            /** @description Variables that none of these contacts has, and for which the template has no default. If there are no such contacts, all but the names and the address. */
            warnings: components["schemas"]["VariableWarning"][];
            /** @description Limits that will stop it before the whole list has it, with the key of the request. Empty for test keys, whose mail costs nothing. */
            sending_warnings: components["schemas"]["SendingWarning"][];
        };
        BroadcastPreviewChanges: {
            /** @description Another list. */
            list_id?: string | null;
            /** @description Another subject; null for that of the template. */
            subject?: string | null;
            /** @description Another HTML; null for none. */
            body_html?: string | null;
            /** @description Another plain text; null for none. */
            body_text?: string | null;
            /** @description A template, instead of bodies, which must be null then; null for bodies. */
            template_id?: string | null;
        };
        BroadcastRecipient: {
            /** @description The message to the recipient. */
            message_id: string;
            /** @description The address; null once its content was deleted. */
            email: string | null;
            /** @description The status of the message: its newest event. */
            status: components["schemas"]["MessageStatus"];
            /** @description All outcomes of the mail, each once. */
            outcomes: components["schemas"]["RecipientOutcome"][];
            /** @description When the recipient unsubscribed by this mail; null otherwise. */
            unsubscribed_at: string | null;
        };
        /** @enum {string} */
        BroadcastStatus: "draft" | "scheduled" | "sending" | "paused" | "sent" | "canceled";
        BroadcastSummary: {
            id: string;
            /** @description Its name, for people. */
            name: string;
            /** @description The list whose members get it. */
            list_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["BroadcastStatus"];
            /** @description Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`. */
            paused_reason: string | null;
            /** @description The sender; null for the shared sender. */
            from_email: string | null;
            /** @description The subject, with variables; null for that of the template. */
            subject: string | null;
            /** @description The template; null if the broadcast has its own bodies. */
            template_id: string | null;
            /** @description Most messages a minute; null for no limit. */
            throttle_per_minute: number | null;
            /** @description When it is to start; null if it is not scheduled. */
            scheduled_at: string | null;
            /** @description When it started; null before. */
            started_at: string | null;
            /** @description When it was sent or canceled; null before. */
            finished_at: string | null;
            /** @description Whether a test key started it, so that its mail is simulated. */
            test_mode: boolean;
            /** @description Each message counts at most once in each number. */
            counts: components["schemas"]["BroadcastCounts"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description What it tracks: as given, or else what the deployment tracks. */
        BroadcastTracking: {
            /** @description Whether opens are recorded. */
            opens: boolean;
            /** @description Whether clicks are recorded. */
            clicks: boolean;
        };
        /** @enum {string} */
        BulkThreadOutcome: "changed" | "unchanged" | "refused" | "not_found";
        BulkThreadResult: {
            /** @description The thread, as the request names it. */
            thread_id: string;
            /** @description What became of it. `unchanged`: there was nothing to change. `refused`: the change is not possible; `message` says why. */
            outcome: components["schemas"]["BulkThreadOutcome"];
            /** @description For `refused`: why; null otherwise. */
            message: string | null;
        };
        BulkThreadResults: {
            /** @description One for each thread, in the order of the request. */
            results: components["schemas"]["BulkThreadResult"][];
            /** @description The id that undoes the change, with the same key; null if nothing has changed. */
            undo_id: string | null;
            /** @description Until when it can be undone: 30 seconds after the change. Null if nothing has changed. */
            undo_until: string | null;
        };
        ChangedMail: {
            /** @description The inbound email or the message. */
            id: string;
            /** @description Whether it was received or sent. */
            source: components["schemas"]["MailSource"];
            /** @description Whether the mail has a star now. */
            is_starred: boolean;
        };
        /** @enum {string} */
        Channel: "email" | "sms" | "push" | "voice" | "webhook";
        CheckoutResult: {
            /** @description The checkout page of Stripe, for a new subscription. */
            url?: string;
            /**
             * @description The active subscription has been changed in place.
             * @constant
             */
            updated?: true;
            /** @description Its plan after the change. */
            plan?: components["schemas"]["Plan"];
        };
        /** @enum {string} */
        ConditionOp: "equals" | "not_equals" | "in" | "not_in" | "contains" | "greater_than" | "less_than" | "exists" | "missing";
        Contact: {
            id: string;
            /** @description The address, normalized: lower case, domain in A-labels. */
            email: string;
            /** @description The first name; null if unknown. */
            first_name: string | null;
            /** @description The last name; null if unknown. */
            last_name: string | null;
            /** @description Whatever else is known: texts, numbers, true or false, by name. */
            attributes: components["schemas"]["ContactAttributes"];
            /** @description From the suppression list: `suppressed` contacts get no mail, `unsubscribed` ones no marketing mail. */
            status: components["schemas"]["ContactStatus"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ContactAttributeChanges: {
            [key: string]: (string | number | boolean) | null;
        };
        ContactAttributes: {
            [key: string]: string | number | boolean;
        };
        ContactAttributesInput: {
            [key: string]: string | number | boolean;
        };
        /** @enum {string} */
        ContactBulkOutcome: "changed" | "unchanged" | "refused" | "not_found";
        ContactBulkResult: {
            /** @description The contact, as the request names it. */
            contact_id: string;
            /** @description What became of it. `unchanged`: there was nothing to change. `refused`: not all of it could be done; `message` says why. */
            outcome: components["schemas"]["ContactBulkOutcome"];
            /** @description For `refused`: why; null otherwise. */
            message: string | null;
        };
        ContactBulkResults: {
            /** @description One for each contact, in the order of the request. */
            results: components["schemas"]["ContactBulkResult"][];
        };
        /** @enum {string} */
        ContactEvent: "opened" | "clicked" | "bounced";
        /** @enum {string} */
        ContactField: "email" | "first_name" | "last_name" | "status" | "created_at" | "lists";
        ContactImport: {
            id: string;
            /** @description Rows that were imported before a failure stay. */
            status: components["schemas"]["ContactImportStatus"];
            /** @description The list that contacts are added to; null for none. */
            list_id: string | null;
            /** @description What happens to rows whose contact exists. */
            on_duplicate: components["schemas"]["OnDuplicateContact"];
            /** @description Rows read so far: the sum of the four counts. */
            processed: number;
            /** @description Contacts created, and added to the list if there is one. */
            imported: number;
            /** @description Rows whose contact existed and got their values, and was added to the list if there is one. */
            updated: number;
            /** @description Rows whose contact existed and was added to the list, unchanged. */
            added_to_list: number;
            /** @description Rows that are invalid, or change nothing because their contact exists already. */
            skipped: number;
            /** @description Rows that say `unsubscribed`, `bounced` or the like: their addresses are on the suppression list. Each is one of the four counts, too. */
            suppressed: number;
            /** @description One for each skipped row, at most 1,000. */
            errors: {
                /** @description Number of the row; the column names are in row 1. */
                row: number;
                /** @description Its address, as it is in the file. */
                email: string;
                /** @description Why it was skipped: `duplicate_contact`, `duplicate_member`, `too_many_contacts`, `too_many_list_members` or what is wrong with it. */
                reason: string;
            }[];
            /** @description Why it failed; null unless it has. */
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ContactImportColumns: {
            [key: string]: string | null;
        };
        /** @enum {string} */
        ContactImportStatus: "running" | "done" | "failed";
        ContactList: {
            id: string;
            /** @description Its name. Recipients see that of a topic. */
            name: string;
            /** @description What it is for; null for nothing. Recipients see that of a topic. */
            description: string | null;
            /** @description Whether recipients can leave it on the preference page. */
            is_topic: boolean;
            /** @description For a dynamic list, who is in it; null for a list whose members are added. */
            filter: components["schemas"]["SegmentFilter"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ContactListDetails: {
            id: string;
            /** @description Its name. Recipients see that of a topic. */
            name: string;
            /** @description What it is for; null for nothing. Recipients see that of a topic. */
            description: string | null;
            /** @description Whether recipients can leave it on the preference page. */
            is_topic: boolean;
            /** @description For a dynamic list, who is in it; null for a list whose members are added. */
            filter: components["schemas"]["SegmentFilter"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description How many contacts are in it. For a dynamic list of an account with many contacts, some minutes ago. */
            member_count: number;
            /**
             * Format: date-time
             * @description When its contacts were counted.
             */
            member_counted_at: string;
        };
        ContactListMember: {
            list_id: string;
            contact_id: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {string} */
        ContactStatus: "subscribed" | "unsubscribed" | "suppressed";
        ContactTopic: {
            /** @description The contact list that is the topic. */
            list_id: string;
            /** @description Its name, as recipients see it. */
            name: string;
            /** @description What it is for; null for nothing. */
            description: string | null;
            /** @description Whether the contact has not opted out of it. Broadcasts about it also need a contact whose status is `subscribed`. */
            subscribed: boolean;
        };
        ContactTopics: {
            topics: components["schemas"]["ContactTopic"][];
        };
        CustomHeaders: {
            [key: string]: string;
        };
        DeadLetter: {
            id: string;
            account_id: string;
            /** @description The kind of work: `dispatch`, `deliveries`, `ingest`, `fan-out`, `inbound` and others. */
            kind: string;
            /** @description What the work is about: a message, a delivery, an event and so on. */
            row_id: string;
            /** @description The error of the last attempt. */
            error: string;
            /** @description How often the work crashed before it was given up. */
            crashes: number;
            /**
             * Format: date-time
             * @description When it was given up.
             */
            created_at: string;
        };
        Destination: {
            /** @description The recipient, like `ada@example.com` or `Ada <ada@example.com>`. Required unless `to` is given. */
            email?: string | null;
            /** @description Name shown with `email`. Takes precedence over a name in it. */
            name?: string | null;
            /** @description Addresses of several recipients, instead of `email`, like `ada@example.com` or `Ada <ada@example.com>`. All get the same mail and see each other. Marketing mail takes one. */
            to?: string[] | null;
            cc?: string[] | null;
            bcc?: string[] | null;
        };
        /** @enum {string} */
        DestinationType: "webhook" | "email";
        DmarcEnforcement: {
            /** @description Whether the DMARC policy in DNS is strict enough for logos: quarantine or reject, for all mail. */
            at_enforcement: boolean;
            /** @description A sufficient DMARC record, close to the published one. */
            recommended: string;
        };
        DmarcReport: {
            /** @description The domain, in lower case and A-label form. */
            domain: string;
            /** @description The registrable domain of the organization that sent the report, proven by its mail. */
            sent_by: string;
            /** @description The name that the reporter gives itself. */
            org_name: string | null;
            /** @description The policy that was found in DNS: `none`, `quarantine` or `reject`. */
            policy: string;
            /** Format: date-time */
            begins_at: string;
            /** Format: date-time */
            ends_at: string;
            /** @description How many mails it is about. */
            messages: number;
            /** @description Mails that passed DMARC: by DKIM, SPF or both. */
            aligned: number;
            /** @description The 200 most frequent sources. */
            sources: components["schemas"]["DmarcSource"][];
            /** @description Whether records or sources were left out. */
            truncated: boolean;
            /** Format: date-time */
            received_at: string;
        };
        DmarcReporter: {
            /** @description The registrable domain of the organization that sent the report, proven by its mail. */
            sent_by: string;
            /** @description The days that its reports are about. */
            days_with_reports: number;
            /** @description How many reports it sent. */
            reports: number;
            /** @description How many mails they are about. */
            messages: number;
            /** @description Mails that passed DMARC: by DKIM, SPF or both. */
            aligned: number;
        };
        DmarcSender: {
            /** @description The IP address that sent it. */
            source_ip: string;
            /** @description How many mails it sent. */
            messages: number;
            /** @description Mails that passed DMARC: by DKIM, SPF or both. */
            aligned: number;
            /** @description Mails with a valid DKIM signature of the domain. */
            dkim_aligned: number;
            /** @description Mails that passed SPF for the domain. */
            spf_aligned: number;
        };
        DmarcSource: {
            /** @description The IP address that sent it. */
            source_ip: string;
            /** @description The domain of its author. */
            header_from: string;
            /** @description How many mails. */
            count: number;
            /** @description What was done with them: `none`, `quarantine` or `reject`; in newer reports `pass` for those that passed. */
            disposition: string;
            /** @description Whether a DKIM signature of the domain was valid. */
            dkim_aligned: boolean;
            /** @description Whether SPF passed for the domain. */
            spf_aligned: boolean;
        };
        DmarcSummary: {
            /** @description The domain, in lower case and A-label form. */
            domain: string;
            /** @description The days that it is about, up to now. */
            days: number;
            /** @description The days that a report is about. */
            days_with_reports: number;
            /** @description How many reports were received. */
            reports: number;
            /** @description How many mails they are about. */
            messages: number;
            /** @description Mails that passed DMARC: by DKIM, SPF or both. */
            aligned: number;
            /** @description The policy of the latest report; null without any. */
            policy: string | null;
            /** @description The 100 organizations that report most mail. */
            reporters: components["schemas"]["DmarcReporter"][];
            /** @description The 100 addresses that sent most. */
            senders: components["schemas"]["DmarcSender"][];
            /** @description Whether the policy `p=reject` would keep hardly any mail from its readers. */
            reject_safe: boolean;
            /** @description For people: why it is not safe yet. Empty if it is. */
            reasons: string[];
        };
        DnsHost: {
            /** @description `unknown` if the name servers are not known. */
            id: string;
            name: string;
            /** @description Instructions of the host. */
            docs_url: string | null;
            /** @description The console of the host. */
            dashboard_url: string | null;
            /** @description Whether the host has an API for records. */
            supports_api: boolean;
            /** @description A hint for hosts that may proxy records. */
            unproxy_hint: string | null;
            /** @description The term for the name of a record in its console. */
            record_name_label: string;
            /** @description The term for the value of a record in its console. */
            record_value_label: string;
        };
        DnsRecord: {
            /** @enum {string} */
            type: "CNAME" | "MX" | "TXT";
            /** @description The full name, without the final dot. */
            name: string;
            /** @description The host of a CNAME, `10 host` for an MX, or the full text of a TXT. */
            value: string;
        };
        DnsSetup: {
            domain: string;
            /** @description The zone that the records go into. */
            zone_apex: string;
            provider: components["schemas"]["DnsHost"];
            records: components["schemas"]["DnsSetupRecord"][];
            /** @description The domain of its envelope senders. */
            mail_from_domain: string;
            inbound_mx_record: components["schemas"]["InboundMxRecord"];
            /** @description The host of the links in its mail; null if it can have none. */
            links: components["schemas"]["DnsSetupLinks"] | null;
            /** @description Why the records cannot be published as they are, and what to do. */
            warnings: string[];
            /**
             * @description The three CNAME records. `failed` means that the published record is wrong.
             * @enum {string}
             */
            dkim_status: "pending" | "verified" | "failed";
            /**
             * @description The TXT record of the MAIL FROM subdomain. `failed` means that the published record is wrong.
             * @enum {string}
             */
            spf_status: "pending" | "verified" | "failed";
            /**
             * @description The DMARC record; any policy will do. `failed` means that the published record is wrong.
             * @enum {string}
             */
            dmarc_status: "pending" | "verified" | "failed";
            /**
             * @description Both TXT records. `failed` means that the published record is wrong.
             * @enum {string}
             */
            txt_status: "pending" | "verified" | "failed";
        };
        DnsSetupLinks: {
            /** @description Whether links may have this host. */
            enabled: boolean;
            /** @description `links.` and the domain. */
            host: string;
            record: components["schemas"]["DnsSetupLinksRecord"];
            /**
             * @description The status of the record, as of the last verification. `failed` means that the published record is wrong.
             * @enum {string}
             */
            status: "pending" | "verified" | "failed";
        };
        /** @description The record to publish for it. Sending does not need it. */
        DnsSetupLinksRecord: {
            /** @enum {string} */
            type: "CNAME" | "MX" | "TXT";
            /** @description The full name, without the final dot. */
            name: string;
            /** @description The host of a CNAME, `10 host` for an MX, or the full text of a TXT. */
            value: string;
            /** @description The name within the zone; `@` for the zone itself. */
            host: string;
        };
        DnsSetupRecord: {
            /** @enum {string} */
            type: "CNAME" | "MX" | "TXT";
            /** @description The full name, without the final dot. */
            name: string;
            /** @description The host of a CNAME, `10 host` for an MX, or the full text of a TXT. */
            value: string;
            /** @description The name within the zone; `@` for the zone itself. */
            host: string;
            /**
             * @description The status of the record, as of the last verification. `failed` means that the published record is wrong.
             * @enum {string}
             */
            status: "pending" | "verified" | "failed";
        };
        Domain: {
            id: string;
            /** @description Its name in lower case, as A-labels. */
            domain: string;
            /**
             * @description The three CNAME records. `failed` means that the published record is wrong.
             * @enum {string}
             */
            dkim_status: "pending" | "verified" | "failed";
            /**
             * @description The TXT record of the MAIL FROM subdomain. `failed` means that the published record is wrong.
             * @enum {string}
             */
            spf_status: "pending" | "verified" | "failed";
            /**
             * @description The DMARC record; any policy will do. `failed` means that the published record is wrong.
             * @enum {string}
             */
            dmarc_status: "pending" | "verified" | "failed";
            /**
             * @description Both TXT records. `failed` means that the published record is wrong.
             * @enum {string}
             */
            txt_status: "pending" | "verified" | "failed";
            /** @description Whether it can send: all four statuses are `verified`, and it is not being deleted. */
            fully_verified: boolean;
            /** @description Whether it is the built-in domain of the shared sender. */
            sandbox: boolean;
            /** @description The records to publish. Empty for the built-in domain. */
            dns_records: components["schemas"]["DnsRecord"][];
            /** @description The status of the TXT record of its Ed25519 key, which also signs mail while the status is `verified`; null without such a key. */
            ed25519_status: components["schemas"]["DomainStatus"] | null;
            /** @description The domain of its envelope senders. */
            mail_from_domain: string;
            /** @description The default sender name of its mail. */
            from_name: string | null;
            /** @description Whether mail to the domain is received. */
            inbound_enabled: boolean;
            /** @description The host of the links in its mail. Null if it can have none: the built-in domain, a name that needs no DNS, or a deployment without link hosts. */
            links: components["schemas"]["DomainLinks"] | null;
            /** @description Why the records cannot be published as they are, and what to do. */
            warnings: string[];
            /** Format: date-time */
            created_at: string;
        };
        DomainCheck: {
            /**
             * @description The status that the record belongs to.
             * @enum {string}
             */
            field: "dkim" | "spf" | "dmarc";
            /**
             * @description Type of the record.
             * @enum {string}
             */
            type: "CNAME" | "MX" | "TXT";
            /** @description Name of the record. */
            name: string;
            /**
             * @description The result. `failed` means that the published record is wrong.
             * @enum {string}
             */
            status: "pending" | "verified" | "failed";
        };
        DomainFromName: {
            domain: string;
            from_name: string | null;
        };
        DomainInbound: {
            /** @description Whether mail to the domain is received. */
            enabled: boolean;
            mx_record: components["schemas"]["InboundMxRecord"];
        };
        DomainLinks: {
            /** @description Whether links may have this host. */
            enabled: boolean;
            /** @description `links.` and the domain. */
            host: string;
            /** @description The record to publish for it. Sending does not need it. */
            record: components["schemas"]["DnsRecord"];
            /**
             * @description The status of the record, as of the last verification. `failed` means that the published record is wrong.
             * @enum {string}
             */
            status: "pending" | "verified" | "failed";
        };
        /**
         * @description `failed` means that the published record is wrong.
         * @enum {string}
         */
        DomainStatus: "pending" | "verified" | "failed";
        DomainVerification: {
            domain: string;
            /** @description Whether it can now send. */
            fully_verified: boolean;
            /** @description One entry for each record that sending requires. */
            results: components["schemas"]["DomainCheck"][];
            /** @description The status of the TXT record of its Ed25519 key, which also signs mail while the status is `verified`; null without such a key. */
            ed25519_status: components["schemas"]["DomainStatus"] | null;
            /** @description The host of the links in its mail. Null if it can have none: the built-in domain, a name that needs no DNS, or a deployment without link hosts. */
            links: components["schemas"]["DomainLinks"] | null;
        };
        DraftAttachment: {
            /** @description Name of the file; null for that of the upload. */
            filename: string | null;
            /** @description Its MIME type; null for that of the upload. */
            content_type: string | null;
            /** @description Decoded, in bytes; null for an upload. */
            size: number | null;
            /** @description The upload; null for a file that is not from one. */
            upload_id: string | null;
            /** @description Name for references as `cid:…` in the HTML. */
            content_id: string | null;
        };
        /** @enum {string} */
        DraftKind: "new" | "reply" | "reply_all" | "forward";
        /** @enum {string} */
        DraftStatus: "draft" | "sending" | "sent";
        Endpoints: {
            /** @description The URL of the service, to which paths like `/v1/send` are added. */
            base_url: string;
            /** @description The APIs of other services that the deployment has. */
            compat_apis: {
                /** @description The service whose API it is, such as `resend`. */
                name: string;
                /** @description The URL to give to an SDK of that service. */
                url: string;
            }[];
            /** @description The port of the SMTP listener with STARTTLS; null if there is none. */
            smtp_port: number | null;
            /** @description Its port with TLS from the first byte; null if there is none. */
            smtps_port: number | null;
        };
        Erasure: {
            /** @description Messages from which this request has erased the address. */
            messages: number;
            /** @description The same for received mail. That from or to the address is deleted. */
            inbound_emails: number;
            /** @description The same for contacts. */
            contacts: number;
            /** @description Where the address stays, because something would stop working without it, like a route that forwards to it. Change or delete these yourself. At most 1,000. */
            kept: components["schemas"]["KeptAddress"][];
        };
        Error: {
            error: components["schemas"]["ErrorBody"];
        };
        ErrorBody: {
            /** @description Branch on this. Treat an unknown code like its status class. */
            code: string;
            /** @description For people. The wording may change. */
            message: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The invalid fields, if the request does not match its schema. */
            details?: {
                /** @description The field, like `payload.subject`; over REST, `body` is the whole body. */
                path: string;
                /** @description What it must be. */
                message: string;
            }[];
        };
        ExportedMail: {
            /** @description The inbound email or the message. */
            id: string;
            /** @description Its thread. */
            thread_id: string;
            /** @description Whether it was received or sent. */
            source: components["schemas"]["MailSource"];
            /** @description The sender, like `Ada <ada@example.com>`. */
            from: string;
            /** @description The first 200 recipients and your own address; for a mail to several of your addresses, all of them. */
            to: string[];
            /** @description The subject. */
            subject: string;
            /** @description The plain text; null if there is none. */
            text_body: string | null;
            /**
             * Format: date-time
             * @description When it arrived or was accepted.
             */
            occurred_at: string;
            /** @description The files; get their bytes at their `url`. */
            attachments: components["schemas"]["MailAttachment"][];
        };
        /** @enum {string} */
        Folder: "inbox" | "sent" | "archive" | "trash" | "spam";
        InboundAttachment: {
            filename: string;
            content_type: string;
            /** @description Decoded, in bytes. */
            size: number;
            /** @description How the HTML refers to it, as `cid:…`; null if it does not. */
            content_id: string | null;
        };
        InboundEmail: {
            id: string;
            account_id: string;
            domain: string;
            /** @description The address in the envelope at which the mail arrived. */
            recipient: string;
            /** @description The inbox with exactly this address; null if there was none. */
            inbox_id: string | null;
            /** @description As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From. */
            from: string;
            to: string[];
            cc: string[];
            subject: string;
            spf_verdict: components["schemas"]["Verdict"];
            dkim_verdict: components["schemas"]["Verdict"];
            dmarc_verdict: components["schemas"]["Verdict"];
            spam_verdict: components["schemas"]["Verdict"];
            virus_verdict: components["schemas"]["Verdict"];
            attachments: components["schemas"]["InboundAttachment"][];
            /** @description Size of the raw message. */
            size_bytes: number;
            /** Format: date-time */
            received_at: string;
            /** @description Its thread in the mail app. */
            thread_id: string | null;
            text: string | null;
            /** @description As received. Do not show it to people: show `html_safe`. */
            html: string | null;
            /** @description The HTML for reading: sanitized, without remote images, with the inline images of the mail. */
            html_safe: string | null;
            /** @description The text without quoted mail and without its signature; null without text. */
            reply_text: string | null;
            /** @description In the order of the mail, decoded. */
            headers: components["schemas"]["InboundHeader"][];
            /** @description The Message-ID without angle brackets. */
            rfc_message_id: string;
            /** @description Message ids without angle brackets. */
            in_reply_to: string[];
            /** @description Message ids without angle brackets, oldest first. */
            references: string[];
        };
        InboundEmailSummary: {
            id: string;
            account_id: string;
            domain: string;
            /** @description The address in the envelope at which the mail arrived. */
            recipient: string;
            /** @description The inbox with exactly this address; null if there was none. */
            inbox_id: string | null;
            /** @description As in the mail, decoded, like `Ada <ada@example.com>`; empty without a From. */
            from: string;
            to: string[];
            cc: string[];
            subject: string;
            spf_verdict: components["schemas"]["Verdict"];
            dkim_verdict: components["schemas"]["Verdict"];
            dmarc_verdict: components["schemas"]["Verdict"];
            spam_verdict: components["schemas"]["Verdict"];
            virus_verdict: components["schemas"]["Verdict"];
            attachments: components["schemas"]["InboundAttachment"][];
            /** @description Size of the raw message. */
            size_bytes: number;
            /** Format: date-time */
            received_at: string;
            /** @description Its thread in the mail app. */
            thread_id: string | null;
        };
        InboundHeader: {
            name: string;
            value: string;
        };
        /** @description The record to publish at the domain, for mail to arrive here. */
        InboundMxRecord: {
            /** @constant */
            type: "MX";
            priority: string;
            /** @description The host. */
            value: string;
        };
        InboundRoute: {
            id: string;
            /** @description The domain whose mail it forwards. */
            domain: string;
            /** @description How the local part of the recipient must begin, in any case. Empty: all mail of the domain. */
            match_prefix: string;
            destination_type: components["schemas"]["DestinationType"];
            /** @description Where a webhook route posts mail; null for an email route. */
            forward_url: string | null;
            /** @description Where an email route sends mail; null for a webhook route. */
            forward_address: string | null;
            /** @description How a webhook route writes its requests. An email route makes no requests. */
            format: components["schemas"]["WebhookFormat"];
            /** @description The public key that verifies requests in the format `sendgrid`. Null for other formats. */
            verification_key: string | null;
            /** @description False while it forwards nothing. */
            active: boolean;
            /** @description Whether a test key made it. Received mail is live, so such a route forwards nothing. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
        };
        InboundRouteWithSecret: {
            id: string;
            /** @description The domain whose mail it forwards. */
            domain: string;
            /** @description How the local part of the recipient must begin, in any case. Empty: all mail of the domain. */
            match_prefix: string;
            destination_type: components["schemas"]["DestinationType"];
            /** @description Where a webhook route posts mail; null for an email route. */
            forward_url: string | null;
            /** @description Where an email route sends mail; null for a webhook route. */
            forward_address: string | null;
            /** @description How a webhook route writes its requests. An email route makes no requests. */
            format: components["schemas"]["WebhookFormat"];
            /** @description The public key that verifies requests in the format `sendgrid`. Null for other formats. */
            verification_key: string | null;
            /** @description False while it forwards nothing. */
            active: boolean;
            /** @description Whether a test key made it. Received mail is live, so such a route forwards nothing. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Key of the signatures of its requests. Shown only here. */
            signing_secret: string;
            /** @description The same secret in the form that libraries for Standard Webhooks take. */
            standard_secret: string;
        };
        Indicator: {
            /** @description Where the logo is; null if there is none. */
            logo_url: string | null;
            /** @description The record to publish; null without a logo. */
            record: components["schemas"]["BimiRecord"] | null;
            /** @description The current DMARC policy in DNS. Records that DNS does not return count as missing. */
            dmarc: components["schemas"]["DmarcEnforcement"];
            /** @description Whether DNS has the record at the moment. */
            bimi_published: boolean;
            /** @description Which mailbox providers also require a certificate. */
            vmc_note: string;
        };
        KeptAddress: {
            /**
             * @description The kind of object that still has the address.
             * @enum {string}
             */
            object: "account" | "broadcast" | "domain" | "inbound_route" | "inbox" | "saved_reply" | "template" | "webhook";
            /** @description Its id. */
            id: string;
            /** @description The field with the address. `versions` for an earlier version of a template. */
            field: string;
        };
        MailAttachment: {
            /** @description Name of the file. */
            filename: string;
            /** @description Its MIME type, like `image/png`. */
            content_type: string;
            /** @description Decoded, in bytes. */
            size: number;
            /** @description How the HTML refers to it, as `cid:…`; null if it does not. */
            content_id: string | null;
            /** @description Where to get it with your key; null for files of mail that was sent. */
            url: string | null;
        };
        MailChange: {
            /** @description The cursor after this change, to continue there. */
            update_cursor: string;
            /** @description What happened. `merged`: all mail of the thread went into another. `split`: the mail was taken out of its thread, and the thread begins with it. `updated`: something that lists show has changed, such as the recipients. `deleted`: the mail is gone for good; without `mail`, the thread. `label_renamed` concerns every thread with the label. `drafted`: a draft was created, changed, or opened again. `draft_gone`: it was sent or deleted. */
            type: components["schemas"]["MailChangeType"];
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            occurred_at: string;
            /** @description The thread; null for `label_renamed` and drafts. */
            thread_id: string | null;
            /** @description The mail that was received, sent, starred, changed or deleted; null if it is about the thread as a whole. */
            mail: components["schemas"]["ChangedMail"] | null;
            /** @description For `merged`: the thread that has its mail now. */
            merged_into: string | null;
            /** @description For `noted`, `note_updated` and `note_deleted`: the note. */
            note_id: string | null;
            /** @description For `split`: the thread that had the mail before. */
            split_from: string | null;
            /** @description For `drafted` and `draft_gone`: the draft. */
            draft_id: string | null;
            /** @description The draft as it is now, as lists show it; null if it was sent or is gone. */
            draft: components["schemas"]["MailDraftSummary"] | null;
            /** @description For `label_renamed`: the label. */
            label: components["schemas"]["RenamedLabel"] | null;
            /** @description The thread as it is now; null if it is deleted, or merged into another. */
            thread: components["schemas"]["MailThreadSummary"] | null;
        };
        MailChangePage: {
            /** @description In the order in which they were recorded. */
            changes: components["schemas"]["MailChange"][];
            /** @description The cursor after them, for the next request. */
            cursor: string;
            /** @description Whether more have been recorded already. */
            has_more: boolean;
        };
        /** @enum {string} */
        MailChangeType: "received" | "sent" | "read" | "unread" | "starred" | "unstarred" | "moved" | "labelled" | "snoozed" | "unsnoozed" | "assigned" | "merged" | "split" | "updated" | "deleted" | "label_renamed" | "noted" | "note_updated" | "note_deleted" | "drafted" | "draft_gone";
        MailDraft: {
            id: string;
            /** @description `new`, `reply`, `reply_all` or `forward`. */
            kind: components["schemas"]["DraftKind"];
            /** @description The thread that it answers or forwards; null for a new mail. */
            thread_id: string | null;
            /** @description The inbox that it is written in; null for none. */
            inbox_id: string | null;
            /** @description `draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again. */
            status: components["schemas"]["DraftStatus"];
            /** @description Increases with every change of the content. */
            revision: number;
            /** @description The sender; null if it is left open. */
            from: string | null;
            /** @description The recipients. */
            to: string[];
            /** @description The cc recipients. */
            cc: string[];
            /** @description The bcc recipients. */
            bcc: string[];
            /** @description The subject; null if it is left open. */
            subject: string | null;
            /** @description The message that it was sent as; null before. */
            message_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The body as plain text; null for none. */
            body_text: string | null;
            /** @description The body as HTML; null for none. */
            body_html: string | null;
            /** @description The files. */
            attachments: components["schemas"]["DraftAttachment"][];
            /** @description Whether it is sent with the signature of the inbox that it is from. */
            signature: boolean;
        };
        MailDraftSummary: {
            id: string;
            /** @description `new`, `reply`, `reply_all` or `forward`. */
            kind: components["schemas"]["DraftKind"];
            /** @description The thread that it answers or forwards; null for a new mail. */
            thread_id: string | null;
            /** @description The inbox that it is written in; null for none. */
            inbox_id: string | null;
            /** @description `draft`, `sending` or `sent`. After an interruption it stays `sending` until it is sent again. */
            status: components["schemas"]["DraftStatus"];
            /** @description Increases with every change of the content. */
            revision: number;
            /** @description The sender; null if it is left open. */
            from: string | null;
            /** @description The recipients. */
            to: string[];
            /** @description The cc recipients. */
            cc: string[];
            /** @description The bcc recipients. */
            bcc: string[];
            /** @description The subject; null if it is left open. */
            subject: string | null;
            /** @description The message that it was sent as; null before. */
            message_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        MailEntry: {
            /** @description The inbound email or the message. */
            id: string;
            /** @description Whether it was received or sent. */
            source: components["schemas"]["MailSource"];
            /** @description The sender, like `Ada <ada@example.com>`; empty without one. */
            from: string;
            /** @description The first 200 recipients and your own address; for a mail to several of your addresses, all of them. */
            to: string[];
            /** @description The first 200 cc recipients and your own address. */
            cc: string[];
            /** @description The subject. */
            subject: string;
            /** @description The HTML as it was received or sent. Do not show received HTML to people: show `html_safe`. */
            html_body: string | null;
            /** @description Received HTML for reading: sanitized, without remote images. Null for mail that was sent. */
            html_safe: string | null;
            /** @description The plain text; null if there is none. */
            text_body: string | null;
            /** @description The text without quoted mail and without its signature; null without text. */
            reply_text: string | null;
            /** @description Whether the bodies are left out, because the thread is too large for one response. */
            truncated: boolean;
            /**
             * Format: date-time
             * @description When it arrived or was accepted.
             */
            occurred_at: string;
            /**
             * @description `received`, or the status of the message.
             * @enum {string}
             */
            status: "received" | "queued" | "scheduled" | "canceled" | "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed";
            /** @description For a scheduled mail: when it leaves. Until then, canceling the message takes it back. Null for others. */
            undo_until: string | null;
            /** @description The Message-ID without angle brackets. */
            rfc_message_id: string;
            /** @description Whether the mail has a star. */
            is_starred: boolean;
            /** @description Null for mail that was sent, like the other verdicts. */
            spf_verdict: components["schemas"]["Verdict"] | null;
            /** @description The result of the DKIM check. */
            dkim_verdict: components["schemas"]["Verdict"] | null;
            /** @description The result of the DMARC check. */
            dmarc_verdict: components["schemas"]["Verdict"] | null;
            /** @description The files. */
            attachments: components["schemas"]["MailAttachment"][];
            /** @description The timeline of a sent mail, oldest event first; empty for received mail. */
            events: components["schemas"]["TimelineEvent"][];
        };
        MailExport: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            exported_at: string;
            /** @description Number of mails. */
            count: number;
            /** @description The mails, newest thread first, oldest mail of it first. */
            messages: components["schemas"]["ExportedMail"][];
        };
        MailInbox: {
            id: string;
            /** @description The domain. */
            domain_id: string;
            /** @description The name of the domain. */
            domain: string;
            /** @description The part before the @. */
            local_part: string;
            /** @description The address, in lower case. */
            address: string;
            /** @description A name for people; null if it has none. */
            name: string | null;
            /** @description Whether compose uses it as the default sender. */
            active: boolean;
            /** @description Its signature as HTML; null if it has none. */
            signature_html: string | null;
            /** @description Its signature as plain text; null if it has none. */
            signature_text: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        MailLabel: {
            id: string;
            /** @description Its name, unique ignoring case. */
            name: string;
            /** @description A color for display; null if it has none. */
            color: string | null;
            /** @description How many threads with it have unread mail, in all folders together; 1,000 if there are more. */
            unread: number;
            /** Format: date-time */
            created_at: string;
        };
        MailNote: {
            id: string;
            /** @description The thread. */
            thread_id: string;
            /** @description What it says: plain text. */
            text: string;
            /** @description Who wrote it: the name given with it, or that of the key. */
            author: string;
            /** @description The API key that it was written with. */
            key_id: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When its text last changed.
             */
            updated_at: string;
        };
        MailPresence: {
            /** @description Who is at the thread, by name, the client itself too; at most 50. */
            clients: components["schemas"]["PresentClient"][];
        };
        MailSearchResult: {
            /** @description Its thread. */
            thread_id: string;
            /** @description Whether it was received or sent. */
            source: components["schemas"]["MailSource"];
            /** @description The inbound email or the message. */
            message_ref: string;
            /** @description The sender, like `Ada <ada@example.com>`. */
            from: string;
            /** @description The subject. */
            subject: string;
            /** @description The beginning of its text without what it quotes, at most 200 characters. */
            snippet: string;
            /**
             * Format: date-time
             * @description When it arrived or was accepted.
             */
            occurred_at: string;
        };
        /** @enum {string} */
        MailSource: "inbound" | "outbound";
        MailThread: {
            id: string;
            /** @description That of its first mail. */
            subject: string;
            /** @description The beginning of its newest mail without what it quotes, at most 200 characters. */
            snippet: string;
            /** @description The addresses of everyone in its mails, in lower case; at most 100. */
            participants: string[];
            /** @description Their names as the mails have them, in the same order; empty for an address without one. */
            participant_names: string[];
            /**
             * Format: date-time
             * @description When its newest mail arrived or was accepted.
             */
            last_message_at: string;
            /** @description Number of mails. */
            message_count: number;
            /** @description Whether it has mail that nobody has read. */
            has_unread: boolean;
            /** @description Whether it has a star. */
            is_starred: boolean;
            /** @description The names of its labels, by name. */
            labels: string[];
            /** @description Where it is; `sent` if it has only mail of ours. */
            folder: components["schemas"]["Folder"];
            /** @description Until when it is hidden from the inbox; null if it is not snoozed. */
            snoozed_until: string | null;
            /** @description Who takes care of it; null for nobody. */
            assignee: string | null;
            /** @description Number of its internal notes. */
            note_count: number;
            /** @description Its mails, oldest first; of more than 2,000, the newest 2,000. */
            messages: components["schemas"]["MailEntry"][];
        };
        MailThreadSummary: {
            id: string;
            /** @description That of its first mail. */
            subject: string;
            /** @description The beginning of its newest mail without what it quotes, at most 200 characters. */
            snippet: string;
            /** @description The addresses of everyone in its mails, in lower case; at most 100. */
            participants: string[];
            /** @description Their names as the mails have them, in the same order; empty for an address without one. */
            participant_names: string[];
            /**
             * Format: date-time
             * @description When its newest mail arrived or was accepted.
             */
            last_message_at: string;
            /** @description Number of mails. */
            message_count: number;
            /** @description Whether it has mail that nobody has read. */
            has_unread: boolean;
            /** @description Whether it has a star. */
            is_starred: boolean;
            /** @description The names of its labels, by name. */
            labels: string[];
            /** @description Where it is; `sent` if it has only mail of ours. */
            folder: components["schemas"]["Folder"];
            /** @description Until when it is hidden from the inbox; null if it is not snoozed. */
            snoozed_until: string | null;
            /** @description Who takes care of it; null for nobody. */
            assignee: string | null;
            /** @description Number of its internal notes. */
            note_count: number;
        };
        Message: {
            id: string;
            channel: components["schemas"]["Channel"];
            /** @description The type of the newest timeline event, once there is one. */
            status: components["schemas"]["MessageStatus"];
            message_type: components["schemas"]["MessageType"];
            /** @description The sender, like `Me <me@example.com>`. */
            from: string | null;
            /** @description The addresses of the main recipients. */
            to: string[];
            /** @description The addresses of the cc recipients. */
            cc: string[];
            /** @description The subject; of a template, the rendered one. */
            subject: string | null;
            /** @description The tags; null if it was sent with none. */
            tags: components["schemas"]["MessageTags"] | null;
            /** @description When it leaves; null if it was sent at once. */
            scheduled_at: string | null;
            /** @description Whether it was sent with a test key. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
            idempotency_key: string;
            provider_message_id: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description Oldest first. */
            events: components["schemas"]["TimelineEvent"][];
        };
        MessageContent: {
            /** @description The sender, like `Me <me@example.com>`. */
            from: string;
            /** @description The main recipients, with their names. */
            to: string[];
            /** @description The cc recipients. */
            cc: string[];
            /** @description The bcc recipients. */
            bcc: string[];
            /** @description Where answers go. */
            reply_to: string[];
            /** @description The subject; of a template, the rendered one. */
            subject: string;
            /** @description The HTML, before links are tracked; null if there is none. */
            body_html: string | null;
            /** @description The plain text; null if there is none. */
            body_text: string | null;
            /** @description The custom headers. */
            headers: {
                [key: string]: string;
            };
            /** @description The files, without their bytes. */
            attachments: components["schemas"]["StoredAttachment"][];
        };
        /** @enum {string} */
        MessageStatus: "queued" | "scheduled" | "canceled" | "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed";
        MessageSummary: {
            id: string;
            channel: components["schemas"]["Channel"];
            /** @description The type of the newest timeline event, once there is one. */
            status: components["schemas"]["MessageStatus"];
            message_type: components["schemas"]["MessageType"];
            /** @description The sender, like `Me <me@example.com>`. */
            from: string | null;
            /** @description The addresses of the main recipients. */
            to: string[];
            /** @description The addresses of the cc recipients. */
            cc: string[];
            /** @description The subject; of a template, the rendered one. */
            subject: string | null;
            /** @description The tags; null if it was sent with none. */
            tags: components["schemas"]["MessageTags"] | null;
            /** @description When it leaves; null if it was sent at once. */
            scheduled_at: string | null;
            /** @description Whether it was sent with a test key. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
        };
        MessageTags: {
            [key: string]: string;
        };
        /** @enum {string} */
        MessageType: "transactional" | "marketing";
        Metadata: {
            /** @description Sender, like `me@example.com` or `Me <me@example.com>`. Required if the account has a verified domain. */
            from_email?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        OnDuplicateContact: "skip" | "update";
        Payload: {
            subject?: string | null;
            body_html?: string | null;
            body_text?: string | null;
            reply_to?: (string | string[]) | null;
            /** @description Custom headers of the mail. Headers that the service sets itself or that mail relays obey are refused. */
            headers?: components["schemas"]["CustomHeaders"] | null;
            attachments?: components["schemas"]["Attachment"][] | null;
        };
        /** @enum {string} */
        Plan: "starter" | "pro" | "growth" | "scale";
        PlanForSale: {
            /** @description The plan. */
            plan: components["schemas"]["Plan"];
            /** @description How often it can be paid for. */
            periods: components["schemas"]["BillingPeriod"][];
        };
        PortalSession: {
            /** @description The customer portal of Stripe. The link works for a short time. */
            url: string;
        };
        /** @enum {string} */
        PresenceState: "viewing" | "writing";
        PresentClient: {
            /** @description The client, by the id that it chose. */
            client_id: string;
            /** @description `viewing`: somebody has the thread open. `writing`: somebody is writing an answer. */
            state: components["schemas"]["PresenceState"];
            /** @description Who it is: the name that the client gave, or that of the key. */
            name: string;
        };
        Problem: {
            /** @description Branch on this. Treat an unknown code like its status class. */
            code: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The invalid fields, if the request does not match its schema. */
            details?: {
                /** @description The field, like `payload.subject`; over REST, `body` is the whole body. */
                path: string;
                /** @description What it must be. */
                message: string;
            }[];
            /** @description Identifies the code, like `urn:postline:error:not_found`. It is not the address of a page. */
            type: string;
            /** @description What the code means. */
            title: string;
            /** @description What is wrong with this request, for people. The wording may change. */
            detail: string;
            /** @description Identifies the request: `urn:postline:request:` and its `X-Request-Id`. */
            instance: string;
        };
        /** @enum {string} */
        RecipientOutcome: "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "suppressed" | "unsubscribed";
        RenamedLabel: {
            /** @description The new name. */
            name: string;
            /** @description The old name. */
            previous_name: string;
        };
        RenderedReply: {
            /** @description The subject; null if the saved reply has none. */
            subject: string | null;
            /** @description The HTML; null if the saved reply has none. */
            body_html: string | null;
            /** @description The plain text; null if the saved reply has none. */
            body_text: string | null;
        };
        RenderedTemplate: {
            subject: string;
            body_html: string;
            body_text: string | null;
        };
        SavedReply: {
            id: string;
            /** @description Its name, unique ignoring case. */
            name: string;
            /** @description The subject, which may contain `{{ name }}` variables; null to keep that of the answer. */
            subject: string | null;
            /** @description The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none. */
            body_html: string | null;
            /** @description The plain text, which may contain `{{ name }}` variables; null if there is none. */
            body_text: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SegmentCondition: {
            /** @description Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`. */
            field?: components["schemas"]["ContactField"];
            /** @description Compares this attribute of the contact. */
            attribute?: string;
            /** @description How a field or an attribute is compared. `contains` ignores case. */
            op?: components["schemas"]["ConditionOp"];
            /** @description What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`. */
            value?: string | number | boolean | (string | number | boolean)[];
            /** @description Looks for such an event of mail to the contact. */
            event?: components["schemas"]["ContactEvent"];
            /** @description How many days back to look for the event. */
            within_days?: number;
            /** @description False to find contacts without such an event. `true` if left out. */
            happened?: boolean;
            /**
             * @description Makes it a group: whether a contact must meet all of its conditions, or any.
             * @enum {string}
             */
            match?: "all" | "any";
            /** @description The conditions of the group. A group has no groups. */
            conditions?: components["schemas"]["SegmentGroupCondition"][];
        };
        SegmentConditionInput: {
            /** @description Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`. */
            field?: components["schemas"]["ContactField"] | null;
            /** @description Compares this attribute of the contact. */
            attribute?: string | null;
            /** @description How a field or an attribute is compared. `contains` ignores case. */
            op?: components["schemas"]["ConditionOp"] | null;
            /** @description What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`. */
            value?: ((string | number | boolean) | (string | number | boolean)[]) | null;
            /** @description Looks for such an event of mail to the contact. */
            event?: components["schemas"]["ContactEvent"] | null;
            /** @description How many days back to look for the event. */
            within_days?: number | null;
            /** @description False to find contacts without such an event. `true` if left out. */
            happened?: boolean | null;
            /** @description Makes it a group: whether a contact must meet all of its conditions, or any. */
            match?: components["schemas"]["SegmentMatch"] | null;
            /** @description The conditions of the group. A group has no groups. */
            conditions?: components["schemas"]["SegmentGroupConditionInput"][] | null;
        };
        SegmentFilter: {
            /**
             * @description Whether a contact must meet all conditions, or any.
             * @enum {string}
             */
            match: "all" | "any";
            /** @description The conditions, each with the fields of its kind. */
            conditions: components["schemas"]["SegmentCondition"][];
        };
        SegmentFilterInput: {
            /**
             * @description Whether a contact must meet all conditions, or any.
             * @enum {string}
             */
            match: "all" | "any";
            /** @description 1 to 20 conditions, and groups of them. */
            conditions: components["schemas"]["SegmentConditionInput"][];
        };
        SegmentGroupCondition: {
            /** @description Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`. */
            field?: components["schemas"]["ContactField"];
            /** @description Compares this attribute of the contact. */
            attribute?: string;
            /** @description How a field or an attribute is compared. `contains` ignores case. */
            op?: components["schemas"]["ConditionOp"];
            /** @description What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`. */
            value?: string | number | boolean | (string | number | boolean)[];
            /** @description Looks for such an event of mail to the contact. */
            event?: components["schemas"]["ContactEvent"];
            /** @description How many days back to look for the event. */
            within_days?: number;
            /** @description False to find contacts without such an event. `true` if left out. */
            happened?: boolean;
        };
        SegmentGroupConditionInput: {
            /** @description Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`. */
            field?: components["schemas"]["ContactField"] | null;
            /** @description Compares this attribute of the contact. */
            attribute?: string | null;
            /** @description How a field or an attribute is compared. `contains` ignores case. */
            op?: components["schemas"]["ConditionOp"] | null;
            /** @description What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`. */
            value?: ((string | number | boolean) | (string | number | boolean)[]) | null;
            /** @description Looks for such an event of mail to the contact. */
            event?: components["schemas"]["ContactEvent"] | null;
            /** @description How many days back to look for the event. */
            within_days?: number | null;
            /** @description False to find contacts without such an event. `true` if left out. */
            happened?: boolean | null;
        };
        /** @enum {string} */
        SegmentMatch: "all" | "any";
        SendRequest: {
            /** @description `email` if left out. The others are not enabled: 422 `channel_not_enabled`. */
            channel?: components["schemas"]["Channel"] | null;
            /** @description Unique to this message. A repeated request with the same key and body gets the first response again. */
            idempotency_key: string;
            /** @description The kind of mail; `transactional` if left out. `marketing` mail is not sent to unsubscribed recipients, and has an unsubscribe link. */
            message_type?: components["schemas"]["MessageType"] | null;
            /** @description At most 50 recipients in total; each is billed as one message. */
            destination: components["schemas"]["Destination"];
            /** @description Subject and at least one body; optional with a `template_id`. */
            payload?: components["schemas"]["Payload"] | null;
            /** @description The sender, and any other fields: webhooks about the message repeat them. At most 4,096 characters as JSON. */
            metadata?: components["schemas"]["Metadata"] | null;
            tags?: components["schemas"]["Tags"] | null;
            /** @description Tracking of the HTML. Off unless the deployment turns it on. */
            tracking?: components["schemas"]["Tracking"] | null;
            /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. */
            scheduled_at?: string | null;
            /** @description Sends a real mail to a verified test recipient, free of charge. */
            test_send?: boolean | null;
            /** @description Refuses recipients whose domain has no MX, A or AAAA record. */
            validate_recipient?: boolean | null;
            /** @description Template, by its id or slug, for the subject and the bodies, in its newest version. `payload.subject` takes precedence. */
            template_id?: string | null;
            /** @description Values of the template's variables, by name. */
            template_vars?: components["schemas"]["TemplateVars"] | null;
        };
        SendResponse: {
            id: string;
            /** @enum {string} */
            status: "queued" | "scheduled";
            channel: components["schemas"]["Channel"];
            idempotency_key: string;
            /** Format: date-time */
            created_at: string;
        };
        SendingPause: {
            /**
             * @description The reason: too much mail is reported as spam, or bounces permanently.
             * @enum {string}
             */
            reason: "complaints" | "bounces";
            /** @description The number of those mails. */
            affected: number;
            /** @description The number of all live mails of the 24 hours before. */
            mails: number;
            /** @description The share of `affected` in `mails`, in percent. */
            rate_percent: number;
            /** @description The share above which sending is paused, in percent. */
            limit_percent: number;
            /**
             * Format: date-time
             * @description Since when sending is paused.
             */
            since: string;
        };
        SendingWarning: {
            /**
             * @description `over_plan`: the plan includes fewer mails. `over_spend_cap`: a spend cap stops it before its end.
             * @enum {string}
             */
            code: "over_plan" | "over_spend_cap";
            /** @description The limit, for people. */
            message: string;
        };
        SpendCap: {
            id: string;
            account_id: string;
            /** @description The key; null for the account. */
            key_id: string | null;
            /** @description Alerts the owner by mail when reached. */
            soft_limit_micros: number | null;
            /** @description Blocks sends that would exceed it. */
            hard_limit_micros: number | null;
            /** @description What the account or the key has spent in the current month (UTC). */
            used_micros: number;
        };
        Stats: {
            /** @description One for each hour or day, also without events, oldest first. Empty with `group_by`. */
            buckets: components["schemas"]["StatsBucket"][];
            /** @description Those with the most sent mail first, then those with the most clicks. Null without `group_by`. */
            groups: components["schemas"]["StatsGroup"][] | null;
            /** @description Events that are counted in no group, because their day had more than 500 of them. Null if there are none. */
            other: components["schemas"]["UngroupedStats"] | null;
        };
        StatsBucket: {
            /**
             * Format: date-time
             * @description When it begins: a whole hour or day (UTC).
             */
            start: string;
            /** @description Messages accepted in this time, with those that the suppression list stopped. */
            accepted: number;
            /** @description Handed over to the provider. */
            sent: number;
            /** @description Deliveries that were reported. */
            delivered: number;
            /** @description Opens, each counted. */
            opened: number;
            /** @description Clicks, each counted. */
            clicked: number;
            /** @description Bounces that were reported. */
            bounced: number;
            /** @description Complaints that were reported. */
            complained: number;
            /** @description Messages that could not be sent. */
            failed: number;
            /** @description Messages stopped because a recipient is suppressed, or has unsubscribed. */
            suppressed: number;
        };
        StatsGroup: {
            /** @description The tag as `name:value`, the id of the template or broadcast, or the link without its query and fragment. */
            key: string;
            /** @description Handed over to the provider. */
            sent: number;
            /** @description Deliveries that were reported. */
            delivered: number;
            /** @description Opens, each counted. */
            opened: number;
            /** @description Clicks, each counted. */
            clicked: number;
            /** @description Bounces that were reported. */
            bounced: number;
            /** @description Complaints that were reported. */
            complained: number;
            /** @description Messages that could not be sent. */
            failed: number;
            /** @description Messages stopped because a recipient is suppressed, or has unsubscribed. */
            suppressed: number;
        };
        /** @enum {string} */
        StatsGroupBy: "tag" | "template" | "link" | "broadcast";
        /** @enum {string} */
        StatsInterval: "hour" | "day";
        StoredAttachment: {
            /** @description Name of the file. */
            filename: string;
            /** @description Its MIME type, like `image/png`. */
            content_type: string;
            /** @description Its bytes. */
            size: number;
            /** @description Name for references as `cid:…` in the HTML. */
            content_id: string | null;
        };
        /** @enum {string} */
        StsMode: "enforce" | "testing" | "none";
        /** @enum {string} */
        SubscriptionStatus: "none" | "active" | "trialing" | "past_due" | "paused" | "unpaid" | "incomplete" | "incomplete_expired" | "canceled";
        Suppression: {
            id: string;
            channel: components["schemas"]["Channel"];
            /** @description The normalized address: lower case, domain in A-labels. For an erased recipient, `erased:` and a keyed hash. */
            recipient: string;
            /** @description `suppressed` blocks all mail, `unsubscribed` only marketing mail. */
            state: components["schemas"]["SuppressionState"];
            /** @description Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe` or your own text. */
            reason: string;
            /** Format: date-time */
            updated_at: string;
        };
        SuppressionEntry: {
            /** @description The address of the recipient. */
            email: string;
            /** @description Why, for people who read the list. `import` if left out. */
            reason?: string | null;
            /** @description What it blocks. `suppressed` if left out. `unsubscribed` never weakens a `suppressed` entry. */
            state?: components["schemas"]["SuppressionState"] | null;
        };
        /** @enum {string} */
        SuppressionState: "suppressed" | "unsubscribed";
        Tags: {
            [key: string]: string;
        };
        /** @enum {string} */
        TargetFolder: "inbox" | "archive" | "trash" | "spam";
        Template: {
            id: string;
            name: string;
            /** @description Its name for programs, unique in the account. It is taken wherever its id is. */
            slug: string;
            /** @constant */
            channel: "email";
            /** @description 1, plus one for each change of its content. */
            version: number;
            /** @description Only active templates can be sent. */
            is_active: boolean;
            /** @description Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself. */
            is_layout: boolean;
            /** @description The layout around its bodies; null if there is none. */
            layout_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description May contain `{{ name }}` variables. Empty for a layout. */
            subject: string;
            /** @description May contain `{{ name }}` variables; their values are escaped. */
            body_html: string;
            /** @description The plain text; null if there is none. */
            body_text: string | null;
            variables: components["schemas"]["TemplateVariable"][];
            /** Format: date-time */
            updated_at: string;
        };
        TemplateSummary: {
            id: string;
            name: string;
            /** @description Its name for programs, unique in the account. It is taken wherever its id is. */
            slug: string;
            /** @constant */
            channel: "email";
            /** @description 1, plus one for each change of its content. */
            version: number;
            /** @description Only active templates can be sent. */
            is_active: boolean;
            /** @description Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself. */
            is_layout: boolean;
            /** @description The layout around its bodies; null if there is none. */
            layout_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        TemplateVariable: {
            name: string;
            /** @description An example, for people. Any JSON value. */
            sample: unknown | null;
            /** @description Whether rendering fails without it. */
            required: boolean;
            /** @description The value to use when it is absent. Any JSON value; null for none. */
            default: unknown | null;
        };
        TemplateVariableInput: {
            name: string;
            /** @description An example, for people. Any JSON value. */
            sample?: unknown;
            required?: boolean | null;
            /** @description The value to use when it is absent. Any JSON value; null for none. */
            default?: unknown;
        };
        TemplateVars: {
            [key: string]: unknown;
        };
        TemplateVersion: {
            id: string;
            version: number;
            /** @description May contain `{{ name }}` variables. Empty for a layout. */
            subject: string;
            /** @description May contain `{{ name }}` variables; their values are escaped. */
            body_html: string;
            /** @description The plain text; null if there is none. */
            body_text: string | null;
            variables: components["schemas"]["TemplateVariable"][];
            /** Format: date-time */
            created_at: string;
        };
        TestRecipient: {
            id: string;
            email: string;
            /**
             * @description Pending until its link is used.
             * @enum {string}
             */
            status: "pending" | "verified";
            /** Format: date-time */
            created_at: string;
            verified_at: string | null;
        };
        TimelineEvent: {
            id: string;
            type: components["schemas"]["TimelineEventType"];
            message_id: string;
            account_id: string;
            /**
             * @description Who reported it: the send pipeline, the suppression check, or the provider.
             * @enum {string}
             */
            source: "worker" | "router" | "ses" | "sns" | "smtp";
            /** @description Identifies the event, however often it is reported. */
            provider_event_id: string;
            /** @description Its shape depends on the source. With the source `smtp`, `suppresses: false` and a `reason` mean that a bounce or complaint did not suppress its recipient. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened. The timeline is ordered by this.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        /** @enum {string} */
        TimelineEventType: "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed" | "unsubscribed";
        TlsDay: {
            /**
             * Format: date
             * @description The day in UTC on which the reports begin.
             */
            day: string;
            /** @description Sessions in which TLS was negotiated as the policy asks. */
            successful_sessions: number;
            /** @description Sessions in which it was not. */
            failed_sessions: number;
        };
        TlsFailure: {
            /**
             * @description What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.
             * @enum {string}
             */
            policy_type: "sts" | "tlsa" | "no-policy-found";
            /** @description Why they failed, such as `certificate-expired` (RFC 8460 section 4.3). */
            result_type: string;
            /** @description The mail server of the domain; null if the report does not name it. */
            receiving_mx: string | null;
            /** @description Its IP address; null if the report does not say it. */
            receiving_ip: string | null;
            /** @description The IP address that tried to send. */
            sending_ip: string | null;
            /** @description Further information from the sender. */
            reason: string | null;
            /** @description How many sessions failed in this way. */
            sessions: number;
        };
        TlsFailureSum: {
            /** @description Why they failed, such as `certificate-expired` (RFC 8460 section 4.3). */
            result_type: string;
            /**
             * @description What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.
             * @enum {string}
             */
            policy_type: "sts" | "tlsa" | "no-policy-found";
            /** @description The mail server of the domain; null if the report does not name it. */
            receiving_mx: string | null;
            /** @description How many sessions failed in this way. */
            sessions: number;
        };
        TlsPolicySum: {
            /**
             * @description What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.
             * @enum {string}
             */
            policy_type: "sts" | "tlsa" | "no-policy-found";
            /** @description The mode of an MTA-STS policy; null for others, and if the report does not say it. */
            mode: components["schemas"]["StsMode"] | null;
            /** @description Sessions in which TLS was negotiated as the policy asks. */
            successful_sessions: number;
            /** @description Sessions in which it was not. */
            failed_sessions: number;
        };
        TlsReport: {
            /** @description The domain, in lower case and A-label form. */
            domain: string;
            /** @description The registrable domain of the organization that sent the report, proven by its mail. */
            sent_by: string;
            /** @description The name that the reporter gives itself. */
            org_name: string | null;
            /** Format: date-time */
            begins_at: string;
            /** Format: date-time */
            ends_at: string;
            /** @description Sessions in which TLS was negotiated as the policy asks. */
            successful_sessions: number;
            /** @description Sessions in which it was not. */
            failed_sessions: number;
            /** @description The sessions by the policy that applied. */
            policies: components["schemas"]["TlsPolicySum"][];
            /** @description The 200 most frequent failures. */
            failures: components["schemas"]["TlsFailure"][];
            /** @description Whether policies or failures were left out. */
            truncated: boolean;
            /** Format: date-time */
            received_at: string;
        };
        TlsSender: {
            /** @description The registrable domain of the organization that sent the report, proven by its mail. */
            sent_by: string;
            /** @description How many reports it sent. */
            reports: number;
            /** @description Sessions in which TLS was negotiated as the policy asks. */
            successful_sessions: number;
            /** @description Sessions in which it was not. */
            failed_sessions: number;
        };
        TlsSummary: {
            /** @description The domain, in lower case and A-label form. */
            domain: string;
            /** @description The days that it is about, up to now. */
            days: number;
            /** @description The days that a report is about. */
            days_with_reports: number;
            /** @description How many reports were received. */
            reports: number;
            /** @description Sessions in which TLS was negotiated as the policy asks. */
            successful_sessions: number;
            /** @description Sessions in which it was not. */
            failed_sessions: number;
            /** @description The sessions of each day with a report, oldest first. */
            by_day: components["schemas"]["TlsDay"][];
            /** @description The sessions by the policy that applied. */
            by_policy: components["schemas"]["TlsPolicySum"][];
            /** @description The 100 most frequent failures. */
            by_failure: components["schemas"]["TlsFailureSum"][];
            /** @description The 100 organizations that report most sessions. */
            by_sender: components["schemas"]["TlsSender"][];
        };
        Tracking: {
            /** @description Whether to record opens. */
            opens?: boolean | null;
            /** @description Whether to record clicks on links. */
            clicks?: boolean | null;
        };
        UndoneThread: {
            /** @description A thread that the change had changed. */
            thread_id: string;
            /** @description What became of it. `changed_since`: somebody, or new mail, has changed it since, so it stays as it is. `not_found`: it is gone. */
            outcome: components["schemas"]["UndoneThreadOutcome"];
        };
        /** @enum {string} */
        UndoneThreadOutcome: "restored" | "changed_since" | "not_found";
        UndoneThreads: {
            /** @description One for each thread that the change had changed. */
            results: components["schemas"]["UndoneThread"][];
        };
        UngroupedStats: {
            /** @description Handed over to the provider. */
            sent: number;
            /** @description Deliveries that were reported. */
            delivered: number;
            /** @description Opens, each counted. */
            opened: number;
            /** @description Clicks, each counted. */
            clicked: number;
            /** @description Bounces that were reported. */
            bounced: number;
            /** @description Complaints that were reported. */
            complained: number;
            /** @description Messages that could not be sent. */
            failed: number;
            /** @description Messages stopped because a recipient is suppressed, or has unsubscribed. */
            suppressed: number;
        };
        Upload: {
            /** @description For `upload_id` in attachments. */
            id: string;
            /** @description The public URL; its content never changes. */
            url: string;
            /**
             * @description Detected from the content.
             * @enum {string}
             */
            content_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
            /** @description Size in bytes. */
            size: number;
        };
        Usage: {
            period: string;
            /** @description Recipients of mail accepted with live keys. */
            total_send_count: number;
            total_cost_micros: number;
            channels: {
                /** @constant */
                channel: "email";
                send_count: number;
                cost_micros: number;
            }[];
        };
        VariableWarning: {
            /** @description The name of the variable. */
            variable: string;
            /** @description What is wrong with it, for people. */
            message: string;
        };
        /** @enum {string} */
        Verdict: "PASS" | "FAIL" | "NONE" | "GRAY";
        WebhookAttempt: {
            /** Format: date-time */
            attempted_at: string;
            response_status: number | null;
            /** @description Why there was no response. */
            error: string | null;
            duration_ms: number;
            /** @description The headers of the request, with its signatures. */
            request_headers: components["schemas"]["WebhookHeader"][];
            /** @description The first headers of the response, together up to 1,024 characters. */
            response_headers: components["schemas"]["WebhookHeader"][];
            /** @description The first 1 KiB of the response body. */
            response_body: string | null;
        };
        WebhookDelivery: {
            id: string;
            subscription_id: string;
            event_id: string;
            event_type: components["schemas"]["WebhookEventType"];
            /** @description The message (`msg_…`), or for `email.received` the inbound email (`inb_…`). */
            message_id: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "exhausted";
            /** @description Number of attempts in all rounds. */
            attempt_count: number;
            /** @description 1, plus one for each redelivery. */
            round: number;
            response_status: number | null;
            next_retry_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The last 36, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description The exact request body as text, which the signatures cover. The same in every attempt, except for the `signature` of the format `mailgun`, which is left out here. */
            payload: string | null;
        };
        /** @enum {string} */
        WebhookEventType: "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received";
        /** @enum {string} */
        WebhookFormat: "postline" | "resend" | "postmark" | "sendgrid" | "mailgun";
        WebhookHeader: {
            name: string;
            value: string;
        };
        WebhookMessage: {
            /** @description Null once the message was erased. */
            subject: string | null;
            /** @description The sender, like `Me <me@example.com>`. */
            from: string | null;
            /** @description The addresses of the main recipients. */
            to: string[];
            message_type: components["schemas"]["MessageType"];
            /** @description The tags; null if it was sent with none. */
            tags: components["schemas"]["MessageTags"] | null;
            /** @description Your own fields of the `metadata` of the send. */
            metadata: {
                [key: string]: unknown;
            };
        };
        WebhookRequest: {
            /** @description The same in every attempt. Use it to drop duplicates. */
            event_id: string;
            event_type: components["schemas"]["WebhookEventType"];
            /** @description The message (`msg_…`), or for `email.received` the inbound email (`inb_…`). */
            message_id: string;
            account_id: string;
            /** @description Its shape depends on the source of the event. */
            payload: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            occurred_at: string;
            /** Format: date-time */
            created_at: string;
            /** @description Fields of the message, so that you need not get it. Null for `email.received`. */
            message: components["schemas"]["WebhookMessage"] | null;
            /** @description The address that the event is about. Null if the mail has several and the event names none. */
            recipient: string | null;
        };
        WebhookSubscription: {
            id: string;
            account_id: string;
            endpoint_url: string;
            /** @description Empty for all event types. */
            event_types: components["schemas"]["WebhookEventType"][];
            /** @description How its requests are written: as ours, or as those of another mail API. */
            format: components["schemas"]["WebhookFormat"];
            /** @description The public key that verifies requests in the format `sendgrid`, as that API shows it. It changes with the signing secret. Null for other formats. */
            verification_key: string | null;
            /** @description False while its deliveries are paused. */
            is_active: boolean;
            /** @description Whether a test key made it: it gets only events of test mail. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
        };
        WebhookSubscriptionWithSecret: {
            id: string;
            account_id: string;
            endpoint_url: string;
            /** @description Empty for all event types. */
            event_types: components["schemas"]["WebhookEventType"][];
            /** @description How its requests are written: as ours, or as those of another mail API. */
            format: components["schemas"]["WebhookFormat"];
            /** @description The public key that verifies requests in the format `sendgrid`, as that API shows it. It changes with the signing secret. Null for other formats. */
            verification_key: string | null;
            /** @description False while its deliveries are paused. */
            is_active: boolean;
            /** @description Whether a test key made it: it gets only events of test mail. */
            test_mode: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Key of the signatures. Shown only on create and rotate. */
            signing_secret: string;
            /** @description The same secret in the form that libraries for Standard Webhooks take. */
            standard_secret: string;
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
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
         *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
         */
        AccountSuspendedOrForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `already_merged`: One of the threads was already merged into another.
         *     - `wrong_folder`: A thread in spam or trash cannot be snoozed, merged or split. Move it to the inbox first.
         */
        AlreadyMergedOrWrongFolder: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `approval_decided`: Somebody has decided about this mail already. */
        ApprovalDecided: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `cannot_delete_sandbox`: The built-in sandbox domain cannot be deleted. */
        CannotDeleteSandbox: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `changes_expired`: Changes after this cursor are no longer kept. Get a new cursor by a request without one, then list everything. */
        ChangesExpired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `channel_not_enabled`: This channel is not enabled; only `email` is. */
        ChannelNotEnabled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `channel_not_enabled`: This channel is not enabled; only `email` is.
         *     - `invalid_request`: The request is malformed.
         */
        ChannelNotEnabledOrInvalidRequest422: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `channel_not_enabled`: This channel is not enabled; only `email` is.
         *     - `too_many_templates`: The account has as many templates as its plan allows. Delete one to create another.
         */
        ChannelNotEnabledOrTooManyTemplates: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `domain_in_use`: Another account has verified this domain. */
        DomainInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `domain_not_ready`: The domain is not verified, or does not receive mail. */
        DomainNotReady: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `domain_not_ready`: The domain is not verified, or does not receive mail.
         *     - `too_many_inbound_routes`: The account has as many inbound routes as its plan allows. Delete one to create another.
         */
        DomainNotReadyOrTooManyInboundRoutes: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `domain_not_ready`: The domain is not verified, or does not receive mail.
         *     - `too_many_inboxes`: The account has as many inboxes as its plan allows. Delete one to create another.
         */
        DomainNotReadyOrTooManyInboxes: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `draft_changed`: The draft was changed since this revision. Read it again, and repeat the change if it still applies.
         *     - `wrong_status`: The status does not allow this.
         */
        DraftChangedOrWrongStatus: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `duplicate_contact`: The account has a contact with this address. */
        DuplicateContact: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `duplicate_member`: The contact is in the list already. */
        DuplicateMember: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `forbidden`: The scope or the mode of this API key does not allow the operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `forbidden`: The scope or the mode of this API key does not allow the operation.
         *     - `account_suspended`: The account is suspended. Contact the operator of this service.
         */
        ForbiddenOrAccountSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
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
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `inbox_exists`: The account has an inbox with this address. */
        InboxExists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_request`: The request is malformed. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_request`: The request is malformed. */
        InvalidRequest422: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_request`: The request is malformed.
         *     - `invalid_template`: The template has a syntax error.
         */
        InvalidRequestOrInvalidTemplate: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_request`: The request is malformed.
         *     - `invalid_token`: The link is invalid, already used or expired. Request a new one.
         */
        InvalidRequestOrInvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_request`: The request is malformed.
         *     - `missing_variable`: A required template variable is missing.
         */
        InvalidRequestOrMissingVariable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_signature`: The signature of the callback is missing, wrong or too old. */
        InvalidSignature: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `label_exists`: The account has a label with this name. Case does not count. */
        LabelExists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `last_admin_key`: This is the last live admin key of the account. Create another one before you revoke it. */
        LastAdminKey: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `layout_in_use`: Templates have this layout. Give them another one, or delete them first. */
        LayoutInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `list_in_use`: Filters of dynamic lists name this list. Change or delete them first. */
        ListInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `list_not_found`: The filter of the dynamic list names a list that does not exist. Change the filter. */
        ListNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `list_not_found`: The filter of the dynamic list names a list that does not exist. Change the filter.
         *     - `template_error`: The template failed to render with these variables.
         */
        ListNotFoundOrTemplateError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `message_not_sent`: The message still waits to be sent. Delete its content afterwards, or cancel it first if it is scheduled. */
        MessageNotSent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `not_found`: The resource does not exist. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `not_found`: The resource does not exist.
         *     - `template_not_found`: The account has no active template with this id or slug.
         */
        NotFoundOrTemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `only_mail`: The mail is the only one of its thread, so there is nothing to split.
         *     - `wrong_folder`: A thread in spam or trash cannot be snoozed, merged or split. Move it to the inbox first.
         */
        OnlyMailOrWrongFolder: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
         *     - `provider_unavailable`: The mail provider is unavailable at the moment. Repeat the request.
         */
        OverloadedOrProviderUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
         *     - `test_send_not_configured`: Test sends are disabled on this deployment.
         */
        OverloadedOrTestSendNotConfigured: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
         *     - `validation_not_configured`: Address validation is not available.
         */
        OverloadedOrValidationNotConfigured: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `payload_too_large`: The request body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `payload_too_large`: The request body is too large.
         *     - `batch_too_large`: A batch can have at most 1,000 send requests.
         */
        PayloadTooLargeOrBatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `payment_failed`: The payment for the new plan failed, so nothing has changed. Update the payment method in the portal. */
        PaymentFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After.
         *     - `test_send_daily_limit`: Ten test sends to this recipient were accepted today (UTC). Try again tomorrow.
         */
        RateLimitExceededOrTestSendDailyLimit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `recipient_suppressed`: The recipient is on the suppression list. */
        RecipientSuppressed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `recipient_suppressed`: The recipient is on the suppression list.
         *     - `idempotency_key_reused`: This idempotency key was used with another body. Use a new key, or repeat the first body unchanged.
         */
        RecipientSuppressedOrIdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `saved_reply_exists`: The account has a saved reply with this name. Case does not count. */
        SavedReplyExists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `spend_cap_exceeded`: The send would exceed the hard spend cap of the account or its key for this month. */
        SpendCapExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `template_error`: The template failed to render with these variables. */
        TemplateError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `template_exists`: The account has a template with this slug. */
        TemplateExists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `template_not_found`: The account has no active template with this id or slug. */
        TemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `thread_too_large`: Together the threads would have more than 1,000 mails. */
        ThreadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_api_keys`: The account has as many active keys as its plan allows. Revoke one to create another. */
        TooManyApiKeys: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_blocked_senders`: The account has as many blocked senders as its plan allows. Unblock one to block another. */
        TooManyBlockedSenders: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `too_many_contact_lists`: The account has as many contact lists as its plan allows. Delete one to create another.
         *     - `too_many_topics`: An account can have at most 200 topics. Delete a list that is a topic, or turn its topic setting off.
         */
        TooManyContactListsOrTooManyTopics: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_contacts`: The account has as many contacts as its plan allows. Delete some to add others. */
        TooManyContacts: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_drafts`: The account has as many drafts as its plan allows. Send or delete one to create another. */
        TooManyDrafts: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_labels`: The account has as many labels as its plan allows. Delete one to create another. */
        TooManyLabels: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_list_members`: The lists of the account have as many members as its plan allows. Remove some to add others. */
        TooManyListMembers: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_notes`: The thread has 500 notes, the most that it can have. Delete one to write another. */
        TooManyNotes: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_saved_replies`: The account has as many saved replies as its plan allows. Delete one to create another. */
        TooManySavedReplies: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_test_recipients`: An account has at most 3 test recipients. Delete one first. */
        TooManyTestRecipients: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_topics`: An account can have at most 200 topics. Delete a list that is a topic, or turn its topic setting off. */
        TooManyTopics: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_webhooks`: The account has as many webhooks as its plan allows. Delete one to create another. */
        TooManyWebhooks: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `unauthorized`: The API key is missing, malformed, unknown, revoked or expired. Send it as `Authorization: Bearer <API_KEY>`. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `wrong_folder`: A thread in spam or trash cannot be snoozed, merged or split. Move it to the inbox first. */
        WrongFolder: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `wrong_status`: The status does not allow this. */
        WrongStatus: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `wrong_status`: The status does not allow this.
         *     - `draft_changed`: The draft was changed since this revision. Read it again, and repeat the change if it still applies.
         */
        WrongStatusOrDraftChanged: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies the request in logs; your own value if you sent one. */
        RequestId: string;
        /** @description Requests allowed in a second. */
        RateLimitLimit: number;
        /** @description Requests left after this one. */
        RateLimitRemaining: number;
        /** @description When the window is empty again, in Unix seconds. */
        RateLimitReset: number;
        /**
         * @description The limit as in draft-ietf-httpapi-ratelimit-headers: its name, `account` or, without a valid key, `address`; the requests (`q`); and the seconds (`w`).
         * @example "account";q=10;w=1
         */
        RateLimitPolicy: string;
        /**
         * @description What is left of it: requests (`r`), and the seconds until all are free again (`t`).
         * @example "account";r=9;t=1
         */
        RateLimit: string;
        /** @description `true` if an earlier request with the same idempotency key and body got this response first; otherwise absent. Also with an error that is repeated. */
        IdempotentReplayed: "true";
        /** @description The scheme to authenticate with. */
        WwwAuthenticate: "Bearer";
        /** @description Seconds to wait before the next request. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    messagesSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands in for `idempotency_key` where the body has none. If both are given, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10 MiB. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendResponse"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingVariable"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             *     - `recipient_not_verified`: The recipient is not a verified test recipient.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["TemplateNotFound"];
            409: components["responses"]["IdempotencyKeyReusedOrRecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `from_required`: The account has a verified domain, so metadata.from_email is required.
             *     - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `no_verified_domain`: The account has no verified sending domain.
             *     - `invalid_destination`: The destination has no valid address.
             *     - `recipient_undeliverable`: The recipient domain has no MX, A or AAAA record.
             *     - `channel_not_enabled`: This channel is not enabled; only `email` is.
             *     - `invalid_channel_payload`: An email needs a subject and body_html, body_text or both.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             *     - `template_error`: The template failed to render with these variables.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceededOrTestSendDailyLimit"];
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
        /** @description At most 32 MiB. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchItemResult"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeOrBatchTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesList: {
        parameters: {
            query?: {
                channel?: components["schemas"]["Channel"];
                status?: components["schemas"]["MessageStatus"];
                /** @description Words of the subject, or addresses of recipients or of the sender; all must match. Words and addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key of a message. */
                search?: string;
                /** @description A tag, like `order`, or a tag and its exact value, like `order:8471`. */
                tag?: string;
                /** @description The whole address of a recipient: to, cc or bcc. */
                recipient?: string;
                /** @description The whole address of the sender. */
                sender?: string;
                /** @description Only mail of this template, by its id or slug. */
                template_id?: string;
                /** @description Only mail that this API key has sent. */
                key_id?: string;
                /** @description Only mail of this broadcast. */
                broadcast_id?: string;
                /** @description Whether the message was sent with a test key. */
                test_mode?: boolean;
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created at this time or earlier. */
                to?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 1
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["MessageSummary"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    messagesGetByIdempotencyKey: {
        parameters: {
            query: {
                /** @example first-mail */
                idempotency_key: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    messagesContent: {
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageContent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesDeleteContent: {
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
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["MessageNotSent"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesRaw: {
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example msg_01kajqw1y3h7g5d2s9p8n6m4q0 */
                id: string;
                /**
                 * @description Its position in `attachments`, from 0.
                 * @example 0
                 */
                index: number;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesExportCsv: {
        parameters: {
            query?: {
                channel?: components["schemas"]["Channel"];
                /** @example bounced */
                status?: components["schemas"]["MessageStatus"];
                /** @description Words of the subject, or addresses of recipients or of the sender; all must match. Words and addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key of a message. */
                search?: string;
                /** @description A tag, like `order`, or a tag and its exact value, like `order:8471`. */
                tag?: string;
                /** @description The whole address of a recipient: to, cc or bcc. */
                recipient?: string;
                /** @description The whole address of the sender. */
                sender?: string;
                /** @description Only mail of this template, by its id or slug. */
                template_id?: string;
                /** @description Only mail that this API key has sent. */
                key_id?: string;
                /** @description Only mail of this broadcast. */
                broadcast_id?: string;
                /** @description Whether the message was sent with a test key. */
                test_mode?: boolean;
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created at this time or earlier. */
                to?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesExportNdjson: {
        parameters: {
            query?: {
                channel?: components["schemas"]["Channel"];
                /** @example bounced */
                status?: components["schemas"]["MessageStatus"];
                /** @description Words of the subject, or addresses of recipients or of the sender; all must match. Words and addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key of a message. */
                search?: string;
                /** @description A tag, like `order`, or a tag and its exact value, like `order:8471`. */
                tag?: string;
                /** @description The whole address of a recipient: to, cc or bcc. */
                recipient?: string;
                /** @description The whole address of the sender. */
                sender?: string;
                /** @description Only mail of this template, by its id or slug. */
                template_id?: string;
                /** @description Only mail that this API key has sent. */
                key_id?: string;
                /** @description Only mail of this broadcast. */
                broadcast_id?: string;
                /** @description Whether the message was sent with a test key. */
                test_mode?: boolean;
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created at this time or earlier. */
                to?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    messagesResend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands in for `idempotency_key` where the body has none. If both are given, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example msg_01kajqw1y3h7g5d2s9p8n6m4q0 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Unique to the new message. Without one, each request makes another message. */
                    idempotency_key?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             *     - `recipient_not_verified`: The recipient is not a verified test recipient.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyReusedOrRecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `no_verified_domain`: The account has no verified sending domain.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceededOrTestSendDailyLimit"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrTestSendNotConfigured"];
        };
    };
    messagesValidate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    email: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressValidation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrValidationNotConfigured"];
        };
    };
    webhooksList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["WebhookSubscription"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    endpoint_url: string;
                    event_types?: components["schemas"]["WebhookEventType"][] | null;
                    /** @description How requests are written: `postline` by default, or with the fields and signatures of another mail API. Events that this format does not have are not sent. */
                    format?: components["schemas"]["WebhookFormat"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyWebhooks"];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    endpoint_url?: string | null;
                    event_types?: components["schemas"]["WebhookEventType"][] | null;
                    /** @description The format of new events. Earlier events keep theirs. */
                    format?: components["schemas"]["WebhookFormat"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    event_type?: components["schemas"]["WebhookEventType"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
                /**
                 * @description Only deliveries with this status.
                 * @example failed
                 */
                status?: "pending" | "succeeded" | "failed" | "exhausted";
                /** @description Only deliveries of events of this type. */
                event_type?: components["schemas"]["WebhookEventType"];
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created at this time or earlier. */
                to?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    webhooksRedeliverMany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The deliveries (`whd_…`). Those that are not in the log of the webhook are left out. */
                    delivery_ids: string[];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The deliveries as they are now, in the order of the ids. */
                        deliveries: components["schemas"]["WebhookDelivery"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domains: components["schemas"]["Domain"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name below a public suffix, like `mail.example.com`. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description It already existed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `domain_limit_reached`: The account has 100 domains. Delete one to add another.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["DomainInUse"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrProviderUnavailable"];
        };
    };
    domainsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["CannotDeleteSandbox"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrProviderUnavailable"];
        };
    };
    domainsVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainVerification"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["DomainInUse"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsSetFromName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name; null or empty for none. */
                    from_name: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainFromName"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsSetInbound: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainInbound"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["DomainNotReady"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsSetLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainLinks"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["DomainNotReady"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsSetEd25519: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["DomainNotReady"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsDnsSetup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DnsSetup"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsZonefile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsDmarcReports: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
                /** @description Received at this time or later. */
                from?: string;
                /** @description Received at this time or earlier. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reports: components["schemas"]["DmarcReport"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsDmarcSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DmarcSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsGetLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example shop.example
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Indicator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsSetLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example shop.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description An https URL of a square logo in SVG Tiny PS; null removes the logo. */
                    logo_url: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Indicator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsUploadLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example shop.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A square logo in SVG Tiny PS of at most 1 MiB.
                     */
                    file: Blob;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Indicator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsTlsReports: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
                /** @description Received at this time or later. */
                from?: string;
                /** @description Received at this time or earlier. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reports: components["schemas"]["TlsReport"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    domainsTlsSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name or id of the domain.
                 * @example mail.example.com
                 */
                domain: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TlsSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    inboundList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 1
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        emails: components["schemas"]["InboundEmailSummary"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    inboundGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inb_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundEmail"];
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
    inboundRaw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inb_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    inboundAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inb_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
                /**
                 * @description Its position in `attachments`, from 0.
                 * @example 0
                 */
                index: number;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
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
    inboundRoutesList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        routes: components["schemas"]["InboundRoute"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    inboundRoutesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name or id of a verified domain that receives mail. */
                    domain: string;
                    match_prefix?: string | null;
                    destination_type: components["schemas"]["DestinationType"];
                    /** @description A public https URL, for a webhook route. */
                    forward_url?: string | null;
                    /** @description An address, for an email route. */
                    forward_address?: string | null;
                    /** @description How a webhook route writes its requests: `postline` by default, or as another mail API hands over received mail. */
                    format?: components["schemas"]["WebhookFormat"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundRouteWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["DomainNotReadyOrTooManyInboundRoutes"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    inboundRoutesGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example route_01kajqx0a2s4d6f8g0h2j4k6m8 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundRoute"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    inboundRoutesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example route_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    match_prefix?: string | null;
                    destination_type?: components["schemas"]["DestinationType"] | null;
                    /** @description A public https URL, for a webhook route. */
                    forward_url?: string | null;
                    /** @description An address, for an email route. */
                    forward_address?: string | null;
                    /** @description The format of new mail. Earlier mail keeps its own. */
                    format?: components["schemas"]["WebhookFormat"] | null;
                    /** @description False to stop forwarding, true to go on. */
                    active?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundRoute"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    inboundRoutesDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example route_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    inboundRoutesRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example route_01kajqx0a2s4d6f8g0h2j4k6m8 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundRouteWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsList: {
        parameters: {
            query?: {
                /** @description Only this channel; all if left out. */
                channel?: components["schemas"]["Channel"];
                /** @description Only entries with exactly this reason, like `hard_bounce`. */
                reason?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppressions: components["schemas"]["Suppression"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["ChannelNotEnabled"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only `email` is enabled; the others are 422 `channel_not_enabled`. */
                    channel: components["schemas"]["Channel"];
                    /** @description The address to block. */
                    recipient: string;
                    /** @description Why, for people who read the list. `manual` if left out. */
                    reason?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ChannelNotEnabled"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsDelete: {
        parameters: {
            query: {
                /**
                 * @description Only `email` is enabled; the others are 422 `channel_not_enabled`.
                 * @example email
                 */
                channel: components["schemas"]["Channel"];
                /**
                 * @description The address, in any notation.
                 * @example ada@example.com
                 */
                recipient: string;
                /** @description Only an entry with this state; one with another stays. */
                state?: components["schemas"]["SuppressionState"];
                /** @description Only an entry with exactly this reason; one with another stays. */
                reason?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ChannelNotEnabled"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsGet: {
        parameters: {
            query?: {
                /** @description `email` if left out. */
                channel?: components["schemas"]["Channel"];
            };
            header?: never;
            path: {
                /**
                 * @description In any notation.
                 * @example ada@example.com
                 */
                recipient: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["ChannelNotEnabled"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 32 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description `email` if left out. */
                    channel?: components["schemas"]["Channel"] | null;
                    /** @description Up to 10,000; more are 422 `invalid_request`. */
                    entries: components["schemas"]["SuppressionEntry"][];
                    /** @description Keeps the entries that are on the list, with their reasons, unless `suppressed` meets `unsubscribed`. `false` if left out: then they get the state and the reason of the import. */
                    keep_existing?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ChannelNotEnabledOrInvalidRequest422"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsImportFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description CSV in UTF-8, UTF-16 or Windows-1252, of at most 16 MiB and 100,000 lines. The first line names the columns: `email` (or `recipient`) and, optionally, `state` and `reason`, each once; others are ignored, up to 50 in all. Exports of Postmark, Mailgun, SendGrid and Resend are accepted as they are.
                     */
                    file: Blob;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Recipients that are now on the list, new or not. */
                        imported: number;
                        /** @description Lines that are invalid or repeat an earlier address. */
                        skipped: number;
                        /** @description One for each skipped line, at most 1,000. */
                        errors: {
                            /** @description Number of the line; 1 is the first. */
                            line: number;
                            /** @description Why it was skipped. */
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["InvalidRequest422"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    suppressionsExport: {
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsList: {
        parameters: {
            query?: {
                /**
                 * @description Words of the name, or the address or a part of it: all must match, each as a whole word. A page may be short: go on until `next_cursor` is null.
                 * @example example.com
                 */
                search?: string;
                /** @description Only the contact with this address, in any notation. */
                email?: string;
                /** @description Only members of this list. */
                list_id?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contacts: components["schemas"]["Contact"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["ListNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address. Upper and lower case do not matter. */
                    email: string;
                    first_name?: string | null;
                    last_name?: string | null;
                    /** @description Up to 50 values by name. Broadcasts and segments use them. */
                    attributes?: components["schemas"]["ContactAttributesInput"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["DuplicateContact"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyContacts"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ct_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ct_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Another address. */
                    email?: string | null;
                    /** @description Null removes it. */
                    first_name?: string | null;
                    /** @description Null removes it. */
                    last_name?: string | null;
                    /** @description Attributes to set; null removes one. The others stay. */
                    attributes?: components["schemas"]["ContactAttributeChanges"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["DuplicateContact"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ct_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsChangeMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The contacts to change, at most 1,000. */
                    contact_ids: string[];
                    /** @description Attributes to set; null removes one. The others stay. */
                    attributes?: components["schemas"]["ContactAttributeChanges"] | null;
                    /** @description Lists to add them to, at most 10. Dynamic lists cannot be changed. */
                    add_to_list_ids?: string[] | null;
                    /** @description Lists to take them off, at most 10. Dynamic lists cannot be changed. */
                    remove_from_list_ids?: string[] | null;
                    /** @description True deletes them, and takes them off their lists. It cannot be combined with other changes. */
                    delete?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactBulkResults"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsCreateImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 32 MiB. */
        requestBody: {
            content: {
                "text/csv": string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names the file for an import, for 7 days. */
                        storage_key: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The uploaded file. */
                    storage_key: string;
                    /** @description Adds all contacts of the file to this list, also those that exist already. */
                    list_id?: string | null;
                    /** @description What happens to a row whose contact exists: `skip` leaves the contact as it is, `update` gives it the names and attributes of the row; its others stay. `skip` if left out. */
                    on_duplicate?: components["schemas"]["OnDuplicateContact"] | null;
                    /** @description What columns mean, by their names: `"email"`, `"first_name"`, `"last_name"`, `"unsubscribed"`, the name of an attribute, or null to leave one out. Other columns have the meaning of their names. */
                    columns?: components["schemas"]["ContactImportColumns"] | null;
                };
            };
        };
        responses: {
            /** @description It is complete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsGetImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_01kajqw5c7v9b1n3m5q7w9e1r3 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsExport: {
        parameters: {
            query?: {
                /** @description Only members of this list. */
                list_id?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["ListNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsGetTopics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ct_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactTopics"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactsSetTopics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ct_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The topics to change. The others stay as they are. */
                    topics: {
                        /** @description The contact list that is the topic. */
                        list_id: string;
                        /** @description Whether the contact gets mail about it. */
                        subscribed: boolean;
                    }[];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactTopics"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsList: {
        parameters: {
            query?: {
                /**
                 * @description Only lists that this contact is in. Of dynamic lists, the newest 200 are looked at.
                 * @example ct_01kajqx5t2n8w4e6r9y7m3b1c0
                 */
                contact_id?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contact_lists: components["schemas"]["ContactList"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name. */
                    name: string;
                    /** @description What it is for. */
                    description?: string | null;
                    /** @description Whether recipients can leave it on the preference page. `false` if left out. */
                    is_topic?: boolean | null;
                    /** @description Makes it a dynamic list: its members are the contacts that match whenever it is used. */
                    filter?: components["schemas"]["SegmentFilterInput"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyContactListsOrTooManyTopics"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cl_01kajqx0a2s4d6f8g0h2j4k6m8 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["ListNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cl_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Another name. */
                    name?: string | null;
                    /** @description Null removes it. */
                    description?: string | null;
                    /** @description Whether recipients can leave it on the preference page. */
                    is_topic?: boolean | null;
                    /** @description Another filter, for a dynamic list. A list cannot become dynamic, and a dynamic list cannot stop being dynamic. */
                    filter?: components["schemas"]["SegmentFilterInput"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyTopics"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cl_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListInUse"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsMembersList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example cl_01kajqx0a2s4d6f8g0h2j4k6m8 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Contact"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["ListNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsMembersAdd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The list.
                 * @example cl_01kajqx0a2s4d6f8g0h2j4k6m8
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The contact. */
                    contact_id: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["DuplicateMember"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyListMembers"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    contactListsMembersRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cl_01kajqx0a2s4d6f8g0h2j4k6m8 */
                id: string;
                /** @example ct_01kajqx5t2n8w4e6r9y7m3b1c0 */
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
                /**
                 * @description Only layouts, or only templates that are not layouts.
                 * @example true
                 */
                is_layout?: boolean;
                /** @description Only templates with this layout. Its id or slug. */
                layout_id?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["TemplateSummary"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Its name for programs, unique in the account. Made from the name if left out: `order-shipped`. */
                    slug?: string | null;
                    /** @description `email` if left out. The others are not enabled: 422 `channel_not_enabled`. */
                    channel?: components["schemas"]["Channel"] | null;
                    /** @description Required, except for a layout, which has none. */
                    subject?: string | null;
                    /** @description A layout has `{{ content }}` in it exactly once. */
                    body_html: string;
                    body_text?: string | null;
                    variables?: components["schemas"]["TemplateVariableInput"][] | null;
                    /** @description Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself. False if left out. */
                    is_layout?: boolean | null;
                    /** @description Id or slug of the layout to put around its bodies. A layout has none. */
                    layout_id?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_template`: The template has a syntax error.
             *     - `invalid_layout`: Each body of a layout must have {{ content }} in it exactly once.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["TemplateExists"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ChannelNotEnabledOrTooManyTemplates"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Required, except for a layout, which has none. */
                    subject?: string | null;
                    /** @description A layout has `{{ content }}` in it exactly once. */
                    body_html: string;
                    body_text?: string | null;
                    variables?: components["schemas"]["TemplateVariableInput"][] | null;
                    /** @description Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself. False if left out. */
                    is_layout?: boolean | null;
                    /** @description Id or slug of the layout to put around its bodies. A layout has none. */
                    layout_id?: string | null;
                    vars?: components["schemas"]["TemplateVars"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedTemplate"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `missing_variable`: A required template variable is missing.
             *     - `invalid_template`: The template has a syntax error.
             *     - `invalid_layout`: Each body of a layout must have {{ content }} in it exactly once.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TemplateError"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tmpl_01kajr0b2d4f6h8k0m2n4q6s8v */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tmpl_01kajr0b2d4f6h8k0m2n4q6s8v */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                    /** @description Another slug. The old one becomes free. */
                    slug?: string | null;
                    subject?: string | null;
                    body_html?: string | null;
                    /** @description Null removes the plain text. */
                    body_text?: string | null;
                    /** @description All variables: they replace the previous ones. */
                    variables?: components["schemas"]["TemplateVariableInput"][] | null;
                    /** @description If false, it cannot be sent. */
                    is_active?: boolean | null;
                    /** @description Id or slug of the layout to put around its bodies. Null removes the layout. */
                    layout_id?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        version: number;
                    };
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_template`: The template has a syntax error.
             *     - `invalid_layout`: Each body of a layout must have {{ content }} in it exactly once.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["TemplateExists"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tmpl_01kajr0b2d4f6h8k0m2n4q6s8v */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["LayoutInUse"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesVersions: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example tmpl_01kajr0b2d4f6h8k0m2n4q6s8v */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: components["schemas"]["TemplateVersion"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesRender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tmpl_01kajr0b2d4f6h8k0m2n4q6s8v */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    vars?: components["schemas"]["TemplateVars"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedTemplate"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `missing_variable`: A required template variable is missing.
             *     - `invalid_template`: The template has a syntax error.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TemplateError"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    keysList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What to call it, like `Web shop`: for people who read the list. */
                    name?: string | null;
                    /** @enum {string} */
                    scope: "send" | "read" | "admin";
                    test_mode?: boolean | null;
                    /** @description Binds the key to these inboxes: it sees and answers only their mail, and does nothing else. Left out, it is not bound. */
                    inbox_ids?: string[] | null;
                    /** @description The addresses, and domains without their subdomains, that the key may write to. Left out, it may write to everybody. */
                    send_to?: string[] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyApiKeys"];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastAdminKey"];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    usageGet: {
        parameters: {
            query?: {
                /**
                 * @description Year and month (UTC), like 2026-11. Defaults to the current month.
                 * @example 2026-11
                 */
                period?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    spendCapsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        spend_caps: components["schemas"]["SpendCap"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    spendCapsSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The key to cap. If left out, the cap is for the account. */
                    key_id?: string | null;
                    /** @description Alerts the owner when reached, once a month. Null clears it; if left out, it does not change. */
                    soft_limit_micros?: number | null;
                    /** @description Blocks sends that would exceed it. Null clears it; if left out, it does not change. */
                    hard_limit_micros?: number | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendCap"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    spendCapsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cap_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    statsGet: {
        parameters: {
            query?: {
                /**
                 * @description Begins with the bucket of this time. Defaults to 24 hours, or 30 days, up to `to`.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Ends with the bucket before this time. Defaults to now.
                 * @example 2026-11-22T00:00:00Z
                 */
                to?: string;
                /**
                 * @description The length of a bucket. Defaults to `hour`. Cannot be combined with `group_by`.
                 * @example day
                 */
                interval?: components["schemas"]["StatsInterval"];
                /**
                 * @description Counts events by tag, template, link or broadcast instead of over time: whole days (UTC), at most 92, by default 30.
                 * @example tag
                 */
                group_by?: components["schemas"]["StatsGroupBy"];
                /** @example 2 */
                limit?: number;
                /** @description True for mail sent with test keys. Defaults to live mail. */
                test_mode?: boolean;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    billingGet: {
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    billingCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The plan: starter, pro, growth, scale. Case does not count. */
                    plan: string;
                    /** @description How often to pay: `month` (the default) or `year`. */
                    period?: components["schemas"]["BillingPeriod"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentFailed"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
             *     - `billing_not_configured`: Billing is not set up on this deployment.
             *     - `billing_unavailable`: The billing provider is unavailable at the moment. Repeat the request.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    billingPortal: {
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
             *     - `billing_not_configured`: Billing is not set up on this deployment.
             *     - `billing_unavailable`: The billing provider is unavailable at the moment. Repeat the request.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testRecipientsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        test_recipients: components["schemas"]["TestRecipient"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    testRecipientsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    email: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRecipient"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["RecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyTestRecipients"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    testRecipientsVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRecipient"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspended"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    testRecipientsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tr_01kajqx5t2n8w4e6r9y7m3b1c0 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    uploadsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uploads: components["schemas"]["Upload"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    uploadsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PNG, JPEG, GIF or WebP image of at most 2 MiB.
                     */
                    file: Blob;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
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
    uploadsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example upl_01kajqx5t7v9b1d3f5h7k9m2p4 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    auditLogList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
                /** @description Who did it: the id of a key, also for its sessions; `cli` for operators at the command line; `service` for the service itself. */
                actor?: string;
                /** @description What was done: the name of an operation, or its first parts, like `keys` for all that begin with `keys.`. */
                operation?: string;
                /** @description Done at this time or later. */
                from?: string;
                /** @description Done at this time or earlier. */
                to?: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deadLettersList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dead_letters: components["schemas"]["DeadLetter"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deadLettersRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dl_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetter"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 1
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    approvalsList: {
        parameters: {
            query?: {
                /**
                 * @description Only those with this status.
                 * @example pending
                 */
                status?: components["schemas"]["ApprovalStatus"];
                /** @description Size of the page: 1 to 100. Values out of range are clamped. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approvals: components["schemas"]["Approval"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    approvalsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example apr_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    approvalsApprove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example apr_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApprovalDecided"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    approvalsRefuse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example apr_01kajqx5t2n8w4e6r9y7m3b1c0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApprovalDecided"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcasts: components["schemas"]["BroadcastSummary"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name, for people. */
                    name: string;
                    /** @description The list whose members get it. */
                    list_id: string;
                    /** @description Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a verified domain, but not for a draft: it is checked when the broadcast is scheduled, tested or sent. */
                    from_email?: string | null;
                    /** @description An address for replies, or several. */
                    reply_to?: (string | string[]) | null;
                    /** @description The subject, with variables. Required unless a template has one; takes precedence over the template's. */
                    subject?: string | null;
                    /** @description The HTML, with variables. */
                    body_html?: string | null;
                    /** @description The plain text, with variables. */
                    body_text?: string | null;
                    /** @description A template, instead of bodies. Each message is rendered with its version at that time. */
                    template_id?: string | null;
                    /** @description What to track. Defaults to the setting of the deployment. */
                    tracking?: components["schemas"]["Tracking"] | null;
                    /** @description Most messages a minute, 1 to 1,000,000. As fast as possible if left out. */
                    throttle_per_minute?: number | null;
                    /** @description When to start: no more than 1 minute in the past and no more than 90 days in the future. A draft if left out. */
                    scheduled_at?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTemplate"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `list_not_found`: The filter of the dynamic list names a list that does not exist. Change the filter.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             *     - `from_required`: The account has a verified domain, so metadata.from_email is required.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `no_verified_domain`: The account has no verified sending domain.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The revision that the changes are based on. If the draft has another one, it stays as it is. */
                    revision?: number | null;
                    /** @description Another name. */
                    name?: string | null;
                    /** @description Another list. */
                    list_id?: string | null;
                    /** @description Another sender; null for none. It is checked when the broadcast is scheduled, tested or sent. */
                    from_email?: string | null;
                    /** @description All addresses for replies; null for none. */
                    reply_to?: (string | string[]) | null;
                    /** @description Another subject; null for that of the template. */
                    subject?: string | null;
                    /** @description Another HTML; null for none. */
                    body_html?: string | null;
                    /** @description Another plain text; null for none. */
                    body_text?: string | null;
                    /** @description A template, instead of bodies, which must be null then; null for bodies. */
                    template_id?: string | null;
                    /** @description What to track; null for what the deployment tracks. */
                    tracking?: components["schemas"]["Tracking"] | null;
                    /** @description Most messages a minute; null for no limit. */
                    throttle_per_minute?: number | null;
                    /** @description Schedules the draft: no more than 1 minute in the past and no more than 90 days in the future. It cannot be changed afterwards. */
                    scheduled_at?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTemplate"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            409: components["responses"]["WrongStatusOrDraftChanged"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `list_not_found`: The filter of the dynamic list names a list that does not exist. Change the filter.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             *     - `from_required`: The account has a verified domain, so metadata.from_email is required.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `no_verified_domain`: The account has no verified sending domain.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one if the list is empty. */
                    contact_id?: string | null;
                    /** @description Shows the mail as it would be with these changes, which are not stored. */
                    changes?: components["schemas"]["BroadcastPreviewChanges"] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastPreview"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_template`: The template has a syntax error.
             *     - `missing_variable`: A required template variable is missing.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ListNotFoundOrTemplateError"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsPreviewNew: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The list whose members get it. */
                    list_id: string;
                    /** @description The subject, with variables. Required unless a template has one; takes precedence over the template's. */
                    subject?: string | null;
                    /** @description The HTML, with variables. */
                    body_html?: string | null;
                    /** @description The plain text, with variables. */
                    body_text?: string | null;
                    /** @description A template, instead of bodies. Each message is rendered with its version at that time. */
                    template_id?: string | null;
                    /** @description The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one if the list is empty. */
                    contact_id?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastPreview"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_template`: The template has a syntax error.
             *     - `missing_variable`: A required template variable is missing.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ListNotFoundOrTemplateError"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsRecipients: {
        parameters: {
            query?: {
                /**
                 * @description Only recipients whose mail had this outcome at least once, even if it has had others since.
                 * @example clicked
                 */
                outcome?: components["schemas"]["RecipientOutcome"];
                /** @description An address, its beginning or its domain. A page may be short: go on until `next_cursor` is null. */
                search?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recipients: components["schemas"]["BroadcastRecipient"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastLinks"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            409: components["responses"]["WrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `list_not_found`: The filter of the dynamic list names a list that does not exist. Change the filter.
             *     - `from_required`: The account has a verified domain, so metadata.from_email is required.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `no_verified_domain`: The account has no verified sending domain.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsPause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            409: components["responses"]["WrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `list_not_found`: The filter of the dynamic list names a list that does not exist. Change the filter.
             *     - `from_required`: The account has a verified domain, so metadata.from_email is required.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `no_verified_domain`: The account has no verified sending domain.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    broadcastsTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands in for `idempotency_key` where the body has none. If both are given, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example bc_01kajs4m7q9v1b3d5f7h9k1n3p */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address to send it to. If a contact has this address, its fields are used. */
                    email: string;
                    /** @description Unique to the test. Without one, each request sends another mail. */
                    idempotency_key?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendResponse"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingVariable"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             *     - `recipient_not_verified`: The recipient is not a verified test recipient.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            409: components["responses"]["RecipientSuppressedOrIdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `template_error`: The template failed to render with these variables.
             *     - `invalid_channel_payload`: An email needs a subject and body_html, body_text or both.
             *     - `invalid_destination`: The destination has no valid address.
             *     - `from_required`: The account has a verified domain, so metadata.from_email is required.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `no_verified_domain`: The account has no verified sending domain.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailThreadsList: {
        parameters: {
            query?: {
                /**
                 * @description Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam.
                 * @example inbox
                 */
                folder?: components["schemas"]["Folder"];
                /** @description Only threads with this label, by its name. */
                label?: string;
                /** @description Only threads with a mail that matches this search, in the language of GET /v1/mail/search. */
                q?: string;
                /** @description Only mail of this inbox. */
                inbox_id?: string;
                /** @description Only mail of this exact address of yours, with or without an inbox. */
                inbox?: string;
                /**
                 * @description Only threads with unread mail, or only those without.
                 * @example true
                 */
                unread?: boolean;
                /** @description Only threads with a star, or only those without. */
                starred?: boolean;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 25
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        threads: components["schemas"]["MailThreadSummary"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                        /** @description For people: parts of the search that are not operators and were searched as words, like `foo:bar`. */
                        hints: string[];
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
    mailThreadsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailThread"];
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
    mailThreadsMarkRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Default: true. */
                    read?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Whether the thread is read. */
                        read: boolean;
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
    mailThreadsStar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Default: true. */
                    starred?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Whether it has a star. */
                        starred: boolean;
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
    mailThreadsMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where to: inbox, archive, trash or spam. */
                    folder: components["schemas"]["TargetFolder"];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Where it is now. */
                        folder: components["schemas"]["Folder"];
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
    mailThreadsSetLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The names of all its labels from now on. Unknown label names are ignored. */
                    labels: string[];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The thread. */
                        id: string;
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
    mailThreadsChangeLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Names of labels that it gets. Unknown label names are ignored. */
                    add?: string[] | null;
                    /** @description Names of labels that it loses. */
                    remove?: string[] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The thread. */
                        id: string;
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
    mailThreadsSnooze: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description When it comes back to the inbox; null for now. At most 366 days from now. */
                    until: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Until when it is hidden from the inbox; null if it is not snoozed. */
                        snoozed_until: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongFolder"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailThreadsAssign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who takes care of it, in your own words: a name or an address. Null for nobody. */
                    assignee: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Who takes care of it; null for nobody. */
                        assignee: string | null;
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
    mailMessagesStar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inbound */
                source: components["schemas"]["MailSource"];
                /** @example inb_01kajqz3k4n6q8s0v2x4z6b8d0 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Default: true. */
                    starred?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was received or sent. */
                        source: components["schemas"]["MailSource"];
                        /** @description The inbound email or the message. */
                        id: string;
                        /** @description Whether it has a star. */
                        starred: boolean;
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
    mailBlockedSendersList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        blocked_senders: components["schemas"]["BlockedSender"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailBlockedSendersCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address, or a domain for all its addresses and subdomains. */
                    sender: string;
                };
            };
        };
        responses: {
            /** @description The sender was blocked already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedSender"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedSender"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyBlockedSenders"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailBlockedSendersDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example blk_01kajqy8e2g4j6m8p0r2t4v6x8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailThreadsChangeMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The threads to change, at most 1,000. */
                    thread_ids: string[];
                    /** @description Where to: inbox, archive, trash or spam. It cannot be combined with `snoozed_until`. */
                    folder?: components["schemas"]["TargetFolder"] | null;
                    /** @description Whether they are marked read, or unread. */
                    read?: boolean | null;
                    /** @description Whether they have a star. */
                    starred?: boolean | null;
                    /** @description Names of labels that they get. Unknown label names are ignored. */
                    add_labels?: string[] | null;
                    /** @description Names of labels that they lose. */
                    remove_labels?: string[] | null;
                    /** @description Who takes care of them, in your own words: a name or an address. Null for nobody. */
                    assignee?: string | null;
                    /** @description When they come back to the inbox; null for now. At most 366 days from now. */
                    snoozed_until?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkThreadResults"];
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
    mailThreadsUndoMany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example undo_01kajr5d9f1h3k5n7q9s1v3x5z */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneThreads"];
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
    mailChanges: {
        parameters: {
            query?: {
                /**
                 * @description The `update_cursor` of the last change that you have, or the `cursor` of a page. Without it, no changes, but the current cursor.
                 * @example djIgbWFpbC1jaGFuZ2VzIDQxLzA
                 */
                cursor?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 100
                 */
                limit?: number;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailChangePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ChangesExpired"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailCompose: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands in for `idempotency_key` where the body has none. If both are given, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The recipient, or several: at most 50 with those of cc and bcc. */
                    to: string | string[];
                    /** @description Further recipients. */
                    cc?: (string | string[]) | null;
                    /** @description Further recipients, whom the others do not see. */
                    bcc?: (string | string[]) | null;
                    /** @description The sender, at a verified domain of the account. */
                    from?: string | null;
                    /** @description The body as HTML. */
                    body_html?: string | null;
                    /** @description The body as plain text. */
                    body_text?: string | null;
                    /** @description Files that come with it: at most 7 MiB in all when decoded. */
                    attachments?: components["schemas"]["Attachment"][] | null;
                    /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled. */
                    scheduled_at?: string | null;
                    /** @description Whether the signature of the inbox that it is from is added below the body. Default: false. */
                    signature?: boolean | null;
                    /** @description Unique to this mail. Without one, each request sends another mail. */
                    idempotency_key?: string | null;
                    /** @description The subject. Required. */
                    subject?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedMail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyReusedOrRecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `no_verified_domain`: The account has no verified sending domain.
             *     - `invalid_destination`: The destination has no valid address.
             *     - `invalid_channel_payload`: An email needs a subject and body_html, body_text or both.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailThreadsReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands in for `idempotency_key` where the body has none. If both are given, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The recipients. Default: the first sender in the thread. */
                    to?: (string | string[]) | null;
                    /** @description Further recipients. */
                    cc?: (string | string[]) | null;
                    /** @description Further recipients, whom the others do not see. */
                    bcc?: (string | string[]) | null;
                    /** @description The sender, at a verified domain of the account. */
                    from?: string | null;
                    /** @description The body as HTML. */
                    body_html?: string | null;
                    /** @description The body as plain text. */
                    body_text?: string | null;
                    /** @description Files that come with it: at most 7 MiB in all when decoded. */
                    attachments?: components["schemas"]["Attachment"][] | null;
                    /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled. */
                    scheduled_at?: string | null;
                    /** @description Whether the signature of the inbox that it is from is added below the body. Default: false. */
                    signature?: boolean | null;
                    /** @description Unique to this mail. Without one, each request sends another mail. */
                    idempotency_key?: string | null;
                    /** @description The subject. Default: `Re: ` and the subject of the thread without such prefixes. */
                    subject?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedMail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyReusedOrRecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `no_verified_domain`: The account has no verified sending domain.
             *     - `invalid_destination`: The destination has no valid address.
             *     - `invalid_channel_payload`: An email needs a subject and body_html, body_text or both.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailThreadsForward: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands in for `idempotency_key` where the body has none. If both are given, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The recipient, or several: at most 50 with those of cc and bcc. */
                    to: string | string[];
                    /** @description Further recipients. */
                    cc?: (string | string[]) | null;
                    /** @description Further recipients, whom the others do not see. */
                    bcc?: (string | string[]) | null;
                    /** @description The sender, at a verified domain of the account. */
                    from?: string | null;
                    /** @description The body as HTML. */
                    body_html?: string | null;
                    /** @description The body as plain text. */
                    body_text?: string | null;
                    /** @description Files that come with it: at most 7 MiB in all when decoded. */
                    attachments?: components["schemas"]["Attachment"][] | null;
                    /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled. */
                    scheduled_at?: string | null;
                    /** @description Whether the signature of the inbox that it is from is added below the body. Default: false. */
                    signature?: boolean | null;
                    /** @description Unique to this mail. Without one, each request sends another mail. */
                    idempotency_key?: string | null;
                    /** @description The subject. Default: `Fwd: ` and the subject of the newest received mail. */
                    subject?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedMail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyKeyReusedOrRecipientSuppressed"];
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `no_verified_domain`: The account has no verified sending domain.
             *     - `invalid_destination`: The destination has no valid address.
             *     - `invalid_channel_payload`: An email needs a subject and body_html, body_text or both.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailDraftsList: {
        parameters: {
            query?: {
                /** @description Only drafts of this inbox. */
                inbox_id?: string;
                /**
                 * @description Only drafts that answer or forward this thread.
                 * @example thr_01kajqz3m5p7r9t1v3x5z7b9d1
                 */
                thread_id?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        drafts: components["schemas"]["MailDraftSummary"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    mailDraftsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a thread. */
                    kind?: components["schemas"]["DraftKind"] | null;
                    /** @description The thread that it answers or forwards. */
                    thread_id?: string | null;
                    /** @description The inbox that it is written in: the default of `from`. */
                    inbox_id?: string | null;
                    /** @description The recipients. A reply without any goes to those to whom `POST …/reply` would send it. */
                    to?: (string | string[]) | null;
                    /** @description Further recipients. */
                    cc?: (string | string[]) | null;
                    /** @description Further recipients, whom the others do not see. */
                    bcc?: (string | string[]) | null;
                    /** @description The subject. */
                    subject?: string | null;
                    /** @description The body as plain text. */
                    body_text?: string | null;
                    /** @description The body as HTML. */
                    body_html?: string | null;
                    /** @description The sender, at a verified domain. */
                    from?: ("" | (string | null)) | null;
                    /** @description Whether the signature of the inbox that it is from is added below the body. Default: false. */
                    signature?: boolean | null;
                    /** @description All its files after the change: at most 7 MiB in all when decoded. */
                    attachments?: components["schemas"]["Attachment"][] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDraft"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyDrafts"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailDraftsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drf_01kajr6a8c0e2g4j6m8p0r2t4v */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDraft"];
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
    mailDraftsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drf_01kajr6a8c0e2g4j6m8p0r2t4v */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The revision that the change is based on. If the draft has another one, the answer is 409 `draft_changed`. */
                    revision?: number | null;
                    /** @description What it is: `new`, or `reply`, `reply_all` or `forward` of a thread. Default: `reply` with a thread. */
                    kind?: components["schemas"]["DraftKind"] | null;
                    /** @description The thread that it answers or forwards. */
                    thread_id?: string | null;
                    /** @description The inbox that it is written in: the default of `from`. */
                    inbox_id?: string | null;
                    /** @description The recipients. A reply without any goes to those to whom `POST …/reply` would send it. */
                    to?: (string | string[]) | null;
                    /** @description Further recipients. */
                    cc?: (string | string[]) | null;
                    /** @description Further recipients, whom the others do not see. */
                    bcc?: (string | string[]) | null;
                    /** @description The subject. */
                    subject?: string | null;
                    /** @description The body as plain text. */
                    body_text?: string | null;
                    /** @description The body as HTML. */
                    body_html?: string | null;
                    /** @description The sender, at a verified domain. */
                    from?: ("" | (string | null)) | null;
                    /** @description Whether the signature of the inbox that it is from is added below the body. Default: false. */
                    signature?: boolean | null;
                    /** @description All its files after the change: at most 7 MiB in all when decoded. */
                    attachments?: components["schemas"]["Attachment"][] | null;
                    /** @description Files of the draft to keep, by their positions from 0. Those of `attachments` come after them; the others are removed. Name the `revision` too, so that the positions are those that you have read. */
                    keep_attachments?: number[] | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDraft"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["DraftChangedOrWrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailDraftsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drf_01kajr6a8c0e2g4j6m8p0r2t4v */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongStatus"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailDraftsSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drf_01kajr6a8c0e2g4j6m8p0r2t4v */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The revision that the change is based on. If the draft has another one, the answer is 409 `draft_changed`. */
                    revision?: number | null;
                    /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled. */
                    scheduled_at?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedMail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             *     - `recipient_not_allowed`: This API key may not write to the recipient: see its send_to.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /**
             * @description - `draft_changed`: The draft was changed since this revision. Read it again, and repeat the change if it still applies.
             *     - `idempotency_key_reused`: This idempotency key was used with another body. Use a new key, or repeat the first body unchanged.
             *     - `recipient_suppressed`: The recipient is on the suppression list.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            /**
             * @description - `domain_not_verified`: The DNS records of the sender domain are not verified yet.
             *     - `from_not_verified`: The domain of the sender is not a verified sending domain of the account.
             *     - `no_verified_domain`: The account has no verified sending domain.
             *     - `invalid_destination`: The destination has no valid address.
             *     - `invalid_channel_payload`: An email needs a subject and body_html, body_text or both.
             *     - `invalid_schedule`: scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailExport: {
        parameters: {
            query?: {
                /**
                 * @description Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam.
                 * @example inbox
                 */
                folder?: components["schemas"]["Folder"];
                /** @description Only threads with this label, by its name. */
                label?: string;
                /** @description Only threads with a mail that matches this search, in the language of GET /v1/mail/search. */
                q?: string;
                /** @description Only mail of this inbox. */
                inbox_id?: string;
                /** @description Only mail of this exact address of yours, with or without an inbox. */
                inbox?: string;
                /** @description Only threads with unread mail, or only those without. */
                unread?: boolean;
                /** @description Only threads with a star, or only those without. */
                starred?: boolean;
                /**
                 * @description Size of the page: 1 to 5,000. Values out of range are clamped.
                 * @example 500
                 */
                limit?: number;
                /** @description `json` or, over REST, `mbox`. Default: `json`. */
                format?: "json";
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailExport"];
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
    mailExportMbox: {
        parameters: {
            query?: {
                /** @description Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam. */
                folder?: components["schemas"]["Folder"];
                /** @description Only threads with this label, by its name. */
                label?: string;
                /** @description Only threads with a mail that matches this search, in the language of GET /v1/mail/search. */
                q?: string;
                /** @description Only mail of this inbox. */
                inbox_id?: string;
                /** @description Only mail of this exact address of yours, with or without an inbox. */
                inbox?: string;
                /** @description Only threads with unread mail, or only those without. */
                unread?: boolean;
                /** @description Only threads with a star, or only those without. */
                starred?: boolean;
                /**
                 * @description Size of the page: 1 to 5,000. Values out of range are clamped.
                 * @example 5000
                 */
                limit?: number;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/mbox": unknown;
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
    mailInboxesList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inboxes: components["schemas"]["MailInbox"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    mailInboxesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The address. Or give `domain` and `local_part`. */
                    address?: string | null;
                    /** @description A domain of the account, with `local_part`. */
                    domain?: string | null;
                    /** @description The part before the @, with `domain`. */
                    local_part?: string | null;
                    /** @description A name for people. */
                    name?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailInbox"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["InboxExists"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["DomainNotReadyOrTooManyInboxes"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailInboxesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inbox_01kajqy1a3c5e7g9j1m3p5r7t9 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name?: string | null;
                    /** @description Its signature in mail as HTML. Made from the text if there is none. Null removes it. */
                    signature_html?: string | null;
                    /** @description Its signature in mail as plain text. Made from the HTML if there is none. Null removes it. */
                    signature_text?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailInbox"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailInboxesDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inbox_01kajqy1a3c5e7g9j1m3p5r7t9 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailLabelsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["MailLabel"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    mailLabelsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name, unique ignoring case. */
                    name: string;
                    /** @description A color for display, like `#ff8800`. */
                    color?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailLabel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["LabelExists"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyLabels"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailLabelsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example lbl_01kajqy5d7f9h1k3m5p7r9t1v3 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Its name, unique ignoring case. */
                    name?: string | null;
                    /** @description A color for display, like `#ff8800`. */
                    color?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailLabel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["LabelExists"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailLabelsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example lbl_01kajqy5d7f9h1k3m5p7r9t1v3 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailThreadsMerge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The thread whose mail moves into the other one. Its id then leads to that thread. */
                    thread_id: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailThreadSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyMergedOrWrongFolder"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ThreadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailMessagesSplit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inbound */
                source: components["schemas"]["MailSource"];
                /** @example inb_01kajqz3k4n6q8s0v2x4z6b8d0 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailThreadSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["OnlyMailOrWrongFolder"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailNotesList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notes: components["schemas"]["MailNote"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    mailNotesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it says: plain text. */
                    text: string;
                    /** @description Who writes it, in your own words, if several people use the key. Default: the name of the key. */
                    author?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailNote"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManyNotes"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailNotesGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example note_01kajqzb2d4f6h8k0m2p4r6t8v */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailNote"];
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
    mailNotesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example note_01kajqzb2d4f6h8k0m2p4r6t8v */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it says: plain text. */
                    text: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailNote"];
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
    mailNotesDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example note_01kajqzb2d4f6h8k0m2p4r6t8v */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    mailPresenceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPresence"];
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
    mailPresenceSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Distinguishes the clients of a key, such as browser tabs: a random text of at most 64 characters. */
                    client_id: string;
                    /** @description `viewing` or `writing`. */
                    state: components["schemas"]["PresenceState"];
                    /** @description Who it is, in your own words, if several people use the key. Default: the name of the key. */
                    name?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPresence"];
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
    mailPresenceDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example thr_01kajqz3m5p7r9t1v3x5z7b9d1 */
                id: string;
                /**
                 * @description The client.
                 * @example tab-7f3c2a
                 */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    mailSavedRepliesList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        saved_replies: components["schemas"]["SavedReply"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    mailSavedRepliesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name, unique ignoring case. */
                    name: string;
                    /** @description The subject, which may contain `{{ name }}` variables; null to keep that of the answer. */
                    subject?: string | null;
                    /** @description The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none. */
                    body_html?: string | null;
                    /** @description The plain text, which may contain `{{ name }}` variables; null if there is none. */
                    body_text?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTemplate"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["SavedReplyExists"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TooManySavedReplies"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailSavedRepliesGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example reply_01kajqy9e1g3j5m7p9r1t3v5x7 */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReply"];
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
    mailSavedRepliesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example reply_01kajqy9e1g3j5m7p9r1t3v5x7 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                    /** @description The subject, which may contain `{{ name }}` variables; null to keep that of the answer. */
                    subject?: string | null;
                    /** @description The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none. */
                    body_html?: string | null;
                    /** @description The plain text, which may contain `{{ name }}` variables; null if there is none. */
                    body_text?: string | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTemplate"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["SavedReplyExists"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailSavedRepliesDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example reply_01kajqy9e1g3j5m7p9r1t3v5x7 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailSavedRepliesRender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example reply_01kajqy9e1g3j5m7p9r1t3v5x7 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The thread to reply to. It and its sender provide the variables. */
                    thread_id: string;
                    /** @description Whether to show it with the signature that a reply with `signature` gets. Default: false. */
                    signature?: boolean | null;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["TemplateError"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    mailSearch: {
        parameters: {
            query: {
                /**
                 * @description Words, which match words with this beginning (from 3 letters on), ignoring case and marks on letters, `"a whole word"` or `"a phrase"`, `-word`, `or`, and the operators `from:`, `to:`, `subject:`, `has:attachment`, `filename:`, `after:YYYY-MM-DD` (with that day), `before:YYYY-MM-DD`, `larger:10k`, `smaller:5M`, `in:` a folder, `is:unread`, `is:read`, `is:starred`, `label:` and `rfc822msgid:`. Only the first 100 recipients of a mail are searched.
                 * @example from:ada@example.com after:2026-11-01 order
                 */
                q: string;
                /** @description Only mail of this inbox. */
                inbox_id?: string;
                /** @description Only mail of this exact address of yours. */
                inbox?: string;
                /**
                 * @description Size of the page: 1 to 100. Values out of range are clamped.
                 * @example 25
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["MailSearchResult"][];
                        /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
                        next_cursor: string | null;
                        /** @description For people: parts of the search that are not operators and were searched as words, like `foo:bar`. */
                        hints: string[];
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
    recipientsErase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description In any notation, also with a name. Upper and lower case do not matter. */
                    email: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
             *     - `bound_key`: This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    callbackSes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unix seconds, at most five minutes from now. Not with an SNS envelope. */
                "Svc-Timestamp"?: string;
                /** @description Hex HMAC-SHA256 over `<timestamp>.<raw body>`, keyed with CALLBACK_SECRET. Not with an SNS envelope. */
                "Svc-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored, now or by an earlier attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["InvalidSignature"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrProviderUnavailable"];
        };
    };
    callbackInbound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unix seconds, at most five minutes from now. Not with an SNS envelope. */
                "Svc-Timestamp"?: string;
                /** @description Hex HMAC-SHA256 over `<timestamp>.<raw body>`, keyed with CALLBACK_SECRET. Not with an SNS envelope. */
                "Svc-Signature"?: string;
                /** @description The envelope sender of a message; empty for the null sender. */
                "Svc-Sender"?: string;
                /** @description The envelope recipients of a message, separated by commas. */
                "Svc-Recipient"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "message/rfc822": string;
                "application/json": Record<string, never>;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored, now or by an earlier attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ids of the inbound emails, one for each recipient. */
                        accepted: string[];
                        /** @description Recipients whose mail is not received here. */
                        ignored: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["InvalidSignature"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrProviderUnavailable"];
        };
    };
    callbackStripe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The signature of Stripe, at most five minutes old. */
                "Stripe-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Its effect is stored, or it concerns no account here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["InvalidSignature"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
             *     - `billing_not_configured`: Billing is not set up on this deployment.
             *     - `billing_unavailable`: The billing provider is unavailable at the moment. Repeat the request.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sessionGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it may do. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /**
                         * @description What its key may do.
                         * @enum {string}
                         */
                        scope: "send" | "read" | "admin";
                        /**
                         * @description The sections of the web console that its key may use, by their paths.
                         * @example [
                         *       "/",
                         *       "/messages",
                         *       "/mail"
                         *     ]
                         */
                        sections: string[];
                        /** @description Whether its key is a test key. */
                        test_mode: boolean;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description The session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /**
                         * @description What its key may do.
                         * @enum {string}
                         */
                        scope: "send" | "read" | "admin";
                        /**
                         * @description The sections of the web console that its key may use, by their paths.
                         * @example [
                         *       "/",
                         *       "/messages",
                         *       "/mail"
                         *     ]
                         */
                        sections: string[];
                        /** @description Whether its key is a test key. */
                        test_mode: boolean;
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
            /** @description Signed out, or there was no session. */
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
            503: components["responses"]["Overloaded"];
        };
    };
    sessionOpenByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What comes after `#` in the link that the first start prints. */
                    token: string;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description The session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /**
                         * @description What its key may do.
                         * @enum {string}
                         */
                        scope: "send" | "read" | "admin";
                        /**
                         * @description The sections of the web console that its key may use, by their paths.
                         * @example [
                         *       "/",
                         *       "/messages",
                         *       "/mail"
                         *     ]
                         */
                        sections: string[];
                        /** @description Whether its key is a test key. */
                        test_mode: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidToken"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
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
            /** @description It is up. */
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
            /** @description They answer, and it does. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                        /**
                         * @description Present after a restore until the operator resumes: accepted mail waits.
                         * @constant
                         */
                        held?: true;
                    };
                };
            };
            /** @description One of them does not answer, or the service is starting. */
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
            /** @description You already have this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    arazzo: {
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
            /** @description You already have this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    llms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description You already have this version. */
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
            /** @description You already have this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    logoFetch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Identifies the content. Send it as `If-None-Match` to learn that it has not changed. */
                    ETag?: string;
                    /** @description How long it may be cached. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": unknown;
                };
            };
            /** @description You already have this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Identifies the content. Send it as `If-None-Match` to learn that it has not changed. */
                    ETag?: string;
                    /** @description How long it may be cached. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    uploadFetch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Identifies the content. Send it as `If-None-Match` to learn that it has not changed. */
                    ETag?: string;
                    /** @description How long it may be cached. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description You already have this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Identifies the content. Send it as `If-None-Match` to learn that it has not changed. */
                    ETag?: string;
                    /** @description How long it may be cached. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    verifyPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description - `invalid_token`: The link is invalid, already used or expired. Request a new one. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyAgree: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": Record<string, never>;
                "multipart/form-data": Record<string, never>;
            };
        };
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_token`: The link is invalid, already used or expired. Request a new one.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsubscribePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description - `invalid_token`: The link is invalid, already used or expired. Request a new one. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: The resource does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsubscribeOneClick: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    "List-Unsubscribe": "One-Click";
                };
                "multipart/form-data": {
                    /** @constant */
                    "List-Unsubscribe": "One-Click";
                };
            };
        };
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_token`: The link is invalid, already used or expired. Request a new one.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: The resource does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    preferencesPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description - `invalid_token`: The link is invalid, already used or expired. Request a new one. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: The resource does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    preferencesSave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @enum {string} */
                    action: "save" | "unsubscribe" | "resubscribe";
                    /** @description The topics that the page has shown. */
                    shown?: string[];
                    /** @description Those of them that the recipient wants. */
                    topic?: string[];
                };
                "multipart/form-data": {
                    /** @enum {string} */
                    action: "save" | "unsubscribe" | "resubscribe";
                    /** @description The topics that the page has shown. */
                    shown?: string[];
                    /** @description Those of them that the recipient wants. */
                    topic?: string[];
                };
            };
        };
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed.
             *     - `invalid_token`: The link is invalid, already used or expired. Request a new one.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `not_found`: The resource does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    trackOpenFetch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A token and `.gif`. Any token gets the picture. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": unknown;
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    trackClickFetch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token in the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redirect. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description The target of the link. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description - `not_found`: The resource does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    linkHostAsk: {
        parameters: {
            query: {
                /** @description The host, without a port. */
                domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        allowed: true;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
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
                /**
                 * @description The `event_id` of the body.
                 * @example evt_01kajqw3d6m2t8xk5v7r9c4b1f
                 */
                "webhook-id": string;
                /**
                 * @description The same time as above.
                 * @example 1795251603
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw request body>`.
                 * @example v1,wrHCscKxwrHCscKxwrHCscKxwrHCscKxwrHCscKxwrE=
                 */
                "webhook-signature": string;
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
                 *       "created_at": "2026-11-21T09:00:02.840Z",
                 *       "message": {
                 *         "subject": "Your order has shipped",
                 *         "from": "Shop <hello@shop.example>",
                 *         "to": [
                 *           "ada@example.com"
                 *         ],
                 *         "message_type": "transactional",
                 *         "tags": {
                 *           "order": "4711"
                 *         },
                 *         "metadata": {
                 *           "customer": "c_81"
                 *         }
                 *       },
                 *       "recipient": "ada@example.com"
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
