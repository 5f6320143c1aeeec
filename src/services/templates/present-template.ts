import { idTime } from '../../ids.js'
import type { TemplateContent, TemplateDoc, TemplateVariable, TemplateVersionDoc } from '../../models/template.js'
import { isoTime } from '../timestamps.js'

/** A template as in lists. */
export interface TemplateSummary {
  id: string
  name: string
  channel: 'email'
  version: number
  is_active: boolean
  created_at: string
}

interface ContentView {
  subject: string
  body_html: string
  body_text: string | null
  variables: TemplateVariable[]
}

/** A template with the content of its newest version. */
export interface TemplateView extends TemplateSummary, ContentView {
  updated_at: string
}

/** One version of a template. */
export interface TemplateVersionView extends ContentView {
  id: string
  version: number
  created_at: string
}

export type SummaryRow = Pick<TemplateDoc, '_id' | 'name' | 'channel' | 'version' | 'is_active'>

export function presentSummary(row: SummaryRow): TemplateSummary {
  return {
    id: row._id,
    name: row.name,
    channel: row.channel,
    version: row.version,
    is_active: row.is_active,
    created_at: isoTime(idTime(row._id)),
  }
}

export function presentTemplate(row: TemplateDoc): TemplateView {
  return { ...presentSummary(row), ...presentContent(row), updated_at: isoTime(row.updated_at) }
}

export function presentVersion(row: TemplateVersionDoc): TemplateVersionView {
  return { id: row._id, version: row.version, ...presentContent(row), created_at: isoTime(row.created_at) }
}

function presentContent(content: TemplateContent): ContentView {
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
