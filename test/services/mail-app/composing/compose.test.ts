import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { attachmentKey } from '../../../../src/services/receiving/blob-keys.js'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { call, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const post = (path: string, body: object, headers = {}) => app.call('POST', path, { body, headers })
const thread = async (id: string) => (await app.call('GET', `/v1/mail/threads/${id}`)).body

const listed = async (id: string) =>
  (await app.call('GET', '/v1/mail/threads?limit=100')).body.threads.find((one: { id: string }) => one.id === id)

/** The mail of a message as it left. */
async function sent(id: string) {
  const row = await eventually('the mail is in the outbox', async () => {
    const { body } = await app.call('GET', '/dev/outbox?limit=100')
    return body.mails.find((mail: { message_id: string }) => mail.message_id === id)
  })
  return simpleParser((await app.call('GET', `/dev/outbox/${row.id}`)).body as string)
}

test('a reply goes to the first sender, from the address that got the mail, with the headers of an answer', async () => {
  const first = await receiveMail(app, {
    subject: 'Where is it?',
    messageId: 'a@example.com',
    references: ['0@example.com'],
  })
  const reply = await post(`/v1/mail/threads/${first.threadId}/reply`, { body_text: 'On its way.' })
  expect(reply).toMatchObject({ status: 201, body: { status: 'queued', channel: 'email' } })
  const mail = await sent(reply.body.id)
  expect(mail).toMatchObject({
    subject: 'Re: Where is it?',
    inReplyTo: '<a@example.com>',
    references: ['<0@example.com>', '<a@example.com>'],
  })
  expect([mail.from?.text, mail.to && 'text' in mail.to && mail.to.text]).toEqual([
    'support@shop.test',
    'ada@example.com',
  ])
  await eventually('the timeline says sent', async () =>
    (await thread(first.threadId)).messages.at(-1).events.some(({ type }: { type: string }) => type === 'delivered'),
  )
  const { messages } = await thread(first.threadId)
  expect(messages).toMatchObject([
    { source: 'inbound', status: 'received', events: [] },
    { id: reply.body.id, source: 'outbound', status: 'delivered', text_body: 'On its way.', spf_verdict: null },
  ])
  // An answer to that from outside makes it a thread of three.
  const answer = await receiveMail(app, { subject: 'RE: Where is it?', inReplyTo: [messages[1].rfc_message_id] })
  expect(answer.threadId).toBe(first.threadId)
  const found = await app.call('GET', '/v1/mail/search?q=from:support@shop.test')
  expect(found.body.results).toMatchObject([{ source: 'outbound', message_ref: reply.body.id }])
})

test.each([
  ['to', { to: ['support@shop.test'] }],
  ['cc', { to: ['list@example.com'], cc: ['Support <Support@shop.test>'] }],
])(
  'a reply and its draft are from the address that the mail names in %s, never from one with a blind copy',
  async (subject, named) => {
    const mail = { ...named, subject, messageId: `blind-${subject}@example.com` }
    const { threadId } = await receiveMail(app, { ...mail, at: 'archive@shop.test' })
    await receiveMail(app, { ...mail, at: 'support@shop.test' })
    const draft = await post('/v1/mail/drafts', { kind: 'reply', thread_id: threadId, body_text: 'Thanks.' })
    const replies = [
      await post(`/v1/mail/threads/${threadId}/reply`, { body_text: 'Hello.' }),
      await post(`/v1/mail/drafts/${draft.body.id}/send`, {}),
    ]
    for (const { body } of replies) {
      expect((await app.call('GET', `/v1/messages/${body.id}/content`)).body.from).toBe('support@shop.test')
    }
  },
)

test('a reply to a mail that came as a blind copy alone is from the address that got it', async () => {
  const mail = { to: ['list@example.com'], subject: 'Blind', messageId: 'blind@example.com' }
  const { threadId } = await receiveMail(app, { ...mail, at: 'archive@shop.test' })
  await receiveMail(app, { ...mail, at: 'support@shop.test' })
  const { body } = await post(`/v1/mail/threads/${threadId}/reply`, { body_text: 'Hello.' })
  expect((await app.call('GET', `/v1/messages/${body.id}/content`)).body.from).toBe('archive@shop.test')
})

test('a reply brings a thread back from the trash', async () => {
  const { threadId } = await receiveMail(app)
  await post(`/v1/mail/threads/${threadId}/move`, { folder: 'trash' })
  await post(`/v1/mail/threads/${threadId}/reply`, { body_text: 'Hello.' })
  expect((await thread(threadId)).folder).toBe('inbox')
})

test('a composed mail begins a thread in the folder sent, which its answer brings to the inbox', async () => {
  const mail = { to: 'cy@example.net', subject: 'News', body_html: '<p>Read <b>this</b>.</p>', cc: ['bo@example.org'] }
  const { body } = await post('/v1/mail/compose', mail)
  const list = async (folder: string) =>
    (await app.call('GET', `/v1/mail/threads?folder=${folder}&limit=1`)).body.threads
  const [begun] = await list('sent')
  expect(begun).toMatchObject({ subject: 'News', folder: 'sent', has_unread: false, snippet: 'Read this.' })
  expect((await sent(body.id)).from?.text).toBe('hello@shop.test')
  await receiveMail(app, { subject: 'Re: News', inReplyTo: [`${body.id}@shop.test`], from: 'cy@example.net' })
  expect(await list('inbox')).toMatchObject([{ id: begun.id, message_count: 2, folder: 'inbox' }])
  expect(await list('sent')).toMatchObject([{ id: begun.id }])
})

test('a snippet is the beginning of what a mail adds, or of all of it if it only quotes', async () => {
  const quote = ['', 'On Mon, 2 Nov 2026 at 10:00, Ada <ada@example.com> wrote:', '> Where is it?'].join('\r\n')
  const { threadId } = await receiveMail(app, { text: `Well?\n${quote}`, replyText: 'Well?' })
  const snippet = async () => (await listed(threadId)).snippet
  expect(await snippet()).toBe('Well?')
  await post(`/v1/mail/threads/${threadId}/reply`, { body_text: `On its way.\r\n${quote}` })
  expect(await snippet()).toBe('On its way.')
  await post(`/v1/mail/threads/${threadId}/reply`, {
    body_html: `<p>Tomorrow.</p><blockquote type="cite">Where is it?</blockquote>`,
  })
  expect(await snippet()).toBe('Tomorrow.')
  await post(`/v1/mail/threads/${threadId}/reply`, { body_text: quote })
  expect(await snippet()).toMatch(/^On Mon, 2 Nov 2026/)
  const found = await app.call(
    'GET',
    `/v1/mail/search?q=subject:${encodeURIComponent((await thread(threadId)).subject)}`,
  )
  expect(found.body.results.map((one: { snippet: string }) => one.snippet)).toContain('Tomorrow.')
})

test('a reply with a test key is simulated, and in its thread like any other', async () => {
  const { threadId } = await receiveMail(app)
  const key = await app.testKey()
  const { body } = await app.call('POST', `/v1/mail/threads/${threadId}/reply`, { key, body: { body_text: 'A try.' } })
  await eventually('it was delivered', async () => (await thread(threadId)).messages[1]?.status === 'delivered')
  expect((await thread(threadId)).messages[1]).toMatchObject({ id: body.id, source: 'outbound', text_body: 'A try.' })
  expect((await app.call('GET', `/v1/messages/${body.id}`)).body.test_mode).toBe(true)
  expect(
    (await app.call('GET', '/dev/outbox?limit=100')).body.mails.map((mail: { message_id: string }) => mail.message_id),
  ).not.toContain(body.id)
})

test('a mail whose content is deleted is found by its subject alone', async () => {
  const { body } = await post('/v1/mail/compose', { to: 'eve@example.net', subject: 'Zebra', body_text: 'Giraffe.' })
  await sent(body.id)
  const found = async (q: string) => (await app.call('GET', `/v1/mail/search?q=${q}`)).body.results
  expect([(await found('giraffe'))[0].snippet, (await found('%22zebra%22')).length]).toEqual(['Giraffe.', 1])
  await eventually('it is deleted', async () => {
    return (await app.call('DELETE', `/v1/messages/${body.id}/content`)).status === 204
  })
  expect([await found('giraffe'), (await found('%22zebra%22'))[0].snippet]).toEqual([[], ''])
})

test('a mail of /v1/send gets its place in a thread when somebody answers it, also by the id of the provider', async () => {
  for (const named of ['ours', 'ses']) {
    const { body } = await post('/v1/send', {
      ...{ channel: 'email', idempotency_key: `sent-${named}`, destination: { email: 'dee@example.com' } },
      ...{ payload: { subject: `Receipt ${named}`, body_text: 'Thanks.' }, metadata: { from_email: 'me@shop.test' } },
    })
    await sent(body.id)
    const id = named === 'ours' ? `${body.id}@shop.test` : '0100-ses-1@eu-central-1.amazonses.com'
    if (named === 'ses') {
      const { messages } = app.app.models
      // Its row is closed after it has left, with the id of the outbox.
      await eventually('its row is closed', () =>
        messages.findOne({ _id: body.id, provider_message_id: { $ne: null } }),
      )
      await messages.updateOne({ _id: body.id }, { $set: { provider_message_id: '0100-ses-1' } })
    }
    const { threadId } = await receiveMail(app, { subject: `Re: Receipt ${named}`, inReplyTo: [id] })
    expect((await thread(threadId)).messages).toMatchObject([
      { id: body.id, source: 'outbound' },
      { source: 'inbound' },
    ])
    const query = `{ message(id: "${body.id}") { thread { id messages { source } } } }`
    const { body: answer } = await post('/graphql', { query })
    expect(answer.data.message.thread).toEqual({
      id: threadId,
      messages: [{ source: 'OUTBOUND' }, { source: 'INBOUND' }],
    })
  }
})

test('a composed mail comes from the oldest inbox whose domain is still verified', async () => {
  const own = await app.app.services.accounts.create('inboxes@example.com')
  const compose = async () => {
    const mail = { to: 'ada@example.com', subject: 'x', body_text: 'x' }
    const { body } = await app.call('POST', '/v1/mail/compose', { body: mail, key: own.key })
    return (await app.call('GET', `/v1/messages/${body.id}/content`, { key: own.key })).body.from
  }
  for (const name of ['gone.test', 'stays.test']) {
    for (const path of ['', `/${name}/verify`, `/${name}/inbound`]) {
      const body = path.endsWith('inbound') ? { enabled: true } : path === '' ? { domain: name } : {}
      await app.call('POST', `/v1/domains${path}`, { body, key: own.key })
    }
    await app.call('POST', '/v1/mail/inboxes', { body: { address: `box@${name}` }, key: own.key })
  }
  expect(await compose()).toBe('box@gone.test')
  await app.call('DELETE', '/v1/domains/gone.test', { key: own.key })
  expect(await compose()).toBe('box@stays.test')
})

test('the entry of a sent mail also has alone what it adds to what it quotes', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Quoted', messageId: 'quoted@example.com' })
  const body_text = 'On its way.\r\n\r\nOn 21 Nov 2026, Ada <ada@example.com> wrote:\r\n> Where is it?\r\n'
  await post(`/v1/mail/threads/${threadId}/reply`, { body_text })
  await post(`/v1/mail/threads/${threadId}/reply`, { body_html: '<p>Again.</p>' })
  const long = `${body_text}${'> More.\n'.repeat(10_000)}`
  await post(`/v1/mail/threads/${threadId}/reply`, { body_text: long })
  const { messages } = await thread(threadId)
  expect(messages.slice(1)).toMatchObject([
    { text_body: body_text, reply_text: 'On its way.' },
    { text_body: null, reply_text: null },
    { text_body: long, reply_text: long },
  ])
})

test('a second mail without an answer names the first by the id that SES gave it', async () => {
  const ses = await anotherProcess(app, { ROLES: 'api', MAIL_PROVIDER: 'ses', AWS_REGION: 'eu-central-1' })
  try {
    const first = await post('/v1/mail/compose', { to: 'ada@example.com', subject: 'Offer', body_text: 'One.' })
    await sent(first.body.id)
    const { collection } = app.app.models.messages
    const given = '010701934f5d2c1a-1b2c3d4e-5f60-4718-92a3-b4c5d6e7f809-000000'
    const row = await eventually('it is recorded as sent', () =>
      collection.findOne({ _id: first.body.id, provider_message_id: { $ne: null } }),
    )
    await collection.updateOne({ _id: row._id }, { $set: { provider_message_id: given } })
    const item = await app.app.models.mailItems.collection.findOne({ _id: row._id })
    const path = `/v1/mail/threads/${item?.thread_id}/reply`
    const second = await call(ses.url, 'POST', path, { key: app.adminKey, body: { body_text: 'Two.' } })
    const { inReplyTo, references, to } = await sent(second.body.id)
    expect(to && 'text' in to && to.text).toBe('ada@example.com')
    expect(inReplyTo).toBe(`<${given}@eu-central-1.amazonses.com>`)
    expect(references).toEqual([`<${row._id}@shop.test>`, inReplyTo])
  } finally {
    await ses.close()
  }
})

test('a forward has the files and the text of the newest received mail', async () => {
  const bytes = Buffer.from('%PDF-1.7')
  const original = await receiveMail(app, {
    ...{
      subject: 'Plans',
      text: 'See the plan.',
      files: [{ filename: 'plan.pdf', content_type: 'application/pdf', content: bytes }],
    },
  })
  await app.app.blobStore.put(app.accountId, attachmentKey(original.id, 0), bytes)
  const forward = await post(`/v1/mail/threads/${original.threadId}/forward`, {
    to: 'bo@example.org',
    body_text: 'FYI',
  })
  const mail = await sent(forward.body.id)
  expect(mail.subject).toBe('Fwd: Plans')
  expect(mail.text).toMatch(/^FYI\n\n-+ Forwarded message -+\nFrom: Ada <ada@example.com>\n[\s\S]*See the plan\./)
  expect(mail.attachments).toMatchObject([{ filename: 'plan.pdf', content: bytes }])
  expect((await thread(original.threadId)).message_count).toBe(2)
})

test('a forward shows the pictures of the original, whatever their content ids are', async () => {
  const ids = ['logo$1@x', 'größe@x', 'plain@x']
  const files = ids.map((content_id, index) => ({
    ...{ filename: `${index}.png`, content_type: 'image/png', content_id, content: Buffer.from([index]) },
  }))
  const html = ids.map((id) => `<img src="cid:${id}">`).join('')
  const original = await receiveMail(app, { subject: 'Pictures', html, files })
  for (const [index, { content }] of files.entries()) {
    await app.app.blobStore.put(app.accountId, attachmentKey(original.id, index), content)
  }
  const forward = await post(`/v1/mail/threads/${original.threadId}/forward`, {
    to: 'bo@example.org',
    body_html: '<p>See.</p>',
  })
  const mail = await sent(forward.body.id)
  const shown = mail.attachments.map(({ cid, related }) => ({ cid, related }))
  expect(shown).toEqual(['logo-1@x', 'gr--e@x', 'plain@x'].map((cid) => ({ cid, related: true })))
  const { body } = await app.call('GET', `/v1/messages/${forward.body.id}/content`)
  for (const { cid } of shown) expect(body.body_html).toContain(`<img src="cid:${cid}">`)
})

const FORWARD = { to: 'bo@example.org', body_text: 'See attached.' }

test('a forward without a file that is not kept any more is refused, and names the file', async () => {
  const file = { content_type: 'text/plain', content: Buffer.from('x') }
  const files = ['kept.txt', 'gone.txt'].map((filename) => ({ ...file, filename }))
  const { id, threadId } = await receiveMail(app, { subject: 'A file is gone', files })
  await app.app.blobStore.put(app.accountId, attachmentKey(id, 0), file.content)
  const { status, body } = await post(`/v1/mail/threads/${threadId}/forward`, FORWARD)
  expect([status, body.error.code]).toEqual([404, 'not_found'])
  expect(body.error.message).toBe(
    'id: the attachment gone.txt of the mail to forward is not kept any more: write a new mail with what you have',
  )
  expect((await thread(threadId)).message_count).toBe(1)
})

test('a forward of a mail whose content is not kept any more is refused', async () => {
  const message = 'id: the content of the mail to forward is not kept any more: write a new mail with what you have'
  const received = await receiveMail(app, { subject: 'Expired' })
  await app.app.models.inboundContents.deleteOne({ _id: received.id })
  const one = await post(`/v1/mail/threads/${received.threadId}/forward`, FORWARD)
  expect([one.status, one.body.error]).toMatchObject([404, { code: 'not_found', message }])

  const { body } = await post('/v1/mail/compose', { to: 'ivy@example.com', subject: 'Deleted', body_text: 'x' })
  const { thread_id } = (await app.app.models.mailItems.findById(body.id).lean())!
  await sent(body.id)
  const deleted = () => app.call('DELETE', `/v1/messages/${body.id}/content`)
  await eventually('its content is deleted', async () => (await deleted()).status === 204)
  const other = await post(`/v1/mail/threads/${thread_id}/forward`, FORWARD)
  expect([other.status, other.body.error]).toMatchObject([404, { code: 'not_found', message }])
})

test.each([
  [{ to: ['b@example.com'], cc: Array(51).fill('a@example.com') }, 'cc: must have at most 50 recipients'],
  [{ to: ['b@example.com'], bcc: Array(51).fill('a@example.com') }, 'bcc: must have at most 50 recipients'],
  [
    { to: Array(30).fill('b@example.com'), cc: Array(30).fill('a@example.com') },
    'to: must have at most 50 recipients: to, cc and bcc together',
  ],
])('more than 50 recipients are refused, with the name of the field: %#', async (recipients, message) => {
  const { status, body } = await post('/v1/mail/compose', { ...recipients, subject: 's', body_text: 'x' })
  expect([status, body.error.code]).toEqual([422, 'invalid_destination'])
  expect(body.error.message).toContain(message)
})

test('a forward of more than 7 MiB is refused', async () => {
  const content = Buffer.alloc(8 * 1024 * 1024)
  const { threadId } = await receiveMail(app, { files: [{ filename: 'a.bin', content_type: 'a/b', content }] })
  const { status, body } = await post(`/v1/mail/threads/${threadId}/forward`, { to: 'bo@example.org', body_text: 'x' })
  expect([status, body.error.code]).toEqual([413, 'payload_too_large'])
})

test('a repeated reply is sent once, whatever has arrived since', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Once', messageId: 'once@example.com' })
  const reply = () => post(`/v1/mail/threads/${threadId}/reply`, { body_text: 'Yes.' }, { 'idempotency-key': 'once' })
  const one = await reply()
  await receiveMail(app, { subject: 'Re: Once', inReplyTo: ['once@example.com'], from: 'eve@example.net' })
  const again = await reply()
  expect(again.body).toEqual(one.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await thread(threadId)).message_count).toBe(3)
})

test.each(['reply', 'forward'])('a repeated %s gets its first response once its thread is gone', async (action) => {
  const { id, threadId } = await receiveMail(app, { subject: `Gone ${action}` })
  const mail = { to: ['bo@example.org'], body_text: 'Yes.', idempotency_key: `gone-${action}` }
  const send = () => post(`/v1/mail/threads/${threadId}/${action}`, mail)
  const one = await send()
  await forgetMails(app.app.models, [id, one.body.id])
  const again = await send()
  expect([again.status, again.body]).toEqual([201, one.body])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await post(`/v1/mail/threads/${threadId}/${action}`, { ...mail, idempotency_key: `gone-${action}-2` })
  expect([other.status, other.body.error.code]).toEqual([404, 'not_found'])
})

test('what a dead process has left is filed by a scheduler', async () => {
  const { body } = await post('/v1/mail/compose', { to: 'gus@example.com', subject: 'Left', body_text: 'x' })
  const { mailItems, mailThreads, mailIds, messages } = app.app.models
  const item = await mailItems.findOneAndDelete({ _id: body.id }).lean()
  await mailThreads.deleteOne({ _id: item!.thread_id })
  await mailIds.deleteMany({ thread_id: item!.thread_id })
  await messages.updateOne({ _id: body.id }, { $set: { file_at: new Date() } })
  await eventually('it is filed', () => mailItems.findOne({ _id: body.id }).lean())
  await eventually('nothing is left', async () => (await messages.findById(body.id).lean())?.file_at === undefined)
})

test('a mail that is answered before it is filed is in the thread that it was written in', async () => {
  const { threadId } = await receiveMail(app, { subject: 'An offer' })
  const forward = { to: 'hal@example.com', subject: 'What do you think?', body_text: 'Shall we?' }
  const { body } = await post(`/v1/mail/threads/${threadId}/forward`, forward)
  const { mailItems, mailIds, messages } = app.app.models
  // As if its process had died before it was filed.
  await forgetMails(app.app.models, [body.id])
  await mailIds.deleteMany({ rfc_id: `${body.id}@shop.test` })
  await messages.updateOne(
    { _id: body.id },
    { $unset: { filed: 1 }, $set: { file_at: new Date(Date.now() + 3_600_000) } },
  )
  const answer = await receiveMail(app, {
    ...{ from: 'Hal <hal@example.com>', subject: 'Re: What do you think?' },
    inReplyTo: [`${body.id}@shop.test`],
  })
  expect(answer.threadId).toBe(threadId)
  expect((await mailItems.findById(body.id).lean())?.thread_id).toBe(threadId)
  expect((await messages.findById(body.id).lean())?.file_at).toBeUndefined()
})
