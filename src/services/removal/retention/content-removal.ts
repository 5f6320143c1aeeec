import { ApiError } from '../../../errors.js'
import { exists } from '../../../models/exists.js'
import { type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { contentDeleted } from '../../sending/messages/message-contents.js'
import { HAS_NO_WORK_LEFT, removeContent } from './remove-content.js'

/** Deletes the contents of messages on request. */
export class ContentRemoval {
  readonly #deps: Pick<ServiceDeps, 'models' | 'work'>

  constructor(deps: Pick<ServiceDeps, 'models' | 'work'>) {
    this.#deps = deps
  }

  /**
   * Removes bodies, files and headers for good, with the copy that the provider `capture` keeps. The timeline stays, and
   * what lists show. What has left never waits again, so this cannot meet a dispatch. Repeatable.
   * @throws ApiError `not_found`, also if it is deleted already; `message_not_sent`.
   */
  async delete(principal: Principal, id: string): Promise<void> {
    const { accountId } = principal
    const { models, work } = this.#deps
    const row = await models.messages.collection.findOne(
      { _id: id, ...writableBy(principal) },
      { projection: { 'content.subject': 1 } },
    )
    if (!row) throw new ApiError('not_found')
    if (!row.content && !(await exists(models.messageContents.collection, { _id: id, account_id: accountId })))
      throw contentDeleted()
    const hasLeft = await exists(models.messages.collection, {
      _id: id,
      account_id: accountId,
      ...HAS_NO_WORK_LEFT,
      ...work.dispatch.atRest,
    })
    if (!hasLeft) throw new ApiError('message_not_sent')
    await removeContent(models, [id])
  }
}
