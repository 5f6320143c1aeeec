import type { mongo } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An uploaded logo. `_id` is the domain's: it has one logo, at one URL. */
export interface DomainLogoDoc {
  _id: string
  account_id: string
  /** Changes with each upload, even of the same file. */
  revision: string
  /** Size in bytes. */
  size: number
  /** Identifies the content in caches. */
  etag: string
  /** SVG Tiny PS. */
  content: mongo.Binary
}

const schema = ledgerSchema('domain_logos', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  revision: { type: String, required: true },
  size: { type: Number, required: true },
  etag: { type: String, required: true },
  content: { type: Buffer, required: true },
})

export const domainLogoModel = ledgerModel<DomainLogoDoc>('DomainLogo', schema)
