import type { Logger } from 'pino'
import type { Models } from '../models/index.js'
import { schemaOfBuild } from './migrations.js'
import { findSchemaMismatch, readSchemaState, type SchemaMismatch } from './schema-compatibility.js'

/** How long a process may work on after it has become too old for the ledger, in ms, before it notices. */
export const WATCH_EVERY_MS = 5_000

export interface SchemaWatchDeps {
  models: Pick<Models, 'schemaState'>
  log: Logger
  /** Called once, when this build can no longer work with the ledger. */
  onMismatch: (mismatch: SchemaMismatch) => void
  /** For faster tests. */
  everyMs?: number | undefined
}

/**
 * Notices when this build can no longer work with the ledger: it was migrated beyond the build, or replaced by an older
 * one. While MongoDB does not answer, nothing is known, and nothing can be written either.
 */
export class SchemaWatch {
  readonly #deps: SchemaWatchDeps
  readonly #build = schemaOfBuild()
  #timer: NodeJS.Timeout | null = null
  #mismatch: SchemaMismatch | null = null

  constructor(deps: SchemaWatchDeps) {
    this.#deps = deps
  }

  /** Why this build cannot work with the ledger; null if it can. */
  get mismatch(): SchemaMismatch | null {
    return this.#mismatch
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), this.#deps.everyMs ?? WATCH_EVERY_MS)
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    const state = await readSchemaState(this.#deps.models).catch(() => null)
    if (state === null || this.#timer === null) return
    const mismatch = findSchemaMismatch(state, this.#build)
    if (mismatch === null) return
    this.close()
    this.#mismatch = mismatch
    const { log, onMismatch } = this.#deps
    log.fatal({ reason: mismatch.reason }, 'this process can no longer work with the ledger, and stops')
    onMismatch(mismatch)
  }
}
