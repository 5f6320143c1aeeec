import type { mongo } from 'mongoose'
import { getOrMake } from '../../lib/collections/get-or-make.js'
import type { WorkRow } from './work-row.js'

/** The due rows of an account, or of one of its lanes if a field divides them. */
export interface DueGroup {
  accountId: string
  lane?: string | undefined
  /** When the first of them became due. */
  since: Date
}

/** The open work of a topic that has some. */
export interface OpenWork {
  due: DueGroup[]
  /** The ids of all that have paused rows, such as accounts. */
  pausers: string[]
}

/** A part of the search for open work: stages over a collection. Each of its results is an {@link OpenWorkResult}. */
export interface OpenWorkPart {
  collection: mongo.Collection<WorkRow>
  stages: mongo.Document[]
}

/** A group with due rows, or the id of whoever has paused some. */
export type OpenWorkResult = { due: DueGroup } | { pauser: string }

/**
 * Finds the open work of all topics in one command. Most sweeps find none, so they cost what their commands cost. It takes
 * one index look-up for each account, lane and pauser, however many rows they have.
 */
export async function findOpenWork<Name extends string>(
  work: Readonly<Record<Name, { backlog: { parts(): OpenWorkPart[] } }>>,
): Promise<Map<Name, OpenWork>> {
  const parts = (Object.keys(work) as Name[]).flatMap((topic) =>
    work[topic].backlog
      .parts()
      .map(({ collection, stages }) => ({ collection, stages: [...stages, { $set: { topic } }] })),
  )
  const found = new Map<Name, OpenWork>()
  for (const { topic, ...result } of await unionAll<OpenWorkResult & { topic: Name }>(parts)) {
    const { due, pausers } = getOrMake(found, topic, (): OpenWork => ({ due: [], pausers: [] }))
    if ('due' in result) due.push(result.due)
    else pausers.push(result.pauser)
  }
  return found
}

/** The results of all parts, of which there is at least one. */
export function unionAll<T extends mongo.Document>([first, ...others]: OpenWorkPart[]): Promise<T[]> {
  const { collection, stages } = first!
  const unions = others.map((part) => ({
    $unionWith: { coll: part.collection.collectionName, pipeline: part.stages },
  }))
  return collection.aggregate<T>([...stages, ...unions]).toArray()
}
