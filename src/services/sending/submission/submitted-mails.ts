import type { Caller } from '../../caller.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import type { MailParser } from '../../reading/mail-parser.js'
import { type SubmittedRequest, sendRequestOf } from './send-request-of.js'

/** A mail in MIME that a program submits. */
export interface SubmittedMail {
  raw: Buffer
  /** Whom it is for, bare addresses, whatever its headers say. */
  recipients: readonly string[]
}

/** Reads mails that are submitted in MIME, over SMTP or HTTP. */
export class SubmittedMails {
  readonly #deps: { htmlReader: Pick<HtmlReader, 'withOwnContentIds'>; mailParser: Pick<MailParser, 'parse'> }

  constructor(deps: { htmlReader: Pick<HtmlReader, 'withOwnContentIds'>; mailParser: Pick<MailParser, 'parse'> }) {
    this.#deps = deps
  }

  /**
   * Makes the request to send of a mail.
   * @throws ApiError `invalid_request` for what cannot be sent as it is.
   */
  async read(
    { accountId, testMode }: Pick<Caller, 'accountId' | 'testMode'>,
    { raw, recipients }: SubmittedMail,
  ): Promise<SubmittedRequest> {
    const mail = await this.#deps.mailParser.parse(accountId, raw, { attachmentsUrl: '' })
    return sendRequestOf(this.#deps.htmlReader, { accountId, mail, recipients, testMode })
  }
}
