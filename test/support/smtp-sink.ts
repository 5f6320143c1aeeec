import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { createTestCa } from './test-ca.js'

/** A reply other than success, such as `{ code: 550, text: '5.1.1 no such user' }`. */
export interface SmtpReply {
  code: number
  text: string
}

/** An accepted mail. */
export interface SunkMail {
  envelope: { from: string; to: string[] }
  /** The bytes between DATA and the final dot. */
  raw: Buffer
  parsed: ParsedMail
  /** Whether it arrived over TLS, and who had logged in. */
  secure: boolean
  user: string | null
  /** The id of its connection. */
  connection: string
}

type Answer = SmtpReply | undefined | Promise<SmtpReply | undefined>

export interface SmtpSinkOptions {
  /** Called at each step; a result refuses the step. */
  onConnect?: () => Answer
  onMailFrom?: (address: string) => Answer
  onRcpt?: (address: string) => Answer
  onData?: (mail: SunkMail) => Answer
  /** Time between the end of a mail and its acknowledgement. */
  delayMs?: number
  /** Requires this login. Without it, no login is offered. */
  login?: { user: string; password: string }
  /** Another one that it takes. */
  secondLogin?: { user: string; password: string }
  /** `none` (the default), `starttls` to offer it, `implicit` to speak TLS from the first byte. */
  tls?: 'none' | 'starttls' | 'implicit'
  /** PEM; by default an untrusted certificate for 127.0.0.1. */
  certificate?: { key: string; cert: string }
  /** Maximum mail size that it announces (SIZE). */
  maxBytes?: number
  /** Off: the parsed mail has no text made from its HTML, which takes minutes for many links. */
  makesText?: boolean
  /** Off: each command waits for its reply, as with servers that do not offer PIPELINING. */
  pipelining?: boolean
}

export interface SmtpSink {
  port: number
  /** For `SMTP_URL`, including the login if there is one. */
  url: string
  /** The mails accepted so far, in order of arrival. */
  mails: SunkMail[]
  /** Connections opened so far. */
  readonly connections: number
  /** Resolves once `count` mails have arrived; rejects after `timeoutMs` (10 s). */
  waitForMails(count: number, timeoutMs?: number): Promise<SunkMail[]>
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps its mails. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { login, secondLogin, tls = 'none', delayMs = 0, maxBytes, pipelining = true, makesText = true } = options
  const mails: SunkMail[] = []
  const waiting = new Set<() => void>()
  let connections = 0

  const take = async (stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<SmtpReply | undefined> => {
    const raw = await buffer(stream)
    const { mailFrom, rcptTo } = session.envelope
    const mail: SunkMail = {
      envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
      raw,
      parsed: await simpleParser(raw, { skipHtmlToText: !makesText, skipImageLinks: !makesText }),
      secure: session.secure,
      user: session.user ?? null,
      connection: session.id,
    }
    if (delayMs > 0) await delay(delayMs)
    const answer = await options.onData?.(mail)
    if (answer) return answer
    mails.push(mail)
    for (const check of waiting) check()
    return undefined
  }

  const server = new SMTPServer({
    ...(tls === 'none' ? {} : (options.certificate ?? createTestCa().issue(['127.0.0.1', 'localhost']))),
    secure: tls === 'implicit',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    hidePIPELINING: !pipelining,
    size: maxBytes,
    closeTimeout: 50,
    onConnect(_session, done) {
      connections += 1
      answerWith(options.onConnect?.(), done)
    },
    onAuth(auth, _session, done) {
      const isRight = [login, secondLogin].some(
        (each) => auth.username === each?.user && auth.password === each?.password,
      )
      if (isRight) return done(null, { user: auth.username })
      return answerWith({ code: 535, text: '5.7.8 authentication credentials invalid' }, done)
    },
    onMailFrom: ({ address }, _session, done) => answerWith(options.onMailFrom?.(address), done),
    onRcptTo: ({ address }, _session, done) => answerWith(options.onRcpt?.(address), done),
    onData: (stream, session, done) => answerWith(take(stream, session), done),
  })
  // Some tests drop connections on purpose.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''

  return {
    port,
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`,
    mails,
    get connections() {
      return connections
    },
    waitForMails(count, timeoutMs = 10_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`${mails.length} of ${count} mails after ${timeoutMs} ms`))
        }, timeoutMs)
        const check = () => {
          if (mails.length < count) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(mails)
        }
        waiting.add(check)
        check()
      })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function answerWith(answer: Answer, done: (error?: Error | null) => void): void {
  Promise.resolve(answer).then(
    (reply) => done(reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null),
    (error: Error) => done(error),
  )
}
