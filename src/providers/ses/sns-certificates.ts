import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors.js'
import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import { SingleFlight } from '../../lib/concurrency/single-flight.js'
import { isCertificateUrl } from './sns-envelope.js'

/** HTTP access to SNS. Tests replace it. */
export interface SnsHttp {
  /**
   * Fetches an SNS URL and returns the body.
   * @throws SnsAnswerError for a status other than 200; another error if SNS does not respond.
   */
  get(url: string): Promise<string>
  /** Closes connections. Idempotent. */
  close?(): Promise<void>
}

/** SNS responded with a status other than 200. */
export class SnsAnswerError extends Error {
  override name = 'SnsAnswerError'
  readonly status: number

  constructor(status: number) {
    super(`SNS responded with status ${status}`)
    this.status = status
  }
}

interface Certificate {
  key: KeyObject
  fromMs: number
  toMs: number
  fetchedMs: number
}

const MAX_KEPT = 16
/** Most concurrent fetches of certificates. A limit is needed because anybody can send us valid SNS URLs. */
const MAX_FETCHING = 8
const KEEP_MS = 24 * 3_600_000

/** The public keys of SNS, fetched and cached for a day. */
export class SnsCertificates {
  readonly #http: SnsHttp
  readonly #clock: Clock
  readonly #kept = new WeightedCache<Certificate>({ maxWeight: MAX_KEPT })
  readonly #fetching = new SingleFlight<string, Certificate | null>()

  constructor({ sns, clock }: { sns: SnsHttp; clock: Clock }) {
    this.#http = sns
    this.#clock = clock
  }

  /**
   * The key of the certificate at a URL; null if the URL is not allowed or the certificate is not valid now.
   * @throws ApiError `provider_unavailable` if SNS does not respond: the callback must be sent again.
   */
  async keyAt(url: string): Promise<KeyObject | null> {
    if (!isCertificateUrl(url)) return null
    const certificate = await this.#find(url)
    const nowMs = this.#clock.now().getTime()
    return certificate && certificate.fromMs <= nowMs && nowMs <= certificate.toMs ? certificate.key : null
  }

  async #find(url: string): Promise<Certificate | null> {
    const kept = this.#kept.get(url)
    const nowMs = this.#clock.now().getTime()
    if (kept && nowMs - kept.fetchedMs < KEEP_MS && nowMs <= kept.toMs) return kept
    return this.#fetching.run(url, () => this.#fetch(url))
  }

  async #fetch(url: string): Promise<Certificate | null> {
    if (this.#fetching.size >= MAX_FETCHING) throw unavailable()
    const pem = await this.#get(url)
    const certificate = pem === null ? null : parse(pem, this.#clock.now().getTime())
    if (certificate) this.#kept.set(url, certificate)
    return certificate
  }

  async #get(url: string): Promise<string | null> {
    try {
      return await this.#http.get(url)
    } catch (error) {
      // There is no such certificate, so the callback is not from SNS.
      if (error instanceof SnsAnswerError && error.status < 500) return null
      throw unavailable()
    }
  }
}

function parse(pem: string, fetchedMs: number): Certificate | null {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(pem)
    return { key: publicKey, fromMs: Date.parse(validFrom), toMs: Date.parse(validTo), fetchedMs }
  } catch {
    return null
  }
}

function unavailable(): ApiError {
  const message = 'The certificate of the signature cannot be fetched at the moment. Send the callback again.'
  return new ApiError('provider_unavailable', message, { retryAfterSeconds: 5 })
}
