import { randomUUID } from 'node:crypto'
import type { mongo } from 'mongoose'
import { isId } from '../../ids.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { DomainDoc } from '../../models/domain.js'
import type { DomainLogoDoc } from '../../models/domain-logo.js'
import type { Models } from '../../models/index.js'
import { STORE_TIMEOUT_MS } from '../../models/ledger-away.js'
import { orOverloaded } from '../overload.js'
import { etagOf, type StoredFile } from '../stored-file.js'

/** The logos that the service keeps, one a domain. */
export class DomainLogos {
  readonly #logos: mongo.Collection<DomainLogoDoc>

  constructor({ models: { domainLogos } }: { models: Pick<Models, 'domainLogos'> }) {
    this.#logos = domainLogos.collection as unknown as mongo.Collection<DomainLogoDoc>
  }

  /** Keeps a logo in the place of the one before. Answers its revision. */
  async put({ _id, account_id }: Pick<DomainDoc, '_id' | 'account_id'>, content: Buffer): Promise<string> {
    const revision = randomUUID()
    const row = { account_id, revision, size: content.length, etag: etagOf(content), content }
    const storing = this.#logos.replaceOne({ _id }, row, { upsert: true })
    await orOverloaded(withTimeout(STORE_TIMEOUT_MS, storing))
    return revision
  }

  /** Which logo is kept; null when none is. */
  async revisionOf({ _id }: Pick<DomainDoc, '_id'>): Promise<string | null> {
    return (await this.#logos.findOne({ _id }, { projection: { revision: 1 } }))?.revision ?? null
  }

  /** Removes a logo; with a revision, unless another one has come in its place since. */
  async remove({ _id }: Pick<DomainDoc, '_id'>, revision?: string): Promise<void> {
    await this.#logos.deleteOne({ _id, ...(revision !== undefined && { revision }) })
  }

  /** A logo by the id of its domain, for anybody; null when there is none. */
  async open(id: string): Promise<StoredFile | null> {
    if (!isId('domain', id)) return null
    const row = await this.#logos.findOne({ _id: id }, { projection: { size: 1, etag: 1 } })
    if (!row) return null
    const { size, etag } = row
    // The headers are those of this very content: another one that came meanwhile is left to the next request.
    const read = async () => {
      const found = await this.#logos.findOne({ _id: id, etag }, { projection: { content: 1 } })
      return found && Buffer.from((found.content as mongo.Binary).buffer)
    }
    return { contentType: 'image/svg+xml', size, etag, read }
  }
}
