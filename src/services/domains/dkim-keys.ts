import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { mongo } from 'mongoose'
import type { DkimKeyDoc, DomainDoc } from '../../models/domain.js'
import type { Models } from '../../models/index.js'
import { inRevision } from '../../models/revisions.js'
import { DKIM_SELECTOR } from '../../providers/identities/own-identities.js'
import type { Sealer } from '../platform/encryption/sealer.js'
import { DKIM_KEY } from '../platform/encryption/secret-fields.js'

/** Long enough for every receiver, short enough for every DNS console (RFC 8301 3.2). */
const KEY_BITS = 2_048

const generate = promisify(generateKeyPair)

type KeyModels = Pick<Models, 'accounts' | 'connection' | 'domains'>

/** The DKIM key pairs, one for each domain, made when they are first needed. */
export class DkimKeys {
  readonly #models: KeyModels
  readonly #domains: mongo.Collection<DomainDoc>
  readonly #sealer: Sealer

  constructor({ models, sealer }: { models: KeyModels; sealer: Sealer }) {
    this.#models = models
    this.#domains = models.domains.collection
    this.#sealer = sealer
  }

  /**
   * The public key of a domain, which is made now if needed. Concurrent calls get the same one. Null if the domain does
   * not exist.
   */
  async ensure(domainId: string): Promise<string | null> {
    const row = await this.#find(domainId)
    if (!row || row.dkim) return row?.dkim?.public_key ?? null
    const key = await newKey(DKIM_SELECTOR)
    const dkim = { ...key, private_key: this.#sealer.seal(DKIM_KEY, domainId, key.private_key) }
    await inRevision(this.#models, row.account_id, (session) =>
      this.#domains.updateOne({ _id: domainId, dkim: null }, { $set: { dkim } }, { session }),
    )
    return (await this.#find(domainId))?.dkim?.public_key ?? null
  }

  #find(domainId: string) {
    return this.#domains.findOne({ _id: domainId }, { projection: { account_id: 1, 'dkim.public_key': 1 } })
  }
}

/** The TXT value that publishes a key (RFC 6376 3.6.1). */
export const dkimTxt = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** A key pair for a selector, not sealed. Generated off the main thread. */
export async function newKey(selector: string): Promise<DkimKeyDoc> {
  const pair = await generate('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { selector, private_key: pair.privateKey, public_key: pair.publicKey.toString('base64') }
}
