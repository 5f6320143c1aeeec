/** A kind of work: its streams and time limits. */
export interface Topic<Name extends string = string> {
  name: Name
  /** Streams of the topic, each with its own readers. New work uses the first one by default. */
  lanes: readonly [string, ...string[]]
  /** The only consumer group of each stream: a second group would lose what the first deletes. */
  group: string
  /** With so many entries that no reader has taken, further hints wait in the backlog of the stream. */
  maxUnread: number
  /** Most time for one attempt, in ms. Less than the lease. */
  handlerMs: number
  /** How long a claim lasts, in ms. */
  leaseMs: number
  /** Idle time after which another consumer takes over an entry, in ms. At least the lease. */
  claimIdleMs: number
}

/** All topics of a deployment by name. */
export type Catalog<Name extends string = string> = Readonly<Record<Name, Topic<Name>>>
