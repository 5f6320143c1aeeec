import type { PageRequest } from '../../../contract/fields.js'
import type {
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateSummary,
  UpdatedTemplate,
} from '../../../contract/templates.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { canonicalJson } from '../../../lib/json/canonical-json.js'
import type { TemplateContent, TemplateDoc, TemplateVersionDoc } from '../../../models/template.js'
import type { ServiceDeps } from '../../deps.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { presentSummary, presentTemplate, type SummaryRow, variablesOf } from './present-template.js'
import { sourceOf, type TemplateRendering } from './template-rendering.js'
import { templateRef, withFreeSlug, withOwnSlug } from './template-slugs.js'
import { declared } from './template-variables.js'

/** What a template says, complete. */
type Given = Pick<Template, 'subject' | 'body_html' | 'body_text' | 'variables'>

const SUMMARY = { _id: 1, account_id: 1, name: 1, slug: 1, channel: 1, version: 1, is_active: 1 }
/** Most content to read for one response, in characters. */
export const MAX_READ_CHARS = 16 * 1024 * 1024

type Owned = Pick<TemplateDoc, 'account_id'>

/** The template was changed concurrently. */
class OutdatedError extends Error {}

type TemplateDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock'> & {
  templateRendering: TemplateRendering
  quotas: Pick<Quotas, 'create'>
}

/** Manages templates. Those of other accounts do not exist. */
export class TemplateService {
  readonly #deps: TemplateDeps

  constructor(deps: TemplateDeps) {
    this.#deps = deps
  }

  /**
   * Creates a template with version 1.
   * @throws ApiError `template_exists` for the slug; `channel_not_enabled`; `too_many_templates`; `invalid_template` naming field, line and column.
   */
  async create(accountId: string, { name, slug, channel, ...rest }: NewTemplate): Promise<Template> {
    if (channel !== 'email') throw new ApiError('channel_not_enabled')
    const given = { ...rest, body_text: rest.body_text ?? null, variables: declared(rest.variables) }
    await this.#deps.templateRendering.assertReadable(accountId, sourceOf(given))
    const { models, newId } = this.#deps
    const id = newId('template')
    const content = toContent(given)
    const at = idTime(id)
    const template = {
      _id: id,
      account_id: accountId,
      name,
      channel,
      ...content,
      version: 1,
      is_active: true,
      created_at: at,
      updated_at: at,
    }
    const insert = async (own: string) => {
      const row = { ...template, slug: own }
      await this.#insert(row, this.#newVersion(row, content))
      return presentTemplate(row)
    }
    return slug === undefined ? withFreeSlug(models, template, insert) : withOwnSlug(() => insert(slug))
  }

  /** The templates of an account, newest first. */
  async list(accountId: string, page: PageRequest): Promise<Page<TemplateSummary>> {
    const query = {
      collection: this.#deps.models.templates.collection,
      filter: { account_id: accountId },
      options: { projection: SUMMARY },
    }
    const found = await newestFirst(query, 'template', page, (row: SummaryRow & Owned) => row)
    return { ...found, items: found.items.map(presentSummary) }
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, ref: string): Promise<Template> {
    return presentTemplate(await this.#find(accountId, ref))
  }

  /**
   * Templates by id; unknown ids are left out.
   * @throws ApiError `invalid_request` if they are too large for one response.
   */
  async getMany(accountId: string, ids: readonly string[]): Promise<Template[]> {
    const filter = { _id: { $in: [...ids] }, account_id: accountId }
    const { templates } = this.#deps.models
    assertReadableTogether(await templates.collection.find(filter, { projection: { size: 1 } }).toArray())
    return (await templates.collection.find(filter).toArray()).map(presentTemplate)
  }

  /**
   * Changes the given fields of a template. New content makes a new version; concurrent changes each make one, on top
   * of the one before.
   * @throws ApiError `not_found`; `template_exists` for the slug; `invalid_template` naming field, line and column.
   */
  async update(
    accountId: string,
    ref: string,
    { name, slug, is_active, ...changes }: Omit<TemplateChanges, 'id'>,
  ): Promise<UpdatedTemplate> {
    const present = (row: SummaryRow) => ({ id: row._id, name: row.name, version: row.version })
    for (;;) {
      const current = await this.#find(accountId, ref)
      const content = merged(current, changes)
      const own = {
        ...(name !== undefined && { name }),
        ...(slug !== undefined && { slug }),
        ...(is_active !== undefined && { is_active }),
        updated_at: this.#deps.clock.now(),
      }
      if (isSame(current, content)) return present(await this.#set(current, own))
      await this.#deps.templateRendering.assertReadable(accountId, sourceOf(content))
      try {
        return present(await withOwnSlug(() => this.#nextVersion(current, content, own)))
      } catch (error) {
        if (!(error instanceof OutdatedError)) throw error
      }
    }
  }

  /**
   * Deletes a template with its versions. Mail that was accepted with it is not affected.
   * @returns its id.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, ref: string): Promise<string> {
    const { templates, templateVersions } = this.#deps.models
    const options = { projection: { _id: 1 } }
    const deleted = await templates.collection.findOneAndDelete(templateRef(accountId, ref), options)
    if (!deleted) throw new ApiError('not_found')
    await templateVersions.collection.deleteMany({ account_id: accountId, template_id: deleted._id })
    return deleted._id
  }

  #insert(template: TemplateDoc, version: TemplateVersionDoc): Promise<void> {
    const { models, quotas } = this.#deps
    const { account_id } = template
    return quotas.create('templates', account_id, {
      count: (session) => models.templates.collection.countDocuments({ account_id }, session && { session }),
      insert: async (session) => {
        await models.templateVersions.collection.insertOne(version, { session })
        await models.templates.collection.insertOne(template, { session })
      },
    })
  }

  /** @throws ApiError `not_found` if it was deleted in the meantime; `template_exists`. */
  async #set({ _id, account_id }: TemplateDoc, fields: Partial<TemplateDoc>): Promise<TemplateDoc> {
    const { collection } = this.#deps.models.templates
    const changed = await withOwnSlug(() =>
      collection.findOneAndUpdate({ _id, account_id }, { $set: fields }, { returnDocument: 'after' }),
    )
    if (!changed) throw new ApiError('not_found')
    return changed
  }

  /** Writes the template and its next version, both or neither. */
  #nextVersion(current: TemplateDoc, content: TemplateContent, own: Partial<TemplateDoc>): Promise<TemplateDoc> {
    const { models } = this.#deps
    return models.connection.transaction(async (session) => {
      const changed = await models.templates.collection.findOneAndUpdate(
        { _id: current._id, account_id: current.account_id, version: current.version },
        { $set: { ...content, ...own, version: current.version + 1 } },
        { session, returnDocument: 'after' },
      )
      if (!changed) throw new OutdatedError()
      const version = this.#newVersion(changed, content)
      await models.templateVersions.collection.insertOne(version, { session })
      return changed
    })
  }

  #newVersion(template: TemplateDoc, content: TemplateContent): TemplateVersionDoc {
    const id = this.#deps.newId('templateVersion')
    return {
      _id: id,
      account_id: template.account_id,
      template_id: template._id,
      version: template.version,
      ...content,
      created_at: idTime(id),
    }
  }

  async #find(accountId: string, ref: string): Promise<TemplateDoc> {
    const found = await this.#deps.models.templates.collection.findOne(templateRef(accountId, ref))
    if (!found) throw new ApiError('not_found')
    return found
  }
}

/** @throws ApiError `invalid_request`. */
export function assertReadableTogether(rows: readonly { size: number }[]): void {
  if (rows.reduce((sum, { size }) => sum + size, 0) <= MAX_READ_CHARS) return
  throw new ApiError('invalid_request', 'These contents exceed 16 MiB in total. Request fewer at a time.')
}

function merged(current: TemplateDoc, changes: Omit<TemplateChanges, 'id'>): TemplateContent {
  return toContent({
    subject: changes.subject ?? current.subject,
    body_html: changes.body_html ?? current.body_html,
    // Null removes the text; undefined leaves it unchanged.
    body_text: changes.body_text === undefined ? current.body_text : changes.body_text,
    variables: changes.variables ? declared(changes.variables) : variablesOf(current),
  })
}

function toContent({ subject, body_html, body_text, variables }: Given): TemplateContent {
  const json = canonicalJson(variables)
  const size = subject.length + body_html.length + (body_text?.length ?? 0) + json.length
  return { subject, body_html, body_text, variables: json, size }
}

const isSame = (one: TemplateContent, other: TemplateContent): boolean =>
  (['subject', 'body_html', 'body_text', 'variables'] as const).every((name) => one[name] === other[name])
