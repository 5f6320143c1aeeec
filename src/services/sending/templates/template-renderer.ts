import { createHash } from 'node:crypto'
import { ApiError } from '../../../errors.js'
import { TaskKilledError } from '../../../lib/threads/task-thread.js'
import { type Task, TaskThreads, type TaskThreadsOptions } from '../../../lib/threads/task-threads.js'
import { CpuBudget } from './cpu-budget.js'
import type { RenderOutcome, RenderTask } from './render-thread.js'
import { TEMPLATE_FIELDS, type TemplateField, type TemplateSource } from './template-source.js'

/** What a template is rendered for. A check of a template's syntax counts as a preview. */
export type RenderUse = 'send' | 'preview'

/** Threads for each use: two, so that others continue while a template is killed in one. */
const THREADS = 2
/** Threads for slow templates, of all accounts and for all uses. */
const SLOW_THREADS = 1
/** They work on what others leave of the processors. */
const SLOW_NICENESS = 10
/** A task that takes longer is slow, in ms of CPU time. */
const QUICK_MS = 100
/** Most time for one task, including parsing, in ms of CPU time. */
const LIMIT_MS = 700
/** An account that has used more of its CPU budget is slow, in ms. */
const SLOW_USE_MS = 100
/** An account that has used more has to wait, in ms. */
const MAX_USE_MS = 3_000
/** How long a killed template is remembered, in ms. One alone costs about what the budget recovers meanwhile. */
const REMEMBER_KILLS_MS = 10_000
const MAX_HEAP_MB = 192
const MAX_YOUNG_MB = 32
const MAX_WAITING = 20_000

/** The entry file, as source and as built. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './render-thread.ts' : './render-thread.js', import.meta.url)

/** A render belongs on the threads for slow templates. */
class SlowError extends Error {}

/**
 * Parses and renders templates in worker threads: templates are programs of strangers, and the limits of the language
 * do not bound their cost.
 *
 * Sends and previews have separate threads. A render that takes long there is killed and begins again on the thread for
 * slow templates, and so do all renders of an account that used much of its CPU budget lately. Once it has used all, it
 * is refused. So nobody waits long for the templates of others, however many of them are slow.
 */
export class TemplateRenderer {
  /** Of each account. */
  readonly cpuBudget = new CpuBudget()
  readonly #quick = { send: this.#quickThreads(), preview: this.#quickThreads() }
  readonly #slow = this.#threads({
    threads: SLOW_THREADS,
    limitMs: LIMIT_MS,
    niceness: SLOW_NICENESS,
    refuse: (accountId) => this.#refusalOf(accountId),
  })

  /**
   * Renders a template, or only parses it.
   * @param accountId its account: accounts take turns.
   * @throws ApiError `rate_limit_exceeded` if the CPU budget of the account is used up; QueueFullError if too many tasks wait.
   */
  async render(accountId: string, use: RenderUse, task: RenderTask): Promise<RenderOutcome> {
    try {
      return await this.#run(use, { owner: accountId, key: keyOf(task), data: task })
    } catch (error) {
      if (!(error instanceof TaskKilledError)) throw error
      const [kind, verb] = task.vars ? (['render', 'render'] as const) : (['syntax', 'read'] as const)
      const message = `takes too ${error.reason === 'time' ? 'long' : 'much memory'} to ${verb}`
      return { problem: { kind, field: longestOf(task.source), position: null, message } }
    }
  }

  /** Ends the threads. Idempotent. */
  async close(): Promise<void> {
    const all = [this.#quick.send, this.#quick.preview, this.#slow]
    await Promise.all(all.map((threads) => threads.close()))
  }

  async #run(use: RenderUse, task: Task<RenderTask>): Promise<RenderOutcome> {
    try {
      return await this.#quick[use].run(task)
    } catch (error) {
      const isSlow = error instanceof SlowError || (error instanceof TaskKilledError && error.reason === 'time')
      if (!isSlow) throw error
      return this.#slow.run(task)
    }
  }

  #quickThreads() {
    const refuse = (accountId: string) => (this.cpuBudget.of(accountId) > SLOW_USE_MS ? new SlowError() : null)
    return this.#threads({ threads: THREADS, limitMs: QUICK_MS, refuse })
  }

  #threads(own: Pick<TaskThreadsOptions, 'threads' | 'limitMs' | 'niceness' | 'refuse'>) {
    return new TaskThreads<RenderTask, RenderOutcome>({
      ...own,
      entry: ENTRY,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      maxWaiting: MAX_WAITING,
      rememberKillsMs: REMEMBER_KILLS_MS,
      charge: (accountId, ms) => this.cpuBudget.charge(accountId, ms),
    })
  }

  #refusalOf(accountId: string): ApiError | null {
    const waitMs = this.cpuBudget.untilBelow(accountId, MAX_USE_MS)
    if (waitMs === 0) return null
    const seconds = Math.ceil(waitMs / 1_000)
    const message = `The templates of this account take too long to render. Simplify the slow ones, and wait ${seconds} s.`
    return new ApiError('rate_limit_exceeded', message, { retryAfterSeconds: seconds })
  }
}

/** The same for every task with the same template, whether or not it is stored. */
function keyOf({ version, source, vars }: RenderTask): string {
  if (version !== null) return version
  const hash = createHash('sha256')
  for (const field of TEMPLATE_FIELDS) hash.update(`${source[field] ?? ''}\0`)
  return `${vars ? 'render' : 'parse'} ${hash.digest('base64url')}`
}

/** A killed thread cannot say which field it was, so name the longest. */
function longestOf(source: TemplateSource): TemplateField {
  const lengthOf = (field: TemplateField) => source[field]?.length ?? 0
  return TEMPLATE_FIELDS.reduce((longest, field) => (lengthOf(field) > lengthOf(longest) ? field : longest))
}
