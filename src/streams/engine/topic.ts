/** One kind of work: the streams its hints travel on, and how long things may take. */
export interface Topic<Name extends string = string> {
  name: Name
  /** Streams of the topic, each with readers of its own. New work travels in the first one unless told otherwise. */
  lanes: readonly [string, ...string[]]
  /** The one consumer group of each of its streams: a second would lose what the first deletes. */
  group: string
  /** How long one attempt may take, in ms. Less than the lease. */
  handlerMs: number
  /** How long a claimed row belongs to its claimer, in ms. */
  leaseMs: number
  /** Idle time after which another consumer takes an entry over, in ms. Not less than the lease. */
  claimIdleMs: number
}

/** Every topic of a deployment, by its name. */
export type Catalog<Name extends string = string> = Readonly<Record<Name, Topic<Name>>>

/** The names of a catalog's topics, in its order. */
export function topicNames<Name extends string>(catalog: Catalog<Name>): Name[] {
  return Object.values<Topic<Name>>(catalog).map(({ name }) => name)
}
