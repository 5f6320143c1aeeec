import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailChange } from '../../../../src/contract/mail-changes.js'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { attachmentKey } from '../../../../src/services/receiving/blob-keys.js'
import { receiveMail } from '../../../support/file-mail.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

const OURS = 'one@forget.test'
const OTHER = 'other@forget.test'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'forget.test')
  const { id } = (await app.call('POST', '/v1/mail/inboxes', { body: { address: OURS } })).body
  key = (await app.call('POST', '/v1/keys', { body: { scope: 'read', inbox_ids: [id] } })).body.key
})
afterAll(() => app.close())

/** A mail that arrived at both addresses, first at the other one; that copy is removed after somebody has looked. */
async function leftCopy(messageId: string, headers: { to: string[]; cc?: string[] }) {
  const same = { ...headers, subject: messageId, messageId: `${messageId}@example.com` }
  const other = await receiveMail(app, { ...same, at: OTHER })
  const { threadId } = await receiveMail(app, { ...same, at: OURS })
  const path = `/v1/mail/threads/${threadId}`
  const before = (await app.call('GET', path)).body
  await forgetMails(app.app.models, [other.id])
  const [all, bound] = [(await app.call('GET', path)).body, (await app.call('GET', path, { key })).body]
  return { before, all, bound }
}

test('who got a blind copy is shown to nobody once that copy is gone', async () => {
  const { before, all, bound } = await leftCopy('blind', { to: ['list@example.com'] })
  expect(before.messages[0].to).toEqual(['list@example.com', OTHER, OURS])
  for (const thread of [all, bound]) {
    expect(thread.messages[0].to).toEqual(['list@example.com', OURS])
    expect(JSON.stringify(thread)).not.toContain(OTHER)
  }
})

test('whom the header names stays a recipient once that copy is gone', async () => {
  const to = [`One <${OURS}>`, `Other <${OTHER}>`]
  const { all, bound } = await leftCopy('named', { to })
  for (const thread of [all, bound]) expect(thread.messages[0].to).toEqual(to)
  const copied = await leftCopy('copied', { to: [OURS], cc: [OTHER] })
  for (const thread of [copied.all, copied.bound]) expect(thread.messages[0]).toMatchObject({ to: [OURS], cc: [OTHER] })
})

test('a thread without any received mail left has nothing unread', async () => {
  const { id, threadId } = await receiveMail(app, { at: OURS, subject: 'erased' })
  const path = `/v1/mail/threads/${threadId}`
  await app.call('POST', `${path}/reply`, { body: { body_text: 'Hello.' } })
  await app.call('POST', `${path}/read`, { body: { read: false } })
  await forgetMails(app.app.models, [id])
  const { threads } = (await app.call('GET', '/v1/mail/threads?unread=true')).body
  expect(threads.map((thread: { id: string }) => thread.id)).not.toContain(threadId)
  expect((await app.call('GET', path)).body).toMatchObject({ has_unread: false, message_count: 1 })
})

test('a mail that is named after a copy which is gone leaves no text, even if its removal is interrupted', async () => {
  const same = { to: ['list@example.com'], subject: 'twice', messageId: 'twice@example.com' }
  const first = await receiveMail(app, { ...same, at: OTHER })
  const second = await receiveMail(app, { ...same, at: OURS })
  await forgetMails(app.app.models, [first.id])
  const { collection } = app.app.models.mailTexts
  const texts = () => collection.countDocuments({ _id: { $in: [first.id, second.id] } })
  expect(await texts()).toBe(1)
  const { deleteMany } = collection
  collection.deleteMany = () => Promise.reject(new Error('the process dies here'))
  await expect(forgetMails(app.app.models, [second.id])).rejects.toThrow('dies here')
  collection.deleteMany = deleteMany
  await forgetMails(app.app.models, [second.id])
  expect(await texts()).toBe(0)
  expect(await app.app.models.mailThreads.exists({ _id: second.threadId })).toBeNull()
})

test('a mail that is named after a copy which is gone is shown, forwarded and followed by the next one', async () => {
  const { blobStore } = app.app
  const files = [{ filename: 'order.txt', content_type: 'text/plain', content: Buffer.from('4711') }]
  const same = { to: [OURS], subject: 'order', messageId: 'order@example.com', text: 'See the file.', files }
  const first = await receiveMail(app, { ...same, at: OTHER })
  const second = await receiveMail(app, { ...same, at: OURS })
  await blobStore.put(app.accountId, attachmentKey(second.id, 0), Buffer.from('4711'))
  const { cursor } = (await app.call('GET', '/v1/mail/changes')).body
  await forgetMails(app.app.models, [first.id])
  await app.app.models.inboundEmails.collection.deleteOne({ _id: first.id })
  await app.app.models.inboundContents.collection.deleteOne({ _id: first.id })

  const path = `/v1/mail/threads/${second.threadId}`
  const { messages } = (await app.call('GET', path)).body
  expect(messages).toMatchObject([
    { id: second.id, text_body: 'See the file.', attachments: [{ filename: 'order.txt' }] },
  ])
  expect((await app.call('POST', `/v1/mail/messages/inbound/${second.id}/star`)).status).toBe(200)
  const { changes } = (await app.call('GET', `/v1/mail/changes?cursor=${cursor}`)).body
  const ofMails = changes.flatMap(({ type, mail }: MailChange) => (mail ? [[type, mail.id, mail.is_starred]] : []))
  expect(ofMails).toEqual([
    ['deleted', first.id, false],
    ['updated', second.id, true],
    ['starred', second.id, true],
  ])
  const sent = await app.call('POST', `${path}/forward`, { body: { to: ['bo@example.org'], body_text: 'See below.' } })
  expect(sent.status).toBe(201)
  const content = (await app.call('GET', `/v1/messages/${sent.body.id}/content`)).body
  expect(content.attachments).toMatchObject([{ filename: 'order.txt' }])
  expect(content.body_text).toContain('See the file.')
})
