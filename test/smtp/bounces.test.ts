import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TaskKilledError } from '../../src/lib/threads/task-thread.js'
import { createSmtpCallbacks } from '../../src/providers/smtp/reports/callbacks.js'
import { BounceAddresses } from '../../src/services/receiving/bounces/bounce-addresses.js'
import { freePort } from '../support/built-program.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { anotherAccount, anotherProcess } from '../support/more-processes.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postMail } from '../support/post-mail.js'
import { exchange, exim, feedbackLoop, gmail, postfix, sendmail, vacation } from '../support/reports.js'
import { smtpClient } from '../support/smtp-client.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* The life of a mail that was sent by SMTP: what comes back for it is on its timeline. */

const DOMAIN = 'shop.test'
let sink: SmtpSink
let app: TestApp
let port: number
beforeAll(async () => {
  sink = await startSmtpSink()
  port = await freePort()
  const settings = { SMTP_PORT: String(port), SMTP_MAILS_PER_MINUTE: '0', INBOUND_ENABLED: 'false' }
  app = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, ...settings })
  await verifiedDomain(app, DOMAIN)
  const mx = { purpose: 'mx', type: 'MX', name: `send.${DOMAIN}`, value: '10 feedback.test', status: 'verified' }
  await app.app.models.domains.updateOne({ name: DOMAIN }, { $set: { dns_records: [mx] } })
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

let counter = 0

/** Sends a mail and waits until it is handed over. */
async function sent(destination?: Record<string, unknown>) {
  counter += 1
  const recipient = `ada${counter}@example.net`
  const body = aSend({
    destination: destination ?? { email: recipient },
    metadata: { from_email: `hello@${DOMAIN}` },
  })
  const { id } = (await app.call('POST', '/v1/send', { body })).body
  await eventually('it is sent', async () => (await read(id)).status === 'sent')
  const { envelope } = sink.mails.find(({ raw }) => raw.includes(id))!
  return { id, recipient, to: envelope.from }
}

const read = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body
const suppressed = async (recipient: string) =>
  (await app.call('GET', '/v1/suppressions')).body.suppressions.filter(
    (entry: { recipient: string }) => entry.recipient === recipient,
  )

/** Delivers a mail to the listener as a mail server does. Returns the last reply. */
async function deliver(to: string, mail: string): Promise<string> {
  const client = await smtpClient(port)
  await client.command('EHLO mx.example.net')
  await client.command('MAIL FROM:<>')
  const accepted = await client.command(`RCPT TO:<${to}>`)
  if (!accepted.startsWith('250')) {
    client.close()
    return accepted
  }
  await client.command('DATA')
  client.write(mail.replace(/^\./gm, '..'))
  const reply = await client.command('.')
  client.close()
  return reply
}

/** Waits until all that came back has been read. */
const ingested = () =>
  eventually('everything is read', async () => {
    const { callbacks } = app.app.models
    return (await callbacks.countDocuments({ processed_at: { $exists: false } })) === 0
  })

const events = async (id: string) =>
  (await read(id)).events.map(({ type, source, payload }: Record<string, unknown>) => ({ type, source, payload }))

test.each([
  ['Postfix', postfix, 'NoEmail'],
  ['Exim', exim, 'General'],
  ['Exchange', exchange, 'NoEmail'],
  ['Gmail', gmail, 'NoEmail'],
])('a failure that %s reports is a permanent bounce, and suppresses the recipient', async (_name, report, subType) => {
  const { id, recipient, to } = await sent()
  expect(await deliver(to, report({ recipient, to }))).toBe(`250 2.6.0 Received as a report about ${id}`)
  await ingested()
  const { status, events, provider_message_id } = await read(id)
  expect(status).toBe('bounced')
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['sent', 'bounced'])
  expect(events[1]).toMatchObject({
    source: 'smtp',
    payload: {
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: subType,
        bouncedRecipients: [
          { emailAddress: recipient, action: 'failed', diagnosticCode: expect.stringContaining('550') },
        ],
        timestamp: expect.any(String),
      },
      mail: { messageId: provider_message_id },
    },
  })
  expect(await suppressed(recipient)).toMatchObject([{ state: 'suppressed', reason: 'hard_bounce' }])
})

test('delays, a failure after them and a delivery are told; only a permanent failure suppresses', async () => {
  const { id, recipient, to } = await sent()
  await deliver(to, sendmail({ recipient, to }))
  await ingested()
  expect((await read(id)).status).toBe('delivery_delayed')
  await deliver(to, postfix({ recipient, to, status: '4.4.7', diagnostic: '451 4.4.7 delivery time expired' }))
  await ingested()
  expect(await events(id)).toMatchObject([
    { type: 'sent' },
    {
      type: 'delivery_delayed',
      payload: {
        notificationType: 'DeliveryDelay',
        deliveryDelay: {
          delayType: 'General',
          expirationTime: '2026-11-27T06:00:01.000Z',
          delayedRecipients: [{ emailAddress: recipient, status: '4.4.1' }],
        },
      },
    },
    { type: 'bounced', payload: { bounce: { bounceType: 'Transient' } } },
  ])
  expect(await suppressed(recipient)).toEqual([])

  const other = await sent()
  await deliver(other.to, postfix({ ...other, action: 'delivered', status: '2.0.0', diagnostic: '250 2.0.0 Ok' }))
  await ingested()
  expect(await events(other.id)).toMatchObject([
    { type: 'sent' },
    {
      type: 'delivered',
      source: 'smtp',
      payload: {
        notificationType: 'Delivery',
        delivery: { recipients: [other.recipient], smtpResponse: '250 2.0.0 Ok' },
      },
    },
  ])
})

test.each(['relayed', 'expanded'])('mail that was %s records nothing', async (action) => {
  const { id, recipient, to } = await sent()
  expect(await deliver(to, postfix({ recipient, to, action, status: '2.0.0' }))).toMatch(/^250 /)
  await ingested()
  expect((await read(id)).status).toBe('sent')
  expect(await app.app.models.callbacks.countDocuments({ tagged_message_id: id, outcome: 'ignored' })).toBe(1)
})

test('a complaint suppresses the recipient, also if the report does not name it', async () => {
  for (const isRedacted of [false, true]) {
    const { id, recipient, to } = await sent()
    await deliver(to, feedbackLoop({ recipient, to, isRedacted }))
    await ingested()
    expect(await events(id)).toMatchObject([
      { type: 'sent' },
      {
        type: 'complained',
        payload: {
          notificationType: 'Complaint',
          complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: recipient }] },
        },
      },
    ])
    expect(await suppressed(recipient)).toMatchObject([{ reason: 'complaint' }])
  }
})

test('a report that a mail is no spam records nothing', async () => {
  const { id, recipient, to } = await sent()
  await deliver(to, feedbackLoop({ recipient, to, type: 'not-spam' }))
  await ingested()
  expect((await read(id)).status).toBe('sent')
  expect(await suppressed(recipient)).toEqual([])
})

test('what is repeated, dated anew or told by another server is one event', async () => {
  const { id, recipient, to } = await sent()
  const first = postfix({ recipient, to })
  for (const report of [first, first, first.replace('10:00:05', '11:11:11'), exchange({ recipient, to })]) {
    expect(await deliver(to, report)).toMatch(/^250 /)
  }
  await ingested()
  expect((await events(id)).map(({ type }: { type: string }) => type)).toEqual(['sent', 'bounced'])
  const { callbacks } = app.app.models
  expect(await callbacks.countDocuments({ tagged_message_id: id })).toBe(3)
  expect(await callbacks.countDocuments({ tagged_message_id: id, outcome: 'duplicate' })).toBe(2)
})

test('a suppression that was removed is not written again by a repeated report', async () => {
  const { recipient, to } = await sent()
  await deliver(to, postfix({ recipient, to }))
  await ingested()
  await app.call('DELETE', `/v1/suppressions?channel=email&recipient=${recipient}`)
  await deliver(to, exim({ recipient, to }))
  await ingested()
  expect(await suppressed(recipient)).toEqual([])
})

describe('a mail to several', () => {
  test('each recipient has an event of its own, and none is suppressed: any of them could have sent the report', async () => {
    const to3 = ['one@example.net', 'two@example.net', 'three@example.net']
    const { id, to } = await sent({ to: to3.slice(0, 2), bcc: to3.slice(2) })
    await deliver(to, postfix({ recipient: 'one@example.net', to }))
    await deliver(to, postfix({ recipient: 'TWO@Example.net', to, action: 'delivered', status: '2.1.5' }))
    await deliver(to, postfix({ recipient: 'three@example.net', to }))
    await deliver(to, feedbackLoop({ recipient: 'two@example.net', to, isRedacted: false }))
    await ingested()
    const told = await events(id)
    expect(told.map(({ type }: { type: string }) => type)).toEqual([
      'sent',
      'bounced',
      'delivered',
      'bounced',
      'complained',
    ])
    const reason = expect.stringContaining('several recipients')
    for (const index of [1, 3, 4]) expect(told[index].payload).toMatchObject({ suppresses: false, reason })
    expect(told[2].payload).not.toHaveProperty('suppresses')
    for (const recipient of to3) expect(await suppressed(recipient)).toEqual([])
  })

  test('the last recipient who is not erased is not suppressed either', async () => {
    const { id, to } = await sent({ to: ['stays@example.net', 'leaves@example.net'] })
    await app.call('POST', '/v1/recipients/erase', { body: { email: 'leaves@example.net' } })
    await deliver(to, postfix({ recipient: 'stays@example.net', to }))
    await ingested()
    expect((await events(id)).at(-1)).toMatchObject({ type: 'bounced', payload: { suppresses: false } })
    expect(await suppressed('stays@example.net')).toEqual([])
  })

  test('nobody else is suppressed, and reports about others are one event', async () => {
    const { id, to } = await sent({ to: ['four@example.net', 'five@example.net'] })
    for (const recipient of ['victim@example.net', 'other@example.net', 'third@example.net']) {
      await deliver(to, postfix({ recipient, to }))
    }
    await deliver(to, feedbackLoop({ recipient: 'victim@example.net', to, isRedacted: false }))
    await ingested()
    expect(await events(id)).toMatchObject([
      { type: 'sent' },
      { type: 'bounced', payload: { bounce: { bouncedRecipients: [{ emailAddress: 'victim@example.net' }] } } },
      { type: 'complained' },
    ])
    for (const recipient of ['victim@example.net', 'other@example.net', 'four@example.net', 'five@example.net']) {
      expect(await suppressed(recipient)).toEqual([])
    }
  })
})

test('a report about somebody who did not get the mail says why it suppresses nobody', async () => {
  const { id, to } = await sent()
  await deliver(to, postfix({ recipient: 'elsewhere@example.net', to }))
  await ingested()
  const reason = 'The report names nobody to whom the mail was sent.'
  expect((await events(id)).at(-1)).toMatchObject({ type: 'bounced', payload: { suppresses: false, reason } })
  expect(await suppressed('elsewhere@example.net')).toEqual([])
})

test('a report is taken at the MAIL FROM subdomain of its sender only, and by SMTP only', async () => {
  const other = await anotherAccount(app)
  // A domain of another account whose bounces come here, and whose mail does too.
  await inboundDomain({ models: app.app.models, accountId: other.accountId }, 'other.test')
  const receiving = await anotherProcess(app, { ROLES: 'api', CALLBACK_SECRET })
  try {
    const { id, recipient, to } = await sent()
    for (const domain of [DOMAIN, 'other.test', 'send.other.test', `x.send.${DOMAIN}`]) {
      const elsewhere = to.replace(/@.*/, `@${domain}`)
      expect(await deliver(elsewhere, postfix({ recipient, to }))).toBe('550 5.1.1 There is no such recipient here.')
    }
    const report = postfix({ recipient, to })
    const recipients = [to, to.replace(/@.*/, '@send.other.test'), to.replace(/@.*/, '@other.test')]
    const posted = await postMail(receiving.url, report, { recipients: recipients.join(',') })
    // To its own domain it is mail like any other.
    expect(posted).toMatchObject({
      status: 200,
      body: { accepted: [expect.any(String)], ignored: recipients.slice(0, 2) },
    })
    await ingested()
    const email = await app.app.models.inboundEmails.findById(posted.body.accepted[0]).lean()
    expect(email).toMatchObject({ account_id: other.accountId, domain: 'other.test' })
    expect(await app.app.models.callbacks.countDocuments({ tagged_message_id: id })).toBe(0)
    expect((await read(id)).events.map(({ type }: { type: string }) => type)).toEqual(['sent'])
    expect(await suppressed(recipient)).toEqual([])
  } finally {
    await receiving.close()
  }
})

test('the address of another message, or a guessed one, is refused', async () => {
  const [one, two] = [await sent(), await sent()]
  const [, hash] = /-([0-9a-z]{10})@/.exec(one.to)!
  const forged = two.to.replace(/-[0-9a-z]{10}@/, `-${hash}@`)
  expect(await deliver(forged, postfix({ ...two, to: forged }))).toBe('550 5.1.1 There is no such recipient here.')
  expect(await deliver(two.to.replace(/-[0-9a-z]{10}@/, '@'), '')).toMatch(/^550 /)
  await deliver(two.to.toUpperCase(), postfix(two))
  await ingested()
  expect((await read(two.id)).status).toBe('bounced')
  expect((await read(one.id)).status).toBe('sent')
})

test('what is no report is stored, and finds nothing', async () => {
  const { id, recipient, to } = await sent()
  expect(await deliver(to, vacation({ recipient, to }))).toMatch(/^250 /)
  expect(await deliver(to, 'Content-Type: multipart/report; boundary=x\r\n\r\n\0\xff\r\n')).toMatch(/^250 /)
  await ingested()
  expect((await read(id)).status).toBe('sent')
  const rows = await app.app.models.callbacks.find({ tagged_message_id: id }).lean()
  expect(rows.map(({ outcome }) => outcome)).toEqual(['ignored', 'ignored'])
  expect(JSON.parse(rows[0]!.body).mail).toBe(vacation({ recipient, to }))
})

test('a report that is a bomb is stored, finds nothing, and holds up no other', async () => {
  const [one, two] = [await sent(), await sent()]
  const bomb = postfix(one)
    .replace(/(delivery-status\r\n)\r\n/, '$1Content-Transfer-Encoding: quoted-printable\r\n\r\n')
    .replace('Reporting-MTA', `${' '.repeat(240_000)}x\r\n\r\nReporting-MTA`)
  expect(await deliver(one.to, bomb)).toMatch(/^250 /)
  const begin = process.cpuUsage()
  expect(await deliver(two.to, postfix(two))).toMatch(/^250 /)
  await ingested()
  expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(2_000)
  expect((await read(two.id)).status).toBe('bounced')
})

test('a report that takes too long to read is a callback that found nothing', async () => {
  const killed = createSmtpCallbacks({
    readStoredReport: async () => {
      throw new TaskKilledError('time')
    },
  })
  expect(await killed.interpret('{}', new Date())).toEqual({ events: [], unsubscribe: [] })
})

test('of a large report only the beginning is kept', async () => {
  const { id, recipient, to } = await sent()
  const mail = postfix({ recipient, to })
  const large = mail.replace('--4dXk2J1Wz8z9sQY.1795341605/relay.example--', `${'x'.repeat(998)}\r\n`.repeat(2_000))
  expect(await deliver(to, large)).toMatch(/^250 /)
  await ingested()
  expect((await read(id)).status).toBe('bounced')
  const row = await app.app.models.callbacks.findOne({ tagged_message_id: id }).lean()
  expect(row!.body.length).toBeLessThan(400_000)
})

test('addresses are keyed by deployment, and are read in any case', () => {
  const [addresses, others] = [new BounceAddresses('one'), new BounceAddresses('two')]
  const id = 'msg_01kajqw1y3h7g5d2s9p8n6m4q0'
  const address = addresses.of(id, 'send.shop.test')
  expect(address).toMatch(/^bounces\+msg_01kajqw1y3h7g5d2s9p8n6m4q0-[0-9a-z]{10}@send\.shop\.test$/)
  expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64)
  expect(addresses.read(address.toUpperCase())).toEqual({ messageId: id })
  expect(others.read(address)).toBe('forged')
  expect(addresses.read(address.replace('send.', 'other.'))).toBe('forged')
  expect(addresses.read('bounces+news@shop.test')).toBeNull()
  expect(addresses.read('bounces+msg_short-0123456789@shop.test')).toBeNull()
})
