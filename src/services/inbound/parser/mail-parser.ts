import { setImmediate as nextTurn } from 'node:timers/promises'
import { Permits } from '../../../lib/permits.js'
import { TaskKilledError } from '../../../lib/task-thread.js'
import { TaskThreads } from '../../../lib/task-threads.js'
import { type MailInBytes, parseHeadersOnly } from './parse-mail.js'
import type { ParseTask } from './parse-thread.js'
import type { ParsedMail } from './parsed-mail.js'

/** What a caller knows about a mail. */
export interface MailParseOptions {
  /**
   * URL of its attachments without the slash and the index, such as `/v1/inbound/inb_…/attachments`: in the safe HTML,
   * pictures of the mail come from there.
   */
  attachmentsUrl: string
}

/** Two, so that others continue while a mail is long, or is killed, in one. */
const THREADS = 2
/** They leave the processors to requests. */
const NICENESS = 5
/** Most time for a mail, in ms of CPU time; the largest mails that arrive take a fraction of it. */
const LIMIT_MS = 8_000
const MAX_HEAP_MB = 384
const MAX_YOUNG_MB = 32
/** Most bytes of mails that are in the threads or wait for them. */
const MAX_BYTES = 128 * 1024 * 1024
/** Bytes that are copied at a time. */
const PIECE_BYTES = 2 * 1024 * 1024
/** Callers work on a limited number of mails at a time. */
const MAX_WAITING = 10_000
/** Every mail is another one, so no kill says anything about the next. */
const REMEMBER_KILLS_MS = 0

/** The entry file, as source and as built. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './parse-thread.ts' : './parse-thread.js', import.meta.url)

/**
 * Parses received mails in worker threads, because a mail is anything that a stranger sends. A mail that takes too much
 * time or memory is killed with its thread; then it is read without its HTML and, if that does not help, only its
 * headers are. Accounts take turns.
 */
export class MailParser {
  readonly #threads: TaskThreads<ParseTask, MailInBytes>
  readonly #bytes = new Permits(MAX_BYTES)
  #tasks = 0
  #isClosed = false

  /** @param limitMs most time for a mail, in ms of CPU time. */
  constructor({ limitMs = LIMIT_MS }: { limitMs?: number } = {}) {
    this.#threads = new TaskThreads({
      entry: ENTRY,
      threads: THREADS,
      limitMs,
      niceness: NICENESS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      maxWaiting: MAX_WAITING,
      rememberKillsMs: REMEMBER_KILLS_MS,
    })
  }

  /**
   * Reads a mail, whatever it is.
   * @throws Error only after `close()`.
   */
  parse(accountId: string, raw: Buffer, options: MailParseOptions): Promise<ParsedMail> {
    return this.#bytes.hold(Math.min(raw.length, MAX_BYTES), () => this.#parse(accountId, raw, options))
  }

  /** Ends the threads. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#threads.close()
  }

  async #parse(accountId: string, raw: Buffer, { attachmentsUrl }: MailParseOptions): Promise<ParsedMail> {
    const shared = await toShared(raw)
    for (const withHtml of [true, false]) {
      const task = { raw: shared, attachmentsUrl, withHtml }
      const parsed = await this.#try(accountId, task)
      if (parsed) return withHtml ? parsed : { ...parsed, defects: [...parsed.defects, HTML_DEFECT] }
    }
    return parseHeadersOnly(raw, BODY_DEFECT)
  }

  /** Null if the mail was too much. */
  async #try(accountId: string, data: ParseTask): Promise<ParsedMail | null> {
    this.#tasks += 1
    try {
      return withBuffers(await this.#threads.run({ owner: accountId, key: String(this.#tasks), data }))
    } catch (error) {
      if (this.#isClosed) throw error
      if (error instanceof TaskKilledError) return null
      throw error
    }
  }
}

const HTML_DEFECT = 'The HTML takes too long to read, so it is shown only as it is.'
const BODY_DEFECT = 'The mail takes too long to read, so only its headers are shown.'

/** Copies bytes to memory that threads share, a piece at a time: 25 MiB take tens of milliseconds. */
async function toShared(raw: Buffer): Promise<ParseTask['raw']> {
  const shared = new Uint8Array(new SharedArrayBuffer(raw.length))
  for (let at = 0; at < raw.length; at += PIECE_BYTES) {
    if (at > 0) await nextTurn()
    shared.set(raw.subarray(at, at + PIECE_BYTES), at)
  }
  return shared
}

function withBuffers({ bytes, attachments, ...rest }: MailInBytes): ParsedMail {
  const listed = attachments.map(({ start, end, ...attachment }) => ({
    ...attachment,
    content: Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start),
  }))
  return { ...rest, attachments: listed }
}
