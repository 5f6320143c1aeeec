// Written by `npm run generate` from the table of operations. Do not edit.

import type { components } from './schema.js'

/** The codes of errors. Later versions of the service may answer others. */
export type ErrorCode =
    | "invalid_request"
    | "invalid_template"
    | "invalid_layout"
    | "missing_variable"
    | "invalid_token"
    | "unauthorized"
    | "spend_cap_exceeded"
    | "payment_failed"
    | "invalid_signature"
    | "domain_limit_reached"
    | "forbidden"
    | "bound_key"
    | "recipient_not_allowed"
    | "recipient_not_verified"
    | "account_suspended"
    | "not_found"
    | "template_not_found"
    | "recipient_suppressed"
    | "idempotency_key_reused"
    | "message_not_sent"
    | "inbox_exists"
    | "saved_reply_exists"
    | "label_exists"
    | "template_exists"
    | "layout_in_use"
    | "duplicate_contact"
    | "duplicate_member"
    | "list_in_use"
    | "wrong_folder"
    | "already_merged"
    | "only_mail"
    | "wrong_status"
    | "approval_decided"
    | "draft_changed"
    | "last_admin_key"
    | "domain_in_use"
    | "changes_expired"
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
    | "too_many_inbound_routes"
    | "too_many_templates"
    | "too_many_api_keys"
    | "too_many_approvals"
    | "domain_not_ready"
    | "thread_too_large"
    | "too_many_inboxes"
    | "too_many_labels"
    | "too_many_saved_replies"
    | "too_many_notes"
    | "too_many_drafts"
    | "too_many_blocked_senders"
    | "too_many_contact_lists"
    | "too_many_topics"
    | "too_many_contacts"
    | "too_many_list_members"
    | "list_not_found"
    | "cannot_delete_sandbox"
    | "rate_limit_exceeded"
    | "test_send_daily_limit"
    | "internal_error"
    | "not_supported"
    | "test_send_not_configured"
    | "provider_unavailable"
    | "billing_not_configured"
    | "billing_unavailable"
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
            types?: components["schemas"]["TimelineEventType"][] | null;
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
            channel?: components["schemas"]["Channel"] | null;
            status?: components["schemas"]["MessageStatus"] | null;
            /** @description Words of the subject, or addresses of recipients or of the sender; all must match. Words and addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key of a message. */
            search?: string | null;
            /** @description A tag, like `order`, or a tag and its exact value, like `order:8471`. */
            tag?: string | null;
            /** @description The whole address of a recipient: to, cc or bcc. */
            recipient?: string | null;
            /** @description The whole address of the sender. */
            sender?: string | null;
            /** @description Only mail of this template, by its id or slug. */
            template_id?: string | null;
            /** @description Only mail that this API key has sent. */
            key_id?: string | null;
            /** @description Only mail of this broadcast. */
            broadcast_id?: string | null;
            /** @description Whether the message was sent with a test key. */
            test_mode?: boolean | null;
            /** @description Created at this time or later. */
            from?: string | null;
            /** @description Created at this time or earlier. */
            to?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            messages: components["schemas"]["MessageSummary"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    "messages.content": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["MessageContent"];
    };
    "messages.deleteContent": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "messages.resend": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Unique to the new message. Without one, each request makes another message. */
            idempotency_key?: string | null;
        };
        output: components["schemas"]["SendResponse"];
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
            event_types?: components["schemas"]["WebhookEventType"][] | null;
            /** @description How requests are written: `postline` by default, or with the fields and signatures of another mail API. Events that this format does not have are not sent. */
            format?: components["schemas"]["WebhookFormat"] | null;
        };
        output: components["schemas"]["WebhookSubscriptionWithSecret"];
    };
    "webhooks.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            webhooks: components["schemas"]["WebhookSubscription"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
            event_types?: components["schemas"]["WebhookEventType"][] | null;
            /** @description The format of new events. Earlier events keep theirs. */
            format?: components["schemas"]["WebhookFormat"] | null;
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
            event_type?: components["schemas"]["WebhookEventType"] | null;
        };
        output: components["schemas"]["WebhookDelivery"];
    };
    "webhooks.deliveries": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
            /** @description Only deliveries with this status. */
            status?: ("pending" | "succeeded" | "failed" | "exhausted") | null;
            /** @description Only deliveries of events of this type. */
            event_type?: components["schemas"]["WebhookEventType"] | null;
            /** @description Created at this time or later. */
            from?: string | null;
            /** @description Created at this time or earlier. */
            to?: string | null;
        };
        output: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    "webhooks.redeliverMany": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The deliveries (`whd_…`). Those that are not in the log of the webhook are left out. */
            delivery_ids: string[];
        };
        output: {
            /** @description The deliveries as they are now, in the order of the ids. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
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
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            domains: components["schemas"]["Domain"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    "domains.setInbound": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
            enabled: boolean;
        };
        output: components["schemas"]["DomainInbound"];
    };
    "domains.setLinks": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
            enabled: boolean;
        };
        output: components["schemas"]["DomainLinks"];
    };
    "domains.setEd25519": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
            enabled: boolean;
        };
        output: components["schemas"]["Domain"];
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
    "domains.dmarcReports": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
            /** @description The name or id of the domain. */
            domain: string;
            /** @description Received at this time or later. */
            from?: string | null;
            /** @description Received at this time or earlier. */
            to?: string | null;
        };
        output: {
            reports: components["schemas"]["DmarcReport"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "domains.dmarcSummary": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: components["schemas"]["DmarcSummary"];
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
    "domains.tlsReports": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
            /** @description The name or id of the domain. */
            domain: string;
            /** @description Received at this time or later. */
            from?: string | null;
            /** @description Received at this time or earlier. */
            to?: string | null;
        };
        output: {
            reports: components["schemas"]["TlsReport"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "domains.tlsSummary": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The name or id of the domain. */
            domain: string;
        };
        output: components["schemas"]["TlsSummary"];
    };
    "inbound.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            emails: components["schemas"]["InboundEmailSummary"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "inbound.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["InboundEmail"];
    };
    "inbound.routes.create": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["InboundRouteWithSecret"];
    };
    "inbound.routes.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            routes: components["schemas"]["InboundRoute"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "inbound.routes.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["InboundRoute"];
    };
    "inbound.routes.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
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
        output: components["schemas"]["InboundRoute"];
    };
    "inbound.routes.rotateSecret": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["InboundRouteWithSecret"];
    };
    "inbound.routes.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "suppressions.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description Only `email` is enabled; the others are 422 `channel_not_enabled`. */
            channel: components["schemas"]["Channel"];
            /** @description The address to block. */
            recipient: string;
            /** @description Why, for people who read the list. `manual` if left out. */
            reason?: string | null;
        };
        output: components["schemas"]["Suppression"];
    };
    "suppressions.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only this channel; all if left out. */
            channel?: components["schemas"]["Channel"] | null;
            /** @description Only entries with exactly this reason, like `hard_bounce`. */
            reason?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            suppressions: components["schemas"]["Suppression"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "suppressions.get": {
        /** @constant */
        kind: "query";
        input: {
            /** @description In any notation. */
            recipient: string;
            /** @description `email` if left out. */
            channel?: components["schemas"]["Channel"] | null;
        };
        output: components["schemas"]["Suppression"];
    };
    "suppressions.import": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description `email` if left out. */
            channel?: components["schemas"]["Channel"] | null;
            /** @description Up to 10,000; more are 422 `invalid_request`. */
            entries: components["schemas"]["SuppressionEntry"][];
            /** @description Keeps the entries that are on the list, with their reasons, unless `suppressed` meets `unsubscribed`. `false` if left out: then they get the state and the reason of the import. */
            keep_existing?: boolean | null;
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
            /** @description Only `email` is enabled; the others are 422 `channel_not_enabled`. */
            channel: components["schemas"]["Channel"];
            /** @description The address, in any notation. */
            recipient: string;
            /** @description Only an entry with this state; one with another stays. */
            state?: components["schemas"]["SuppressionState"] | null;
            /** @description Only an entry with exactly this reason; one with another stays. */
            reason?: string | null;
        };
        output: null;
    };
    "contacts.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The address. Upper and lower case do not matter. */
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description Up to 50 values by name. Broadcasts and segments use them. */
            attributes?: components["schemas"]["ContactAttributesInput"] | null;
        };
        output: components["schemas"]["Contact"];
    };
    "contacts.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Words of the name, or the address or a part of it: all must match, each as a whole word. A page may be short: go on until `next_cursor` is null. */
            search?: string | null;
            /** @description Only the contact with this address, in any notation. */
            email?: string | null;
            /** @description Only members of this list. */
            list_id?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            contacts: components["schemas"]["Contact"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "contacts.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["Contact"];
    };
    "contacts.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Another address. */
            email?: string | null;
            /** @description Null removes it. */
            first_name?: string | null;
            /** @description Null removes it. */
            last_name?: string | null;
            /** @description Attributes to set; null removes one. The others stay. */
            attributes?: components["schemas"]["ContactAttributeChanges"] | null;
        };
        output: components["schemas"]["Contact"];
    };
    "contacts.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "contacts.changeMany": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["ContactBulkResults"];
    };
    "contacts.createImport": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The file: a row of column names, then one contact in each row. Over REST it is the request body. */
            csv: string;
        };
        output: {
            /** @description Names the file for an import, for 7 days. */
            storage_key: string;
        };
    };
    "contacts.import": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The uploaded file. */
            storage_key: string;
            /** @description Adds all contacts of the file to this list, also those that exist already. */
            list_id?: string | null;
            /** @description What happens to a row whose contact exists: `skip` leaves the contact as it is, `update` gives it the names and attributes of the row; its others stay. `skip` if left out. */
            on_duplicate?: components["schemas"]["OnDuplicateContact"] | null;
            /** @description What columns mean, by their names: `"email"`, `"first_name"`, `"last_name"`, `"unsubscribed"`, the name of an attribute, or null to leave one out. Other columns have the meaning of their names. */
            columns?: components["schemas"]["ContactImportColumns"] | null;
        };
        output: components["schemas"]["ContactImport"];
    };
    "contacts.getImport": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["ContactImport"];
    };
    "contacts.getTopics": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["ContactTopics"];
    };
    "contacts.setTopics": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The topics to change. The others stay as they are. */
            topics: {
                /** @description The contact list that is the topic. */
                list_id: string;
                /** @description Whether the contact gets mail about it. */
                subscribed: boolean;
            }[];
        };
        output: components["schemas"]["ContactTopics"];
    };
    "contactLists.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description Its name. */
            name: string;
            /** @description What it is for. */
            description?: string | null;
            /** @description Whether recipients can leave it on the preference page. `false` if left out. */
            is_topic?: boolean | null;
            /** @description Makes it a dynamic list: its members are the contacts that match whenever it is used. */
            filter?: components["schemas"]["SegmentFilterInput"] | null;
        };
        output: components["schemas"]["ContactList"];
    };
    "contactLists.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only lists that this contact is in. Of dynamic lists, the newest 200 are looked at. */
            contact_id?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            contact_lists: components["schemas"]["ContactList"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "contactLists.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["ContactListDetails"];
    };
    "contactLists.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Another name. */
            name?: string | null;
            /** @description Null removes it. */
            description?: string | null;
            /** @description Whether recipients can leave it on the preference page. */
            is_topic?: boolean | null;
            /** @description Another filter, for a dynamic list. A list cannot become dynamic, and a dynamic list cannot stop being dynamic. */
            filter?: components["schemas"]["SegmentFilterInput"] | null;
        };
        output: components["schemas"]["ContactList"];
    };
    "contactLists.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "contactLists.members.list": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            members: components["schemas"]["Contact"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "contactLists.members.add": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The list. */
            id: string;
            /** @description The contact. */
            contact_id: string;
        };
        output: components["schemas"]["ContactListMember"];
    };
    "contactLists.members.remove": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            contact_id: string;
        };
        output: null;
    };
    "templates.create": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["Template"];
    };
    "templates.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
            /** @description Only layouts, or only templates that are not layouts. */
            is_layout?: boolean | null;
            /** @description Only templates with this layout. Its id or slug. */
            layout_id?: string | null;
        };
        output: {
            templates: components["schemas"]["TemplateSummary"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "templates.preview": {
        /** @constant */
        kind: "query";
        input: {
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
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            versions: components["schemas"]["TemplateVersion"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "templates.render": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            vars?: components["schemas"]["TemplateVars"] | null;
        };
        output: components["schemas"]["RenderedTemplate"];
    };
    "keys.create": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["ApiKeyWithSecret"];
    };
    "keys.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            keys: components["schemas"]["ApiKey"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            spend_caps: components["schemas"]["SpendCap"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    "stats.get": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Begins with the bucket of this time. Defaults to 24 hours, or 30 days, up to `to`. */
            from?: string | null;
            /** @description Ends with the bucket before this time. Defaults to now. */
            to?: string | null;
            /** @description The length of a bucket. Defaults to `hour`. Cannot be combined with `group_by`. */
            interval?: components["schemas"]["StatsInterval"] | null;
            /** @description Counts events by tag, template, link or broadcast instead of over time: whole days (UTC), at most 92, by default 30. */
            group_by?: components["schemas"]["StatsGroupBy"] | null;
            limit?: number;
            /** @description True for mail sent with test keys. Defaults to live mail. */
            test_mode?: boolean | null;
        };
        output: components["schemas"]["Stats"];
    };
    "billing.get": {
        /** @constant */
        kind: "query";
        input: Record<string, never>;
        output: components["schemas"]["BillingState"];
    };
    "billing.checkout": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The plan: starter, pro, growth, scale. Case does not count. */
            plan: string;
            /** @description How often to pay: `month` (the default) or `year`. */
            period?: components["schemas"]["BillingPeriod"] | null;
        };
        output: components["schemas"]["CheckoutResult"];
    };
    "billing.portal": {
        /** @constant */
        kind: "mutation";
        input: Record<string, never>;
        output: components["schemas"]["PortalSession"];
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
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            test_recipients: components["schemas"]["TestRecipient"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            uploads: components["schemas"]["Upload"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
            /** @description Who did it: the id of a key, also for its sessions; `cli` for operators at the command line; `service` for the service itself. */
            actor?: string | null;
            /** @description What was done: the name of an operation, or its first parts, like `keys` for all that begin with `keys.`. */
            operation?: string | null;
            /** @description Done at this time or later. */
            from?: string | null;
            /** @description Done at this time or earlier. */
            to?: string | null;
        };
        output: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "deadLetters.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            dead_letters: components["schemas"]["DeadLetter"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "deadLetters.retry": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["DeadLetter"];
    };
    "outbox.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
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
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
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
    "approvals.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only those with this status. */
            status?: components["schemas"]["ApprovalStatus"] | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            approvals: components["schemas"]["Approval"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "approvals.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["Approval"];
    };
    "approvals.approve": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["Approval"];
    };
    "approvals.refuse": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["Approval"];
    };
    "broadcasts.create": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            broadcasts: components["schemas"]["BroadcastSummary"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "broadcasts.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
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
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.preview": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /** @description The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one if the list is empty. */
            contact_id?: string | null;
            /** @description Shows the mail as it would be with these changes, which are not stored. */
            changes?: components["schemas"]["BroadcastPreviewChanges"] | null;
        };
        output: components["schemas"]["BroadcastPreview"];
    };
    "broadcasts.previewNew": {
        /** @constant */
        kind: "query";
        input: {
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
        output: components["schemas"]["BroadcastPreview"];
    };
    "broadcasts.recipients": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /** @description Only recipients whose mail had this outcome at least once, even if it has had others since. */
            outcome?: components["schemas"]["RecipientOutcome"] | null;
            /** @description An address, its beginning or its domain. A page may be short: go on until `next_cursor` is null. */
            search?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            recipients: components["schemas"]["BroadcastRecipient"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "broadcasts.links": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["BroadcastLinks"];
    };
    "broadcasts.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "broadcasts.send": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.cancel": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.pause": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.resume": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["Broadcast"];
    };
    "broadcasts.test": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The address to send it to. If a contact has this address, its fields are used. */
            email: string;
            /** @description Unique to the test. Without one, each request sends another mail. */
            idempotency_key?: string | null;
        };
        output: components["schemas"]["SendResponse"];
    };
    "broadcasts.progress": {
        /** @constant */
        kind: "subscription";
        input: {
            id: string;
        };
        output: {
            id: string;
            /** @description Where it stands. */
            status: components["schemas"]["BroadcastStatus"];
            /** @description Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`. */
            paused_reason: string | null;
            /** @description Each message counts at most once in each number. */
            counts: components["schemas"]["BroadcastCounts"];
            /** Format: date-time */
            updated_at: string;
        };
    };
    "mail.threads.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam. */
            folder?: components["schemas"]["Folder"] | null;
            /** @description Only threads with this label, by its name. */
            label?: string | null;
            /** @description Only threads with a mail that matches this search, in the language of GET /v1/mail/search. */
            q?: string | null;
            /** @description Only mail of this inbox. */
            inbox_id?: string | null;
            /** @description Only mail of this exact address of yours, with or without an inbox. */
            inbox?: string | null;
            /** @description Only threads with unread mail, or only those without. */
            unread?: boolean | null;
            /** @description Only threads with a star, or only those without. */
            starred?: boolean | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 25
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            threads: components["schemas"]["MailThreadSummary"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
            /** @description For people: parts of the search that are not operators and were searched as words, like `foo:bar`. */
            hints: string[];
        };
    };
    "mail.threads.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["MailThread"];
    };
    "mail.threads.markRead": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Default: true. */
            read?: boolean | null;
        };
        output: {
            id: string;
            /** @description Whether the thread is read. */
            read: boolean;
        };
    };
    "mail.threads.star": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Default: true. */
            starred?: boolean | null;
        };
        output: {
            id: string;
            /** @description Whether it has a star. */
            starred: boolean;
        };
    };
    "mail.threads.move": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Where to: inbox, archive, trash or spam. */
            folder: components["schemas"]["TargetFolder"];
        };
        output: {
            id: string;
            /** @description Where it is now. */
            folder: components["schemas"]["Folder"];
        };
    };
    "mail.threads.setLabels": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The names of all its labels from now on. Unknown label names are ignored. */
            labels: string[];
        };
        output: {
            /** @description The thread. */
            id: string;
        };
    };
    "mail.threads.changeLabels": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Names of labels that it gets. Unknown label names are ignored. */
            add?: string[] | null;
            /** @description Names of labels that it loses. */
            remove?: string[] | null;
        };
        output: {
            /** @description The thread. */
            id: string;
        };
    };
    "mail.threads.snooze": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description When it comes back to the inbox; null for now. At most 366 days from now. */
            until: string | null;
        };
        output: {
            id: string;
            /** @description Until when it is hidden from the inbox; null if it is not snoozed. */
            snoozed_until: string | null;
        };
    };
    "mail.threads.assign": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Who takes care of it, in your own words: a name or an address. Null for nobody. */
            assignee: string | null;
        };
        output: {
            id: string;
            /** @description Who takes care of it; null for nobody. */
            assignee: string | null;
        };
    };
    "mail.messages.star": {
        /** @constant */
        kind: "mutation";
        input: {
            source: components["schemas"]["MailSource"];
            id: string;
            /** @description Default: true. */
            starred?: boolean | null;
        };
        output: {
            /** @description Whether it was received or sent. */
            source: components["schemas"]["MailSource"];
            /** @description The inbound email or the message. */
            id: string;
            /** @description Whether it has a star. */
            starred: boolean;
        };
    };
    "mail.threadUpdated": {
        /** @constant */
        kind: "subscription";
        input: {
            /** @description Only threads with mail of this inbox. */
            inbox_id?: string | null;
            lastEventId?: string | null;
        };
        output: {
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
            /** @description The place of the change in the stream, to resume after it. */
            update_cursor: string;
        };
    };
    "mail.blockedSenders.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description An address, or a domain for all its addresses and subdomains. */
            sender: string;
        };
        output: components["schemas"]["BlockedSender"];
    };
    "mail.blockedSenders.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            blocked_senders: components["schemas"]["BlockedSender"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "mail.blockedSenders.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "mail.threads.changeMany": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["BulkThreadResults"];
    };
    "mail.threads.undoMany": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: components["schemas"]["UndoneThreads"];
    };
    "mail.changes": {
        /** @constant */
        kind: "query";
        input: {
            /** @description The `update_cursor` of the last change that you have, or the `cursor` of a page. Without it, no changes, but the current cursor. */
            cursor?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 100
             */
            limit?: number;
        };
        output: components["schemas"]["MailChangePage"];
    };
    "mail.changed": {
        /** @constant */
        kind: "subscription";
        input: {
            lastEventId?: string | null;
        };
        output: components["schemas"]["MailChange"];
    };
    "mail.compose": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["AcceptedMail"];
    };
    "mail.threads.reply": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
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
        output: components["schemas"]["AcceptedMail"];
    };
    "mail.threads.forward": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
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
        output: components["schemas"]["AcceptedMail"];
    };
    "mail.drafts.create": {
        /** @constant */
        kind: "mutation";
        input: {
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
        output: components["schemas"]["MailDraft"];
    };
    "mail.drafts.list": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only drafts of this inbox. */
            inbox_id?: string | null;
            /** @description Only drafts that answer or forward this thread. */
            thread_id?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            drafts: components["schemas"]["MailDraftSummary"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "mail.drafts.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["MailDraft"];
    };
    "mail.drafts.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
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
        output: components["schemas"]["MailDraft"];
    };
    "mail.drafts.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "mail.drafts.send": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The revision that the change is based on. If the draft has another one, the answer is 409 `draft_changed`. */
            revision?: number | null;
            /** @description When to send it: no more than 1 minute in the past and no more than 90 days in the future. Until then the message can be canceled. */
            scheduled_at?: string | null;
        };
        output: components["schemas"]["AcceptedMail"];
    };
    "mail.export": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam. */
            folder?: components["schemas"]["Folder"] | null;
            /** @description Only threads with this label, by its name. */
            label?: string | null;
            /** @description Only threads with a mail that matches this search, in the language of GET /v1/mail/search. */
            q?: string | null;
            /** @description Only mail of this inbox. */
            inbox_id?: string | null;
            /** @description Only mail of this exact address of yours, with or without an inbox. */
            inbox?: string | null;
            /** @description Only threads with unread mail, or only those without. */
            unread?: boolean | null;
            /** @description Only threads with a star, or only those without. */
            starred?: boolean | null;
            /**
             * @description Size of the page: 1 to 5,000. Values out of range are clamped.
             * @default 500
             */
            limit?: number;
            /** @description `json` or, over REST, `mbox`. Default: `json`. */
            format?: "json" | null;
        };
        output: components["schemas"]["MailExport"];
    };
    "mail.inboxes.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description The address. Or give `domain` and `local_part`. */
            address?: string | null;
            /** @description A domain of the account, with `local_part`. */
            domain?: string | null;
            /** @description The part before the @, with `domain`. */
            local_part?: string | null;
            /** @description A name for people. */
            name?: string | null;
        };
        output: components["schemas"]["MailInbox"];
    };
    "mail.inboxes.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            inboxes: components["schemas"]["MailInbox"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "mail.inboxes.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Its signature in mail as HTML. Made from the text if there is none. Null removes it. */
            signature_html?: string | null;
            /** @description Its signature in mail as plain text. Made from the HTML if there is none. Null removes it. */
            signature_text?: string | null;
        };
        output: components["schemas"]["MailInbox"];
    };
    "mail.inboxes.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "mail.labels.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description Its name, unique ignoring case. */
            name: string;
            /** @description A color for display, like `#ff8800`. */
            color?: string | null;
        };
        output: components["schemas"]["MailLabel"];
    };
    "mail.labels.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            labels: components["schemas"]["MailLabel"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "mail.labels.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Its name, unique ignoring case. */
            name?: string | null;
            /** @description A color for display, like `#ff8800`. */
            color?: string | null;
        };
        output: components["schemas"]["MailLabel"];
    };
    "mail.labels.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "mail.threads.merge": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The thread whose mail moves into the other one. Its id then leads to that thread. */
            thread_id: string;
        };
        output: components["schemas"]["MailThreadSummary"];
    };
    "mail.messages.split": {
        /** @constant */
        kind: "mutation";
        input: {
            source: components["schemas"]["MailSource"];
            id: string;
        };
        output: components["schemas"]["MailThreadSummary"];
    };
    "mail.notes.create": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description What it says: plain text. */
            text: string;
            /** @description Who writes it, in your own words, if several people use the key. Default: the name of the key. */
            author?: string | null;
        };
        output: components["schemas"]["MailNote"];
    };
    "mail.notes.list": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            notes: components["schemas"]["MailNote"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "mail.notes.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["MailNote"];
    };
    "mail.notes.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description What it says: plain text. */
            text: string;
        };
        output: components["schemas"]["MailNote"];
    };
    "mail.notes.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "mail.presence.set": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description Distinguishes the clients of a key, such as browser tabs: a random text of at most 64 characters. */
            client_id: string;
            /** @description `viewing` or `writing`. */
            state: components["schemas"]["PresenceState"];
            /** @description Who it is, in your own words, if several people use the key. Default: the name of the key. */
            name?: string | null;
        };
        output: components["schemas"]["MailPresence"];
    };
    "mail.presence.list": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["MailPresence"];
    };
    "mail.presence.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            /** @description The client. */
            client_id: string;
        };
        output: null;
    };
    "mail.presence.live": {
        /** @constant */
        kind: "subscription";
        input: {
            id: string;
        };
        output: components["schemas"]["MailPresence"];
    };
    "mail.savedReplies.create": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description Its name, unique ignoring case. */
            name: string;
            /** @description The subject, which may contain `{{ name }}` variables; null to keep that of the answer. */
            subject?: string | null;
            /** @description The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none. */
            body_html?: string | null;
            /** @description The plain text, which may contain `{{ name }}` variables; null if there is none. */
            body_text?: string | null;
        };
        output: components["schemas"]["SavedReply"];
    };
    "mail.savedReplies.list": {
        /** @constant */
        kind: "query";
        input: {
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            saved_replies: components["schemas"]["SavedReply"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
        };
    };
    "mail.savedReplies.get": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
        };
        output: components["schemas"]["SavedReply"];
    };
    "mail.savedReplies.update": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
            name?: string | null;
            /** @description The subject, which may contain `{{ name }}` variables; null to keep that of the answer. */
            subject?: string | null;
            /** @description The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none. */
            body_html?: string | null;
            /** @description The plain text, which may contain `{{ name }}` variables; null if there is none. */
            body_text?: string | null;
        };
        output: components["schemas"]["SavedReply"];
    };
    "mail.savedReplies.delete": {
        /** @constant */
        kind: "mutation";
        input: {
            id: string;
        };
        output: null;
    };
    "mail.savedReplies.render": {
        /** @constant */
        kind: "query";
        input: {
            id: string;
            /** @description The thread to reply to. It and its sender provide the variables. */
            thread_id: string;
            /** @description Whether to show it with the signature that a reply with `signature` gets. Default: false. */
            signature?: boolean | null;
        };
        output: components["schemas"]["RenderedReply"];
    };
    "mail.search": {
        /** @constant */
        kind: "query";
        input: {
            /** @description Words, which match words with this beginning (from 3 letters on), ignoring case and marks on letters, `"a whole word"` or `"a phrase"`, `-word`, `or`, and the operators `from:`, `to:`, `subject:`, `has:attachment`, `filename:`, `after:YYYY-MM-DD` (with that day), `before:YYYY-MM-DD`, `larger:10k`, `smaller:5M`, `in:` a folder, `is:unread`, `is:read`, `is:starred`, `label:` and `rfc822msgid:`. Only the first 100 recipients of a mail are searched. */
            q: string;
            /** @description Only mail of this inbox. */
            inbox_id?: string | null;
            /** @description Only mail of this exact address of yours. */
            inbox?: string | null;
            /**
             * @description Size of the page: 1 to 100. Values out of range are clamped.
             * @default 25
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep all filters the same. */
            cursor?: string | null;
        };
        output: {
            results: components["schemas"]["MailSearchResult"][];
            /** @description The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set. */
            next_cursor: string | null;
            /** @description For people: parts of the search that are not operators and were searched as words, like `foo:bar`. */
            hints: string[];
        };
    };
    "recipients.erase": {
        /** @constant */
        kind: "mutation";
        input: {
            /** @description In any notation, also with a name. Upper and lower case do not matter. */
            email: string;
        };
        output: components["schemas"]["Erasure"];
    };
}
