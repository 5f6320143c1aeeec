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
         * @description Needs a key with the scope `send` or `admin`.
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
         * @description Needs a key with the scope `send` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`. With `idempotency_key` it returns only that one, and all other parameters are ignored.
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
         * @description Needs a key with the scope `send` or `admin`.
         */
        post: operations["messagesCancel"];
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
         * @description Needs a key with the scope `send` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["webhooksList"];
        put?: never;
        /**
         * Subscribes an endpoint to events. Its signing secret is shown only in this response
         * @description Needs a key of scope `admin`. The response carries a secret and must not be stored (`Cache-Control: no-store`).
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["webhooksGet"];
        /**
         * Changes the given fields of a webhook subscription, or pauses or resumes it
         * @description Needs a key of scope `admin`.
         */
        put: operations["webhooksUpdate"];
        post?: never;
        /**
         * Deletes a webhook subscription and stops its retries
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
         * Creates a new signing secret for a webhook subscription, shown only in this response
         * @description Needs a key of scope `admin`. The response carries a secret and must not be stored (`Cache-Control: no-store`).
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key of scope `admin`.
         */
        post: operations["webhooksRedeliver"];
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["domainsList"];
        put?: never;
        /**
         * Adds a sending domain, and returns the records to publish for it
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["domainsGet"];
        put?: never;
        post?: never;
        /**
         * Deletes a domain, also at the mail provider
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key of scope `admin`.
         */
        put: operations["domainsSetFromName"];
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
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
    "/v1/domains/{domain}/bimi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the logo of a domain (BIMI), and what it still needs to be shown
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["domainsGetLogo"];
        /**
         * Sets the logo of a domain by URL, or removes it
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key of scope `admin`.
         */
        post: operations["domainsUploadLogo"];
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["suppressionsList"];
        put?: never;
        /**
         * Blocks all mail to a recipient
         * @description Needs a key of scope `admin`.
         */
        post: operations["suppressionsCreate"];
        /**
         * Removes a recipient from the list, which allows mail again
         * @description Needs a key of scope `admin`. The query parameters can be in a JSON body instead.
         */
        delete: operations["suppressionsDelete"];
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
         * @description Needs a key of scope `admin`.
         */
        post: operations["suppressionsImport"];
        delete?: never;
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["templatesList"];
        put?: never;
        /**
         * Creates a template
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["templatesGet"];
        /**
         * Changes the given fields of a template. New content makes a new version
         * @description Needs a key of scope `admin`.
         */
        put: operations["templatesUpdate"];
        post?: never;
        /**
         * Deletes a template. Mail that was accepted with it is still sent
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key of scope `admin`.
         */
        get: operations["keysList"];
        put?: never;
        /**
         * Creates an API key. Its secret is shown only in this response
         * @description Needs a key of scope `admin`. The response carries a secret and must not be stored (`Cache-Control: no-store`).
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
         * @description Needs a key of scope `admin`. The response carries a secret and must not be stored (`Cache-Control: no-store`).
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
         * Revokes an API key
         * @description Needs a key of scope `admin`.
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
         * Gets what the account may send, and from which sender
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["spendCapsList"];
        /**
         * Sets the monthly spend cap (UTC) of the account or of one of its keys
         * @description Needs a key of scope `admin`. Test keys are refused.
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
         * @description Needs a key of scope `admin`. Test keys are refused.
         */
        delete: operations["spendCapsDelete"];
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
         * @description Needs a key with the scope `read` or `admin`.
         */
        get: operations["testRecipientsList"];
        put?: never;
        /**
         * Registers an address for test mail, and mails it a confirmation link
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key with the scope `read` or `admin`.
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
         * Deletes an uploaded image. Its URL finds nothing any more, also in mail that shows it
         * @description Needs a key of scope `admin`.
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
         * @description Needs a key of scope `admin`.
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
    "/dev/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists captured mail, newest first
         * @description Needs a key with the scope `read` or `admin`. Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
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
         * @description Needs a key with the scope `read` or `admin`. The response carries a secret and must not be stored (`Cache-Control: no-store`). Only where the deployment has it switched on; elsewhere it answers 404 `not_found`.
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
         * Takes what Amazon SES tells of mail: deliveries, bounces, complaints, opens and more
         * @description The body is an SNS envelope, signed by Amazon, or a bare SES notification with the two signature headers. It is stored before it is acknowledged. Each event appears on its timeline once, however often and in whatever form it is reported.
         */
        post: operations["callbackSes"];
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
        /** Ends the session of this browser, in all processes and for every copy of its cookie */
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
        /** Checks that MongoDB and Redis answer */
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
        /** Shows this document as a page to read and try */
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
        /** Gets the headers of the logo of a domain */
        head: operations["logoHead"];
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
        /** Gets the headers of an uploaded image */
        head: operations["uploadHead"];
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
        /** Returns the tracking picture and records an open: headers only, without recording */
        head: operations["trackOpenHead"];
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
        /** Records a click and redirects to the target of the link: headers only, without recording */
        head: operations["trackClickHead"];
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
         *      Any response other than 2xx, no response within 30 seconds, or no connection is a failure. It is retried after 30 seconds, 1 minute, 2 minutes and so on (± 25 %), up to 12 attempts within 24 hours. An event can come more than once and out of order: deduplicate by `event_id`.
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
            /** @description Whether the account has no verified domain. */
            sandbox_mode: boolean;
            /** @description The sender in sandbox mode. */
            shared_email_sender: string;
            channels: {
                channel: string;
                status: string;
                verified: boolean;
            }[];
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
            key_prefix: string;
            /** @enum {string} */
            scope: "send" | "read" | "admin";
            test_mode: boolean;
            expires_at: string | null;
            /** @description The minute in which it was last used, also by its sessions; null before the first use. */
            last_used_at: string | null;
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
            /** @description The minute in which it was last used, also by its sessions; null before the first use. */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The secret. Shown only in this response. */
            key: string;
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
            /** @description Who did it: a key, a browser session, or an operator at the command line. */
            actor: {
                /** @enum {string} */
                type: "key" | "cli" | "session";
                /** @description The id of the key, also for a session; for the command line, the user. */
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
        BatchItemResult: {
            /** @constant */
            success: true;
            response: components["schemas"]["SendResponse"];
        } | {
            /** @constant */
            success: false;
            error: components["schemas"]["ErrorBody"];
        };
        BimiRecord: {
            /** @constant */
            type: "TXT";
            /** @description The full name, without the final dot. */
            name: string;
            /** @description The full text of the record. */
            value: string;
        };
        DmarcEnforcement: {
            /** @description Whether the DMARC policy in DNS is strict enough for logos: quarantine or reject, for all mail. */
            at_enforcement: boolean;
            /** @description A sufficient DMARC record, close to the published one. */
            recommended: string;
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
        DnsSetupRecord: {
            /** @enum {string} */
            type: "CNAME" | "MX" | "TXT";
            /** @description The full name, without the final dot. */
            name: string;
            /** @description The host of a CNAME, `10 host` for an MX, or the full text of a TXT. */
            value: string;
            /** @description The name within the zone; `@` for the zone itself. */
            host: string;
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
            /** @description The domain of its envelope senders. */
            mail_from_domain: string;
            /** @description The default sender name of its mail. */
            from_name: string | null;
            /** Format: date-time */
            created_at: string;
        };
        DomainCheck: {
            /**
             * @description The status that the record belongs to.
             * @enum {string}
             */
            field: "dkim" | "spf" | "dmarc";
            /** @description Type of the record. */
            type: string;
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
        DomainVerification: {
            domain: string;
            /** @description Whether it can now send. */
            fully_verified: boolean;
            /** @description One entry for each record except the MX, which sending does not require. */
            results: components["schemas"]["DomainCheck"][];
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
        Message: {
            id: string;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /**
             * @description The type of the newest timeline event, once there is one.
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
             * @description The type of the newest timeline event, once there is one.
             * @enum {string}
             */
            status: "queued" | "scheduled" | "canceled" | "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed";
            /** @enum {string} */
            message_type: "transactional" | "marketing";
            /** Format: date-time */
            created_at: string;
        };
        RenderedTemplate: {
            subject: string;
            body_html: string;
            body_text: string | null;
        };
        SendRequest: {
            /**
             * @description Only `email` is enabled; the others are 422 `channel_not_enabled`.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /** @description Unique to this message. A repeated request with the same key and body gets the first response again. */
            idempotency_key: string;
            /** @description The kind of mail. `marketing` mail is not sent to unsubscribed recipients, and has an unsubscribe link. */
            message_type?: ("transactional" | "marketing") | null;
            /** @description At most 50 recipients in total; each is billed as one message. */
            destination: {
                /** @description Address of the recipient. Required for email. */
                email?: string | null;
                /** @description Name shown with the address. */
                name?: string | null;
                cc?: string[] | null;
                bcc?: string[] | null;
            };
            /** @description Subject and at least one body; optional with a `template_id`. */
            payload?: {
                subject?: string | null;
                body_html?: string | null;
                body_text?: string | null;
                reply_to?: (string | string[]) | null;
                /** @description Custom headers of the mail. Headers that the service sets itself or that mail relays obey are refused. */
                headers?: {
                    [key: string]: string;
                } | null;
                attachments?: components["schemas"]["Attachment"][] | null;
            } | null;
            metadata?: {
                /** @description Sender, like `me@example.com` or `Me <me@example.com>`. Required if the account has a verified domain. */
                from_email?: string | null;
            } | null;
            tags?: {
                [key: string]: string;
            } | null;
            /** @description Tracking of the HTML. Off unless the deployment turns it on. */
            tracking?: {
                /** @description Whether to record opens. */
                opens?: boolean | null;
                /** @description Whether to record clicks on links. */
                clicks?: boolean | null;
            } | null;
            /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. */
            scheduled_at?: string | null;
            /** @description Sends a real mail to a verified test recipient, free of charge. */
            test_send?: boolean | null;
            /** @description Refuses recipients whose domain has no MX, A or AAAA record. */
            validate_recipient?: boolean | null;
            /** @description Template for the subject and the bodies, in its newest version. `payload.subject` takes precedence. */
            template_id?: string | null;
            /** @description Values of the template's variables, by name. */
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
        SpendCap: {
            id: string;
            account_id: string;
            /** @description The key; null for the account. */
            key_id: string | null;
            /** @description Alerts the owner by mail when reached. */
            soft_limit_micros: number | null;
            /** @description Blocks sends that would exceed it. */
            hard_limit_micros: number | null;
        };
        Suppression: {
            id: string;
            /** @enum {string} */
            channel: "email" | "sms" | "push" | "voice" | "webhook";
            /** @description The normalized address: lower case, domain in A-labels. */
            recipient: string;
            /**
             * @description `suppressed` blocks all mail, `unsubscribed` only marketing mail.
             * @enum {string}
             */
            state: "suppressed" | "unsubscribed";
            /** @description Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe` or your own text. */
            reason: string;
            /** Format: date-time */
            updated_at: string;
        };
        SuppressionEntry: {
            /** @description The address of the recipient. */
            email: string;
            /** @description Why, for people who read the list. */
            reason?: string | null;
            /** @description What it blocks. `unsubscribed` never weakens a `suppressed` entry. */
            state?: ("suppressed" | "unsubscribed") | null;
        };
        Template: {
            id: string;
            name: string;
            /** @constant */
            channel: "email";
            /** @description 1, plus one for each change of its content. */
            version: number;
            /** @description Only active templates can be sent. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description May contain `{{ name }}` variables. */
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
            /** @constant */
            channel: "email";
            /** @description 1, plus one for each change of its content. */
            version: number;
            /** @description Only active templates can be sent. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        TemplateVariable: {
            name: string;
            /** @description What it may look like, for people. Any JSON value. */
            sample: unknown | null;
            /** @description Whether rendering fails without it. */
            required: boolean;
            /** @description What stands for it when it is absent. Any JSON value; null for nothing. */
            default: unknown | null;
        };
        TemplateVariableInput: {
            name: string;
            /** @description What it may look like, for people. Any JSON value. */
            sample?: unknown;
            required?: boolean | null;
            /** @description What stands for it when it is absent. Any JSON value; null for nothing. */
            default?: unknown;
        };
        TemplateVersion: {
            id: string;
            version: number;
            /** @description May contain `{{ name }}` variables. */
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
            /** @enum {string} */
            type: "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "suppressed" | "unsubscribed";
            message_id: string;
            account_id: string;
            /**
             * @description Who reported it: the send pipeline, the suppression check, or the provider.
             * @enum {string}
             */
            source: "worker" | "router" | "ses" | "sns";
            /** @description Identifies the event, however often it is reported. */
            provider_event_id: string;
            /** @description Its shape depends on the source. */
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
        WebhookAttempt: {
            /** Format: date-time */
            attempted_at: string;
            response_status: number | null;
            /** @description Why there was no response. */
            error: string | null;
            duration_ms: number;
            /** @description The first 1 KiB of the response body. */
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
            /** @description The exact request body as text, which the signatures cover. The same in every attempt. */
            payload: string | null;
        };
        WebhookRequest: {
            /** @description The same in every attempt. Use it to drop duplicates. */
            event_id: string;
            /** @enum {string} */
            event_type: "sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received";
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
        };
        WebhookSubscription: {
            id: string;
            account_id: string;
            endpoint_url: string;
            /** @description Empty for all event types. */
            event_types: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[];
            /** @description False while its deliveries are paused. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        WebhookSubscriptionWithSecret: {
            id: string;
            account_id: string;
            endpoint_url: string;
            /** @description Empty for all event types. */
            event_types: ("sent" | "delivered" | "opened" | "clicked" | "delivery_delayed" | "bounced" | "complained" | "failed" | "email.received")[];
            /** @description False while its deliveries are paused. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Key of the signatures. Shown only on create and rotate. */
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
         *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
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
        /** @description - `cannot_delete_sandbox`: The built-in sandbox domain cannot be deleted. */
        CannotDeleteSandbox: {
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
                        code: "cannot_delete_sandbox";
                    };
                };
            };
        };
        /** @description - `channel_not_enabled`: This channel is not enabled; only `email` is. */
        ChannelNotEnabled: {
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
                        code: "channel_not_enabled";
                    };
                };
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "channel_not_enabled" | "too_many_templates";
                    };
                };
            };
        };
        /** @description - `domain_in_use`: Another account has verified this domain. */
        DomainInUse: {
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
                        code: "domain_in_use";
                    };
                };
            };
        };
        /** @description - `forbidden`: The scope or the mode of this API key does not allow the operation. */
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
         * @description - `forbidden`: The scope or the mode of this API key does not allow the operation.
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
        /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request" | "invalid_template";
                    };
                };
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request" | "invalid_token";
                    };
                };
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request" | "missing_variable";
                    };
                };
            };
        };
        /** @description - `invalid_signature`: The signature of the callback is missing, wrong or too old. */
        InvalidSignature: {
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
                        code: "invalid_signature";
                    };
                };
            };
        };
        /** @description - `not_found`: The resource does not exist. */
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
        /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
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
         * @description - `overloaded`: The service is busy. Retry with the same idempotency key.
         *     - `provider_unavailable`: The mail provider is unavailable at the moment. Repeat the request.
         */
        OverloadedOrProviderUnavailable: {
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
                        code: "overloaded" | "provider_unavailable";
                    };
                };
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
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "overloaded" | "validation_not_configured";
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
         *     - `batch_too_large`: A batch can have at most 1,000 send requests.
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
        /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
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
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    error: {
                        /** @enum {string} */
                        code: "rate_limit_exceeded" | "test_send_daily_limit";
                    };
                };
            };
        };
        /** @description - `recipient_suppressed`: The recipient is on the suppression list. */
        RecipientSuppressed: {
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
                        code: "recipient_suppressed";
                    };
                };
            };
        };
        /** @description - `spend_cap_exceeded`: The send would exceed the hard spend cap of the account or its key for this month. */
        SpendCapExceeded: {
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
                        code: "spend_cap_exceeded";
                    };
                };
            };
        };
        /** @description - `template_error`: The template failed to render with these variables. */
        TemplateError: {
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
                        code: "template_error";
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
        /** @description - `too_many_api_keys`: The account has as many active keys as its plan allows. Revoke one to create another. */
        TooManyApiKeys: {
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
                        code: "too_many_api_keys";
                    };
                };
            };
        };
        /** @description - `too_many_test_recipients`: An account has at most 3 test recipients. Delete one first. */
        TooManyTestRecipients: {
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
                        code: "too_many_test_recipients";
                    };
                };
            };
        };
        /** @description - `too_many_webhooks`: The account has as many webhooks as its plan allows. Delete one to create another. */
        TooManyWebhooks: {
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
                        code: "too_many_webhooks";
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
        /** @description Identifies the request in logs; your own value if you sent one. */
        RequestId: string;
        /** @description Requests allowed in a second. */
        RateLimitLimit: number;
        /** @description Requests left after this one. */
        RateLimitRemaining: number;
        /** @description When the window is empty again, in Unix seconds. */
        RateLimitReset: number;
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
            400: components["responses"]["InvalidRequestOrMissingVariable"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["SpendCapExceeded"];
            /**
             * @description - `account_suspended`: The account is suspended. Contact the operator of this service.
             *     - `forbidden`: The scope or the mode of this API key does not allow the operation.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "from_required" | "domain_not_verified" | "from_not_verified" | "no_verified_domain" | "invalid_destination" | "recipient_undeliverable" | "channel_not_enabled" | "invalid_channel_payload" | "invalid_schedule" | "template_error";
                        };
                    };
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
                /** @description Words in the subject and the recipients; all must match. */
                search?: string;
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created at this time or earlier. */
                to?: string;
                /**
                 * @description Size of the page. Values out of range are clamped.
                 * @example 1
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                        /** @description The cursor of the next page; null on the last page. */
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
    messagesValidate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressValidation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["WebhookSubscription"][];
                        /** @description The cursor of the next page; null on the last page. */
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
                 * @description Size of the page. Values out of range are clamped.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep all filters the same. */
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
                        /** @description The cursor of the next page; null on the last page. */
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
    domainsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domains: components["schemas"]["Domain"][];
                        /** @description The cursor of the next page; null on the last page. */
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
    domainsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
             *     - `domain_limit_reached`: The account has 100 domains. Delete one to add another.
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
                            code: "account_suspended" | "forbidden" | "domain_limit_reached";
                        };
                    };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
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
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainVerification"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainFromName"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DnsSetup"];
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
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": unknown;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Indicator"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Indicator"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Indicator"];
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
    suppressionsList: {
        parameters: {
            query?: {
                /** @description Only this channel; all if left out. */
                channel?: "email" | "sms" | "push" | "voice" | "webhook";
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppressions: components["schemas"]["Suppression"][];
                        /** @description The cursor of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
        requestBody: {
            content: {
                "application/json": {
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
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
                channel: "email" | "sms" | "push" | "voice" | "webhook";
                /**
                 * @description In any notation.
                 * @example ada@example.com
                 */
                recipient: string;
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
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
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
        requestBody: {
            content: {
                "application/json": {
                    channel?: ("email" | "sms" | "push" | "voice" | "webhook") | null;
                    /** @description Up to 10,000; more are 422 `invalid_request`. */
                    entries: components["schemas"]["SuppressionEntry"][];
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
            403: components["responses"]["AccountSuspendedOrForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ChannelNotEnabled"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    templatesList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["TemplateSummary"][];
                        /** @description The cursor of the next page; null on the last page. */
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
    templatesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    channel: "email" | "sms" | "push" | "voice" | "webhook";
                    subject: string;
                    body_html: string;
                    body_text?: string | null;
                    variables?: components["schemas"]["TemplateVariableInput"][] | null;
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
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTemplate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
        requestBody: {
            content: {
                "application/json": {
                    subject: string;
                    body_html: string;
                    body_text?: string | null;
                    variables?: components["schemas"]["TemplateVariableInput"][] | null;
                    vars?: {
                        [key: string]: unknown;
                    } | null;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_request" | "missing_variable" | "invalid_template";
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
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
        requestBody?: {
            content: {
                "application/json": {
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
                    "application/json": {
                        id: string;
                        name: string;
                        version: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTemplate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
            404: components["responses"]["NotFound"];
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
    templatesVersions: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: components["schemas"]["TemplateVersion"][];
                        /** @description The cursor of the next page; null on the last page. */
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
        requestBody?: {
            content: {
                "application/json": {
                    vars?: {
                        [key: string]: unknown;
                    } | null;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_request" | "missing_variable" | "invalid_template";
                        };
                    };
                };
            };
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
    keysList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                        /** @description The cursor of the next page; null on the last page. */
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
            /** @description Done. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
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
    spendCapsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        spend_caps: components["schemas"]["SpendCap"][];
                        /** @description The cursor of the next page; null on the last page. */
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
    spendCapsSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendCap"];
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
    testRecipientsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        test_recipients: components["schemas"]["TestRecipient"][];
                        /** @description The cursor of the next page; null on the last page. */
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
    testRecipientsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRecipient"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountSuspendedOrForbidden"];
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
    uploadsList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uploads: components["schemas"]["Upload"][];
                        /** @description The cursor of the next page; null on the last page. */
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
    auditLogList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        /** @description The cursor of the next page; null on the last page. */
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
    outboxList: {
        parameters: {
            query?: {
                /**
                 * @description Size of the page. Values out of range are clamped.
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
                        /** @description The cursor of the next page; null on the last page. */
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
            /** @description Both answer. */
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
            /** @description One of them does not answer. */
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
    logoHead: {
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
    uploadHead: {
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
                    /** @description Names the content. Send it as `If-None-Match` to be told that it is the same. */
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
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_token";
                        };
                    };
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "overloaded";
                        };
                    };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_request" | "invalid_token";
                        };
                    };
                };
            };
            /** @description - `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "payload_too_large";
                        };
                    };
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "overloaded";
                        };
                    };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_token";
                        };
                    };
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "overloaded";
                        };
                    };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_request" | "invalid_token";
                        };
                    };
                };
            };
            /** @description - `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "payload_too_large";
                        };
                    };
                };
            };
            /** @description - `rate_limit_exceeded`: Too many requests. Wait for the number of seconds in Retry-After. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description - `internal_error`: An unexpected error. You can safely retry with the same idempotency key. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description - `overloaded`: The service is busy. Retry with the same idempotency key. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "overloaded";
                        };
                    };
                };
            };
        };
    };
    trackOpenFetch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A token and `.gif`. The picture comes whatever it is. */
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
            500: components["responses"]["InternalError"];
        };
    };
    trackOpenHead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A token and `.gif`. The picture comes whatever it is. */
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
            500: components["responses"]["InternalError"];
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
            /** @description A page that says that the link does not work. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    trackClickHead: {
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
            /** @description A page that says that the link does not work. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
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
