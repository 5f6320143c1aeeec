import { TaskKilledError, TaskThreads } from '../../lib/task-threads.js'
import type { RenderOutcome, RenderTask } from './render-thread.js'
import { TEMPLATE_FIELDS, type TemplateField, type TemplateSource } from './template-source.js'

/** Threads that render. Two, so that a template that has to be killed keeps nobody else waiting. */
const THREADS = 2
/** Time that one render may take, reading the template included, in ms. */
const LIMIT_MS = 700
const MAX_HEAP_MB = 192
const MAX_YOUNG_MB = 32
const MAX_WAITING = 20_000

/** The same file as source and as it is built. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './render-thread.ts' : './render-thread.js', import.meta.url)

/**
 * Reads and renders templates in threads of their own: they are programs of somebody else, and the limits of their
 * language do not bound what they take.
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
   * Renders, or only reads, a template.
   * @param accountId whose it is: accounts take turns.
   * @throws GroupFullError when too much is waiting.
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

/** Which field it was a killed thread cannot tell. */
function longestOf(source: TemplateSource): TemplateField {
  const lengthOf = (field: TemplateField) => source[field]?.length ?? 0
  return TEMPLATE_FIELDS.reduce((longest, field) => (lengthOf(field) > lengthOf(longest) ? field : longest))
}
