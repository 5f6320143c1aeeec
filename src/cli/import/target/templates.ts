import type { Template } from '../../../contract/templates.js'
import { createTemplate, getTemplate } from '../../../operations/templates.js'
import type { Items } from '../source.js'
import { variableOf } from '../templates/languages.js'
import { toLiquid } from '../templates/to-liquid.js'
import type { ImportOutcome, OperationRunner, TargetOptions } from './operation-runner.js'

const MAX_SLUG_CHARS = 64
/** Most templates whose names are the same as slugs. */
const MAX_ALIKE = 100

type Item = Items['templates']
/** What is known of the template with a slug. */
type Owner = Pick<Template, 'name' | 'is_layout'>

/** The templates of an account, by their slugs. */
export class TemplateTarget {
  readonly #runner: OperationRunner
  readonly #options: Pick<TargetOptions, 'isDry'>
  /** Slugs of a dry run, which makes nothing, with what they stand for. */
  readonly #wouldBe = new Map<string, Owner>()

  constructor(runner: OperationRunner, options: Pick<TargetOptions, 'isDry'>) {
    this.#runner = runner
    this.#options = options
  }

  async bring(item: Item): Promise<ImportOutcome> {
    const { name, subject, html, text, language, variables = [], isLayout, layout } = item
    const { slug, isThere } = await this.#slugFor(item)
    if (isThere) return 'existing'
    const layoutSlug = layout ? await this.#layoutFor(layout) : null
    if (layout && layoutSlug === null) return { why: `Its layout ${layout} is not here.` }
    const content = {
      ...(isLayout ? { is_layout: true } : { subject: toLiquid(subject, language, false) }),
      ...(layoutSlug !== null && { layout_id: layoutSlug }),
      body_html: toLiquid(html, language, true),
      ...(text !== null && { body_text: toLiquid(text, language, false) }),
      variables: variables.map((one) => ({
        name: variableOf(one.name, language),
        ...(one.default === null ? { required: true } : { default: one.default }),
      })),
    }
    if (this.#options.isDry) this.#wouldBe.set(slug, { name, is_layout: isLayout === true })
    else await this.#runner.run(createTemplate, { name, slug, ...content })
    return 'created'
  }

  /**
   * The slug of a template, and whether it is there already. Several names may be the same as slugs: their templates are told
   * apart by their names, and the slugs are numbered.
   */
  async #slugFor({ alias, name }: Item): Promise<{ slug: string; isThere: boolean }> {
    const given = alias ?? name
    for (const slug of slugsLike(given)) {
      const owner = await this.#ownerOf(slug)
      if (owner === null) return { slug, isThere: false }
      if (owner.name === name || slug === given) return { slug, isThere: true }
    }
    return { slug: slugOf(given), isThere: false }
  }

  /** The slug of a layout that was brought before; null if it is not there. */
  async #layoutFor(alias: string): Promise<string | null> {
    for (const slug of slugsLike(alias)) {
      const owner = await this.#ownerOf(slug)
      if (owner === null) return null
      if (owner.is_layout) return slug
    }
    return null
  }

  /** The template with a slug; null if there is none. */
  async #ownerOf(slug: string): Promise<Owner | null> {
    const found = await this.#runner.orNull(() => this.#runner.run(getTemplate, { id: slug }))
    return found ?? this.#wouldBe.get(slug) ?? null
  }
}

/** The slug of a name, and those with a number that follow it. */
function* slugsLike(name: string): Generator<string> {
  const base = slugOf(name)
  for (let number = 1; number <= MAX_ALIKE; number += 1) {
    const end = number === 1 ? '' : `-${number}`
    yield base.slice(0, MAX_SLUG_CHARS - end.length) + end
  }
}

/** A name as a slug: its letters and digits, and hyphens for the rest. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARS)
    .replaceAll(/^-|-$/g, '') || 'template'
