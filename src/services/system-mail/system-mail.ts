import { createHash } from 'node:crypto'
import { ID_PREFIXES } from '../../ids.js'
import { DuplicateRowError } from '../../models/insert-unordered.js'
import type { MessageDoc } from '../../models/message.js'
import type { ServiceDeps } from '../deps.js'
import type { MessageStore } from '../messages/message-store.js'

/**
 * The account that the service's own mail belongs to. It has no row: it cannot be listed, suspended or logged in to,
 * nobody holds a key of it, and no list of any account shows what it sends.
 */
export const SYSTEM_ACCOUNT = `${ID_PREFIXES.account}${'0'.repeat(26)}`

const SENDER_NAME = 'Postline'

/** A mail of the service itself. */
export interface SystemMailRequest {
  /** What the mail is for, such as `test-recipient:tr_…`: of two mails with one key only the first is sent. */
  key: string
  /** Bare address. */
  to: string
  subject: string
  text: string
  html?: string
  /** Account that the mail is sent for. Where mail is captured, it is shown in the outbox of this account. */
  onBehalfOf?: string
}

type SystemMailDeps = Pick<ServiceDeps, 'config' | 'clock' | 'newId'> & { messageStore: Pick<MessageStore, 'insert'> }

/**
 * Mail of the service itself: links to confirm, warnings of spend.
 *
 * It takes the way of every message through the ledger, so it is retried and never lost; it is free, has no webhooks
 * and is marked as automatic (RFC 3834), so that nothing answers it.
 */
export class SystemMail {
  readonly #deps: SystemMailDeps

  constructor(deps: SystemMailDeps) {
    this.#deps = deps
  }

  /**
   * Sends a mail once. When this resolves it is in the ledger and will be sent. Answers whether it was not before.
   * @throws ApiError `overloaded` when the ledger does not answer.
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
