import { createTemplate, getTemplate } from '../../../operations/templates.js'
import type { Items } from '../source.js'
import { variableOf } from '../templates/languages.js'
import { toLiquid } from '../templates/to-liquid.js'
import type { OperationRunner, Outcome, TargetOptions } from './operation-runner.js'

const MAX_SLUG_CHARS = 64
/** Most templates whose names are the same as slugs. */
const MAX_ALIKE = 100

type Item = Items['templates']

/** The templates of an account, by their slugs. */
export class TemplateTarget {
  readonly #runner: OperationRunner
  readonly #options: Pick<TargetOptions, 'isDry'>
  /** Slugs of a dry run, which makes nothing, with the names that they stand for. */
  readonly #wouldBe = new Map<string, string>()

  constructor(runner: OperationRunner, options: Pick<TargetOptions, 'isDry'>) {
    this.#runner = runner
    this.#options = options
  }

  async bring(item: Item): Promise<Outcome> {
    const { name, subject, html, text, language, variables = [] } = item
    const { slug, isThere } = await this.#slugFor(item)
    if (isThere) return 'existing'
    const content = {
      subject: toLiquid(subject, language, false),
      body_html: toLiquid(html, language, true),
      ...(text !== null && { body_text: toLiquid(text, language, false) }),
      variables: variables.map((one) => ({
        name: variableOf(one.name, language),
        ...(one.default === null ? { required: true } : { default: one.default }),
      })),
    }
    if (this.#options.isDry) this.#wouldBe.set(slug, name)
    else await this.#runner.run(createTemplate, { name, slug, ...content })
    return 'created'
  }

  /**
   * The slug of a template, and whether it is there already. Several names may be the same as slugs: their templates are told
   * apart by their names, and the slugs are numbered.
   */
  async #slugFor({ alias, name }: Item): Promise<{ slug: string; isThere: boolean }> {
    const given = alias ?? name
    const base = slugOf(given)
    for (let number = 1; number <= MAX_ALIKE; number += 1) {
      const end = number === 1 ? '' : `-${number}`
      const slug = base.slice(0, MAX_SLUG_CHARS - end.length) + end
      const owner = await this.#ownerOf(slug)
      if (owner === null) return { slug, isThere: false }
      if (owner === name || slug === given) return { slug, isThere: true }
    }
    return { slug: base, isThere: false }
  }

  /** The name of the template with a slug; null if there is none. */
  async #ownerOf(slug: string): Promise<string | null> {
    const found = await this.#runner.orNull(() => this.#runner.run(getTemplate, { id: slug }))
    return found?.name ?? this.#wouldBe.get(slug) ?? null
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
