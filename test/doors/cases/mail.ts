import { forgetMails } from '../../../src/services/mail-app/filing/forget-mails.js'
import { viewerOf } from '../../../src/services/platform/mail-reach.js'
import { receiveMail, type TestMail } from '../../support/file-mail.js'
import { fillQuota } from '../../support/fill-quota.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, inAnHour, post, type SuccessCase } from '../case.js'
import { MAILBOX_DOMAIN } from '../mailbox-account.js'
import { emptyCursor, forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'thr_00000000000000000000000000'

/** Looks like an id, so that names of the three doors compare as equal. */
const unique = (app: TestApp) => app.app.newId('label')

const aThread = async (app: TestApp, mail: TestMail = {}) => ({ id: (await receiveMail(app, mail)).threadId })
const aReadThread = async (app: TestApp) => {
  const { id } = await aThread(app)
  await post(app, `/v1/mail/threads/${id}/read`, {})
  return { id }
}

const aLabel = async (app: TestApp) => ({
  id: (await post(app, '/v1/mail/labels', { name: unique(app) })).id as string,
})
const aDraft = async (app: TestApp) => {
  const { id } = await post(app, '/v1/mail/drafts', { to: 'delivered@example.com', subject: 'Hello', body_text: 'x' })
  return { id: id as string }
}
const aSentDraft = async (app: TestApp) => {
  const { id } = await aDraft(app)
  // With a test key it would stay a draft.
  await post(app, `/v1/mail/drafts/${id}/send`, {}, false)
  return { id }
}
const NO_DRAFT = 'drf_00000000000000000000000000'
const aBlockedSender = (app: TestApp): Promise<{ id: string; sender: string }> =>
  post(app, '/v1/mail/blocked-senders', { sender: `${unique(app)}@example.com` })
const freeAddress = (app: TestApp) => `${unique(app)}@${MAILBOX_DOMAIN}`

/** An inbox whose domain is gone. */
async function anInbox({ app, accountId }: TestApp): Promise<{ id: string }> {
  const id = app.newId('inbox')
  const at = new Date()
  await app.models.inboxes.collection.insertOne({
    ...{ _id: id, account_id: accountId, domain_id: app.newId('domain'), domain: 'gone.test', local_part: id },
    ...{ address: `${id}@gone.test`, live_address: `${id}@gone.test`, name: null, active: true },
    ...{ created_at: at, updated_at: at },
  })
  return { id }
}

/** A thread that can be answered: its address belongs to a verified domain. */
const anOpenThread = (app: TestApp) => aThread(app, { at: `support@${MAILBOX_DOMAIN}`, from: 'delivered@example.com' })

/** The cursor of now. */
const mailCursor = async ({ app, accountId }: TestApp) =>
  (await app.services.mailChanges.list(viewerOf(accountId), { limit: 1 })).cursor

export const successes: readonly SuccessCase[] = [
  { operation: 'mail.changes', input: () => ({}) },
  {
    operation: 'mail.changes',
    input: async (app) => {
      const cursor = await mailCursor(app)
      await forgetMails(app.app.models, [(await receiveMail(app)).id])
      return { cursor, limit: 2 }
    },
  },
  {
    operation: 'mail.export',
    input: async (app) => {
      await aThread(app, { at: 'exported@shop.test', from: 'exported@example.com' })
      return { inbox: 'exported@shop.test', limit: 1 }
    },
  },
  {
    operation: 'mail.compose',
    input: () => ({ to: 'delivered@example.com', subject: 'Hello', body_text: 'A text.' }),
  },
  {
    operation: 'mail.compose',
    input: () => ({ to: 'delivered@example.com', subject: 'Later', body_text: 'A text.', scheduled_at: inAnHour() }),
  },
  {
    operation: 'mail.threads.reply',
    input: async (app) => ({ ...(await anOpenThread(app)), body_text: 'A text.' }),
  },
  {
    operation: 'mail.threads.reply',
    input: async (app) => ({ ...(await anOpenThread(app)), body_text: 'A text.', cc: [], bcc: [], signature: true }),
  },
  {
    operation: 'mail.threads.forward',
    input: async (app) => ({ ...(await anOpenThread(app)), to: 'bo@example.com', body_html: '<p>See.</p>' }),
  },
  {
    operation: 'mail.search',
    input: async (app) => {
      await aThread(app, { from: 'searched@example.com', at: 'searched@shop.test' })
      return { q: 'from:searched', inbox: 'searched@shop.test', limit: 1 }
    },
  },
  { operation: 'mail.search', input: () => ({ q: 'foo:bar has:wings', limit: 1 }) },
  { operation: 'mail.threads.list', input: () => ({ q: 'foo:bar', limit: 1 }) },
  { operation: 'mail.threads.list', input: async (app) => ({ ...((await aThread(app)) && {}), limit: 1 }) },
  {
    operation: 'mail.threads.list',
    input: async (app) => {
      await aThread(app, { at: 'doors@shop.test' })
      return { folder: 'inbox', inbox: 'doors@shop.test', unread: true, starred: false, limit: 1 }
    },
  },
  { operation: 'mail.threads.get', input: aReadThread },
  { operation: 'mail.threads.markRead', input: async (app) => ({ ...(await aThread(app)), read: false }) },
  { operation: 'mail.threads.star', input: aThread },
  { operation: 'mail.threads.move', input: async (app) => ({ ...(await aThread(app)), folder: 'archive' }) },
  { operation: 'mail.threads.setLabels', input: async (app) => ({ ...(await aThread(app)), labels: ['none'] }) },
  {
    operation: 'mail.threads.changeLabels',
    input: async (app) => ({ ...(await aThread(app)), add: ['none'], remove: ['neither'] }),
  },
  {
    operation: 'mail.threads.snooze',
    input: async (app) => ({ ...(await aThread(app)), until: inAnHour() }),
  },
  { operation: 'mail.threads.snooze', input: async (app) => ({ ...(await aThread(app)), until: null }) },
  { operation: 'mail.threads.assign', input: async (app) => ({ ...(await aThread(app)), assignee: 'Bo' }) },
  { operation: 'mail.threads.assign', input: async (app) => ({ ...(await aThread(app)), assignee: null }) },
  {
    operation: 'mail.messages.star',
    input: async (app) => ({ source: 'inbound', id: (await receiveMail(app)).id, starred: true }),
  },
  { operation: 'mail.drafts.create', input: () => ({ to: 'ada@example.com', subject: 'Hello', cc: [], bcc: [] }) },
  {
    operation: 'mail.drafts.create',
    input: async (app) => ({ kind: 'reply_all', thread_id: (await aThread(app)).id, body_html: '<p>Hello</p>' }),
  },
  { operation: 'mail.drafts.list', input: async (app) => ({ ...((await aDraft(app)) && {}), limit: 1 }) },
  { operation: 'mail.drafts.get', input: aDraft },
  { operation: 'mail.drafts.update', input: async (app) => ({ ...(await aDraft(app)), revision: 1, subject: 'Hi' }) },
  { operation: 'mail.drafts.delete', input: aDraft },
  { operation: 'mail.drafts.send', input: aDraft },
  { operation: 'mail.drafts.send', input: async (app) => ({ ...(await aDraft(app)), scheduled_at: inAnHour() }) },
  { operation: 'mail.labels.create', input: (app) => ({ name: unique(app), color: 'red' }) },
  { operation: 'mail.labels.list', input: async (app) => ({ ...((await aLabel(app)) && {}), limit: 1 }) },
  {
    operation: 'mail.labels.update',
    input: async (app) => ({ ...(await aLabel(app)), name: unique(app), color: 'blue' }),
  },
  { operation: 'mail.labels.delete', input: aLabel },
  { operation: 'mail.blockedSenders.create', input: (app) => ({ sender: `${unique(app)}@example.com` }) },
  { operation: 'mail.blockedSenders.create', input: async (app) => ({ sender: (await aBlockedSender(app)).sender }) },
  {
    operation: 'mail.blockedSenders.list',
    input: async (app) => ({ ...((await aBlockedSender(app)) && {}), limit: 1 }),
  },
  { operation: 'mail.blockedSenders.delete', input: async (app) => ({ id: (await aBlockedSender(app)).id }) },
  {
    operation: 'mail.inboxes.create',
    input: (app) => ({ address: freeAddress(app) }),
  },
  { operation: 'mail.inboxes.list', input: async (app) => ({ ...((await anInbox(app)) && {}), limit: 1 }) },
  {
    operation: 'mail.inboxes.update',
    input: async (app) => ({
      ...(await anInbox(app)),
      name: 'Help',
      signature_html: '<b>Us</b>',
      signature_text: null,
    }),
  },
  { operation: 'mail.inboxes.delete', input: anInbox },
]

const mailTo = (count: number) => Array.from({ length: count }, (_none, index) => `user${index}@example.com`)
const MAIL = { to: 'bo@example.com', subject: 'Hello', body_text: 'A text.' }

export const errors: readonly ErrorCase[] = [
  unknownCursor('mail.changes'),
  forbidden('mail.changes', 'send'),
  {
    title: 'a cursor of long ago',
    operation: 'mail.changes',
    input: async (app) => {
      const cursor = await mailCursor(app)
      await aThread(app)
      await app.app.models.mailChanges.deleteMany({ account_id: app.accountId })
      return { cursor }
    },
    code: 'changes_expired',
  },
  invalid('mail.compose', 'to', 'no recipient', { subject: 'Hello', body_text: 'A text.' }),
  forbidden('mail.compose', 'read', MAIL),
  { title: 'no verified domain', operation: 'mail.compose', key: 'send', input: MAIL, code: 'no_verified_domain' },
  {
    title: 'no body',
    operation: 'mail.compose',
    input: { to: MAIL.to, subject: MAIL.subject },
    code: 'invalid_channel_payload',
  },
  invalid('mail.compose', 'scheduled_at', 'a time that is none', { ...MAIL, scheduled_at: 'tomorrow' }),
  {
    title: 'a time too far ahead',
    operation: 'mail.compose',
    input: { ...MAIL, scheduled_at: new Date(Date.now() + 91 * 86_400_000).toISOString() },
    code: 'invalid_schedule',
  },
  {
    title: 'a malformed recipient',
    operation: 'mail.compose',
    input: { ...MAIL, to: 'nobody' },
    code: 'invalid_destination',
    field: 'to.0',
  },
  {
    title: 'a sender elsewhere',
    operation: 'mail.compose',
    input: { ...MAIL, from: 'me@elsewhere.example' },
    code: 'from_not_verified',
  },
  ...['to', 'cc', 'bcc'].map(
    (field): ErrorCase => ({
      title: `51 recipients in ${field}`,
      operation: 'mail.compose',
      input: { ...MAIL, [field]: mailTo(51) },
      code: 'invalid_destination',
      field,
    }),
  ),
  {
    title: '51 recipients in all',
    operation: 'mail.threads.reply',
    input: async (app) => ({ ...(await anOpenThread(app)), body_text: 'x', cc: mailTo(25), bcc: mailTo(25) }),
    code: 'invalid_destination',
    field: 'to',
  },
  {
    title: '51 recipients',
    operation: 'mail.threads.forward',
    input: async (app) => ({ ...(await anOpenThread(app)), to: mailTo(51), body_text: 'x' }),
    code: 'invalid_destination',
    field: 'to',
  },
  {
    title: 'nobody at all',
    operation: 'mail.compose',
    input: { ...MAIL, to: [] },
    code: 'invalid_destination',
    field: 'to',
  },
  unknownId('mail.threads.reply', { id: UNKNOWN, body_text: 'A text.' }),
  unknownId('mail.threads.forward', { id: UNKNOWN, to: MAIL.to, body_text: 'A text.' }),
  invalid('mail.threads.forward', 'to', 'no recipient', { id: UNKNOWN, body_text: 'A text.' }),
  invalid('mail.search', 'q', 'no query', { q: ' ' }),
  invalid('mail.export', 'q', 'a bad date', { q: 'after:soon' }),
  forbidden('mail.export', 'send'),
  invalid('mail.search', 'q', 'a bad date', { q: 'after:soon' }),
  unknownCursor('mail.threads.list'),
  emptyCursor('mail.threads.list'),
  { ...unknownCursor('mail.search'), input: { q: 'x', cursor: 'x' } },
  forbidden('mail.threads.list', 'send'),
  invalid('mail.threads.list', 'folder', 'an unknown folder', { folder: 'attic' }),
  unknownId('mail.threads.get', { id: UNKNOWN }),
  forbidden('mail.threads.get', 'send', { id: UNKNOWN }),
  unknownId('mail.threads.markRead', { id: UNKNOWN }),
  invalid('mail.threads.markRead', 'read', 'no boolean', { id: UNKNOWN, read: 'maybe' }),
  unknownId('mail.threads.star', { id: UNKNOWN }),
  unknownId('mail.threads.move', { id: UNKNOWN, folder: 'trash' }),
  invalid('mail.threads.move', 'folder', 'the folder sent', { id: UNKNOWN, folder: 'sent' }),
  unknownId('mail.threads.setLabels', { id: UNKNOWN, labels: [] }),
  invalid('mail.threads.setLabels', 'labels', 'no list', { id: UNKNOWN, labels: 7 }),
  unknownId('mail.threads.changeLabels', { id: UNKNOWN, add: [] }),
  invalid('mail.threads.changeLabels', 'add', 'no list', { id: UNKNOWN, add: 7 }),
  unknownId('mail.threads.snooze', { id: UNKNOWN, until: null }),
  invalid('mail.threads.snooze', 'until', 'no time', { id: UNKNOWN, until: 'soon' }),
  invalid('mail.threads.snooze', 'until', 'a time that is past', { id: UNKNOWN, until: '2020-01-01T00:00:00Z' }),
  {
    title: 'spam',
    operation: 'mail.threads.snooze',
    input: async (app) => {
      const { id } = await aThread(app)
      await post(app, `/v1/mail/threads/${id}/move`, { folder: 'trash' })
      return { id, until: inAnHour() }
    },
    code: 'wrong_folder',
  },
  unknownId('mail.threads.assign', { id: UNKNOWN, assignee: 'Bo' }),
  invalid('mail.threads.assign', 'assignee', 'a long name', { id: UNKNOWN, assignee: 'x'.repeat(101) }),
  unknownId('mail.messages.star', { source: 'inbound', id: 'inb_00000000000000000000000000' }),
  invalid('mail.messages.star', 'source', 'an unknown source', { source: 'upbound', id: UNKNOWN }),
  invalid('mail.drafts.create', 'kind', 'an unknown kind', { kind: 'letter' }),
  invalid('mail.drafts.create', 'thread_id', 'an answer to nothing', { kind: 'reply' }),
  invalid('mail.drafts.create', 'thread_id', 'an unknown thread', { thread_id: UNKNOWN }),
  invalid('mail.drafts.create', 'inbox_id', 'an unknown inbox', { inbox_id: 'inbox_00000000000000000000000000' }),
  forbidden('mail.drafts.create', 'send', { subject: 'Hello' }),
  unknownCursor('mail.drafts.list'),
  emptyCursor('mail.drafts.list'),
  unknownId('mail.drafts.get', { id: NO_DRAFT }),
  unknownId('mail.drafts.update', { id: NO_DRAFT, subject: 'Hello' }),
  {
    title: 'an older revision',
    operation: 'mail.drafts.update',
    input: async (app) => ({ ...(await aDraft(app)), revision: 0, subject: 'Hello' }),
    code: 'draft_changed',
  },
  {
    title: 'a sent draft',
    operation: 'mail.drafts.update',
    input: async (app) => ({ ...(await aSentDraft(app)), subject: 'Hello' }),
    code: 'wrong_status',
  },
  unknownId('mail.drafts.delete', { id: NO_DRAFT }),
  {
    title: 'a sent draft',
    operation: 'mail.drafts.delete',
    input: aSentDraft,
    code: 'wrong_status',
  },
  unknownId('mail.drafts.send', { id: NO_DRAFT }),
  forbidden('mail.drafts.send', 'read', { id: NO_DRAFT }),
  {
    title: 'no recipient',
    operation: 'mail.drafts.send',
    input: async (app) => ({ id: (await post(app, '/v1/mail/drafts', { subject: 'Hello', body_text: 'x' })).id }),
    code: 'invalid_destination',
    field: 'to',
  },
  {
    title: 'an account full of drafts',
    operation: 'mail.drafts.create',
    key: 'full',
    input: async (app) => {
      await fillQuota(app, 'full@postline.test', 'drafts')
      return { subject: 'Hello' }
    },
    code: 'too_many_drafts',
  },
  invalid('mail.labels.create', 'name', 'no name', {}),
  invalid('mail.labels.create', 'name', 'an empty name', { name: ' ' }),
  {
    title: 'the name of another label',
    operation: 'mail.labels.create',
    input: async (app) => {
      const name = unique(app)
      await post(app, '/v1/mail/labels', { name })
      return { name: name.toUpperCase() }
    },
    code: 'label_exists',
  },
  unknownId('mail.labels.update', { id: 'lbl_00000000000000000000000000', name: 'A' }),
  invalid('mail.labels.update', 'name', 'an empty name', { id: 'lbl_00000000000000000000000000', name: ' ' }),
  {
    title: 'the name of another label',
    operation: 'mail.labels.update',
    input: async (app) => {
      const name = unique(app)
      await post(app, '/v1/mail/labels', { name })
      return { ...(await aLabel(app)), name: name.toUpperCase() }
    },
    code: 'label_exists',
  },
  unknownCursor('mail.labels.list'),
  unknownId('mail.labels.delete', { id: 'lbl_00000000000000000000000000' }),
  invalid('mail.inboxes.create', 'address', 'no address', {}),
  invalid('mail.inboxes.create', 'local_part', 'no local part', { domain: 'shop.test' }),
  forbidden('mail.inboxes.create', 'read', { address: 'a@shop.test' }),
  unknownId('mail.inboxes.create', { address: 'a@not-ours.test' }),
  {
    title: 'the built-in domain',
    operation: 'mail.inboxes.create',
    input: { address: 'a@sandbox.postline.localhost' },
    code: 'domain_not_ready',
  },
  {
    title: 'as many inboxes as the plan allows',
    operation: 'mail.inboxes.create',
    key: 'full',
    input: async (app) => {
      const domain = 'n1.full.acme.com'
      await app.app.models.domains.updateOne({ name: domain }, { fully_verified: true, inbound_enabled: true })
      await fillQuota(app, 'full@postline.test', 'inboxes')
      return { domain, local_part: unique(app) }
    },
    code: 'too_many_inboxes',
  },
  {
    title: 'as many labels as the plan allows',
    operation: 'mail.labels.create',
    key: 'full',
    input: async (app) => {
      await fillQuota(app, 'full@postline.test', 'labels')
      return { name: unique(app) }
    },
    code: 'too_many_labels',
  },
  {
    title: 'the address of another inbox',
    operation: 'mail.inboxes.create',
    input: async (app) => {
      const address = freeAddress(app)
      await app.app.services.inboxes.create(app.accountId, { address })
      return { address }
    },
    code: 'inbox_exists',
  },
  invalid('mail.blockedSenders.create', 'sender', 'no sender', {}),
  invalid('mail.blockedSenders.create', 'sender', 'a malformed address', { sender: 'no one@example.com' }),
  invalid('mail.blockedSenders.create', 'sender', 'no domain', { sender: 'example' }),
  invalid('mail.blockedSenders.create', 'sender', 'a public suffix', { sender: 'co.uk' }),
  invalid('mail.blockedSenders.create', 'sender', 'too long a sender', { sender: `${'x'.repeat(320)}@example.com` }),
  forbidden('mail.blockedSenders.create', 'send', { sender: 'example.com' }),
  {
    title: 'as many blocked senders as the plan allows',
    operation: 'mail.blockedSenders.create',
    key: 'full',
    input: async (app) => {
      await fillQuota(app, 'full@postline.test', 'blocked_senders')
      return { sender: `${unique(app)}@example.com` }
    },
    code: 'too_many_blocked_senders',
  },
  unknownCursor('mail.blockedSenders.list'),
  unknownId('mail.blockedSenders.delete', { id: 'blk_00000000000000000000000000' }),
  unknownCursor('mail.inboxes.list'),
  unknownId('mail.inboxes.update', { id: 'inbox_00000000000000000000000000', name: 'Help' }),
  invalid('mail.inboxes.update', 'signature_text', 'a long signature', {
    id: 'inbox_x',
    signature_text: 'x'.repeat(2_001),
  }),
  forbidden('mail.inboxes.update', 'read', { id: 'inbox_x', name: 'Help' }),
  unknownId('mail.inboxes.delete', { id: 'inbox_00000000000000000000000000' }),
]
