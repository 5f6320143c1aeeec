import type { TemplateVariable } from '../contract/templates.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** The fields whose change makes a new version. */
export interface TemplateContent {
  subject: string
  body_html: string
  body_text: string | null
  /** JSON of its {@link TemplateVariable}s, whose keys may be names that a MongoDB document cannot have. */
  variables: string
  /** Characters of its bodies, roughly the cost of reading it. */
  size: number
}

/** A template with the content of its newest version. */
export interface TemplateDoc extends TemplateContent {
  _id: string
  account_id: string
  name: string
  /** Unique in the account. */
  slug: string
  channel: 'email'
  version: number
  is_active: boolean
  /** Set on layouts alone. Never changes. */
  is_layout?: true | null
  /** How often it was given to a template, so that nothing does this while it is deleted. */
  given?: number
  /** The layout around its bodies. */
  layout_id?: string | null
  created_at: Date
  updated_at: Date
}

/** A version of a template. Never changes. */
export interface TemplateVersionDoc extends TemplateContent {
  _id: string
  account_id: string
  template_id: string
  version: number
  created_at: Date
}

const content = {
  subject: { type: String, required: true },
  body_html: { type: String, required: true },
  body_text: { type: String, default: null },
  variables: { type: String, required: true },
  size: { type: Number, required: true },
}

const schema = ledgerSchema('templates', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  name: { type: String, required: true },
  slug: { type: String, required: true },
  channel: { type: String, required: true },
  ...content,
  version: { type: Number, required: true },
  is_active: { type: Boolean, default: true },
  is_layout: { type: Boolean },
  given: { type: Number },
  layout_id: { type: String },
  created_at: { type: Date, required: true },
  updated_at: { type: Date, required: true },
})
schema.index({ account_id: 1, _id: -1 })
schema.index({ account_id: 1, slug: 1 }, { unique: true })
schema.index({ account_id: 1, is_layout: 1, _id: -1 })
schema.index({ account_id: 1, layout_id: 1, _id: -1 })

const versionSchema = ledgerSchema('template_versions', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  template_id: { type: String, required: true },
  version: { type: Number, required: true },
  ...content,
  created_at: { type: Date, required: true },
})
versionSchema.index({ account_id: 1, template_id: 1, version: -1 }, { unique: true })

export const templateModel = ledgerModel<TemplateDoc>('Template', schema)
export const templateVersionModel = ledgerModel<TemplateVersionDoc>('TemplateVersion', versionSchema)
