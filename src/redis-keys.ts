/*
 * Every key in Redis. `v1` is the version of their layout: a new version uses new keys and ignores the old ones. Nothing
 * is lost, because the ledger has everything that must last.
 *
 * The part in braces is the hash tag: all keys of a partition are in one slot of a Redis Cluster, so one pipeline or
 * script can use them together.
 */

/** A stream of hints, one for each lane and partition of a topic: `postline:v1:{p0}:deliveries:retry`. */
export const streamKey = (prefix: string, topic: string, lane: string, partition: number) =>
  `${prefix}:v1:{p${partition}}:${topic}:${lane}`

/** What waits for a place in a stream of hints: a sorted set, and a hash with the turns of its accounts. */
export const backlogKeys = (stream: string): [backlog: string, turns: string] => [
  `${stream}:backlog`,
  `${stream}:turns`,
]

/** A news stream: the accounts that have new events. Capped: a reader that misses some looks into the ledger. */
export const newsStreamKey = (prefix: string, partition: number) => `${prefix}:v1:{p${partition}}:news`

/** A random text, written when the streams are set up. When it is missing or different, Redis has lost its data. */
export const epochKey = (prefix: string) => `${prefix}:v1:epoch`

/** The sliding window of requests of an account or an address: a sorted set that expires a second after the last one. */
export const rateKey = (prefix: string, subject: string) => `${prefix}:v1:{rate:${subject}}`

/** The slots of an account's open event streams: a sorted set that expires with the last lease. */
export const streamSlotsKey = (prefix: string, accountId: string) => `${prefix}:v1:{streams:${accountId}}`

/** The clients that have a thread of the mail app open: a hash that expires 30 seconds after the last heartbeat. */
export const presenceKey = (prefix: string, threadId: string) => `${prefix}:v1:{presence:${threadId}}`
