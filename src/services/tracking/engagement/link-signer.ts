import { createHmac, timingSafeEqual } from 'node:crypto'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { type DeploymentSecretDeps, deploymentSecret } from '../../platform/encryption/deployment-secret.js'

/** The purpose of a signed link. A token for one purpose is invalid for another. */
export type LinkPurpose = 'open' | 'click' | 'unsubscribe' | 'preferences'

const SECRET_ROW = 'link_secret'
/** Bytes of the signature to use: 128 bits, because links should stay short. */
const SIGNATURE_BYTES = 16
const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{22})$/

/**
 * Signs the data in links, so that nobody can change or forge it. A token is the data in base64url, a dot, and an
 * HMAC-SHA256 over purpose and data. Tokens do not expire, because mail is read and kept for years.
 *
 * Signing is deterministic: the same data gives the same token in every process.
 */
export class LinkSigner {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** @param words only the last may contain spaces. */
  sign(purpose: LinkPurpose, words: readonly string[]): string {
    const said = Buffer.from(words.join(' ')).toString('base64url')
    return `${said}.${this.#signature(purpose, said).toString('base64url')}`
  }

  /** The `count` words of a token; null if it was not signed here for this purpose. */
  read(purpose: LinkPurpose, token: string, count: number): string[] | null {
    const [, said, signature] = TOKEN.exec(token) ?? []
    if (said === undefined || signature === undefined) return null
    if (!timingSafeEqual(this.#signature(purpose, said), Buffer.from(signature, 'base64url'))) return null
    const words = Buffer.from(said, 'base64url').toString().split(' ')
    return [...words.slice(0, count - 1), words.slice(count - 1).join(' ')]
  }

  #signature(purpose: LinkPurpose, said: string): Buffer {
    return createHmac('sha256', this.#secret).update(`v1 ${purpose} ${said}`).digest().subarray(0, SIGNATURE_BYTES)
  }
}

/** The signer of a deployment. Its secret is read from the ledger at the first use, then cached. */
export function loadLinkSigner(deps: DeploymentSecretDeps): () => Promise<LinkSigner> {
  return lazyAsync(async () => new LinkSigner(await deploymentSecret(deps, SECRET_ROW)))
}
