import { createHash } from 'node:crypto'
import { ID_PREFIXES } from '../../../ids.js'
import { DuplicateRowError } from '../../../models/insert-unordered.js'
import type { MessageDoc } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import type { MessageStore } from '../messages/message-store.js'

/**
 * The account of the service's own mail. It has no row, so it cannot be listed, suspended or signed in to. It has no
 * keys, and its mail is in no account's lists.
 */
export const SYSTEM_ACCOUNT = `${ID_PREFIXES.account}${'0'.repeat(26)}`

const SENDER_NAME = 'Postline'

/** A mail from the service itself. */
export interface SystemMailRequest {
  /** The purpose of the mail, such as `test-recipient:tr_…`. Of two mails with the same key, only the first is sent. */
  key: string
  /** Address without a name. */
  to: string
  subject: string
  text: string
  html?: string
  /** The account the mail is sent for. If mail is captured, it is shown in this account's outbox. */
  onBehalfOf?: string
}

type SystemMailDeps = Pick<ServiceDeps, 'config' | 'clock' | 'newId'> & { messageStore: Pick<MessageStore, 'insert'> }

/**
 * Sends the service's own mail: confirmation links and spend alerts.
 *
 * Such mail goes through the ledger like any message, so it is retried and never lost. It is free, has no webhooks, and
 * is marked as automatic (RFC 3834) to prevent automatic replies.
 */
export class SystemMail {
  readonly #deps: SystemMailDeps

  constructor(deps: SystemMailDeps) {
    this.#deps = deps
  }

  /**
   * Sends a mail once. When this resolves it is in the ledger and will be sent. Returns whether it is new.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async send(mail: SystemMailRequest): Promise<boolean> {
    try {
      await this.#deps.messageStore.insert(this.#toMessage(mail))
      return true
    } catch (error) {
      if (!(error instanceof DuplicateRowError)) throw error
      return false
    }
  }

  #toMessage({ key, to, subject, text, html, onBehalfOf }: SystemMailRequest): MessageDoc {
    const { config, clock, newId } = this.#deps
    const now = clock.now()
    return {
      _id: newId('message'),
      account_id: SYSTEM_ACCOUNT,
      ...(onBehalfOf && { on_behalf_of: onBehalfOf }),
      idempotency_key: key,
      request_hash: createHash('sha256').update(key).digest('hex'),
      channel: 'email',
      message_type: 'transactional',
      key_id: 'system',
      test_mode: false,
      test_send: false,
      tracking: null,
      status: 'queued',
      accepted_status: 'queued',
      status_rank: '',
      scheduled_at: null,
      tags: null,
      charge: null,
      provider_message_id: null,
      updated_at: now,
      search: [],
      content: {
        from: { name: SENDER_NAME, email: config.sharedEmailSender },
        to: [{ name: null, email: to }],
        cc: [],
        bcc: [],
        reply_to: [],
        subject,
        html: html ?? null,
        text,
        headers: [['Auto-Submitted', 'auto-generated']],
        attachments: [],
      },
      dispatch_at: now,
      enqueued_at: now,
      deferrals: 0,
      first_attempt_at: null,
      crashes: 0,
    }
  }
}
