import type { z } from 'zod'
import type { WebhookFormat } from '../../../contract/webhooks.js'
import { ApiError } from '../../../errors.js'
import { type AnyOperation, type RunnerDeps, runOperation } from '../../../operations/runner.js'
import type { Caller } from '../../../services/caller.js'
import type { ImportReport } from '../report.js'
import { UntranslatableError } from '../templates/languages.js'

export interface TargetOptions {
  deps: RunnerDeps
  caller: Caller
  report: ImportReport
  isDry: boolean
  /** Of new webhooks; null for our own. */
  format: WebhookFormat | null
}

/** What became of a thing. */
export type ImportOutcome = 'created' | 'existing' | { why: string }

/** Runs operations as the caller of the import. */
export class OperationRunner {
  readonly #options: Pick<TargetOptions, 'deps' | 'caller'>

  constructor(options: Pick<TargetOptions, 'deps' | 'caller'>) {
    this.#options = options
  }

  run<Op extends AnyOperation>(operation: Op, input: unknown): Promise<z.output<Op['output']>> {
    return runOperation(this.#options.deps, operation, this.#options.caller, input)
  }

  /** The rows of all pages of a list. */
  async everyPage<Op extends AnyOperation, Row>(
    operation: Op,
    input: object,
    rowsOf: (page: z.output<Op['output']>) => readonly Row[],
  ): Promise<Row[]> {
    const found: Row[] = []
    let cursor: string | null = null
    do {
      const page: z.output<Op['output']> = await this.run(operation, {
        ...input,
        limit: 100,
        ...(cursor && { cursor }),
      })
      found.push(...rowsOf(page))
      cursor = (page as { next_cursor: string | null }).next_cursor
    } while (cursor !== null)
    return found
  }

  /** @returns null for what is not found. */
  async orNull<T>(get: () => Promise<T>): Promise<T | null> {
    try {
      return await get()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }
}

/** What a service refuses is said in the report. A ledger that does not answer ends the import, which can go on later. */
export async function settled(bring: () => Promise<ImportOutcome>): Promise<ImportOutcome> {
  try {
    return await bring()
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
    if (isRefusal || error instanceof UntranslatableError) return { why: error.message }
    throw error
  }
}
