import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AttackedService, DOMAIN, NEIGHBOUR } from '../support/attacked-service.js'
import { postMail } from '../support/post-mail.js'
import { attackMail, blankReport, PUMPED_RECORDS, READING_ATTACKS } from '../support/reading-attacks.js'
import { type SmtpClient, smtpClient } from '../support/smtp-client.js'
import { eventually } from '../support/start-app.js'

/*
 * Mail that is made to be read for ever, sent through every door to a service of several processes: each is acknowledged
 * and kept, nobody waits for it, and no process ends.
 */

let service: AttackedService
beforeAll(async () => {
  service = await AttackedService.start({ records: PUMPED_RECORDS })
})
afterAll(() => service.close())

let counter = 0

interface Envelope {
  from?: string
  to: string | string[]
  login?: string
  helo?: string
}

/** Hands a mail to the listener. Returns the reply to its last line. */
async function transfer(raw: string, { from = 'eve@elsewhere.test', to, login, helo = 'eve.test' }: Envelope) {
  const client = await smtpClient(service.smtpPort)
  await client.command(`EHLO ${helo}`)
  if (login) await logIn(client, login)
  const recipients = [to].flat().map((address) => `RCPT TO:<${address}>`)
  for (const line of [`MAIL FROM:<${from}>`, ...recipients, 'DATA']) {
    const reply = await client.command(line)
    expect(reply, line).toMatch(/^[23]/)
  }
  client.write(raw.replace(/^\./gm, '..'))
  const reply = await client.command('.')
  client.close()
  return reply
}

const logIn = async (client: SmtpClient, password: string) =>
  expect(await client.command(`AUTH PLAIN ${Buffer.from(`\0postline\0${password}`).toString('base64')}`)).toMatch(
    /^235/,
  )

/** A recipient of its own for each mail. */
const boxOf = (number: number) => `box${number}@${DOMAIN}`

/** Waits until the mail to an address is shown, whatever could be read of it, and compares its raw bytes. */
async function expectKept(raw: string, recipient: string): Promise<void> {
  const newest = async () => (await service.call('GET', '/v1/inbound?limit=1')).body.emails[0]
  const mail = await eventually('the mail is shown', async () => {
    const found = await newest()
    return found?.recipient === recipient && found
  })
  const headers = { authorization: `Bearer ${service.key}` }
  const response = await fetch(`${service.url}/v1/inbound/${mail.id}/raw`, { headers })
  expect(Buffer.from(await response.arrayBuffer()).includes(raw.trimEnd())).toBe(true)
}

describe('a mail with', () => {
  test.each(READING_ATTACKS)('$title, over SMTP', async (attack) => {
    counter += 1
    const raw = attackMail(attack, counter)
    const to = boxOf(counter)
    await service.whileOthersAreServed(`SMTP: ${attack.title}`, async () => {
      const reply = await transfer(raw, { to })
      // What no server may pass on is refused at once.
      if (/\r(?!\n)/.test(raw)) expect(reply).toMatch(/^5/)
      else {
        expect(reply).toMatch(/^250/)
        await expectKept(raw, to)
      }
    })
  })

  test.each(READING_ATTACKS)('$title, by the callback', async (attack) => {
    counter += 1
    const raw = attackMail(attack, counter)
    const recipients = boxOf(counter)
    await service.whileOthersAreServed(`callback: ${attack.title}`, async () => {
      expect((await postMail(service.url, raw, { recipients })).status).toBe(200)
      await expectKept(raw, recipients)
    })
  })

  test.each(READING_ATTACKS)('$title, submitted by a client that has logged in', async (attack) => {
    counter += 1
    const raw = attackMail(attack, counter)
    const envelope = { from: `hello@${DOMAIN}`, to: 'bob@example.net', login: service.key }
    const reply = await service.whileOthersAreServed(`submission: ${attack.title}`, () => transfer(raw, envelope))
    expect(reply).toMatch(/^(?:250|5\d\d) /)
  })
})

describe('a record whose macros grow', () => {
  const PUMPS = {
    'with the sender': { from: `${'a'.repeat(60)}@evilsender.test` },
    'with the name of the client': { from: 'eve@evilclient.test', helo: 'h'.repeat(300) },
  }
  test.each(Object.entries(PUMPS))('%s', async (title, envelope) => {
    counter += 1
    const raw = `From: eve@elsewhere.test\r\nX-Number: ${counter}\r\n\r\nA text.\r\n`
    const to = boxOf(counter)
    await service.whileOthersAreServed(`SPF: ${title}`, async () => {
      expect(await transfer(raw, { ...envelope, to })).toMatch(/^250/)
      await expectKept(raw, to)
    })
  })
})

describe('mails of line breaks to a hundred recipients', () => {
  const FLOOD = 100
  const MAILS = 2

  test('do not delay the mail of a neighbour, and no crash is counted', async () => {
    const { inboundEmails, deadLetters } = service.deployment.ledger.models
    const flood = { recipient: /^flood/ }
    for (let mail = 0; mail < MAILS; mail += 1) {
      const to = Array.from({ length: FLOOD }, (_none, index) => `flood${index}@${DOMAIN}`)
      // Lines have limits.
      const breaks = `${'<br>'.repeat(200)}\r\n`.repeat(2_500)
      expect(await transfer(`Subject: ${mail}\r\nContent-Type: text/html\r\n\r\n${breaks}`, { to })).toMatch(/^250/)
    }
    const beganAt = performance.now()
    const to = `box@${NEIGHBOUR}`
    expect(await transfer('Subject: neighbour\r\n\r\nx\r\n', { to })).toMatch(/^250/)
    const mail = await eventually('the neighbour has the mail', () =>
      inboundEmails.findOne({ recipient: to, parsed_at: { $exists: true } }).lean(),
    )
    const tookMs = Math.round(performance.now() - beganAt)
    const readBefore = await inboundEmails.countDocuments({ ...flood, parsed_at: { $lt: mail.parsed_at! } })
    expect(readBefore).toBeLessThan((MAILS * FLOOD) / 2)
    const unread = () => inboundEmails.countDocuments({ ...flood, parsed_at: { $exists: false } })
    await eventually('the flood is read', async () => (await unread()) === 0, 90_000)
    const floodMs = Math.round(performance.now() - beganAt)
    if (process.env.FIGURES) process.stdout.write(`flood: ${JSON.stringify({ tookMs, readBefore, floodMs })}\n`)
    expect(await inboundEmails.countDocuments({ ...flood, last_error: { $exists: true } })).toBe(0)
    expect(await deadLetters.countDocuments({ kind: 'inbound' })).toBe(0)
  })
})

describe('a report of blanks', () => {
  test('to the bounce address of a mail is acknowledged and read', async () => {
    const { id, from, to } = await service.delivered(service.key, DOMAIN)
    await service.whileOthersAreServed('report', async () => {
      expect(await transfer(blankReport(to, from), { from: '', to: from })).toMatch(/^250/)
      const unread = () =>
        service.deployment.ledger.models.callbacks.countDocuments({ processed_at: { $exists: false } })
      await eventually('it is read', async () => (await unread()) === 0)
    })
    expect((await service.call('GET', `/v1/messages/${id}`)).status).toBe(200)
  })

  test('to an address of the account, and submitted, is acknowledged or refused', async () => {
    counter += 1
    const to = boxOf(counter)
    const raw = blankReport('ada@example.net', to)
    await service.whileOthersAreServed('report to a box', async () => {
      expect(await transfer(raw, { to })).toMatch(/^250/)
      await expectKept(raw, to)
    })
    const envelope = { from: `hello@${DOMAIN}`, to: 'bob@example.net', login: service.key }
    expect(await service.whileOthersAreServed('submitted report', () => transfer(raw, envelope))).toMatch(
      /^(?:250|5\d\d) /,
    )
  })
})
