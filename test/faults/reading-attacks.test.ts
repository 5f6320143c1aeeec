import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort, type Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { LoopWatch } from '../support/loop-watch.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postMail } from '../support/post-mail.js'
import { attackMail, blankReport, READING_ATTACKS } from '../support/reading-attacks.js'
import { type SmtpClient, smtpClient } from '../support/smtp-client.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { call, eventually } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/*
 * Mail that is made to be read for ever, sent through every door to a service of several processes: each is acknowledged
 * and kept, nobody waits for it, and no process ends.
 */

const DOMAIN = 'attacked.test'
const NEIGHBOUR = 'neighbour.test'
/** Longest time that a process may let others wait, in ms of CPU time. */
const MAX_HELD_MS = 200
/** Longest time until a mail of somebody else is handed over, in ms. A second on an idle machine. */
const MAX_DELIVERY_MS = 5_000
/** How a process says that something held its event loop. */
const HELD = 'the event loop was held'

let deployment: Deployment
let sink: SmtpSink
let port: number
let key: string
let neighbourKey: string
let api: Program
let smtp: Program
beforeAll(async () => {
  sink = await startSmtpSink()
  port = await freePort()
  deployment = await Deployment.create({
    ...{ CALLBACK_SECRET, MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url },
    ...{ SMTP_PORT: String(port), SMTP_MAILS_PER_MINUTE: '0' },
    // Those of production: nothing here depends on a process that dies.
    DISPATCH_TIMEOUT_MS: '30000',
  })
  api = await deployment.start('api')
  smtp = await deployment.start('smtp')
  await deployment.start('worker,scheduler')
  key = await newAccount('attacked', DOMAIN)
  neighbourKey = await newAccount('neighbour', NEIGHBOUR)
})
afterAll(async () => {
  await deployment.close()
  await sink.close()
})

/** The admin key of a new account with a verified domain that receives mail and bounces. */
async function newAccount(name: string, domain: string): Promise<string> {
  const { models, services } = deployment.ledger
  const { account_id: accountId, key: adminKey } = await services.accounts.create(`${name}@elsewhere.test`)
  if (name === 'attacked') await inboundDomain({ models, accountId }, domain)
  else await verifiedDomain({ app: { models }, accountId }, domain)
  const mx = { purpose: 'mx', type: 'MX', name: `send.${domain}`, value: '10 feedback.test', status: 'verified' }
  await models.domains.updateOne({ name: domain }, { $set: { dns_records: [mx] } })
  return adminKey
}

let apiWatch: LoopWatch
let smtpWatch: LoopWatch
beforeEach(() => {
  apiWatch = new LoopWatch(deployment.url, api)
  smtpWatch = new LoopWatch(askSmtp, smtp)
})
afterEach(() => Promise.all([apiWatch.end(), smtpWatch.end()]))

let counter = 0

/** Greets the listener as another client. */
async function askSmtp(): Promise<void> {
  const client = await smtpClient(port, { localAddress: '127.0.0.9' })
  expect(await client.command('EHLO other.test')).toMatch(/^250/)
  client.close()
}

/** Sends a mail and waits until the provider has it. Returns its sender there, and how long it took in ms. */
async function delivered(senderKey: string, domain: string): Promise<{ id: string; from: string; tookMs: number }> {
  counter += 1
  const beganAt = performance.now()
  const body = {
    channel: 'email',
    idempotency_key: `send-${counter}`,
    destination: { email: `ada${counter}@example.net` },
    payload: { subject: 'S', body_text: 'T' },
    metadata: { from_email: `hello@${domain}` },
  }
  const { status, body: answer } = await call(deployment.url, 'POST', '/v1/send', { key: senderKey, body })
  expect(status, JSON.stringify(answer)).toBe(201)
  const mail = await eventually(
    'it is handed over',
    () => sink.mails.find(({ raw }) => raw.includes(answer.id)),
    30_000,
  )
  return { id: answer.id, from: mail.envelope.from, tookMs: performance.now() - beganAt }
}

interface Envelope {
  from?: string
  to: string
  login?: string
}

/** Hands a mail to the listener. Returns the reply to its last line. */
async function transfer(raw: string, { from = 'eve@elsewhere.test', to, login }: Envelope) {
  const client = await smtpClient(port)
  await client.command('EHLO eve.test')
  if (login) await logIn(client, login)
  for (const line of [`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
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

/** What must be true whatever an attack is about: others are served meanwhile, and every process lives. */
async function whileOthersAreServed<T>(title: string, attack: () => Promise<T>): Promise<T> {
  for (const watch of [apiWatch, smtpWatch]) await watch.takeHeldMs()
  const attacking = attack()
  let slowestMs = 0
  let isOver = false
  const end = () => {
    isOver = true
  }
  attacking.then(end, end)
  do slowestMs = Math.max(slowestMs, (await delivered(neighbourKey, NEIGHBOUR)).tookMs)
  while (!isOver)
  const result = await attacking
  const figures = {
    healthzMs: Math.round(await apiWatch.takeHeldMs()),
    ehloMs: Math.round(await smtpWatch.takeHeldMs()),
    deliveryMs: Math.round(slowestMs),
  }
  if (process.env.FIGURES) process.stdout.write(`${title}: ${JSON.stringify(figures)}\n`)
  expect(figures.healthzMs).toBeLessThan(MAX_HELD_MS)
  expect(figures.ehloMs).toBeLessThan(MAX_HELD_MS)
  expect(figures.deliveryMs).toBeLessThan(MAX_DELIVERY_MS)
  for (const program of deployment.programs) {
    expect(program.isRunning).toBe(true)
    expect(program.output.split('\n').filter((line) => line.includes(HELD))).toEqual([])
  }
  return result
}

/** A recipient of its own for each mail. */
const boxOf = (number: number) => `box${number}@${DOMAIN}`

/** Waits until the mail to an address is shown, whatever could be read of it, and compares its raw bytes. */
async function expectKept(raw: string, recipient: string): Promise<void> {
  const newest = async () => (await call(deployment.url, 'GET', '/v1/inbound?limit=1', { key })).body.emails[0]
  const mail = await eventually(
    'the mail is shown',
    async () => {
      const found = await newest()
      return found?.recipient === recipient && found
    },
    60_000,
  )
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${deployment.url}/v1/inbound/${mail.id}/raw`, { headers })
  expect(Buffer.from(await response.arrayBuffer()).includes(raw.trimEnd())).toBe(true)
}

describe('a mail with', { timeout: 120_000 }, () => {
  test.each(READING_ATTACKS)('$title, over SMTP', async (attack) => {
    counter += 1
    const raw = attackMail(attack, counter)
    const to = boxOf(counter)
    await whileOthersAreServed(`SMTP: ${attack.title}`, async () => {
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
    await whileOthersAreServed(`callback: ${attack.title}`, async () => {
      expect((await postMail(deployment.url, raw, { recipients })).status).toBe(200)
      await expectKept(raw, recipients)
    })
  })

  test.each(READING_ATTACKS)('$title, submitted by a client that has logged in', async (attack) => {
    counter += 1
    const raw = attackMail(attack, counter)
    const envelope = { from: `hello@${DOMAIN}`, to: 'bob@example.net', login: key }
    const reply = await whileOthersAreServed(`submission: ${attack.title}`, () => transfer(raw, envelope))
    expect(reply).toMatch(/^(?:250|5\d\d) /)
  })
})

describe('a report of blanks', { timeout: 120_000 }, () => {
  test('to the bounce address of a mail is acknowledged and read', async () => {
    const { id, from } = await delivered(key, DOMAIN)
    await whileOthersAreServed('report', async () => {
      expect(await transfer(blankReport(`ada${counter}@example.net`, from), { from: '', to: from })).toMatch(/^250/)
      const unread = () => deployment.ledger.models.callbacks.countDocuments({ processed_at: { $exists: false } })
      await eventually('it is read', async () => (await unread()) === 0, 30_000)
    })
    expect((await call(deployment.url, 'GET', `/v1/messages/${id}`, { key })).status).toBe(200)
  })

  test('to an address of the account, and submitted, is acknowledged or refused', async () => {
    counter += 1
    const to = boxOf(counter)
    const raw = blankReport('ada@example.net', to)
    await whileOthersAreServed('report to a box', async () => {
      expect(await transfer(raw, { to })).toMatch(/^250/)
      await expectKept(raw, to)
    })
    const envelope = { from: `hello@${DOMAIN}`, to: 'bob@example.net', login: key }
    expect(await whileOthersAreServed('submitted report', () => transfer(raw, envelope))).toMatch(/^(?:250|5\d\d) /)
  })
})
