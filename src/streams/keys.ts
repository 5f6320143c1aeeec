/*
 * Every key in Redis, in one place. `v1` is the version of their layout: a change of it starts afresh
 * beside the old keys, which the ledger allows because the streams hold nothing but hints.
 *
 * The part in braces is the hash tag: all keys of a partition lie in one slot of a Redis Cluster, so that
 * one pipeline or script can touch them.
 */

/** A lane of a topic, as a stream of its own: `postline:v1:{p0}:deliveries:retry`. */
export const streamKey = (prefix: string, topic: string, lane: string, partition: number) =>
  `${prefix}:v1:{p${partition}}:${topic}:${lane}`

/** Where the fan-out tells which accounts have new events: capped, because whoever misses some reads the ledger. */
export const liveKey = (prefix: string, partition: number) => `${prefix}:v1:{p${partition}}:live`

/** A random text written when the streams were set up. Missing or changed, Redis has lost its data. */
export const epochKey = (prefix: string) => `${prefix}:v1:epoch`

/** The sliding window of requests of an account or an address: a sorted set, gone a second after the last one. */
export const rateKey = (prefix: string, subject: string) => `${prefix}:v1:{rate:${subject}}`
