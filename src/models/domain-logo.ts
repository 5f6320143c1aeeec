import type { mongo } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** The logo of a domain, where the service itself shows it. `_id` is the domain's: it has one, at one address. */
export interface DomainLogoDoc {
  _id: string
  account_id: string
  /** Another one with each upload, also of the same file. */
  revision: string
  /** In bytes. */
  size: number
  /** Names the content in caches. */
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
