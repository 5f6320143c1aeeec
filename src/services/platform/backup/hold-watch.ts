import type { Logger } from 'pino'
import type { Metrics } from '../../../metrics/metrics.js'
import type { Models } from '../../../models/index.js'
import { findHold } from './restore-hold.js'

const LOOK_EVERY_MS = 2_000

export interface HoldWatchOptions {
  models: Pick<Models, 'system'>
  metrics: Pick<Metrics, 'restoreHold'>
  log: Logger
  /** Time between two looks, in ms. For tests. */
  everyMs?: number | undefined
}

/**
 * Lets the work of a process begin unless the deployment is held after a restore, and otherwise when it is resumed. A hold
 * cannot begin while a process runs.
 */
export class HoldWatch {
  readonly #options: HoldWatchOptions
  #timer: NodeJS.Timeout | null = null
  #isHeld = false
  #closed = false

  constructor(options: HoldWatchOptions) {
    this.#options = options
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Calls `begin` at once, or when the hold ends. Resolves when it is known which. */
  async start(begin: () => void): Promise<void> {
    const { models, log } = this.#options
    const hold = await findHold(models.system.collection)
    if (this.#closed) return
    this.#set(hold !== null)
    if (!hold) return begin()
    const { backup_at, restored_at } = hold
    log.warn({ backup_at, restored_at }, 'held after a restore: nothing leaves until `postline resume`')
    this.#lookLater(begin)
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #lookLater(begin: () => void): void {
    const { models, log, everyMs = LOOK_EVERY_MS } = this.#options
    this.#timer = setTimeout(async () => {
      const isOver = await findHold(models.system.collection).then(
        (hold) => hold === null,
        (err: Error) => {
          log.debug({ err }, 'the restore hold could not be read; trying again')
          return false
        },
      )
      if (this.#closed) return
      if (!isOver) return this.#lookLater(begin)
      log.info('resumed after a restore')
      this.#set(false)
      begin()
    }, everyMs)
  }

  #set(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.#options.metrics.restoreHold(isHeld)
  }
}
