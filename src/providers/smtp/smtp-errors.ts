import type { RejectedRecipient, SendResult } from '../mail/mail-transport.js'

/** What nodemailer reports about a failed hand-over; any field may be missing. */
export interface SmtpError {
  message: string
  /** Class of the error, such as EAUTH or ECONNECTION. */
  code?: string
  /** The code that nodemailer replaced with its own, such as ECONNREFUSED. */
  originalCode?: string
  /** The server's reply, and its three-digit code. */
  response?: string
  responseCode?: number
  /** The command that the server replied to; CONN if the connection failed, API if nothing was sent. */
  command?: string
  recipient?: string
  /** The replies to the recipients, if none was accepted. */
  rejectedErrors?: SmtpError[]
}

const MAX_ERROR_LENGTH = 500
const AUTH_CODES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
/** Replies that require another login or encryption (RFC 4954 6, RFC 3207 4). */
const LOGIN_REPLIES = new Set([530, 534, 535, 538])
/** Bad sequence of commands: the session was out of step, which says nothing about the mail. */
const OUT_OF_STEP = 503
/** Commands of a mail's own transaction. A failure of any other command is about the session, not the mail. */
const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA', 'API'])
/**
 * Enhanced codes for a mailbox that does not exist: bad address, and a domain that accepts no mail (RFC 3463, RFC
 * 7505).
 */
const UNKNOWN_STATUS = new Set(['5.1.1', '5.1.10'])
/** Replies with which servers without enhanced codes reject a mailbox: missing, not local, name not allowed. */
const MAILBOX_REPLIES = new Set([550, 551, 553])
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
/** For these replies the words decide: servers use the same codes to reject a mail for its content or its origin. */
const UNKNOWN_WORDS =
  /\b(?:no such|unknown|non-?existent) (?:user|recipient|mailbox|account|address|local part)\b|\b(?:user|recipient|mailbox|account|address)(?: is)? (?:unknown|not found|(?:does not|doesn't) exist)\b/i
const MAIL_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

/** Whether the operator must act: until then no mail gets through. */
export function isOperatorFault(error: SmtpError): boolean {
  return AUTH_CODES.has(error.code ?? '') || LOGIN_REPLIES.has(error.responseCode ?? 0)
}

/**
 * What a failed hand-over means for the mail (RFC 5321 4.2.1).
 *
 * The mail is refused only if the server replied with 5yz to one of the mail's own commands, or if the mail cannot be
 * put into commands. Everything else may be temporary: 4yz, a connection that fails, is slow or breaks, TLS problems, a
 * greeting of 554. If the connection breaks after the mail was sent and before it was acknowledged, the mail may arrive
 * twice, with one Message-ID. If the login fails, mail waits until the operator corrects it, instead of being lost to a
 * wrong password.
 */
export function resultOfSmtpError(error: SmtpError): Exclude<SendResult, { outcome: 'accepted' }> {
  if (isOperatorFault(error)) return { outcome: 'deferred', error: clean(`SMTP login failed: ${reason(error)}`) }
  const ofTheMail = MAIL_CODES.has(error.code ?? '') && MAIL_COMMANDS.has(error.command ?? '')
  const permanent = error.responseCode === undefined ? true : isPermanentReply(error.responseCode)
  if (ofTheMail && permanent) {
    const unknown = (error.rejectedErrors ?? []).filter(isUnknownRecipient).flatMap(({ recipient }) => recipient ?? [])
    return {
      outcome: 'refused',
      error: clean(reason(error)),
      ...(unknown.length > 0 && { unknownRecipients: unknown }),
    }
  }
  const prefix = ofTheMail ? '' : 'mail server: '
  return { outcome: 'deferred', error: clean(prefix + reason(error)) }
}

/** The recipients that were rejected while others were accepted. */
export function rejectedRecipients(errors: SmtpError[]): RejectedRecipient[] {
  return errors.map((error) => ({
    email: error.recipient ?? '',
    error: clean(reason(error)),
    permanent: isPermanentReply(error.responseCode ?? 0),
    ...(isUnknownRecipient(error) && { unknown: true }),
  }))
}

/**
 * Whether a server said that there is no such mailbox. Refusing this mail, or a full or disabled mailbox, does not
 * count.
 */
export function isUnknownRecipient({ response = '', responseCode = 0 }: SmtpError): boolean {
  if (!isPermanentReply(responseCode)) return false
  const [, status] = ENHANCED_STATUS.exec(response) ?? []
  if (status) return UNKNOWN_STATUS.has(status)
  return MAILBOX_REPLIES.has(responseCode) && UNKNOWN_WORDS.test(response)
}

function isPermanentReply(code: number): boolean {
  return code >= 500 && code < 600 && code !== OUT_OF_STEP && !LOGIN_REPLIES.has(code)
}

/** The server's reply, or what happened to the connection; never our own address. */
function reason(error: SmtpError): string {
  return error.response ?? error.originalCode ?? error.message
}

function clean(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH)
}
