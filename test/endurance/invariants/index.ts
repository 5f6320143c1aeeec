import type { MongooseModels } from '../../../src/models/index.js'
import { ledgerProblems } from '../../support/ledger-checks.js'
import type { PastFault } from '../faults/inject.js'
import type { World } from '../world.js'
import { type Causes, explainDuplicates, notedReasons, receiptProblems } from './duplicates.js'
import { inboundProblems, outcomeProblems, outcomesOf, threadProblems } from './mails.js'
import { broadcastProblems, callbackProblems, importProblems, webhookProblems } from './others.js'

/** What a run has shown. */
export interface Findings {
  problems: string[]
  duplicates: Causes
}

/** Compares the ledger, which is at rest, with what clients were told and what servers outside have got. */
export async function findProblems(
  world: World,
  faults: readonly PastFault[],
  workerLogs: string[],
): Promise<Findings> {
  const { book, provider, ledger } = world
  const models = ledger.models as MongooseModels
  const outcomes = await outcomesOf(models)
  const { causes, problems } = explainDuplicates(provider.receipts, faults, await notedReasons(workerLogs))
  const letters = await models.deadLetters.find().lean()
  return {
    duplicates: causes,
    problems: [
      ...book.problems,
      ...problems,
      ...outcomeProblems(book, provider, outcomes),
      ...receiptProblems(book, provider.receipts, outcomes),
      ...(await inboundProblems(world)),
      ...(await threadProblems(book, models, outcomes)),
      ...(await callbackProblems(book, models)),
      ...(await importProblems(book, models)),
      ...(await broadcastProblems(book, models)),
      ...(await webhookProblems(world)),
      ...(await ledgerProblems(models)),
      ...letters.map(({ row_id, error }) => `${row_id} is parked: ${error}`),
    ],
  }
}
