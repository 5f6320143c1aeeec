import type { DeadLetter } from '../../../contract/dead-letters.js'
import type { PageRequest } from '../../../contract/fields.js'
import { ApiError } from '../../../errors.js'
import type { DeadLetterDoc } from '../../../streams/engine/dead-letters.js'
import { workKind } from '../../../streams/topics.js'
import type { Principal } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { isTestWork } from './test-work.js'

/** Lists and retries work that crashed repeatedly. */
export class DeadLetterService {
  readonly #deps: Pick<ServiceDeps, 'models' | 'work'>

  constructor(deps: Pick<ServiceDeps, 'models' | 'work'>) {
    this.#deps = deps
  }

  /** The parked rows of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<DeadLetter>> {
    return newestFirst(
      { collection: this.#deps.models.deadLetters.collection, filter: { account_id: accountId } },
      'deadLetter',
      page,
      present,
    )
  }

  /** Parked rows of an account by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, DeadLetter>> {
    return manyOf(
      { collection: this.#deps.models.deadLetters.collection, filter: { account_id: accountId } },
      ids,
      present,
    )
  }

  /** Parked rows of all accounts, newest first. */
  async listAll(limit = 100): Promise<DeadLetter[]> {
    const rows = await this.#deps.models.deadLetters.collection.find({}).sort({ _id: -1 }).limit(limit).toArray()
    return rows.map(present)
  }

  count(): Promise<number> {
    return this.#deps.models.deadLetters.collection.countDocuments()
  }

  /**
   * Retries a parked row.
   * @param principal who must be allowed to change it; the rows of all accounts if omitted.
   * @throws ApiError `not_found`, also if the row is live work and the key is a test key.
   */
  async retry(id: string, principal?: Principal): Promise<DeadLetter> {
    const { models, work } = this.#deps
    const letter = await models.deadLetters.collection.findOne({
      _id: id,
      ...(principal && { account_id: principal.accountId }),
    })
    if (!letter || (principal?.testMode && !(await isTestWork(models, letter, principal)))) {
      throw new ApiError('not_found', `There is no dead letter ${id}.`)
    }
    // The row first: if the process dies in between, the letter can be retried again.
    const kind = workKind(letter.kind)
    if (!kind) throw new ApiError('not_found', `This version knows no work of the kind ${letter.kind}.`)
    await work[kind].retry([{ id: letter.row_id, accountId: letter.account_id }])
    await models.deadLetters.collection.deleteOne({ _id: id, account_id: letter.account_id })
    return present(letter)
  }

  /** Retries all parked rows. Returns them. */
  async retryAll(): Promise<DeadLetter[]> {
    const letters = await this.#deps.models.deadLetters.collection.find({}, { projection: { _id: 1 } }).toArray()
    const retried: DeadLetter[] = []
    for (const letter of letters) retried.push(await this.retry(letter._id))
    return retried
  }
}

function present({ _id, kind, row_id, account_id, error, crashes, created_at }: DeadLetterDoc): DeadLetter {
  return { id: _id, kind: workKind(kind) ?? kind, row_id, account_id, error, crashes, created_at: isoTime(created_at) }
}
