import { serveTasks } from '../../lib/serve-tasks.js'
import { WeightedCache } from '../../lib/weighted-cache.js'
import { type ParsedTemplate, parseTemplate, renderTemplate } from './template-language.js'
import type { RenderedTemplate, TemplateProblem, TemplateSource } from './template-source.js'

/** What a thread is asked: to read a template and, unless no variables come with it, to render it. */
export interface RenderTask {
  /** What stands for exactly this source, for ever; null when nothing does. */
  version: string | null
  source: TemplateSource
  vars: Record<string, unknown> | null
}

/** What a thread answers. */
export type RenderOutcome = { problem: TemplateProblem } | { problem: null; rendered: RenderedTemplate | null }

/** Rough bytes that a tag or an output takes when it is read. */
const BYTES_A_PIECE = 2_500
const MAX_CACHE_BYTES = 32 * 1024 * 1024

const cache = new WeightedCache<{ parsed: ParsedTemplate; bytes: number }>({
  maxWeight: MAX_CACHE_BYTES,
  weigh: (_version, { bytes }) => bytes,
})

serveTasks<RenderTask, RenderOutcome>(({ version, source, vars }) => {
  const parsed = (version !== null && cache.get(version)?.parsed) || parseTemplate(source)
  if ('kind' in parsed) return { problem: parsed }
  if (version !== null) cache.set(version, { parsed, bytes: weigh(source) })
  if (!vars) return { problem: null, rendered: null }
  const rendered = renderTemplate(parsed, vars)
  return 'kind' in rendered ? { problem: rendered } : { problem: null, rendered }
})

function weigh(source: TemplateSource): number {
  const all = [source.subject, source.body_html, source.body_text ?? ''].join('\n')
  return 2 * all.length + BYTES_A_PIECE * (all.match(/\{[{%]/g)?.length ?? 0)
}
