import { createHash } from 'node:crypto'
import type { ApprovedDraft } from '../../../contract/approvals.js'
import type { SendDraft } from '../../../contract/mail-drafts.js'
import { ApiError, fieldError } from '../../../errors.js'
import { canonicalJson } from '../../../lib/json/canonical-json.js'
import type { MailDraftDoc } from '../../../models/mail-draft.js'
import { presentDraft } from './draft-rows.js'

/*
 * A draft that a person approves: by its content, which is compared again when it is sent.
 */

/** Hex SHA-256 of all that decides what is sent. */
export function contentDigestOf(row: MailDraftDoc): string {
  const { kind, thread_id, inbox_id, from, own_address, to, cc, bcc, subject, body_text, body_html, attachments } = row
  const { signature = false } = row
  const where = { kind, thread_id, inbox_id, from, own_address, to, cc, bcc }
  const content = { ...where, subject, body_text, body_html, attachments, signature }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/**
 * A draft as a person is shown it.
 * @throws ApiError `draft_changed` if it has another revision; `wrong_status` once it is sent; `invalid_request` if what it
 *   sends is not in it.
 */
export function toApprove(row: MailDraftDoc, { revision }: SendDraft): ApprovedDraft {
  if (row.status !== 'draft')
    throw new ApiError('wrong_status', `A draft with the status ${row.status} cannot be sent.`)
  if (revision !== row.revision) throw new ApiError('draft_changed')
  if (row.kind === 'forward')
    throw fieldError(
      'invalid_request',
      'id',
      'is a forward, which sends what is not in the draft: a person has to send it',
    )
  const from = row.from ?? row.own_address
  if (from === null)
    throw fieldError(
      'invalid_request',
      'id',
      'is a draft without a sender: a person approves exactly this mail, so add its `from` or `inbox_id`',
    )
  if (row.signature)
    throw fieldError(
      'invalid_request',
      'id',
      'is a draft with `signature`, which may change until it is approved: write the signature into the body',
    )
  if (row.kind !== 'new' && row.to.length === 0)
    throw fieldError(
      'invalid_request',
      'id',
      'is a draft without `to`: a person approves exactly this mail, so add its recipients',
    )
  if (row.kind === 'reply_all' && row.cc.length === 0)
    throw fieldError(
      'invalid_request',
      'id',
      'is a draft without `cc`: name all who get the answer, or make it a `reply`',
    )
  return {
    shown: { ...presentDraft(row), from },
    content_digest: contentDigestOf(row),
    reopened: row.reopened,
  }
}
