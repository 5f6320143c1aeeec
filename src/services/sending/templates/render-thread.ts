import type { RenderedTemplate } from '../../../contract/templates.js'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import { serveTasks } from '../../../lib/threads/serve-tasks.js'
import { namesIn, type ParsedTemplate, parseTemplate, renderTemplate } from './template-language.js'
import type { TemplateProblem, TemplateSource } from './template-source.js'

/** A task: parse a template and, if it has variables, render it. */
export interface RenderTask {
  /** Identifies exactly this source, forever; null if nothing does. */
  version: string | null
  source: TemplateSource
  vars: Record<string, unknown> | null
  /** Variables with another value in the subject. */
  subjectVars?: Record<string, unknown>
  /** Whether to return the names of the variables that it uses. */
  wantsNames?: boolean
}

/** The result of a task. */
export type RenderOutcome =
  | { problem: TemplateProblem }
  | { problem: null; rendered: RenderedTemplate | null; names?: string[] }

/** Approximate bytes of a parsed tag or output. */
const BYTES_A_PIECE = 2_500
const MAX_CACHE_BYTES = 32 * 1024 * 1024

const cache = new WeightedCache<{ parsed: ParsedTemplate; bytes: number }>({
  maxWeight: MAX_CACHE_BYTES,
  weigh: (_version, { bytes }) => bytes,
})

serveTasks<RenderTask, RenderOutcome>(({ version, source, vars, subjectVars, wantsNames }, clock) => {
  const parsed = (version !== null && cache.get(version)?.parsed) || parseTemplate(source)
  if ('kind' in parsed) return { problem: parsed }
  if (version !== null) cache.set(version, { parsed, bytes: weigh(source) })
  if (!vars) return { problem: null, rendered: null, ...(wantsNames && { names: namesIn(parsed) }) }
  const rendered = renderTemplate(parsed, { vars, subjectVars }, clock)
  return 'kind' in rendered ? { problem: rendered } : { problem: null, rendered }
})

function weigh(source: TemplateSource): number {
  const all = [source.subject, source.body_html, source.body_text ?? ''].join('\n')
  return 2 * all.length + BYTES_A_PIECE * (all.match(/\{[{%]/g)?.length ?? 0)
}
