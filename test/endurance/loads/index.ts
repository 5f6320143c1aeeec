import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Account, World } from '../world.js'
import { callback } from './callbacks.js'
import { broadcast, contactImport } from './contacts.js'
import { byCallback, bySmtp } from './inbound.js'
import { reply } from './replies.js'
import { batch, live, refused, scheduled, test } from './sends.js'

/** A kind of request that clients make, and how often, in ms on average. */
interface Load {
  name: string
  everyMs: number
  run(world: World, account: Account): Promise<void>
}

const LOADS: Load[] = [
  { name: 'live mail', everyMs: 120, run: live },
  { name: 'test mail', everyMs: 250, run: test },
  { name: 'batches', everyMs: 1_500, run: batch },
  { name: 'scheduled mail', everyMs: 500, run: scheduled },
  { name: 'refused mail', everyMs: 3_000, run: refused },
  { name: 'mail by callback', everyMs: 600, run: byCallback },
  { name: 'mail by SMTP', everyMs: 900, run: bySmtp },
  { name: 'callbacks', everyMs: 300, run: callback },
  { name: 'replies', everyMs: 2_500, run: reply },
  { name: 'imports', everyMs: 12_000, run: contactImport },
  { name: 'broadcasts', everyMs: 12_000, run: broadcast },
]
/** Requests of a kind at a time. When a server hangs, clients do not wait in line without end. */
const MOST_OPEN = 20

/**
 * Makes requests until it is told to stop, and waits for those that are open.
 * @param rate how much there is of everything: 1 for about 15 messages a second.
 */
export async function runLoads(world: World, rate: number, signal: AbortSignal): Promise<void> {
  setMaxListeners(2 * LOADS.length, signal)
  await Promise.all(LOADS.map((load) => runLoad(world, { ...load, everyMs: load.everyMs / rate }, signal)))
}

async function runLoad(world: World, { name, everyMs, run }: Load, signal: AbortSignal): Promise<void> {
  const { book, random, accounts } = world
  const open = new Set<Promise<void>>()
  book.requests[name] = 0
  while (!signal.aborted) {
    await delay(random.below(2 * everyMs), undefined, { signal }).catch(() => undefined)
    if (signal.aborted || open.size >= MOST_OPEN) continue
    book.requests[name] += 1
    const request = run(world, random.oneOf(accounts))
      .catch((error: Error) => void book.problems.push(`${name}: ${error.stack}`))
      .finally(() => open.delete(request))
    open.add(request)
  }
  await Promise.all(open)
}
