// Usage: npm run fuzz -- [minutes] [seed]. Gives mutated mails, reports and HTML to the reader threads, and mutated
// GraphQL, JSON and CSV to a running service. Fails if an event loop is held, if memory is kept, or if the service
// answers with an accident or not at all. A failure names the seed that repeats it.
import type { Attack, Ground } from './fuzz/kind.js'
import { Random } from './fuzz/random.js'
import { readers } from './fuzz/readers.js'
import { service } from './fuzz/service.js'

const MAX_HELD_MS = 200
/** A collection of garbage can fall into a turn, a fault of ours each time. */
const ATTEMPTS = 3
const MAX_GROWTH_BYTES = 300_000_000
/** Memory is compared with what it was after the first rounds, and looked at again after as many. */
const ROUNDS_BETWEEN = 10
/** Longest time of one text by the clock, in ms: its limits have ended it long before, even on a busy machine. */
const MAX_WAIT_MS = 120_000

const [minutes = '20', given] = process.argv.slice(2)
const seed = Number(given ?? Date.now() % 1_000_000)
process.stdout.write(`seed ${seed}\n`)

const random = new Random(seed)
const grounds = [readers(), await service()]
/** Every kind, with where it runs: one of each is a round. */
const kinds = grounds.flatMap((ground) =>
  Object.entries(ground.kinds).map(([name, kind]) => ({ name, kind, ground, count: 0, heldMs: 0 })),
)
const firstBytes = new Map<Ground, number>()
const problems: string[] = []

/** Returns how long the attack held the event loop, in ms: the shortest of a few times, if it was long. */
async function attack(name: string, ground: Ground, { title, run }: Attack): Promise<number> {
  const what = `${name} (${title})`
  let heldMs = Infinity
  for (let attempt = 1; attempt <= ATTEMPTS && heldMs > MAX_HELD_MS; attempt += 1) {
    const beganAt = performance.now()
    heldMs = Math.min(heldMs, await ground.heldMs({ title, run }))
    const tookMs = performance.now() - beganAt
    if (tookMs > MAX_WAIT_MS) problems.push(`${what} took ${Math.round(tookMs)} ms`)
  }
  if (heldMs > MAX_HELD_MS) problems.push(`${what} held the event loop for ${Math.round(heldMs)} ms`)
  return heldMs
}

async function lookAtMemory(): Promise<void> {
  for (const ground of grounds) {
    const bytes = await ground.bytes()
    const first = firstBytes.get(ground)
    if (first === undefined) firstBytes.set(ground, bytes)
    else if (bytes - first > MAX_GROWTH_BYTES)
      problems.push(`memory has grown by more than 300 MB: ${Object.keys(ground.kinds).join()}`)
  }
}

const endAt = Date.now() + Number(minutes) * 60_000
try {
  for (let round = 1; Date.now() < endAt && problems.length === 0; round += 1) {
    for (const each of kinds) {
      if (Date.now() >= endAt) break
      const next = each.kind.next(random)
      each.count += 1
      const what = `${each.name} ${each.count}`
      try {
        each.heldMs = Math.max(each.heldMs, await attack(what, each.ground, next))
      } catch (error) {
        problems.push(`${what} (${next.title}): ${(error as Error).stack}`)
      }
    }
    if (round % ROUNDS_BETWEEN === 0) await lookAtMemory()
  }
} finally {
  for (const ground of grounds) await ground.close()
}
const summary = kinds.map(({ name, count, heldMs }) => `${count} ${name} (at most ${Math.round(heldMs)} ms)`)
process.stdout.write(`${summary.join(', ')}: ${problems.length} problems\n`)
for (const problem of problems) process.stdout.write(`seed ${seed}: ${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
