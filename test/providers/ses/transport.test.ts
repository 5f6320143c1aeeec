import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../../src/log.js'
import type { MailTransport } from '../../../src/providers/mail/mail-transport.js'
import { createSesTransport, type SesTransportOptions } from '../../../src/providers/ses/transport.js'
import { type SesStandIn, type SesStandInOptions, startSesStandIn } from '../../support/ses-stand-in.js'
import { stopwatch } from '../../support/stopwatch.js'
import { outgoingMail, patient, silentLog } from '../mail/outgoing-mail.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function withSes(
  options: SesStandInOptions = {},
  changes: Partial<SesTransportOptions> = {},
): Promise<{ ses: SesStandIn; transport: MailTransport }> {
  const ses = await startSesStandIn(options)
  closers.push(() => ses.close())
  return { ses, transport: transportFor(ses, changes) }
}

function transportFor(ses: SesStandIn, changes: Partial<SesTransportOptions> = {}): MailTransport {
  const { region, endpoint, credentials } = ses
  const transport = createSesTransport({ region, endpoint, credentials, log: silentLog, ...changes })
  closers.push(() => transport.close())
  return transport
}

/** A logger that records its lines. */
function keepingLog() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, log: createLogger({ level: 'debug', roles: 'test', destination }) }
}

/** A signal that aborts after a time, like a worker's. */
const within = (timeMs: number) => ({ signal: AbortSignal.timeout(timeMs) })

describe('a mail', () => {
  test('is sent as MIME with every recipient, its tags and the configuration set, and gets the id from SES', async () => {
    const { ses, transport } = await withSes({ configurationSets: ['events'] }, { configurationSet: 'events' })
    const mail = outgoingMail({
      to: [{ name: 'Ada', email: 'ada@example.com' }],
      cc: [
        { name: null, email: 'ada@example.com' },
        { name: null, email: 'copy@example.com' },
      ],
      bcc: [{ name: null, email: 'hidden@example.com' }],
    })
    const result = await transport.send(mail, patient)
    const [taken] = ses.mails
    expect(result).toEqual({ outcome: 'accepted', providerMessageId: taken?.id })
    expect(taken).toMatchObject({
      from: 'hello@acme.example',
      destination: { to: ['ada@example.com'], cc: ['copy@example.com'], bcc: ['hidden@example.com'] },
      tags: { message_id: mail.messageId, account_id: mail.accountId },
      configurationSet: 'events',
    })
    expect(taken?.raw.toString()).not.toMatch(/hidden|bcc/i)
  })

  test('names no configuration set if there is none', async () => {
    const { ses, transport } = await withSes()
    await transport.send(outgoingMail(), patient)
    expect(ses.mails[0]?.configurationSet).toBeNull()
    expect(ses.calls[0]?.body).not.toHaveProperty('ConfigurationSetName')
  })

  test('has no line longer than SES allows, for any text', async () => {
    const { ses, transport } = await withSes()
    const mail = outgoingMail({ text: 'x'.repeat(5_000), html: `<p>${'y'.repeat(5_000)}</p>` })
    expect(await transport.send(mail, patient)).toMatchObject({ outcome: 'accepted' })
    const lines = ses.mails[0]!.raw.toString('latin1').split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
  })

  test('omits a tag that SES would refuse', async () => {
    const { ses, transport } = await withSes()
    expect(await transport.send(outgoingMail({ accountId: 'acc with blanks' }), patient)).toMatchObject({
      outcome: 'accepted',
    })
    expect(Object.keys(ses.mails[0]!.tags)).toEqual(['message_id'])
  })
})

const UNVERIFIED = 'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1:'

/** The table of docs/operating.md, row by row. */
const ERRORS: [type: string, status: number, message: string, outcome: 'refused' | 'deferred', text: string][] = [
  ['MessageRejected', 400, 'Message contains a virus', 'refused', 'Amazon SES: Message contains a virus'],
  ['MessageRejected', 400, `${UNVERIFIED} ada@example.com`, 'refused', `Amazon SES: ${UNVERIFIED} ada@example.com`],
  ['BadRequestException', 400, 'Illegal address', 'refused', 'Amazon SES: Illegal address'],
  ['ValidationException', 400, 'too many', 'refused', 'Amazon SES: too many'],
  ['RequestEntityTooLargeException', 413, 'too large', 'refused', 'Amazon SES: too large'],
  ['SomethingNew', 413, 'too large', 'refused', 'Amazon SES: too large'],
  ...[
    `${UNVERIFIED} hello@acme.example`,
    `${UNVERIFIED} Acme <hello@acme.example>, ada@example.com`,
    `${UNVERIFIED} acme.example`,
    'Sending paused for this account. For more information, please check the inbox of the email address.',
    'Sending suspended for this account',
  ].map((message): (typeof ERRORS)[number] => [
    'MessageRejected',
    400,
    message,
    'deferred',
    'Amazon SES cannot be used: MessageRejected',
  ]),
  ...[
    ['AccountSuspendedException', 400],
    ['SendingPausedException', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['NotFoundException', 404],
    ['BadRequestException', 400, 'Configuration set <events> does not exist.'],
    ['AccessDeniedException', 403, 'User: arn:aws:iam::123456789012:user/mailer is not authorized'],
    ['UnrecognizedClientException', 403],
    ['InvalidSignatureException', 403],
    ['SignatureDoesNotMatch', 403],
    ['ExpiredTokenException', 403],
    ['OptInRequired', 403],
    ['SomethingNew', 401],
    ['SomethingNew', 403],
  ].map(([type, status, message = 'no']): (typeof ERRORS)[number] => [
    type as string,
    status as number,
    message as string,
    'deferred',
    `Amazon SES cannot be used: ${type}`,
  ]),
  [
    'TooManyRequestsException',
    429,
    'Daily message quota exceeded.',
    'deferred',
    'Amazon SES: Daily message quota exceeded.',
  ],
  ['ThrottlingException', 400, 'Daily message quota exceeded', 'deferred', 'Amazon SES: Daily message quota exceeded'],
  ['LimitExceededException', 400, 'too many of them', 'deferred', 'Amazon SES: too many of them'],
  ['InternalServiceErrorException', 500, 'oops', 'deferred', 'Amazon SES: oops'],
  ['ConcurrentModificationException', 500, 'busy', 'deferred', 'Amazon SES: busy'],
  ['ServiceUnavailable', 503, 'later', 'deferred', 'Amazon SES: later'],
  ['SomethingNew', 400, 'never heard of', 'deferred', 'Amazon SES: never heard of'],
  ['SomethingNew', 502, 'bad gateway', 'deferred', 'Amazon SES: bad gateway'],
]

describe('an error', () => {
  test.each(ERRORS)('%s (%i, "%s") means %s', async (type, status, message, outcome, text) => {
    const { ses, transport } = await withSes({ misbehave: () => ({ type, status, message }) })
    expect(await transport.send(outgoingMail(), patient)).toEqual({ outcome, error: text })
    expect(ses.calls).toHaveLength(1)
  })

  test('that only the operator can fix is logged as an error, with its reason and without keys or recipients', async () => {
    const { log, lines } = keepingLog()
    const message = 'User arn:aws:iam::123456789012:user/mailer with key AKIAIOSFODNN7EXAMPLE may not'
    const { transport } = await withSes(
      { misbehave: () => ({ type: 'AccessDeniedException', status: 403, message }) },
      { log },
    )
    const result = await transport.send(outgoingMail(), patient)
    expect(JSON.stringify(result)).not.toMatch(/arn:|AKIA/)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, kind: 'operator', status: 403 })
    expect(lines[0]).toContain('user/mailer')
    expect(lines[0]).not.toMatch(/IOSFODNN7|ada@example\.com/)
  })

  test('that names a recipient is in the timeline, not in the log', async () => {
    const { log, lines } = keepingLog()
    const message = 'Email address is not verified. The following identities failed the check: ada@example.com'
    const { transport } = await withSes(
      { misbehave: () => ({ type: 'MessageRejected', status: 400, message }) },
      { log },
    )
    const result = await transport.send(outgoingMail(), patient)
    expect(result).toMatchObject({ outcome: 'refused', error: expect.stringContaining('ada@example.com') })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('failed the check: [address]')
    expect(lines[0]).not.toMatch(/ada|example\.com/)
  })

  test('about the AWS keys defers the mail and reveals no key', async () => {
    const { ses } = await withSes()
    const { log, lines } = keepingLog()
    const wrong = { accessKeyId: ses.credentials.accessKeyId, secretAccessKey: 'the-wrong-secret' }
    const transport = transportFor(ses, { credentials: wrong, log })
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'Amazon SES cannot be used: InvalidSignatureException',
    })
    expect(lines.join()).not.toMatch(/wrong-secret|TESTTEST/)
    expect(ses.mails).toEqual([])
  })

  test('about the source of AWS keys defers the mail and does not quote the credential command', async () => {
    const { ses } = await withSes()
    const { log, lines } = keepingLog()
    const transport = transportFor(ses, {
      log,
      credentials: async () => {
        throw Object.assign(new Error('Command failed: /bin/keys --password hunter2'), {
          name: 'CredentialsProviderError',
        })
      },
    })
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'Amazon SES cannot be used: CredentialsProviderError',
    })
    expect(lines.join()).not.toContain('hunter2')
  })

  test('about a request signed for another region defers the mail', async () => {
    const { ses } = await withSes()
    const transport = transportFor(ses, { region: 'us-east-1' })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
    expect(ses.mails).toEqual([])
  })
})

describe('a connection', () => {
  test('that is cut defers the mail without a resend, and the next mail gets through', async () => {
    const { ses, transport } = await withSes({ misbehave: (_operation, nth) => (nth === 1 ? 'drop' : undefined) })
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'Amazon SES cannot be reached: ECONNRESET',
    })
    expect(ses.calls).toHaveLength(1)
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
  })

  test('that is refused defers the mail', async () => {
    const { ses, transport } = await withSes()
    await ses.close()
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'Amazon SES cannot be reached: ECONNREFUSED',
    })
  })

  test('to something that is not SES defers the mail', async () => {
    const { transport } = await withSes({ misbehave: () => 'nonsense' })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
  })

  test('that becomes silent is given up at the time-out', async () => {
    const { ses, transport } = await withSes({ misbehave: () => 'silence' })
    const tookMs = stopwatch()
    expect(await transport.send(outgoingMail(), within(200))).toEqual({ outcome: 'deferred', error: 'timed out' })
    expect(tookMs()).toBeLessThan(2_000)
    await expect.poll(() => ses.open).toBe(0)
  })

  test('that becomes silent is given up even if the caller waits longer', async () => {
    const { ses, transport } = await withSes({ misbehave: () => 'silence' }, { timeoutMs: 300 })
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'Amazon SES: no response in time',
    })
    await expect.poll(() => ses.open).toBe(0)
  })

  test('is given up at the time-out if the AWS keys do not arrive', async () => {
    const { ses } = await withSes()
    const transport = transportFor(ses, { credentials: () => delay(5_000, ses.credentials, { ref: false }) })
    const tookMs = stopwatch()
    expect(await transport.send(outgoingMail(), within(100))).toEqual({ outcome: 'deferred', error: 'timed out' })
    expect(tookMs()).toBeLessThan(4_000)
    expect(ses.mails).toEqual([])
  })
})

describe('many mails', () => {
  test('a hundred concurrent mails leave once each, over the connections of the pool', async () => {
    // Longer than it takes to begin all of them, so that the first connections are busy meanwhile.
    const { ses, transport } = await withSes({ delayMs: 1_000 })
    const mails = Array.from({ length: 100 }, () => outgoingMail())
    const results = await Promise.all(mails.map((mail) => transport.send(mail, patient)))
    expect(results.map(({ outcome }) => outcome)).toEqual(mails.map(() => 'accepted'))
    expect(ses.mails.map(({ tags }) => tags.message_id).sort()).toEqual(mails.map(({ messageId }) => messageId).sort())
    const ids = new Map(ses.mails.map(({ id, tags }) => [tags.message_id, id]))
    expect(results).toEqual(
      mails.map(({ messageId }) => ({ outcome: 'accepted', providerMessageId: ids.get(messageId) })),
    )
    expect(ses.connections).toBe(transport.concurrency)
  })

  test('sequential mails share one connection', async () => {
    const { ses, transport } = await withSes()
    for (let n = 0; n < 5; n += 1) await transport.send(outgoingMail(), patient)
    expect(ses.mails).toHaveLength(5)
    expect(ses.connections).toBe(1)
    await transport.close()
    await expect.poll(() => ses.open).toBe(0)
  })

  test('that SES throttles are offered again and leave without being deferred', async () => {
    const tooFast = { type: 'TooManyRequestsException', status: 429, message: 'Maximum sending rate exceeded.' }
    const { ses, transport } = await withSes({ misbehave: (_operation, nth) => (nth <= 2 ? tooFast : undefined) })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
    expect(ses.calls).toHaveLength(3)
    expect(ses.mails).toHaveLength(1)
  })

  test('that SES always throttles are deferred after half of their time-out', async () => {
    const tooFast = { type: 'ThrottlingException', status: 400, message: 'Maximum sending rate exceeded' }
    const { ses, transport } = await withSes({ misbehave: () => tooFast }, { timeoutMs: 1_500 })
    const tookMs = stopwatch()
    expect(await transport.send(outgoingMail(), within(1_500))).toEqual({
      outcome: 'deferred',
      error: 'Amazon SES: the sending rate of the account is exceeded',
    })
    expect(tookMs()).toBeLessThan(1_400)
    expect(ses.calls.length).toBeGreaterThan(1)
  })

  test('that are throttled stop waiting when their time is up', async () => {
    const tooFast = { type: 'TooManyRequestsException', status: 429, message: 'Maximum sending rate exceeded.' }
    const { transport } = await withSes({ misbehave: () => tooFast }, { timeoutMs: 60_000 })
    const tookMs = stopwatch()
    expect(await transport.send(outgoingMail(), within(500))).toEqual({ outcome: 'deferred', error: 'timed out' })
    expect(tookMs()).toBeLessThan(1_500)
  })
})

describe('a check', () => {
  test('passes if the account can send and the configuration set exists', async () => {
    const { transport } = await withSes({ configurationSets: ['events'] }, { configurationSet: 'events' })
    await expect(transport.check()).resolves.toBeUndefined()
  })

  test('reports that sending is paused', async () => {
    const { ses, transport } = await withSes()
    ses.account.SendingEnabled = false
    await expect(transport.check()).rejects.toThrow(
      'Amazon SES in eu-central-1 cannot be used: sending is paused for the account (see the SES console)',
    )
  })

  test('reports that AWS has shut down the account', async () => {
    const { ses, transport } = await withSes()
    ses.account.EnforcementStatus = 'SHUTDOWN'
    await expect(transport.check()).rejects.toThrow(/shut the account down/)
  })

  test('names the missing configuration set', async () => {
    const { transport } = await withSes({}, { configurationSet: 'events' })
    await expect(transport.check()).rejects.toThrow(
      /no configuration set events in this region \(SES_CONFIGURATION_SET\)/,
    )
  })

  test("reports SES's error about the AWS keys without the keys", async () => {
    const { ses } = await withSes()
    const wrong = { ...ses.credentials, secretAccessKey: 'the-wrong-secret' }
    const check = transportFor(ses, { credentials: wrong }).check()
    await expect(check).rejects.toThrow(/InvalidSignatureException/)
    await expect(check).rejects.not.toThrow(/wrong-secret/)
  })

  test('fails in time if nothing responds', async () => {
    const { transport } = await withSes({ misbehave: () => 'silence' }, { timeoutMs: 300 })
    await expect(transport.check()).rejects.toThrow(/cannot be used: .*TimeoutError/)
  })
})
