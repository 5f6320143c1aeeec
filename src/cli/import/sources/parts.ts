import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { CliError } from '../../errors.js'
import { RefusedError } from '../api-reader.js'
import type { Remark, SourcePage } from '../source.js'

/* What readers of several services need: lists of lists, things that are gone meanwhile, and names that occur twice. */

/** A list within a list of lists. */
export interface Part {
  /** What names it at the service, now and later. */
  id: string
}

/**
 * Reads one part after the other, in the order of their ids. A place is the id of a part and a place within it, so that it
 * is found again if the parts are others by then.
 */
export function inParts<P extends Part, T>(
  parts: () => Promise<P[]>,
  read: (part: P, place: string | null) => Promise<SourcePage<T>>,
): (place: string | null) => Promise<SourcePage<T>> {
  const sorted = lazyAsync(async () => (await parts()).toSorted((one, other) => compare(one.id, other.id)))
  return async (place) => {
    const [id, within] = place === null ? ['', null] : (JSON.parse(place) as [string, string | null])
    const all = await sorted()
    const index = all.findIndex((part) => part.id >= id)
    const part = all[index]
    if (!part) return { items: [], next: null }
    const page = await read(part, part.id === id ? within : null)
    const following = all[index + 1]
    const next = page.next !== null ? [part.id, page.next] : following ? [following.id, null] : null
    return { ...page, next: next && JSON.stringify(next) }
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Reads all pages of a list that is needed as a whole. */
export async function everyItem<T>(read: (place: string | null) => Promise<SourcePage<T>>): Promise<T[]> {
  const found: T[] = []
  const cursors = new Cursors()
  let place: string | null = null
  do {
    cursors.enter(place)
    const page: SourcePage<T> = await read(place)
    found.push(...page.items)
    place = page.next
  } while (place !== null)
  return found
}

/** The cursors of a list that were read. */
export class Cursors {
  readonly #seen = new Set<string>()

  /** @throws CliError for a place that was read before: such a list would never end. */
  enter(place: string | null): void {
    if (place === null) return
    if (this.#seen.has(place)) throw new CliError(`The list never ends: its place ${place.slice(0, 200)} comes again.`)
    this.#seen.add(place)
  }
}

/** Reads things of a list one by one. What the service does not have (any more) is missed. */
export async function eachOf<R, T>(
  rows: readonly R[],
  nameOf: (row: R) => string,
  read: (row: R) => Promise<T[]>,
): Promise<{ items: T[]; missed: Remark[] }> {
  const items: T[] = []
  const missed: Remark[] = []
  for (const row of rows) {
    try {
      items.push(...(await read(row)))
    } catch (error) {
      if (!isGone(error)) throw error
      missed.push({ what: nameOf(row), why: (error as Error).message })
    }
  }
  return { items, missed }
}

/** Whether a service does not have what was asked for. */
export const isGone = (error: unknown): boolean =>
  error instanceof RefusedError ? [404, 410, 422].includes(error.status) : (error as Error).name === 'NotFoundException'

/** The names that lists get here, by id. Those of the same name get their ids, too: they have different members. */
export function distinctNames(rows: readonly { id: string; name: string }[]): Map<string, string> {
  const times = new Map<string, number>()
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1)
  return new Map(rows.map(({ id, name }) => [id, times.get(name) === 1 ? name : `${name} (${id})`]))
}

/** Webhooks by their URL, each with the events of all that have it. */
export function mergedByUrl<E>(webhooks: readonly { url: string; events: E[] }[]): { url: string; events: E[] }[] {
  const byUrl = new Map<string, Set<E>>()
  for (const { url, events } of webhooks) {
    const merged = byUrl.get(url) ?? new Set()
    for (const event of events) merged.add(event)
    byUrl.set(url, merged)
  }
  return [...byUrl].map(([url, events]) => ({ url, events: [...events] }))
}

/** Event types by their names at the service, and the names that have no counterpart. */
export function eventsNamed<E>(
  names: readonly string[],
  typeOf: (name: string) => readonly E[],
): { events: E[]; unknown: string[] } {
  return { events: names.flatMap(typeOf), unknown: names.filter((name) => typeOf(name).length === 0) }
}
