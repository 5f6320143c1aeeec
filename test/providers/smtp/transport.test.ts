import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { MailTransport } from '../../../src/providers/mail/mail-transport.js'
import { createSmtpTransport } from '../../../src/providers/smtp/transport.js'
import {
  type ScriptedSmtpServer,
  type SmtpFault,
  type SmtpMoment,
  startScriptedSmtpServer,
} from '../../support/scripted-smtp-server.js'
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../../support/smtp-sink.js'
import { stopwatch } from '../../support/stopwatch.js'
import { outgoingMail, patient, silentLog } from '../mail/outgoing-mail.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function transportFor(url: string, timeoutMs?: number): MailTransport {
  const transport = createSmtpTransport({ url, log: silentLog, timeoutMs })
  closers.push(() => transport.close())
  return transport
}

async function withSink(
  options: SmtpSinkOptions = {},
  query = '',
): Promise<{ sink: SmtpSink; transport: MailTransport }> {
  const sink = await startSmtpSink(options)
  closers.push(() => sink.close())
  return { sink, transport: transportFor(`${sink.url}${query}`) }
}

async function withScript(
  misbehave: (moment: SmtpMoment, nth: number) => SmtpFault | undefined,
  { query = '', timeoutMs }: { query?: string; timeoutMs?: number } = {},
): Promise<{ server: ScriptedSmtpServer; transport: MailTransport }> {
  const server = await startScriptedSmtpServer(misbehave)
  closers.push(() => server.close())
  return { server, transport: transportFor(`${server.url}${query}`, timeoutMs) }
}

/** A signal that aborts after a time, like a worker's. */
const within = (timeMs: number) => ({ signal: AbortSignal.timeout(timeMs) })

describe.each([
  ['with pipelining', true],
  ['without pipelining', false],
])('replies of the server, %s', (_how, pipelining) => {
  const refusing = (code: number) => ({ code, text: 'so it is' })

  test.each([
    [550, 'refused'],
    [451, 'deferred'],
  ])('to the sender: %i means %s', async (code, outcome) => {
    const { transport, sink } = await withSink({ pipelining, onMailFrom: () => refusing(code) })
    expect(await transport.send(outgoingMail(), patient)).toEqual({ outcome, error: `${code} so it is` })
    expect(sink.mails).toEqual([])
  })

  test.each([
    [550, 'refused'],
    [450, 'deferred'],
  ])('to every recipient: %i means %s', async (code, outcome) => {
    const { transport } = await withSink({ pipelining, onRcpt: () => refusing(code) })
    const cc = [{ name: null, email: 'bob@example.com' }]
    expect(await transport.send(outgoingMail({ cc }), patient)).toEqual({ outcome, error: `${code} so it is` })
  })

  test('to the recipients, 450 to one and 550 to the other: the mail is deferred', async () => {
    const onRcpt = (email: string) => refusing(email.startsWith('ada') ? 450 : 550)
    const { transport } = await withSink({ pipelining, onRcpt })
    const cc = [{ name: null, email: 'bob@example.com' }]
    expect(await transport.send(outgoingMail({ cc }), patient)).toEqual({ outcome: 'deferred', error: '450 so it is' })
  })

  test('that reject some recipients: the mail has left, and the result names the rejected ones', async () => {
    const codes: Record<string, number> = { 'gone@example.com': 550, 'busy@example.com': 450 }
    const onRcpt = (email: string) => (codes[email] ? refusing(codes[email]) : undefined)
    const { transport, sink } = await withSink({ pipelining, onRcpt })
    const mail = outgoingMail({
      cc: [{ name: null, email: 'gone@example.com' }],
      bcc: [{ name: null, email: 'busy@example.com' }],
    })
    expect(await transport.send(mail, patient)).toEqual({
      outcome: 'accepted',
      providerMessageId: mail.rfcMessageId,
      rejected: [
        { email: 'gone@example.com', error: '550 so it is', permanent: true },
        { email: 'busy@example.com', error: '450 so it is', permanent: false },
      ],
    })
    expect(sink.mails.map(({ envelope }) => envelope.to)).toEqual([['ada@example.com']])
  })

  test.each([
    [554, 'refused'],
    [452, 'deferred'],
  ])('to the mail itself: %i means %s', async (code, outcome) => {
    const { transport } = await withSink({ pipelining, onData: () => refusing(code) })
    expect(await transport.send(outgoingMail(), patient)).toEqual({ outcome, error: `${code} so it is` })
  })

  test('about one mail do not affect the connection or later mail', async () => {
    const onRcpt = (email: string) => (email.startsWith('gone') ? refusing(550) : undefined)
    const { transport, sink } = await withSink({ pipelining, onRcpt }, '?maxConnections=1')
    const gone = outgoingMail({ to: [{ name: null, email: 'gone@example.com' }] })
    const results = [outgoingMail(), gone, outgoingMail()].map((mail) => transport.send(mail, patient))
    expect((await Promise.all(results)).map(({ outcome }) => outcome)).toEqual(['accepted', 'refused', 'accepted'])
    expect(sink.connections).toBe(1)
  })
})

describe('a session that fails', () => {
  test('defers the mail if the server does not greet, even with a 5xx', async () => {
    const { transport } = await withSink({ onConnect: () => ({ code: 554, text: 'not you' }) })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({
      outcome: 'deferred',
      error: expect.stringContaining('554 not you'),
    })
  })

  test('defers the mail if nothing listens', async () => {
    const { port, close } = await startSmtpSink()
    await close()
    const transport = transportFor(`smtp://127.0.0.1:${port}`)
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'mail server: ECONNREFUSED',
    })
    await expect(transport.check()).rejects.toThrow(/^SMTP server 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/)
  })

  test('defers the mail if the password is wrong', async () => {
    const { transport, sink } = await withSink({ login: { user: 'u', password: 'right' } })
    const wrong = transportFor(sink.url.replace('right', 'secret'))
    const result = await wrong.send(outgoingMail(), patient)
    expect(result).toEqual({ outcome: 'deferred', error: expect.stringMatching(/^SMTP login failed: 535 /) })
    await expect(wrong.check()).rejects.toThrow(/login failed/)
    await expect(wrong.check()).rejects.not.toThrow(/secret/)
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
    expect(sink.mails.map(({ user }) => user)).toEqual(['u'])
  })

  test('defers the mail if a login is required and none is set', async () => {
    const { sink } = await withSink({ login: { user: 'u', password: 'p' } })
    const transport = transportFor(`smtp://127.0.0.1:${sink.port}`)
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({
      outcome: 'deferred',
      error: expect.stringMatching(/^SMTP login failed: 530 /),
    })
  })

  test('does not continue without a login if the server does not offer one', async () => {
    const { sink } = await withSink()
    const transport = transportFor(`smtp://u:p@127.0.0.1:${sink.port}`)
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({
      outcome: 'deferred',
      error: expect.stringMatching(/^SMTP login failed: 5/),
    })
    expect(sink.mails).toEqual([])
  })

  test('refuses a mail larger than the server accepts', async () => {
    const { transport, sink } = await withSink({ maxBytes: 2000 })
    expect(await transport.send(outgoingMail({ text: 'x'.repeat(5000) }), patient)).toMatchObject({
      outcome: 'refused',
    })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
    expect(sink.mails).toHaveLength(1)
  })
})

describe('a connection that is dropped', () => {
  const moments: SmtpMoment[] = ['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END']

  test.each(moments)('at %s defers the mail, and the next one gets through', async (moment) => {
    let broken = true
    const { transport } = await withScript((now) => (broken && now === moment ? 'drop' : undefined))
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: expect.stringMatching(/^mail server: /),
    })
    broken = false
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
  })

  test('after the mail was sent does not cause a resend', async () => {
    const { transport, server } = await withScript((moment) => (moment === 'END' ? 'drop' : undefined))
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
    expect(server.moments.filter((moment) => moment === 'END')).toHaveLength(1)
  })

  test.each(moments)('by a 421 at %s defers the mail', async (moment) => {
    const { transport } = await withScript((now) => (now === moment ? { reply: '421 going down' } : undefined))
    expect(await transport.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: expect.stringContaining('421 going down'),
    })
  })

  test('while idle does not affect the next mail', async () => {
    const { transport, server } = await withScript((moment, nth) =>
      moment === 'MAIL' && nth === 2 ? 'drop' : undefined,
    )
    for (let n = 0; n < 3; n += 1) {
      expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
    }
    expect(server.moments.filter((moment) => moment === 'END')).toHaveLength(3)
  })
})

describe('a misbehaving server', () => {
  test.each<SmtpMoment>(['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'])(
    'that becomes silent at %s is given up at the time-out',
    async (moment) => {
      const { transport, server } = await withScript((now) => (now === moment ? 'silence' : undefined))
      const tookMs = stopwatch()
      expect(await transport.send(outgoingMail(), within(200))).toEqual({ outcome: 'deferred', error: 'timed out' })
      expect(tookMs()).toBeLessThan(2000)
      await server.allClosed()
    },
  )

  test.each<SmtpMoment>(['CONNECT', 'EHLO', 'END'])(
    'that becomes silent at %s is given up even if the caller waits longer',
    async (moment) => {
      const { transport, server } = await withScript((now) => (now === moment ? 'silence' : undefined), {
        timeoutMs: 300,
      })
      expect(await transport.send(outgoingMail(), patient)).toMatchObject({
        outcome: 'deferred',
        error: expect.stringMatching(/time|greeting/i),
      })
      await server.allClosed()
    },
  )

  test('that trickles a reply forever is given up at the time-out', async () => {
    const { transport, server } = await withScript((moment) => (moment === 'MAIL' ? 'trickle' : undefined))
    expect(await transport.send(outgoingMail(), within(200))).toEqual({ outcome: 'deferred', error: 'timed out' })
    await server.allClosed()
  })

  test('delays neither concurrent nor later mail', async () => {
    const { transport, server } = await withScript(
      (moment, nth) => (moment === 'MAIL' && nth === 1 ? 'silence' : undefined),
      {
        query: '?maxConnections=2',
      },
    )
    const stuck = transport.send(outgoingMail(), within(1500))
    await expect.poll(() => server.moments).toContain('MAIL')
    const others = Array.from({ length: 6 }, () => transport.send(outgoingMail(), patient))
    expect((await Promise.all(others)).map(({ outcome }) => outcome)).toEqual(others.map(() => 'accepted'))
    expect(server.open).toBe(2)
    expect(await stuck).toEqual({ outcome: 'deferred', error: 'timed out' })
    const after = [outgoingMail(), outgoingMail()].map((mail) => transport.send(mail, patient))
    expect((await Promise.all(after)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  })

  test('does not extend the time-out of mail that waits for a connection', async () => {
    const { transport } = await withScript((moment) => (moment === 'CONNECT' ? 'silence' : undefined), {
      query: '?maxConnections=1',
    })
    const results = [1, 2, 3].map(() => transport.send(outgoingMail(), within(200)))
    expect(await Promise.all(results)).toEqual(results.map(() => ({ outcome: 'deferred', error: 'timed out' })))
  })

  test('fails a check in time', async () => {
    const { transport } = await withScript((moment) => (moment === 'CONNECT' ? 'silence' : undefined), {
      timeoutMs: 300,
    })
    await expect(transport.check()).rejects.toThrow(/cannot be used/)
  })
})

describe('the pool', () => {
  test('reuses its connections and keeps to their limit', async () => {
    const { transport, sink } = await withSink({ delayMs: 5 }, '?maxConnections=3')
    expect(transport.concurrency).toBe(3)
    await Promise.all(Array.from({ length: 30 }, () => transport.send(outgoingMail(), patient)))
    expect(sink.mails).toHaveLength(30)
    expect(sink.connections).toBe(3)
    expect(new Set(sink.mails.map(({ connection }) => connection)).size).toBe(3)
  })

  test('waits for a slow server that is still in time', async () => {
    const { transport } = await withSink({ delayMs: 400 })
    expect(await transport.send(outgoingMail(), within(5000))).toMatchObject({ outcome: 'accepted' })
  })

  test('leaves no connection open when it is closed', async () => {
    const { transport, server } = await withScript(() => undefined)
    await transport.send(outgoingMail(), patient)
    expect(server.open).toBe(1)
    await transport.close()
    await server.allClosed()
  })
})

describe('encryption', () => {
  test('is used whenever it is offered, even with an untrusted certificate', async () => {
    const { transport, sink } = await withSink({ tls: 'starttls' })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
    expect(sink.mails.map(({ secure }) => secure)).toEqual([true])
  })

  test('that is required also requires a trusted certificate', async () => {
    const { transport, sink } = await withSink({ tls: 'starttls' }, '?requireTLS=true')
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({
      outcome: 'deferred',
      error: expect.stringContaining('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    })
    expect(sink.mails).toEqual([])
  })

  test('that is required and not offered defers the mail', async () => {
    const { transport, sink } = await withSink({ tls: 'none' }, '?requireTLS=true')
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
    expect(sink.mails).toEqual([])
  })

  test('from the first byte requires a trusted certificate, unless disabled', async () => {
    const { transport, sink } = await withSink({ tls: 'implicit' })
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
    const trusting = transportFor(`${sink.url}?tls.rejectUnauthorized=false`)
    expect(await trusting.send(outgoingMail(), patient)).toMatchObject({ outcome: 'accepted' })
    expect(sink.mails.map(({ secure }) => secure)).toEqual([true])
  })

  test('that the server does not support defers the mail', async () => {
    const plain = createServer((socket) => {
      socket.on('error', () => {}).resume()
      socket.end('220 plain\r\n')
    })
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => plain.close(resolve)))
    const { port } = plain.address() as { port: number }
    const transport = transportFor(`smtps://127.0.0.1:${port}`)
    expect(await transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
  })
})
