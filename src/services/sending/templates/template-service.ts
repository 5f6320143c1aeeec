import type { mongo } from 'mongoose'
import type {
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateSummary,
  TemplatesRequest,
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
import { assertNoneOfLayout, assertPlaceForContent, assertUnused, contentOf, holdLayout } from './template-layouts.js'
import { sourceOf, type TemplateRendering } from './template-rendering.js'
import { templateId, templateRef, withFreeSlug, withOwnSlug } from './template-slugs.js'
import { declared } from './template-variables.js'

/** What a template says, complete. */
type Given = Pick<Template, 'subject' | 'body_html' | 'body_text' | 'variables'>

const SUMMARY = {
  ...{ _id: 1, account_id: 1, name: 1, slug: 1, channel: 1, version: 1 },
  ...{ is_active: 1, is_layout: 1, layout_id: 1 },
}
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
   * @throws ApiError `template_exists` for the slug; `channel_not_enabled`; `too_many_templates`; `invalid_template` naming field, line and column;
   *   `invalid_layout`; `invalid_request` if there is no such layout.
   */
  async create(accountId: string, { name, slug, channel, ...rest }: NewTemplate): Promise<Template> {
    if (channel !== 'email') throw new ApiError('channel_not_enabled')
    const { source, variables } = contentOf(rest)
    await this.#deps.templateRendering.assertReadable(accountId, source)
    const { models, newId } = this.#deps
    const id = newId('template')
    const content = toContent({ ...source, variables })
    const at = idTime(id)
    const template = {
      _id: id,
      account_id: accountId,
      name,
      channel,
      ...content,
      version: 1,
      is_active: true,
      ...(rest.is_layout && { is_layout: true as const }),
      created_at: at,
      updated_at: at,
    }
    const insert = async (own: string) =>
      presentTemplate(await this.#insert({ ...template, slug: own }, content, rest.layout_id))
    return slug === undefined ? withFreeSlug(models, template, insert) : withOwnSlug(() => insert(slug))
  }

  /** The templates of an account, newest first. */
  async list(accountId: string, { is_layout, layout_id, ...page }: TemplatesRequest): Promise<Page<TemplateSummary>> {
    const query = {
      collection: this.#deps.models.templates.collection,
      filter: {
        account_id: accountId,
        // Other templates do not have the field.
        ...(is_layout !== undefined && { is_layout: is_layout ? (true as const) : null }),
        ...(layout_id !== undefined && { layout_id: await templateId(this.#deps.models, accountId, layout_id) }),
      },
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
   * @throws ApiError `not_found`; `template_exists` for the slug; `invalid_template` naming field, line and column;
   *   `invalid_layout`; `invalid_request` if there is no such layout, or for what a layout cannot have.
   */
  async update(
    accountId: string,
    ref: string,
    { name, slug, is_active, layout_id, ...changes }: Omit<TemplateChanges, 'id'>,
  ): Promise<UpdatedTemplate> {
    const present = (row: SummaryRow) => ({ id: row._id, name: row.name, version: row.version })
    for (;;) {
      const current = await this.#find(accountId, ref)
      if (current.is_layout) assertNoneOfLayout({ subject: changes.subject, layout_id })
      const content = merged(current, changes)
      if (current.is_layout) assertPlaceForContent(content)
      const own = {
        ...(name !== undefined && { name }),
        ...(slug !== undefined && { slug }),
        ...(is_active !== undefined && { is_active }),
        ...(layout_id === null && { layout_id }),
        updated_at: this.#deps.clock.now(),
      }
      if (isSame(current, content)) return present(await this.#set(current, own, layout_id))
      await this.#deps.templateRendering.assertReadable(accountId, sourceOf(content))
      try {
        return present(await withOwnSlug(() => this.#nextVersion(current, { content, own, layout: layout_id })))
      } catch (error) {
        if (!(error instanceof OutdatedError)) throw error
      }
    }
  }

  /**
   * Deletes a template with its versions. Mail that was accepted with it is not affected.
   * @returns its id.
   * @throws ApiError `not_found`; `layout_in_use`.
   */
  async delete(accountId: string, ref: string): Promise<string> {
    const { connection, ...models } = this.#deps.models
    const filter = templateRef(accountId, ref)
    return connection.transaction(async (session) => {
      const options = { session, projection: { _id: 1, account_id: 1, is_layout: 1 } }
      const deleted = await models.templates.collection.findOneAndDelete(filter, options)
      if (!deleted) throw new ApiError('not_found')
      if (deleted.is_layout) await assertUnused(models, session, deleted)
      const { _id } = deleted
      await models.templateVersions.collection.deleteMany({ account_id: accountId, template_id: _id }, { session })
      return _id
    })
  }

  /** @param layout id or slug of its layout. */
  async #insert(
    template: Omit<TemplateDoc, 'layout_id'>,
    content: TemplateContent,
    layout: string | undefined,
  ): Promise<TemplateDoc> {
    const { models, quotas } = this.#deps
    const { account_id } = template
    const version = this.#newVersion(template, content)
    let row: TemplateDoc = template
    await quotas.create('templates', account_id, {
      count: (session) => models.templates.collection.countDocuments({ account_id }, session && { session }),
      insert: async (session) => {
        if (layout !== undefined)
          row = { ...template, layout_id: await holdLayout(models, session, account_id, layout) }
        await models.templateVersions.collection.insertOne(version, { session })
        await models.templates.collection.insertOne(row, { session })
      },
    })
    return row
  }

  /**
   * @param layout id or slug of another layout.
   * @throws ApiError `not_found` if it was deleted in the meantime; `template_exists`; `invalid_request` for the layout.
   */
  async #set(
    { _id, account_id }: TemplateDoc,
    fields: Partial<TemplateDoc>,
    layout: string | null | undefined,
  ): Promise<TemplateDoc> {
    const { models } = this.#deps
    const set = ($set: Partial<TemplateDoc>, session?: mongo.ClientSession) =>
      models.templates.collection.findOneAndUpdate(
        { _id, account_id },
        { $set },
        { returnDocument: 'after', ...(session && { session }) },
      )
    const changed = await withOwnSlug(() =>
      typeof layout === 'string'
        ? models.connection.transaction(async (session) =>
            set({ ...fields, layout_id: await holdLayout(models, session, account_id, layout) }, session),
          )
        : set(fields),
    )
    if (!changed) throw new ApiError('not_found')
    return changed
  }

  /** Writes the template and its next version, both or neither. */
  #nextVersion(
    { _id, account_id, version }: TemplateDoc,
    {
      content,
      own,
      layout,
    }: { content: TemplateContent; own: Partial<TemplateDoc>; layout: string | null | undefined },
  ): Promise<TemplateDoc> {
    const { models } = this.#deps
    return models.connection.transaction(async (session) => {
      const layout_id = typeof layout === 'string' ? await holdLayout(models, session, account_id, layout) : undefined
      const changed = await models.templates.collection.findOneAndUpdate(
        { _id, account_id, version },
        { $set: { ...content, ...own, ...(layout_id && { layout_id }), version: version + 1 } },
        { session, returnDocument: 'after' },
      )
      if (!changed) throw new OutdatedError()
      await models.templateVersions.collection.insertOne(this.#newVersion(changed, content), { session })
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
