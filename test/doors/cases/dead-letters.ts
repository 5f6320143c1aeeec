import type { TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'dl_00000000000000000000000000'

/** As of a message that crashed its workers. The message itself is gone, so retrying it does nothing. */
async function aLetter({ app, accountId }: TestApp) {
  const letter = {
    ...{ _id: app.newId('deadLetter'), account_id: accountId, kind: 'dispatch', row_id: app.newId('message') },
    ...{ error: 'crashed 5 times without an outcome', crashes: 5, created_at: new Date() },
  }
  await app.models.deadLetters.collection.insertOne(letter)
  return { id: letter._id }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'deadLetters.list', input: async (app) => ({ ...((await aLetter(app)) && {}), limit: 1 }) },
  { operation: 'deadLetters.retry', input: aLetter },
]

export const errors: readonly ErrorCase[] = [
  unknownCursor('deadLetters.list'),
  forbidden('deadLetters.list', 'read'),
  unknownId('deadLetters.retry', { id: UNKNOWN }),
  forbidden('deadLetters.retry', 'send', { id: UNKNOWN }),
]
