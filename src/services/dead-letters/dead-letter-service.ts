import { ApiError } from '../../errors.js'
import type { DeadLetterDoc } from '../../streams/engine/dead-letters.js'
import { workKind } from '../../streams/topics.js'
import type { ServiceDeps } from '../deps.js'
import { isoTime } from '../timestamps.js'

/** A parked row as operators see it. */
export interface DeadLetterView {
  id: string
  /** The kind of work; as it is stored when this version knows no such kind. */
  kind: string
  row_id: string
  account_id: string
  error: string
  crashes: number
  created_at: string
}

/** Lists and retries work that crashed repeatedly. */
export class DeadLetterService {
  readonly #deps: Pick<ServiceDeps, 'models' | 'work'>

  constructor(deps: Pick<ServiceDeps, 'models' | 'work'>) {
    this.#deps = deps
  }

  /** Parked rows, newest first. */
  async list(limit = 100): Promise<DeadLetterView[]> {
    const rows = await this.#deps.models.deadLetters.find().sort({ _id: -1 }).limit(limit).lean()
    return rows.map(present)
  }

  count(): Promise<number> {
    return this.#deps.models.deadLetters.countDocuments()
  }

  /**
   * Retries a parked row.
   * @throws ApiError `not_found`.
   */
  async retry(id: string): Promise<DeadLetterView> {
    const { models, work } = this.#deps
    const letter = await models.deadLetters.findById(id).lean()
    if (!letter) throw new ApiError('not_found', `There is no dead letter ${id}.`)
    // The row first: if the process dies in between, the letter can be retried again.
    const kind = workKind(letter.kind)
    if (!kind) throw new ApiError('not_found', `This version knows no work of the kind ${letter.kind}.`)
    await work[kind].revive([{ id: letter.row_id, accountId: letter.account_id }])
    await models.deadLetters.deleteOne({ _id: id })
    return present(letter)
  }

  /** Retries all parked rows. Returns them. */
  async retryAll(): Promise<DeadLetterView[]> {
    const letters = await this.#deps.models.deadLetters.find().select({ _id: 1 }).lean()
    const retried: DeadLetterView[] = []
    for (const letter of letters) retried.push(await this.retry(letter._id))
    return retried
  }
}

function present({ _id, kind, row_id, account_id, error, crashes, created_at }: DeadLetterDoc): DeadLetterView {
  return { id: _id, kind: workKind(kind) ?? kind, row_id, account_id, error, crashes, created_at: isoTime(created_at) }
}
