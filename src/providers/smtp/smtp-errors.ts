import type { RejectedRecipient, SendResult } from '../mail/mail-provider.js'

/** What nodemailer tells about a hand-over that failed; all of it may be missing. */
export interface SmtpError {
  message: string
  /** Class of the error, such as EAUTH or ECONNECTION. */
  code?: string
  /** The code it had before nodemailer put its own over it, such as ECONNREFUSED. */
  originalCode?: string
  /** The server's reply, and its three digits. */
  response?: string
  responseCode?: number
  /** Command that was answered; CONN when the connection itself failed, API when nothing was sent. */
  command?: string
  recipient?: string
  /** The reply to each recipient, when none of them was taken. */
  rejectedErrors?: SmtpError[]
}

const MAX_ERROR_LENGTH = 500
const AUTH_CODES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
/** Replies that ask for another login or for encryption (RFC 4954 6, RFC 3207 4). */
const LOGIN_REPLIES = new Set([530, 534, 535, 538])
/** Bad sequence of commands: the session was out of step, which says nothing about the mail. */
const OUT_OF_STEP = 503
/** Commands of a mail's own transaction. What fails at any other is the session's, not the mail's. */
const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA', 'API'])
/** Enhanced codes of a mailbox that is not there: bad address, and a domain that takes no mail (RFC 3463, RFC 7505). */
const UNKNOWN_STATUS = new Set(['5.1.1', '5.1.10'])
/** Replies with which servers without enhanced codes turn down a mailbox: not there, not here, not allowed as a name. */
const MAILBOX_REPLIES = new Set([550, 551, 553])
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
/** In such a reply the words decide: the same code refuses mail for what it says or where it comes from. */
const UNKNOWN_WORDS =
  /\b(?:no such|unknown|non-?existent) (?:user|recipient|mailbox|account|address|local part)\b|\b(?:user|recipient|mailbox|account|address)(?: is)? (?:unknown|not found|(?:does not|doesn't) exist)\b/i
const MAIL_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

/** Whether an operator has to look at it: no mail will get through until something is changed. */
export function isOperatorFault(error: SmtpError): boolean {
  return AUTH_CODES.has(error.code ?? '') || LOGIN_REPLIES.has(error.responseCode ?? 0)
}

/**
 * What a failed hand-over means for the mail (RFC 5321 4.2.1).
 *
 * Refused only when the server answered one of the mail's own commands with 5yz, or the mail cannot be put into
 * commands. Everything else may pass: 4yz, a connection that fails, is slow or breaks (also after the mail was sent
 * and before it was acknowledged: then it may arrive twice, under one Message-ID), TLS trouble, a greeting of 554.
 * A login that fails is the operator's to mend, so mail waits for that instead of being lost to a wrong password.
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

/** The recipients that were turned down while others were taken. */
export function rejectedRecipients(errors: SmtpError[]): RejectedRecipient[] {
  return errors.map((error) => ({
    email: error.recipient ?? '',
    error: clean(reason(error)),
    permanent: isPermanentReply(error.responseCode ?? 0),
    ...(isUnknownRecipient(error) && { unknown: true }),
  }))
}

/**
 * Whether a server said that there is no such mailbox, and nothing else: neither that it will not take this mail, nor
 * that the mailbox is full or switched off.
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

/** The server's own words, or what happened to the connection; never the address of our side of it. */
function reason(error: SmtpError): string {
  return error.response ?? error.originalCode ?? error.message
}

function clean(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH)
}
