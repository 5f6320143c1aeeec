import type { mongo } from 'mongoose'
import type { PreviewRequest, RenderedTemplate, TemplateVariable } from '../../../contract/templates.js'
import { ApiError, fieldError } from '../../../errors.js'
import { type LookUp, lookUp } from '../../../models/look-up.js'
import type { TemplateDoc } from '../../../models/template.js'
import type { ServiceDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'
import { variablesOf } from './present-template.js'
import type { RenderTask } from './render-thread.js'
import { contentOf, inLayout, noLayout } from './template-layouts.js'
import type { RenderUse } from './template-renderer.js'
import { isSlug } from './template-slugs.js'
import type { TemplateProblem, TemplateSource } from './template-source.js'
import { fillVariables } from './template-variables.js'

/** What a render needs of a template. Concurrent look-ups share the object. */
export interface Renderable {
  /** The id of the template, or of what else has the source. */
  id: string
  accountId: string
  isActive: boolean
  /** A layout is not sent. */
  isLayout?: boolean
  /** Stands for the source in caches; null for one that is not stored. */
  version: string | null
  source: TemplateSource
  variables: TemplateVariable[]
}

/** A template of an account, by its id or slug. */
interface Named {
  accountId: string
  ref: string
}

const PROJECTION = {
  account_id: 1,
  slug: 1,
  is_active: 1,
  version: 1,
  subject: 1,
  body_html: 1,
  body_text: 1,
  variables: 1,
  is_layout: 1,
  layout_id: 1,
}

/** Renders stored templates, for sends and previews, and sources that are not stored. */
export class TemplateRendering {
  readonly #deps: Pick<ServiceDeps, 'models' | 'renderer'>
  readonly #find: LookUp<Named, Renderable | null>

  constructor(deps: Pick<ServiceDeps, 'models' | 'renderer'>) {
    this.#deps = deps
    this.#find = lookUp((named) => this.#findMany(named))
  }

  /**
   * The template for a send, in its current version and with its layout, by its id or slug.
   * @throws ApiError `template_not_found`, also for an inactive one and for a layout; `overloaded`.
   */
  async findForSend(accountId: string, ref: string): Promise<Renderable> {
    const template = await orOverloaded(this.#find({ accountId, ref }))
    if (template?.accountId !== accountId || !template.isActive || template.isLayout) throw noTemplate()
    return template
  }

  /**
   * Renders the content of a send.
   * @param hasSubject whether the send has its own subject; the template's may then be empty.
   * @param subjectVars variables with another value in the subject.
   * @param use `preview` if nothing is sent.
   * @param mayBeEmpty for what is only shown: it may render to nothing.
   * @throws ApiError `missing_variable`; `template_error` if it does not render, or renders to nothing; `overloaded`.
   */
  async renderForSend(
    { accountId, version, source, variables }: Renderable,
    vars: Record<string, unknown>,
    {
      hasSubject = false,
      subjectVars = {},
      use = 'send',
      mayBeEmpty = false,
    }: {
      hasSubject?: boolean
      subjectVars?: Record<string, unknown>
      use?: RenderUse
      mayBeEmpty?: boolean
    } = {},
  ): Promise<RenderedTemplate> {
    const filled = fillVariables(variables, vars, 'template_vars')
    const rendered = await this.#run(accountId, use, { version, source, vars: filled, subjectVars }, toRenderError)
    if (mayBeEmpty) return rendered
    if (!rendered.subject && !hasSubject) throw templateError('subject: renders to nothing')
    if (!rendered.body_html && !rendered.body_text) throw templateError('body_html: renders to nothing')
    return rendered
  }

  /**
   * Renders a stored template without sending.
   * @throws ApiError `not_found`, `missing_variable`, `invalid_template` if it cannot be parsed, `template_error`.
   */
  async render(accountId: string, ref: string, vars: Record<string, unknown>): Promise<RenderedTemplate> {
    const template = await orOverloaded(this.#find({ accountId, ref }))
    if (template?.accountId !== accountId) throw new ApiError('not_found')
    const filled = fillVariables(template.variables, vars, 'vars')
    const { version, source } = template
    return this.#run(accountId, 'preview', { version, source, vars: filled }, toSourceError)
  }

  /**
   * Renders a source that is not stored.
   * @throws ApiError `invalid_request` if there is no such layout; `invalid_layout`; `invalid_template`, `missing_variable`,
   *   `template_error`.
   */
  async preview(accountId: string, { vars = {}, layout_id, ...given }: PreviewRequest): Promise<RenderedTemplate> {
    const own = contentOf({ ...given, layout_id })
    const { source, variables } =
      layout_id === undefined ? own : inLayout(await this.#layout(accountId, layout_id), own)
    let filled: Record<string, unknown>
    try {
      filled = fillVariables(variables, vars, 'vars')
    } catch (error) {
      // Report syntax errors first.
      await this.assertReadable(accountId, source)
      throw error
    }
    return this.#run(accountId, 'preview', { version: null, source, vars: filled }, toSourceError)
  }

  /**
   * Checks the syntax of a source.
   * @throws ApiError `invalid_template` naming field, line and column.
   */
  async assertReadable(accountId: string, source: TemplateSource): Promise<void> {
    const { problem } = await orOverloaded(
      this.#deps.renderer.render(accountId, 'preview', { version: null, source: sourceOf(source), vars: null }),
    )
    if (problem) throw toSourceError(problem)
  }

  /**
   * Names of the variables that a template uses, without those that it makes itself; at most 100.
   * @throws ApiError `invalid_template`; `overloaded`.
   */
  async namesIn({ accountId, version, source }: Renderable): Promise<string[]> {
    const task = { version, source, vars: null, wantsNames: true }
    const outcome = await orOverloaded(this.#deps.renderer.render(accountId, 'preview', task))
    if (outcome.problem) throw toSourceError(outcome.problem)
    return outcome.names ?? []
  }

  async #layout(accountId: string, ref: string): Promise<Renderable> {
    const found = await orOverloaded(this.#find({ accountId, ref }))
    if (found?.accountId !== accountId || !found.isLayout) throw noLayout()
    return found
  }

  async #run(
    accountId: string,
    use: RenderUse,
    task: RenderTask,
    toError: (problem: TemplateProblem) => ApiError,
  ): Promise<RenderedTemplate> {
    const outcome = await orOverloaded(this.#deps.renderer.render(accountId, use, task))
    if (outcome.problem) throw toError(outcome.problem)
    return outcome.rendered!
  }

  async #findMany(named: Named[]): Promise<(Renderable | null)[]> {
    const rows = await this.#rowsOf(named)
    const layouts = new Map((await this.#layoutsOf(rows)).map((row) => [row._id, toRenderable(row)]))
    const found = new Map<string, Renderable | null>()
    for (const row of rows) {
      const { account_id: accountId, _id, slug } = row
      const renderable = withLayout(row, layouts)
      for (const ref of [_id, slug ?? _id]) found.set(nameOf({ accountId, ref }), renderable)
    }
    return named.map((one) => found.get(nameOf(one)) ?? null)
  }

  #rowsOf(named: Named[]): Promise<TemplateDoc[]> {
    const { collection } = this.#deps.models.templates
    return collection.find(filterOf(named), { projection: PROJECTION }).toArray()
  }

  async #layoutsOf(rows: readonly TemplateDoc[]): Promise<TemplateDoc[]> {
    const named = rows.flatMap(({ account_id: accountId, layout_id: ref }) => (ref ? [{ accountId, ref }] : []))
    return named.length === 0 ? [] : this.#rowsOf(named)
  }
}

const nameOf = ({ accountId, ref }: Named) => `${accountId} ${ref}`

/** Ids are looked up alone, as nearly all references are, and slugs by account. */
function filterOf(named: readonly Named[]): mongo.Filter<TemplateDoc> {
  const [slugs, ids] = [named.filter(({ ref }) => isSlug(ref)), named.filter(({ ref }) => !isSlug(ref))]
  const byId = { _id: { $in: [...new Set(ids.map(({ ref }) => ref))] } }
  if (slugs.length === 0) return byId
  const accounts = [...new Set(slugs.map(({ accountId }) => accountId))]
  const ofAccount = (account_id: string) => slugs.flatMap((one) => (one.accountId === account_id ? [one.ref] : []))
  const bySlug = accounts.map((account_id) => ({ account_id, slug: { $in: [...new Set(ofAccount(account_id))] } }))
  return { $or: [byId, ...bySlug] }
}

/** Null if its layout is gone, which is deleted only once no template has it: the template was just given another one. */
function withLayout(row: TemplateDoc, layouts: ReadonlyMap<string, Renderable>): Renderable | null {
  const own = toRenderable(row)
  if (!row.layout_id) return own
  const layout = layouts.get(row.layout_id)
  return layout?.accountId === row.account_id
    ? { ...own, ...inLayout(layout, own), version: `${own.version}+${layout.version}` }
    : null
}

function toRenderable(row: TemplateDoc): Renderable {
  return {
    id: row._id,
    accountId: row.account_id,
    isActive: row.is_active,
    isLayout: row.is_layout === true,
    version: `${row._id}:${row.version}`,
    source: sourceOf(row),
    variables: variablesOf(row),
  }
}

/** Only the rendered fields, because they are copied to a thread. */
export const sourceOf = ({ subject, body_html, body_text }: TemplateSource): TemplateSource => ({
  subject,
  body_html,
  body_text,
})

const noTemplate = () => new ApiError('template_not_found')

const templateError = (message: string) => new ApiError('template_error', `The template does not render: ${message}.`)

const explain = ({ position, message }: TemplateProblem): string =>
  position ? `line ${position.line}, column ${position.column}: ${message}` : message

/** A send cannot change the template, so the error names the place in the template and no field of the request. */
const toRenderError = (problem: TemplateProblem) => templateError(`${problem.field}: ${explain(problem)}`)

function toSourceError(problem: TemplateProblem): ApiError {
  const message = explain(problem)
  return fieldError(problem.kind === 'syntax' ? 'invalid_template' : 'template_error', problem.field, message)
}
