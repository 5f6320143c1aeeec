import { unreadableMail, withContents } from '@postline/mail-parser'
import { FairQueue } from '../../lib/concurrency/fair-queue.js'
import { nullIfKilled } from '../../lib/threads/task-thread.js'
import type { ReadMail } from './content-digest.js'
import type { ReaderThreads } from './reader-threads.js'
import { type SharedBytes, toShared } from './shared-bytes.js'

/** What a caller knows about a mail. */
export interface MailParseOptions {
  /**
   * URL of its attachments without the slash and the index, such as `/v1/inbound/inb_…/attachments`: in the safe HTML,
   * pictures of the mail come from there.
   */
  attachmentsUrl: string
}

/** Mails up to this size are not counted: whoever has them here has a limit of their number. */
const SMALL_BYTES = 512 * 1024
/** Most larger mails that are in the threads or wait for them, each of 25 MiB at most. */
const MAX_LARGE = 5
/** An account has one thread at a time, so the next mail is all that it needs here. */
const MAX_LARGE_PER_ACCOUNT = 2
/** Most bytes of a mail that are read when only its headers are, for the limit of their time. */
const OUTLINE_BYTES = 128 * 1024

/**
 * Parses received mails in the reader threads. A mail that takes too much time or memory is read without its HTML and, if
 * that does not help, only its headers are. If even they take too long, nothing of it is shown but its raw bytes.
 */
export class MailParser {
  readonly #threads: Pick<ReaderThreads, 'run'>
  readonly #large = new FairQueue({ permits: () => MAX_LARGE, perAccount: () => MAX_LARGE_PER_ACCOUNT })

  constructor(threads: Pick<ReaderThreads, 'run'>) {
    this.#threads = threads
  }

  /**
   * Reads a mail, whatever it is.
   * @throws NoThreadError only if the threads are closed or cannot be started.
   */
  parse(accountId: string, raw: Uint8Array, options: MailParseOptions): Promise<ReadMail> {
    const parse = () => this.#parse(accountId, raw, options)
    return raw.length <= SMALL_BYTES ? parse() : this.#large.hold({ accountId }, parse)
  }

  async #parse(accountId: string, given: Uint8Array, { attachmentsUrl }: MailParseOptions): Promise<ReadMail> {
    const raw = await toShared(given)
    const whole = await this.#read(accountId, raw, { attachmentsUrl, withHtml: true })
    if (whole) return whole
    const plain = await this.#read(accountId, raw, { attachmentsUrl, withHtml: false })
    if (plain) return { ...plain, defects: [...plain.defects, HTML_DEFECT] }
    const job = { accountId, bytes: Math.min(raw.length, OUTLINE_BYTES) }
    const outline = await nullIfKilled(this.#threads.run('outline', job, { raw, defect: BODY_DEFECT }))
    const headers = outline ? { ...outline, attachments: [] } : unreadableMail(UNREADABLE_DEFECT)
    return { ...headers, contentDigest: null }
  }

  /** Null if the mail was too much. */
  async #read(
    accountId: string,
    raw: SharedBytes,
    options: { attachmentsUrl: string; withHtml: boolean },
  ): Promise<ReadMail | null> {
    const read = await nullIfKilled(this.#threads.run('mail', { accountId, bytes: raw.length }, { raw, ...options }))
    return read && { ...withContents(read), contentDigest: read.contentDigest }
  }
}

const HTML_DEFECT = 'The HTML takes too long to read, so it is shown only as it is.'
const BODY_DEFECT = 'The mail takes too long to read, so only its headers are shown.'
const UNREADABLE_DEFECT = 'The mail takes too long to read, so only its raw message is kept.'
