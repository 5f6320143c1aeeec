import { createHash } from 'node:crypto'
import type { NewId } from '../../src/ids.js'
import type { InboundEmailDoc } from '../../src/models/inbound-email.js'
import type { Models } from '../../src/models/index.js'
import type { Collaborators } from '../../src/services/collaborators.js'
import { attachmentKey, rawKey } from '../../src/services/receiving/blob-keys.js'

export interface StoredParts {
  raw?: Buffer
  attachments?: { filename: string; contentType: string; content: Buffer; contentId?: string }[]
  row?: Partial<InboundEmailDoc>
}

/** Puts a received and parsed mail into the ledger, without a worker. Returns its id. */
export async function storedEmail(
  { models, newId, blobStore }: { models: Models; newId: NewId } & Pick<Collaborators, 'blobStore'>,
  accountId: string,
  { raw = Buffer.from(`Subject: Hello\r\n\r\n${Math.random()}`), attachments = [], row = {} }: StoredParts = {},
): Promise<string> {
  const _id = newId('inboundEmail')
  const digest = createHash('sha256').update(raw).digest('hex')
  await blobStore.put(accountId, rawKey(digest), raw)
  for (const [index, { content }] of attachments.entries()) {
    await blobStore.put(accountId, attachmentKey(_id, index), content)
  }
  await models.inboundContents.collection.insertOne({
    _id,
    account_id: accountId,
    text: 'A text.\n> quoted',
    html: '<p onclick="x()">A text.</p>',
    html_safe: '<p>A text.</p>',
    reply_text: 'A text.',
    headers: [{ name: 'Subject', value: 'Hello' }],
  })
  await models.inboundEmails.collection.insertOne({
    _id,
    account_id: accountId,
    domain: 'shop.test',
    recipient: 'help@shop.test',
    inbox_id: null,
    raw_digest: digest,
    size_bytes: raw.length,
    envelope_from: 'ada@example.com',
    client: null,
    given_verdicts: null,
    parsed_at: new Date(),
    rfc_message_id: `${_id}@example.com`,
    in_reply_to: ['one@example.com'],
    references: ['zero@example.com', 'one@example.com'],
    sent_at: null,
    from: [{ name: 'Ada, "Countess"', email: 'Ada@Example.com' }],
    reply_to: [],
    to: [{ name: null, email: 'help@shop.test' }],
    cc: [{ name: 'undisclosed', email: '' }],
    subject: 'Hello',
    verdicts: { spf: 'PASS', dkim: 'FAIL', dmarc: 'GRAY', spam: 'NONE', virus: 'NONE' },
    attachments: attachments.map(({ filename, contentType, content, contentId }) => ({
      filename,
      content_type: contentType,
      size: content.length,
      content_id: contentId ?? null,
    })),
    thread_id: null,
    crashes: 0,
    ...row,
  })
  return _id
}
