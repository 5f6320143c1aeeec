import { randomUUID } from 'node:crypto'
import { mongo } from 'mongoose'
import { isId } from '../../ids.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { etagOf } from '../../lib/http/entity-tag.js'
import { STORE_TIMEOUT_MS } from '../../models/database-unavailable.js'
import type { DomainDoc } from '../../models/domain.js'
import type { DomainLogoDoc } from '../../models/domain-logo.js'
import type { Models } from '../../models/index.js'
import { orOverloaded } from '../platform/overload.js'
import type { StoredFile } from '../platform/stored-file.js'

/** The uploaded logos, one for each domain. */
export class DomainLogoStore {
  readonly #logos: mongo.Collection<DomainLogoDoc>

  constructor({ models: { domainLogos } }: { models: Pick<Models, 'domainLogos'> }) {
    this.#logos = domainLogos.collection
  }

  /** Stores a logo, replacing the previous one. Returns its revision. */
  async put({ _id, account_id }: Pick<DomainDoc, '_id' | 'account_id'>, content: Buffer): Promise<string> {
    const revision = randomUUID()
    const row = {
      account_id,
      revision,
      size: content.length,
      etag: etagOf(content),
      content: new mongo.Binary(content),
    }
    const storing = this.#logos.replaceOne({ _id }, row, { upsert: true })
    await orOverloaded(withTimeout(STORE_TIMEOUT_MS, storing))
    return revision
  }

  /** The revision of the stored logo; null if there is none. */
  async revisionOf({ _id }: Pick<DomainDoc, '_id'>): Promise<string | null> {
    return (await this.#logos.findOne({ _id }, { projection: { revision: 1 } }))?.revision ?? null
  }

  /** Removes a logo; with a revision, only if it has not been replaced. */
  async remove({ _id }: Pick<DomainDoc, '_id'>, revision?: string): Promise<void> {
    await this.#logos.deleteOne({ _id, ...(revision !== undefined && { revision }) })
  }

  /** The logo of a domain id, for anybody; null if there is none. */
  async open(id: string): Promise<StoredFile | null> {
    if (!isId('domain', id)) return null
    const row = await this.#logos.findOne({ _id: id }, { projection: { etag: 1 } })
    if (!row) return null
    const { etag } = row
    // The headers belong to this content: if it was replaced in the meantime, send nothing.
    const read = async () => {
      const found = await this.#logos.findOne({ _id: id, etag }, { projection: { content: 1 } })
      return found && Buffer.from(found.content.buffer)
    }
    return { contentType: 'image/svg+xml', etag, read }
  }
}
