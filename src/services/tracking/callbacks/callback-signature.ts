import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../../config.js'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { verifySignature } from '../../../lib/http/webhook-signature.js'
import { type DeploymentSecretDeps, deploymentSecret } from '../../platform/encryption/deployment-secret.js'
import { orOverloaded } from '../../platform/overload.js'

/** A received callback, not yet verified. */
export interface RawCallback {
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

interface SignatureDeps extends DeploymentSecretDeps {
  config: Pick<Config, 'callbackSecret' | 'headerPrefix'>
}

const TOLERANCE_S = 5 * 60
const SECRET_ROW = 'callback_secret'

/**
 * Verifies callbacks that are not signed by a provider: hex HMAC-SHA256 over `<timestamp>.<raw body>` with the callback
 * secret, in the headers with the deployment's prefix.
 */
export class CallbackSignature {
  readonly #secrets: () => Promise<string[]>
  readonly #timestampHeader: string
  readonly #signatureHeader: string

  constructor(deps: SignatureDeps) {
    const { callbackSecret, headerPrefix } = deps.config
    this.#secrets = lazyAsync(async () => callbackSecret ?? [await orOverloaded(deploymentSecret(deps, SECRET_ROW))])
    this.#timestampHeader = `${headerPrefix}-Timestamp`.toLowerCase()
    this.#signatureHeader = `${headerPrefix}-Signature`.toLowerCase()
  }

  /** Whether a callback has these headers. */
  isGiven({ headers }: RawCallback): boolean {
    return headers[this.#timestampHeader] !== undefined || headers[this.#signatureHeader] !== undefined
  }

  /**
   * Whether the signature is valid, with a timestamp within five minutes of `now`.
   * @throws ApiError `overloaded` if the ledger, which may store the secret, does not answer.
   */
  async isValid({ headers, rawBody }: RawCallback, now: Date): Promise<boolean> {
    return verifySignature({
      secrets: await this.#secrets(),
      timestamp: text(headers[this.#timestampHeader]),
      signature: text(headers[this.#signatureHeader]),
      rawBody,
      nowSeconds: Math.floor(now.getTime() / 1_000),
      toleranceSeconds: TOLERANCE_S,
    })
  }
}

const text = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)
