import type { PageRequest } from '../../../contract/fields.js'
import type { TemplateVersion } from '../../../contract/templates.js'
import { ApiError } from '../../../errors.js'
import { childrenOf } from '../../../models/children.js'
import type { TemplateVersionDoc } from '../../../models/template.js'
import type { ServiceDeps } from '../../deps.js'
import { COUNT_OPTIONS, decodeSharedCursor, listById, type Page, toPage } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { presentVersion } from './present-template.js'
import { assertReadableTogether, MAX_READ_CHARS } from './template-service.js'
import { templateRef } from './template-slugs.js'

/** A version without its content. */
export type VersionHead = Pick<TemplateVersion, 'id' | 'version' | 'created_at'>

type HeadRow = Pick<TemplateVersionDoc, '_id' | 'template_id' | 'version' | 'created_at' | 'size'>

const HEAD = { _id: 1, template_id: 1, version: 1, created_at: 1, size: 1 }

/** Reads the versions of templates. */
export class TemplateVersions {
  readonly #deps: Pick<ServiceDeps, 'models'>

  constructor(deps: Pick<ServiceDeps, 'models'>) {
    this.#deps = deps
  }

  /**
   * The versions of a template, newest first. A page ends early if its content grows too large.
   * @throws ApiError `not_found`.
   */
  async list(accountId: string, ref: string, { limit, cursor }: PageRequest): Promise<Page<TemplateVersion>> {
    const { templates, templateVersions } = this.#deps.models
    const template = await templates.collection.findOne(templateRef(accountId, ref), { projection: { _id: 1 } })
    if (!template) throw new ApiError('not_found')
    const before = await this.#before(accountId, [template._id], cursor)
    const heads = await templateVersions.collection
      .find({ account_id: accountId, template_id: template._id, ...before }, { projection: HEAD })
      .sort({ version: -1 })
      .limit(limit + 1)
      .toArray()
    const page = toPage(versionsOf(template._id), heads, Math.min(limit, countThatFit(heads)), ({ _id }) => _id)
    const rows = await templateVersions.collection.find({ _id: { $in: page.items }, account_id: accountId }).toArray()
    const byId = new Map(rows.map((row) => [row._id, presentVersion(row)]))
    return {
      ...page,
      items: page.items.flatMap((id) => byId.get(id) ?? []),
      count: () => this.#count(accountId, template._id),
    }
  }

  /**
   * A page of the versions of each template, without content. Templates of other accounts are left out.
   * @throws ApiError `invalid_request` if the cursor is not from the list of each of them.
   */
  async heads(
    accountId: string,
    templateIds: readonly string[],
    { limit, cursor }: PageRequest,
  ): Promise<Map<string, Page<VersionHead>>> {
    const before = await this.#before(accountId, templateIds, cursor)
    const { templates, templateVersions } = this.#deps.models
    const rows = await childrenOf<HeadRow>(templates, templateVersions, {
      accountId,
      parentIds: templateIds,
      foreignField: 'template_id',
      pipeline: [{ $match: before }, { $sort: { version: -1 } }, { $limit: limit + 1 }, { $project: HEAD }],
    })
    const pageOf = (id: string, own: HeadRow[]) => ({
      ...toPage(versionsOf(id), own, limit, presentHead),
      count: () => this.#count(accountId, id),
    })
    return new Map([...rows].map(([id, own]) => [id, pageOf(id, own)]))
  }

  #count(accountId: string, id: string): Promise<number> {
    const own = { account_id: accountId, template_id: id }
    return this.#deps.models.templateVersions.collection.countDocuments(own, COUNT_OPTIONS)
  }

  /**
   * Versions with their content.
   * @throws ApiError `invalid_request` if they are too large for one response.
   */
  async getMany(accountId: string, ids: readonly string[]): Promise<Map<string, TemplateVersion>> {
    const filter = { _id: { $in: [...ids] }, account_id: accountId }
    const { templateVersions } = this.#deps.models
    assertReadableTogether(await templateVersions.collection.find(filter, { projection: { size: 1 } }).toArray())
    const rows = await templateVersions.collection.find(filter).toArray()
    return new Map(rows.map((row) => [row._id, presentVersion(row)]))
  }

  /** Versions are ordered by number; ids from several processes may be in another order. */
  async #before(
    accountId: string,
    templateIds: readonly string[],
    cursor: string | undefined,
  ): Promise<{ version?: { $lt: number } }> {
    if (!cursor) return {}
    const _id = decodeSharedCursor(templateIds.map(versionsOf), cursor)
    const last = await this.#deps.models.templateVersions.collection.findOne(
      { _id, account_id: accountId },
      { projection: { version: 1 } },
    )
    return { version: { $lt: last?.version ?? 0 } }
  }
}

const versionsOf = (templateId: string) => listById('templateVersion', templateId)

/** How many rows, from the first, can be read together; at least one. */
function countThatFit(rows: readonly HeadRow[]): number {
  let sum = 0
  const tooMuch = rows.findIndex(({ size }) => {
    sum += size
    return sum > MAX_READ_CHARS
  })
  return tooMuch === -1 ? rows.length : Math.max(1, tooMuch)
}

const presentHead = ({ _id, version, created_at }: HeadRow): VersionHead => ({
  id: _id,
  version,
  created_at: isoTime(created_at),
})
