import { TaskKilledError, TaskThreads } from '../../lib/task-threads.js'
import type { RenderOutcome, RenderTask } from './render-thread.js'
import { TEMPLATE_FIELDS, type TemplateField, type TemplateSource } from './template-source.js'

/** Two threads, so that others continue while a template is killed in one. */
const THREADS = 2
/** Most time for one task, including parsing, in ms. */
const LIMIT_MS = 700
const MAX_HEAP_MB = 192
const MAX_YOUNG_MB = 32
const MAX_WAITING = 20_000

/** The entry file, as source and as built. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './render-thread.ts' : './render-thread.js', import.meta.url)

/**
 * Parses and renders templates in worker threads: templates are programs of strangers, and the limits of the language
 * do not bound their cost.
 */
export class TemplateRenderer {
  readonly #threads = new TaskThreads<RenderTask, RenderOutcome>({
    entry: ENTRY,
    threads: THREADS,
    limitMs: LIMIT_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    maxWaiting: MAX_WAITING,
  })
  #unversioned = 0

  /**
   * Renders a template, or only parses it.
   * @param accountId its account: accounts take turns.
   * @throws GroupFullError if too many tasks wait.
   */
  async render(accountId: string, task: RenderTask): Promise<RenderOutcome> {
    try {
      return await this.#threads.run({ owner: accountId, key: task.version ?? this.#ownKey(), data: task })
    } catch (error) {
      if (!(error instanceof TaskKilledError)) throw error
      const [kind, verb] = task.vars ? (['render', 'render'] as const) : (['syntax', 'read'] as const)
      const message = `takes too ${error.reason === 'time' ? 'long' : 'much memory'} to ${verb}`
      return { problem: { kind, field: longestOf(task.source), position: null, message } }
    }
  }

  #ownKey(): string {
    this.#unversioned += 1
    return `#${this.#unversioned}`
  }

  /** Ends the threads. Idempotent. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

/** A killed thread cannot say which field it was, so name the longest. */
function longestOf(source: TemplateSource): TemplateField {
  const lengthOf = (field: TemplateField) => source[field]?.length ?? 0
  return TEMPLATE_FIELDS.reduce((longest, field) => (lengthOf(field) > lengthOf(longest) ? field : longest))
}
