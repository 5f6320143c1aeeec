import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto'
import type { SecretField } from './secret-fields.js'

/*
 * How secrets are stored in the ledger.
 *
 * A sealed secret is the text `sealed:1:<key id>:<data>`. The data is a random nonce of 96 bits, the ciphertext of
 * AES-256-GCM and its tag, in base64url. Collection, row and field are authenticated with it, so a sealed secret that is
 * copied to another row cannot be opened there.
 *
 * Any other text is a plain secret, stored while there was no key.
 */

const PREFIX = 'sealed:1:'
const KEY_ID_LENGTH = 12
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^sealed:1:([0-9a-f]{12}):([\w-]+)$/

/** A secret cannot be opened: it was changed, or belongs to another row. */
export class SealedSecretError extends Error {
  override name = 'SealedSecretError'
}

/** A secret cannot be opened or sealed because this process lacks a key, which the operator can add. */
export class MissingKeyError extends SealedSecretError {
  override name = 'MissingKeyError'
}

/** Seals and opens the secrets in the ledger with the keys of the settings. */
export class Sealer {
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #refusal: string | null
  /** Id of the newest key, which seals. Null without keys; secrets are then stored in plain text. */
  readonly newest: string | null

  /**
   * @param keys AES-256 keys, the newest first.
   * @param refusal why this process must seal nothing; null if it may.
   */
  constructor(keys: readonly KeyObject[], refusal: string | null = null) {
    this.#keys = new Map(keys.map((key) => [keyIdOf(key), key]))
    this.#refusal = refusal
    this.newest = this.keyIds[0] ?? null
  }

  /** The ids of all keys, the newest first. They reveal nothing about the keys. */
  get keyIds(): string[] {
    return [...this.#keys.keys()]
  }

  /**
   * The id of the key that seals.
   * @throws MissingKeyError if there is none, or other processes seal with a key that this one lacks.
   */
  demandKey(): string {
    if (this.#refusal !== null) throw new MissingKeyError(this.#refusal)
    if (this.newest === null) {
      throw new MissingKeyError(
        'ENCRYPTION_KEY is not set. Set it in every process; `openssl rand -base64 32` makes a key.',
      )
    }
    return this.newest
  }

  /**
   * Seals a secret for the row with this id. Without keys it stays as it is.
   * @throws MissingKeyError if other processes seal with a key that this one lacks.
   */
  seal(field: SecretField, rowId: string, secret: string): string {
    if (this.#refusal !== null) throw new MissingKeyError(this.#refusal)
    const key = this.newest !== null && this.#keys.get(this.newest)
    if (!key) return secret
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(placeOf(field, rowId))
    const data = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${PREFIX}${this.newest}:${data.toString('base64url')}`
  }

  /** Whether this process has the key of a stored secret, if it needs one. It may not while a new key is rolled out. */
  hasKeyOf(stored: string): boolean {
    const keyId = SEALED.exec(stored)?.[1]
    return keyId === undefined || this.#keys.has(keyId)
  }

  /**
   * Opens what the row with this id holds.
   * @throws MissingKeyError if no key has the id in it; SealedSecretError if it was changed, or moved from another row.
   */
  open(field: SecretField, rowId: string, stored: string): string {
    if (!stored.startsWith('sealed:')) return stored
    const [, keyId = '', text = ''] = SEALED.exec(stored) ?? []
    const key = this.#keys.get(keyId)
    if (keyId && !key) {
      throw new MissingKeyError(`ENCRYPTION_KEY lacks the key ${keyId}, which encrypts ${placeOf(field, rowId)}`)
    }
    const data = Buffer.from(text, 'base64url')
    if (!key || data.length < NONCE_BYTES + TAG_BYTES) throw changed(field, rowId)
    const decipher = createDecipheriv(CIPHER, key, data.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(placeOf(field, rowId)).setAuthTag(data.subarray(-TAG_BYTES))
    try {
      return decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      throw changed(field, rowId)
    }
  }
}

/** A filter for values that are not sealed with this key: plain ones, and those of other keys. */
export const notSealedWith = (keyId: string) => ({ $type: 'string', $not: new RegExp(`^${PREFIX}${keyId}:`) })

/** An aggregation expression for the id of the key that sealed a value; null if it is plain. */
export const keyIdExpression = (value: string) => ({
  $cond: [
    { $eq: [{ $substrCP: [value, 0, PREFIX.length] }, PREFIX] },
    { $substrCP: [value, PREFIX.length, KEY_ID_LENGTH] },
    null,
  ],
})

/** Names a key without revealing anything about it: it is random, so its hash cannot be guessed. */
function keyIdOf(key: KeyObject): string {
  return createHash('sha256').update('postline key id').update(key.export()).digest('hex').slice(0, KEY_ID_LENGTH)
}

const placeOf = ({ collection, path }: SecretField, rowId: string) => Buffer.from(`${collection}/${rowId}/${path}`)

const changed = (field: SecretField, rowId: string) =>
  new SealedSecretError(
    `The encrypted secret ${placeOf(field, rowId)} was changed, or copied from another row. Restore it from a backup, or make a new one.`,
  )
