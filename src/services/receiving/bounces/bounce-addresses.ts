import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { isId } from '../../../ids.js'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { splitAddress } from '../../../lib/mail/addresses.js'
import { type DeploymentSecretDeps, deploymentSecret } from '../../platform/encryption/deployment-secret.js'
import { orOverloaded } from '../../platform/overload.js'

const SECRET_ROW = 'bounce_secret'
/** 50 bits: enough against guessing over SMTP, and the local part stays below 64 characters. */
const HASH_CHARS = 10
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Servers may change the case of a local part. */
const LOCAL_PART = /^bounces\+(msg_[0-9a-z]{26})-([0-9a-z]{10})$/i

/**
 * The addresses to which mail that was sent by SMTP comes back, `bounces+{message id}-{hash}@{MAIL FROM domain}`. The
 * hash is keyed: only who was given the mail, or passed it on, knows the address, so what comes back to it is about that
 * message. It covers the domain too, so that no other domain takes anything for the message.
 */
export class BounceAddresses {
  readonly #key: KeyObject

  constructor(secret: string) {
    this.#key = createSecretKey(secret, 'utf8')
  }

  /** The envelope sender of a message. */
  of(messageId: string, domain: string): string {
    return `bounces+${messageId}-${this.#hash(messageId, domain)}@${domain}`
  }

  /** The message of an address; `forged` for a wrong hash or domain, null for an address of any other kind. */
  read(address: string): { messageId: string } | 'forged' | null {
    const { local, domain } = splitAddress(address)
    const [, id, hash] = LOCAL_PART.exec(local) ?? []
    if (id === undefined || hash === undefined) return null
    const messageId = id.toLowerCase()
    const isGenuine = timingSafeEqual(Buffer.from(hash.toLowerCase()), Buffer.from(this.#hash(messageId, domain)))
    return isGenuine && isId('message', messageId) ? { messageId } : 'forged'
  }

  #hash(messageId: string, domain: string): string {
    const digest = createHmac('sha256', this.#key).update(`${messageId}@${domain.toLowerCase()}`).digest()
    return Array.from(digest.subarray(0, HASH_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  }
}

/**
 * The addresses of a deployment. Their key is read from the ledger at the first use, then cached.
 * @throws ApiError `overloaded` if the ledger does not answer then.
 */
export function loadBounceAddresses(deps: DeploymentSecretDeps): () => Promise<BounceAddresses> {
  return lazyAsync(async () => new BounceAddresses(await orOverloaded(deploymentSecret(deps, SECRET_ROW))))
}
