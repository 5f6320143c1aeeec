import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ledgerProblems } from '../../support/ledger-checks.js'
import type { PastFault } from '../faults/inject.js'
import type { World } from '../world.js'
import { type Causes, explainDuplicates, notedReasons, receiptProblems } from './duplicates.js'
import { inboundProblems, outcomeProblems, outcomesOf, threadProblems } from './mails.js'
import { broadcastProblems, callbackProblems, importProblems, webhookProblems } from './others.js'

/** Lines of the logs that are told of a message. */
const MAX_LINES = 12

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
  const models = ledger.models
  const outcomes = await outcomesOf(models)
  const { causes, problems } = explainDuplicates(provider.receipts, faults, await notedReasons(workerLogs))
  const letters = await models.deadLetters.find().lean()
  return {
    duplicates: causes,
    problems: await withLogLines(workerLogs, [
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
    ]),
  }
}

/** Problems, each with what the logs say of the message that it names first: the logs themselves may be gone with the machine. */
async function withLogLines(logFiles: string[], problems: string[]): Promise<string[]> {
  const ids = problems.map((problem) => /\bmsg_\w+/.exec(problem)?.[0])
  const lines = new Map(ids.flatMap((id) => (id ? [[id, [] as string[]] as const] : [])))
  if (lines.size === 0) return problems
  for (const file of logFiles) {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      for (const [id, own] of lines) {
        if (own.length < MAX_LINES && line.includes(id)) own.push(`    ${basename(file)}: ${line}`)
      }
    }
  }
  return problems.map((problem, index) => [problem, ...(lines.get(ids[index] ?? '') ?? [])].join('\n'))
}
