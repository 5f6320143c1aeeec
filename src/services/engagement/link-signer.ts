import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Models } from '../../models/index.js'
import { keptSecret } from '../kept-secret.js'

/** What a signed link is for. A token of one purpose is worth nothing for another. */
export type LinkPurpose = 'open' | 'click' | 'unsubscribe'

const SECRET_ROW = 'link_secret'
/** Bytes of the signature that are kept: 128 bits, in links that should stay short. */
const SIGNATURE_BYTES = 16
const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{22})$/

/**
 * Signs what links in mails say, so that nobody can change it or make it up. A token is what it says in base64url, a
 * dot, and an HMAC-SHA256 over its purpose and that. It does not expire: mail is read and kept for years.
 *
 * Signing is repeatable: the same words give the same token, in every process.
 */
export class LinkSigner {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** @param words none of them but the last may hold a blank. */
  sign(purpose: LinkPurpose, words: readonly string[]): string {
    const said = Buffer.from(words.join(' ')).toString('base64url')
    return `${said}.${this.#signature(purpose, said).toString('base64url')}`
  }

  /** The words of a token, of which there are so many; null when it was not signed here for this purpose. */
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

/** The signer of a deployment: looked for in the ledger when it is first needed, and then kept. */
export function keptSigner({ models }: { models: Models }): () => Promise<LinkSigner> {
  let signer: Promise<LinkSigner> | null = null
  return () => {
    signer ??= keptSecret(models, SECRET_ROW)
      .then((secret) => new LinkSigner(secret))
      .catch((error: unknown) => {
        signer = null
        throw error
      })
    return signer
  }
}
