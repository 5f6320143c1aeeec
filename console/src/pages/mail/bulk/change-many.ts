import type { Client } from '@urql/core'
import { graphql, type VariablesOf } from '../../../graphql/graphql'
import { problemOf } from '../../../graphql/problem'
import { counted } from '../../../lib/counted'

const ChangeThreadsDocument = graphql(`
  mutation ChangeThreads($input: ChangeThreadsInput!) {
    changeThreads(input: $input) {
      undoId
      results {
        threadId
        outcome
        message
      }
    }
  }
`)

const UndoThreadChangesDocument = graphql(`
  mutation UndoThreadChanges($id: ID!) {
    undoThreadChanges(id: $id) {
      results {
        threadId
        outcome
      }
    }
  }
`)

/** What changes of several threads. */
export type BulkChange = Omit<VariablesOf<typeof ChangeThreadsDocument>['input'], 'threadIds'>

/** Most threads of a request. */
const MOST = 1_000

/** What became of a change, or of an undo. */
interface Outcome {
  /** The threads that are as the reader wants. */
  done: ReadonlySet<string>
  /** Why not all are; null if they are. */
  reason: string | null
}

/** Changes threads. What undoes it has an id for each request. */
export async function changeMany(client: Client, ids: readonly string[], change: BulkChange) {
  const done = new Set<string>()
  const undoIds: string[] = []
  let reason: string | null = null
  for (let at = 0; at < ids.length; at += MOST) {
    const input = { ...change, threadIds: ids.slice(at, at + MOST) }
    const { data, error } = await client.mutation(ChangeThreadsDocument, { input }).toPromise()
    if (error) reason = problemOf(error).message
    const { undoId = null, results = [] } = data?.changeThreads ?? {}
    if (undoId !== null) undoIds.push(undoId)
    for (const { threadId, outcome, message } of results) {
      if (outcome === 'changed' || outcome === 'unchanged') done.add(threadId)
      else reason = message ?? 'A thread is gone.'
    }
  }
  return { done, undoIds, reason } satisfies Outcome & { undoIds: string[] }
}

/** Undoes such a change. */
export async function undoMany(client: Client, undoIds: readonly string[]): Promise<Outcome> {
  const done = new Set<string>()
  let reason: string | null = null
  let kept = 0
  for (const id of undoIds) {
    const { data, error } = await client.mutation(UndoThreadChangesDocument, { id }).toPromise()
    if (error) reason = problemOf(error).message
    for (const { threadId, outcome } of data?.undoThreadChanges?.results ?? []) {
      if (outcome === 'restored') done.add(threadId)
      else kept += 1
    }
  }
  if (kept > 0) reason ??= `${counted(kept, 'thread')} changed since, and stayed so.`
  return { done, reason }
}
