import type { Logger } from 'pino'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { MAX_RECIPIENTS } from '../contract/messages.js'
import { ApiError } from '../errors.js'
import { noteWorkStart } from '../lib/concurrency/event-loop-monitor.js'
import type { Permit } from '../lib/concurrency/fair-queue.js'
import { InFlight } from '../lib/concurrency/in-flight.js'
import { parseAddress } from '../lib/mail/addresses.js'
import { clientNetwork } from '../lib/network/ip-address.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Caller } from '../services/caller.js'
import type { ClientLimits } from './client-limits.js'
import type { InboundSession } from './inbound-session.js'
import { IncomingData } from './incoming-data.js'
import type { MemoryBudget } from './memory-budget.js'
import {
  BUSY,
  FAILED,
  MALFORMED_RECIPIENT,
  Refusal,
  refusalOf,
  TOO_MANY_LOGINS,
  TOO_MANY_MAILS,
  TOO_MANY_RECIPIENTS,
} from './refusal.js'
import type { Submission } from './submission.js'

/** Largest mail, in bytes. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024
/** How long the transfer of a mail may take, in ms. */
const MAX_TRANSFER_MS = 10 * 60_000
/** A server that has forwarded a mail this often will not stop (RFC 5321 6.3). */
const MAX_HOPS = 100
/** A client that asks for so many unknown recipients guesses addresses. */
const MAX_REFUSED_RECIPIENTS = 20
/** Wrong logins of a session, after which it ends. */
const MAX_FAILED_LOGINS = 3
const TOO_MANY_WRONG = new Refusal(421, '4.7.0 Too many failed logins.')
const TOO_MANY_UNKNOWN = new Refusal(421, '4.7.0 Too many unknown recipients.')

/** What is known of an open session, beside what smtp-server knows. */
interface SessionState {
  /** The place of its connection; null if it was refused or has ended. */
  place: Permit | null
  refusedRecipients: number
  /** Whether a mail is being transferred or stored. */
  isBusy: boolean
  /** Who has logged in; null for another mail server. */
  caller: Caller | null
  failedLogins: number
}

export interface SessionDeps {
  reception: InboundSession
  submission: Submission
  limits: ClientLimits
  memoryBudget: MemoryBudget
  log: Logger
  metrics: Pick<Metrics, 'smtpConnections' | 'smtpMail'>
  /** Ends a session at once. */
  cutOff: (session: SMTPServerSession) => void
}

/** What happens in the sessions of the listener: each method answers a command, or throws a {@link Refusal}. */
export class Sessions {
  readonly #deps: SessionDeps
  readonly #states = new WeakMap<SMTPServerSession, SessionState>()
  readonly #mails = new InFlight()

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  /** Whether a session must not be interrupted. */
  isBusy(session: SMTPServerSession): boolean {
    return this.#states.get(session)?.isBusy ?? false
  }

  /** Resolves when all mails that are being taken now have been answered. */
  settled(): Promise<void> {
    return this.#mails.settled()
  }

  async connect(session: SMTPServerSession): Promise<void> {
    const { limits, metrics } = this.#deps
    const place = limits.connect(session.remoteAddress)
    this.#states.set(session, {
      place,
      refusedRecipients: 0,
      isBusy: false,
      caller: null,
      failedLogins: 0,
    })
    if (!place) throw BUSY
    metrics.smtpConnections(1)
  }

  disconnect(session: SMTPServerSession): void {
    const state = this.#states.get(session)
    if (!state?.place) return
    state.place.release()
    state.place = null
    this.#deps.metrics.smtpConnections(-1)
  }

  /** A login, after which all mail of the session is sent and none received. */
  async logIn(password: string, session: SMTPServerSession): Promise<void> {
    const { limits, submission } = this.#deps
    const state = this.#stateOf(session)
    if (!limits.takesLogin(session.remoteAddress)) throw TOO_MANY_LOGINS
    try {
      state.caller = await submission.logIn(password)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      limits.loginFailed(session.remoteAddress)
      state.failedLogins += 1
      throw state.failedLogins < MAX_FAILED_LOGINS ? error : TOO_MANY_WRONG
    }
  }

  /** TLS starts a session anew (RFC 3207 4.2). */
  secure(session: SMTPServerSession): void {
    const state = this.#states.get(session)
    if (state) state.caller = null
  }

  async beginMail(session: SMTPServerSession): Promise<void> {
    const { limits, submission } = this.#deps
    const state = this.#stateOf(session)
    if (state.caller) state.caller = await submission.admit(state.caller, session.remoteAddress)
    else if (!limits.takesMail(session.remoteAddress)) throw TOO_MANY_MAILS
  }

  async addRecipient(address: string, session: SMTPServerSession): Promise<void> {
    const state = this.#stateOf(session)
    if (state.caller) {
      if (!parseAddress(address)) throw MALFORMED_RECIPIENT
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw TOO_MANY_RECIPIENTS
      return
    }
    try {
      await this.#deps.reception.checkRecipient(address)
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.responseCode >= 500
      if (isUnknown) state.refusedRecipients += 1
      throw state.refusedRecipients > MAX_REFUSED_RECIPIENTS ? TOO_MANY_UNKNOWN : error
    }
  }

  /** Takes a mail. Resolves with the text of the reply once the mail is durable. */
  takeMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    return this.#mails.track(this.#takeMail(stream, session))
  }

  async #takeMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { memoryBudget, cutOff, metrics } = this.#deps
    const state = this.#stateOf(session)
    const kind = state.caller ? 'submission' : 'inbound'
    noteWorkStart(`smtp ${kind}`, session.id)
    state.isBusy = true
    const data = new IncomingData({
      memoryBudget,
      owner: state.caller?.accountId ?? clientNetwork(session.remoteAddress),
      maxBytes: MAX_MAIL_BYTES,
      maxMs: MAX_TRANSFER_MS,
      maxHops: state.caller ? Number.POSITIVE_INFINITY : MAX_HOPS,
      cutOff: () => cutOff(session),
    })
    try {
      const text = await this.#handOn(await data.read(stream), session, state.caller)
      metrics.smtpMail(kind, 'accepted')
      return text
    } catch (error) {
      metrics.smtpMail(kind, asRefusal(error).responseCode >= 500 ? 'refused' : 'deferred')
      throw error
    } finally {
      data.release()
      state.isBusy = false
    }
  }

  #handOn(raw: Buffer, session: SMTPServerSession, caller: Caller | null): Promise<string> {
    const { envelope, remoteAddress, hostNameAppearsAs } = session
    const recipients = envelope.rcptTo.map(({ address }) => address)
    if (caller) return this.#deps.submission.send(caller, { raw, recipients })
    return this.#deps.reception.take({
      ...{ raw, recipients },
      sender: envelope.mailFrom ? envelope.mailFrom.address : '',
      client: { ip: remoteAddress, helo: hostNameAppearsAs },
    })
  }

  /** Every session was connected before anything else happens in it. */
  #stateOf(session: SMTPServerSession): SessionState {
    const state = this.#states.get(session)
    if (!state) throw new Error('the session is unknown')
    return state
  }
}

const asRefusal = (error: unknown): Refusal =>
  error instanceof ApiError ? refusalOf(error) : error instanceof Refusal ? error : FAILED

/** The reply to an error, which is logged: refusals as such, everything else as a bug. */
export function answerError(log: Logger, session: SMTPServerSession, error: unknown): Refusal {
  const refusal = asRefusal(error)
  const fields = { smtpSession: session.id, address: session.remoteAddress }
  if (refusal === FAILED) log.error({ ...fields, err: error }, 'a command over SMTP failed')
  // Without its text, which may name an address.
  else
    log.info({ ...fields, reply: refusal.responseCode, status: refusal.message.split(' ', 1)[0] }, 'refused over SMTP')
  return refusal
}
