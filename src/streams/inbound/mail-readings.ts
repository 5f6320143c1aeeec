import { randomBytes } from 'node:crypto'
import { getOrMake } from '../../lib/collections/get-or-make.js'
import type { InboundEmailDoc } from '../../models/inbound-email.js'
import type { BlobStore } from '../../services/platform/blobs/blob-store.js'
import type { ReadMail } from '../../services/reading/content-digest.js'
import type { MailParser } from '../../services/reading/mail-parser.js'
import { type SharedBytes, toShared } from '../../services/reading/shared-bytes.js'
import type { Arrival, Authentication, Authenticity } from '../../services/receiving/authenticity/authenticity.js'
import { rawKey } from '../../services/receiving/blob-keys.js'

/*
 * A mail to a hundred recipients of an account is a hundred rows with the same bytes. They are read once: by the first row,
 * for all that are worked on at the same time or shortly afterwards.
 */

/** How long a reading is kept for further recipients, in ms. Those that were deferred are back by then. */
const KEEP_MS = 10_000
/** Smaller mails are read again in milliseconds. */
const MIN_KEPT_BYTES = 64 * 1024
/** Most raw bytes of mails that are kept without being worked on. What was read of them is a few times as much. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024

/** The raw bytes of a mail are gone. */
export class RawMissingError extends Error {
  override name = 'RawMissingError'
}

/** What was found out about a mail. */
export interface ExaminedMail extends Authentication {
  parsed: ReadMail
}

interface Reading {
  key: string
  bytes: number
  raw: Promise<SharedBytes>
  parsed: Promise<ReadMail>
  /** By how the mail arrived. */
  checks: Map<string, Promise<Authentication>>
  users: number
  /** Ends the time for which it is kept. */
  end: NodeJS.Timeout | null
}

type Email = Pick<
  InboundEmailDoc,
  '_id' | 'account_id' | 'raw_digest' | 'size_bytes' | 'client' | 'envelope_from' | 'given_verdicts'
>

export interface MailReadingsDeps {
  blobStore: Pick<BlobStore, 'get'>
  mailParser: Pick<MailParser, 'parse'>
  authenticity: Pick<Authenticity, 'check'>
}

/** Reads mails, each once for all of its recipients in an account. */
export class MailReadings {
  readonly #deps: MailReadingsDeps
  readonly #readings = new Map<string, Reading>()
  /** Those that nobody uses now, in the order in which they were left. */
  readonly #kept = new Set<Reading>()
  #keptBytes = 0
  /** Stands for the id of the mail, which differs for each recipient. No sender knows it. */
  readonly #anyId = randomBytes(16).toString('hex')

  constructor(deps: MailReadingsDeps) {
    this.#deps = deps
  }

  /** Works with what a mail says. Others with the same bytes get the same. */
  async use<T>(email: Email, work: (mail: ExaminedMail) => Promise<T>): Promise<T> {
    const reading = this.#enter(email)
    try {
      const [parsed, authentication] = await Promise.all([reading.parsed, this.#check(reading, email)])
      const htmlSafe = parsed.htmlSafe?.replaceAll(attachmentsUrl(this.#anyId), attachmentsUrl(email._id)) ?? null
      return await work({ parsed: { ...parsed, htmlSafe }, ...authentication })
    } finally {
      this.#leave(reading)
    }
  }

  #enter(email: Email): Reading {
    const key = `${email.account_id} ${email.raw_digest}`
    const reading = this.#readings.get(key) ?? this.#begin(key, email)
    this.#readings.set(key, reading)
    if (reading.end) this.#stopKeeping(reading)
    reading.users += 1
    return reading
  }

  #begin(key: string, { account_id: accountId, raw_digest, size_bytes: bytes }: Email): Reading {
    const raw = this.#load(accountId, raw_digest)
    const parsed = raw.then((given) =>
      this.#deps.mailParser.parse(accountId, given, { attachmentsUrl: attachmentsUrl(this.#anyId) }),
    )
    const reading: Reading = { key, bytes, raw, parsed, checks: new Map(), users: 0, end: null }
    // The next one tries again.
    parsed.catch(() => this.#forget(reading))
    return reading
  }

  async #load(accountId: string, digest: string): Promise<SharedBytes> {
    const stored = await this.#deps.blobStore.get(accountId, rawKey(digest))
    if (!stored) throw new RawMissingError('the raw bytes of a received mail are missing')
    return toShared(stored)
  }

  #check({ raw, checks }: Reading, { account_id, client, envelope_from, given_verdicts }: Email) {
    const arrival: Arrival = { client, sender: envelope_from, given: given_verdicts }
    const key = JSON.stringify(arrival)
    return getOrMake(checks, key, () => {
      const check = raw.then((bytes) => this.#deps.authenticity.check(account_id, bytes, arrival))
      // The next one tries again.
      check.catch(() => checks.delete(key))
      return check
    })
  }

  #leave(reading: Reading): void {
    reading.users -= 1
    if (reading.users > 0 || this.#readings.get(reading.key) !== reading) return
    if (reading.bytes >= MIN_KEPT_BYTES) this.#keep(reading)
    else this.#forget(reading)
  }

  #keep(reading: Reading): void {
    reading.end = setTimeout(() => this.#forget(reading), KEEP_MS).unref()
    this.#kept.add(reading)
    this.#keptBytes += reading.bytes
    for (const oldest of this.#kept) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) return
      this.#forget(oldest)
    }
  }

  #forget(reading: Reading): void {
    if (reading.end) this.#stopKeeping(reading)
    if (this.#readings.get(reading.key) === reading) this.#readings.delete(reading.key)
  }

  #stopKeeping(reading: Reading): void {
    clearTimeout(reading.end!)
    reading.end = null
    this.#kept.delete(reading)
    this.#keptBytes -= reading.bytes
  }
}

const attachmentsUrl = (id: string) => `/v1/inbound/${id}/attachments`
