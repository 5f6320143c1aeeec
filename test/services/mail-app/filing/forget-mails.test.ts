import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
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
