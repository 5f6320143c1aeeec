import type { Template, TemplateSummary, TemplateVariable, TemplateVersion } from '../../../contract/templates.js'
import { idTime } from '../../../ids.js'
import type { TemplateContent, TemplateDoc, TemplateVersionDoc } from '../../../models/template.js'
import { isoTime } from '../../platform/timestamps.js'

export type SummaryRow = Pick<
  TemplateDoc,
  '_id' | 'name' | 'slug' | 'channel' | 'version' | 'is_active' | 'is_layout' | 'layout_id'
>

/** @param row with its slug, see `slugOfRow`. */
export function presentSummary(row: SummaryRow & { slug: string }): TemplateSummary {
  return {
    id: row._id,
    name: row.name,
    slug: row.slug,
    channel: row.channel,
    version: row.version,
    is_active: row.is_active,
    is_layout: row.is_layout === true,
    layout_id: row.layout_id ?? null,
    created_at: isoTime(idTime(row._id)),
  }
}

/** @param row with its slug, see `slugOfRow`. */
export function presentTemplate(row: TemplateDoc & { slug: string }): Template {
  return { ...presentSummary(row), ...presentContent(row), updated_at: isoTime(row.updated_at) }
}

export function presentVersion(row: TemplateVersionDoc): TemplateVersion {
  return { id: row._id, version: row.version, ...presentContent(row), created_at: isoTime(row.created_at) }
}

function presentContent(content: TemplateContent) {
  return {
    subject: content.subject,
    body_html: content.body_html,
    body_text: content.body_text,
    variables: variablesOf(content),
  }
}

/** The declared variables of a content. */
export const variablesOf = ({ variables }: Pick<TemplateContent, 'variables'>): TemplateVariable[] =>
  JSON.parse(variables) as TemplateVariable[]
