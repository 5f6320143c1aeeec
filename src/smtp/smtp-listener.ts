import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Metrics } from '../metrics/metrics.js'
import { listenError } from '../start-errors.js'
import { type Certificate, CertificateFiles } from './certificate-files.js'
import { ClientLimits } from './client-limits.js'
import { InboundSession } from './inbound-session.js'
import { MemoryBudget } from './memory-budget.js'
import { TOO_SLOW } from './refusal.js'
import { answerError, MAX_MAIL_BYTES, Sessions } from './sessions.js'
import { Submission, type SubmissionDeps } from './submission.js'

/*
 * The SMTP listener takes mail for domains that receive mail here, and what comes back for mail that was sent
 * (RFC 5321). From clients that log in it takes mail to send (RFC 6409).
 *
 * A mail is acknowledged only when it is in the ledger. If the ledger does not answer, the client is told to try again
 * later, which mail servers do for days. Nothing else is stored here: a session that breaks leaves nothing behind.
 */

export interface SmtpListenerDeps extends SubmissionDeps {
  log: Logger
  metrics: Metrics
  /** Times, for faster tests. */
  times?: SmtpTimes | undefined
}

export interface SmtpTimes {
  /** How long a client may be silent, in ms. */
  idleMs?: number
  /** How often the certificate is read, in ms. */
  certificateMs?: number
}

/** Longest silence that RFC 5321 4.5.3.2 lets a client expect is 5 minutes. */
const IDLE_MS = 5 * 60_000
/** Most bytes of mail in memory, of all sessions together. */
const MAX_ARRIVING_BYTES = 8 * MAX_MAIL_BYTES
/** Most recipients of a mail: the least that RFC 5321 4.5.3.1.8 allows. */
const MAX_RECIPIENTS = 100
const LOOK_EVERY_MS = 50
/** Commands of smtp-server that nobody needs, some of them jokes. */
const NEVER = ['WIZ', 'SHELL', 'KILL', 'HELP', 'XCLIENT', 'XFORWARD']
const never = (hasCertificate: boolean) => (hasCertificate ? NEVER : [...NEVER, 'STARTTLS'])
const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')
const CLOSING = '4.3.2 The server is restarting. Try again later.'

/** Listens for SMTP, and for SMTP over TLS. */
export class SmtpListener {
  readonly #deps: SmtpListenerDeps
  readonly #sessions: Sessions
  readonly #submission: Submission
  readonly #servers: SMTPServer[] = []
  #certificates: CertificateFiles | null = null

  constructor(deps: SmtpListenerDeps) {
    const { config, log, metrics } = deps
    this.#deps = deps
    this.#submission = new Submission(deps)
    this.#sessions = new Sessions({
      submission: this.#submission,
      log,
      metrics,
      reception: new InboundSession(deps),
      memoryBudget: new MemoryBudget(MAX_ARRIVING_BYTES),
      limits: new ClientLimits({
        connections: config.smtpConnectionsPerAddress,
        mailsPerMinute: config.smtpMailsPerMinute,
      }),
      cutOff: (session) => this.#cutOff(session),
    })
  }

  /**
   * Starts listening.
   * @returns the addresses that it listens on, like `127.0.0.1:2525`.
   * @throws StartError if a port or the certificate cannot be used.
   */
  async start(): Promise<string[]> {
    const { smtpPort, smtpsPort } = this.#deps.config
    const certificate = await this.#openCertificate()
    const addresses: string[] = []
    if (smtpPort !== 0) addresses.push(await this.#listen('SMTP_PORT', smtpPort, certificate, false))
    if (smtpsPort !== 0) addresses.push(await this.#listen('SMTPS_PORT', smtpsPort, certificate, true))
    return addresses
  }

  /** Takes no more mail, and answers what is being transferred, at most `drainMs`. Idempotent. */
  async close(drainMs: number): Promise<void> {
    this.#certificates?.close()
    await Promise.all(this.#servers.splice(0).map((server) => this.#closeServer(server, drainMs)))
    await this.#sessions.settled()
  }

  async #openCertificate(): Promise<Certificate | null> {
    const { config, log, times } = this.#deps
    const { smtpTlsCert: certFile, smtpTlsKey: keyFile } = config
    if (certFile === null || keyFile === null) return null
    this.#certificates = new CertificateFiles({
      ...{ certFile, keyFile, log },
      onChange: (changed) => {
        for (const server of this.#servers) server.updateSecureContext({ ...changed })
      },
      ...(times?.certificateMs !== undefined && { everyMs: times.certificateMs }),
    })
    return this.#certificates.start()
  }

  async #listen(
    setting: 'SMTP_PORT' | 'SMTPS_PORT',
    port: number,
    certificate: Certificate | null,
    secure: boolean,
  ): Promise<string> {
    const { config, log } = this.#deps
    const server = new SMTPServer(this.#options(certificate, secure))
    // Of a connection, such as a TLS handshake that failed. Those of the port are seen below, while it is opened.
    server.on('error', (error) => log.debug({ err: error.message }, 'an SMTP connection failed'))
    this.#servers.push(server)
    try {
      server.listen(port, config.smtpHost)
      await once(server.server, 'listening')
    } catch (error) {
      throw listenError(error, { host: config.smtpHost, port, hostSetting: 'SMTP_HOST', portSetting: setting })
    }
    const { address, port: bound, family } = server.server.address() as AddressInfo
    return `${family === 'IPv6' ? `[${address}]` : address}:${bound}`
  }

  #options(certificate: Certificate | null, secure: boolean): SMTPServerOptions {
    const { config, times } = this.#deps
    return {
      ...this.#handlers(),
      ...(certificate && { ...certificate, minVersion: 'TLSv1.2' }),
      secure,
      name: config.inboundMxHost,
      banner: 'Postline',
      size: MAX_MAIL_BYTES,
      maxRecipients: MAX_RECIPIENTS,
      maxClients: config.smtpMaxConnections,
      maxCommandLength: 4 * 1024,
      socketTimeout: times?.idleMs ?? IDLE_MS,
      // Looking up names of clients would only delay them.
      disableReverseLookup: true,
      authOptional: true,
      authMethods: ['PLAIN', 'LOGIN'],
      // Not offered where it would not be private: see `offer`.
      allowInsecureAuth: true,
      // Without a certificate of ours, smtp-server would use one whose private key everybody knows.
      disabledCommands: never(certificate !== null),
      logger: false,
    }
  }

  #handlers(): SMTPServerOptions {
    const sessions = this.#sessions
    const { smtpTlsCert } = this.#deps.config
    /** A password goes over TLS, or does not leave this machine. */
    const offer = (session: SMTPServerSession) => {
      const isPrivate = session.secure || isLoopback(session.remoteAddress)
      session.disabledCommands = [...never(smtpTlsCert !== null), ...(isPrivate ? [] : ['AUTH'])]
    }
    const refusal = (session: SMTPServerSession, error: unknown) => answerError(this.#deps.log, session, error)
    const answer = (work: Promise<void>, session: SMTPServerSession, done: (error?: Error) => void) =>
      void work.then(
        () => done(),
        (error: unknown) => done(refusal(session, error)),
      )
    return {
      onConnect: (session, done) => {
        offer(session)
        answer(sessions.connect(session), session, done)
      },
      onSecure: (_socket, session, done) => {
        sessions.secure(session)
        offer(session)
        done()
      },
      onAuth: ({ password }, session, done) =>
        void sessions.logIn(password ?? '', session).then(
          // Not the user name, which programs for Postmark make the key.
          () => done(null, { user: 'postline' }),
          (error: unknown) => done(refusal(session, error)),
        ),
      onMailFrom: (_sender, session, done) => answer(sessions.beginMail(session), session, done),
      onRcptTo: ({ address }, session, done) => answer(sessions.addRecipient(address, session), session, done),
      onData: (stream, session, done) =>
        void sessions.takeMail(stream, session).then(
          (text) => done(null, text),
          (error: unknown) => done(refusal(session, error)),
        ),
      onClose: (session) => sessions.disconnect(session),
    }
  }

  #cutOff(session: SMTPServerSession): void {
    for (const { connections } of this.#servers) {
      for (const connection of connections) {
        if (connection.session === session) connection.send(TOO_SLOW.responseCode, TOO_SLOW.message)
      }
    }
  }

  async #closeServer(server: SMTPServer, drainMs: number): Promise<void> {
    const dismissIdle = () => {
      for (const connection of server.connections) {
        if (!this.#sessions.isBusy(connection.session)) connection.send(421, CLOSING)
      }
    }
    server.options.closeTimeout = drainMs
    const closed = new Promise<void>((resolve) => server.close(resolve))
    dismissIdle()
    const timer = setInterval(dismissIdle, LOOK_EVERY_MS)
    await closed.finally(() => clearInterval(timer))
  }
}
