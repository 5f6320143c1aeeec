import type { Random } from './random.js'

/** One way to attack. */
export interface Kind {
  /** Makes the next attack: what tells it from others, and the attack itself, which can be repeated. */
  next(random: Random): Attack
}

export interface Attack {
  title: string
  /** Fails if the answer is wrong. */
  run(): Promise<unknown>
}

/** Kinds that are watched together. */
export interface Ground {
  kinds: Record<string, Kind>
  /** Runs an attack, and returns how long it held the event loop, in ms of CPU time. */
  heldMs(attack: Attack): Promise<number>
  /** Memory that is in use, in bytes. */
  bytes(): Promise<number>
  close(): Promise<void>
}

export interface Answer {
  status: number
  text: string
}

/** Sends a body to the service. Fails on an accident of the service, and on an answer that comes too late. */
export type Post = (path: string, type: string, body: string | Buffer) => Promise<Answer>
