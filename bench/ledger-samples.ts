import type { mongo } from 'mongoose'
import type { MessageDoc } from '../src/models/message.js'
import { word } from './fill-ledger.js'

/** Rows of a page. */
export const PAGE = 50
const MAX_SAMPLES = 20_000
const NEWEST_FIRST = { account_id: 1, _id: -1 } as const

/** What is read of an account, the same for the service and the floor. */
export interface LedgerSamples {
  /** Ids of messages from all times. */
  ids: string[]
  /** The last message before the late page. */
  beforeLatePage: string
}

type Messages = Pick<mongo.Collection<MessageDoc>, 'find'>

/** @param latePage number of the late page, from 1. */
export async function sampleLedger(
  messages: Messages,
  accountId: string,
  { count, latePage }: { count: number; latePage: number },
): Promise<LedgerSamples> {
  const options = { projection: { _id: 1 }, hint: NEWEST_FIRST, sort: { _id: -1 }, batchSize: 50_000 } as const
  const every = Math.ceil(count / MAX_SAMPLES)
  const samples: LedgerSamples = { ids: [], beforeLatePage: '' }
  let position = 0
  for await (const { _id } of messages.find<{ _id: string }>({ account_id: accountId }, options)) {
    position += 1
    if (position === (latePage - 1) * PAGE) samples.beforeLatePage = _id
    if (position % every === 0) samples.ids.push(_id)
  }
  return samples
}

/** Searches of two words: a common one and a rarer one. */
export const searchText = (index: number) => `${word(1 + (index % 20))} ${word(20 + ((index * 37) % 400))}`

/** The idempotency keys that are replayed. */
export const REPLAYED = 1_000
export const replayedKey = (index: number) => `replay-${index % REPLAYED}`
