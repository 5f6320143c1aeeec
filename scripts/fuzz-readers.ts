// Usage: npm run fuzz -- [minutes] [seed]. Gives mutated mails, reports and HTML to the reader threads, and fails if the
// thread that waits for them is held, or keeps memory. A failure names the seed that repeats it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ownThreadId, ThreadClock } from '../src/lib/thread-clock.js'
import { MailParser } from '../src/services/inbound/parser/mail-parser.js'
import { HtmlReader } from '../src/services/reading/html-reader.js'
import { ReaderThreads } from '../src/services/reading/reader-threads.js'
import { attackMail, blankReport, READING_ATTACKS } from '../test/support/reading-attacks.js'

const MAX_HELD_MS = 200
const MAX_GROWTH_BYTES = 300_000_000
/** Longest time of one text by the clock, in ms: its limits have ended it long before, even on a busy machine. */
const MAX_WAIT_MS = 120_000
const MAX_PUMP = 300_000
const PUMPS = [
  ' ',
  '\r\n ',
  '\r',
  '"',
  '"a\\',
  '‹',
  '(',
  '<',
  '<a href=x target=y>',
  'cid:%',
  '=20',
  '=?utf-8?q?a?= ',
  ',',
  ';',
  '\u0301\u0316',
  '--b\r\n',
  '&amp',
]

const [minutes = '20', given] = process.argv.slice(2)
const seed = Number(given ?? Date.now() % 1_000_000)
process.stdout.write(`seed ${seed}\n`)

let state = seed
/** Mulberry32: the same numbers for the same seed. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}
const oneOf = <T>(items: readonly T[]): T => items[random(items.length)]!

const root = 'test/corpora/mails'
const corpus = [
  ...readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size < 1024 * 1024)
    .sort()
    .map((path) => readFileSync(path, 'latin1')),
  ...READING_ATTACKS.map((attack, index) => attackMail(attack, index)),
  blankReport('ada@example.net', 'bounce@example.com'),
]

/** A text with something repeated at a few places. */
function mutated(text: string): string {
  let changed = text
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const at = random(changed.length + 1)
    const pump = random(3) === 0 ? changed.slice(at, at + 1 + random(12)) || ' ' : oneOf(PUMPS)
    const again = pump.repeat(1 + random(MAX_PUMP / pump.length))
    changed =
      changed.slice(0, at) + again + changed.slice(random(2) === 0 ? at : Math.min(changed.length, at + random(200)))
  }
  return changed
}

const threads = new ReaderThreads()
const parser = new MailParser(threads)
const html = new HtmlReader({ readerThreads: threads })
const picture = { mediaType: 'image/png', bytes: Buffer.from('png') }
const kinds = {
  mail: (text: string) => parser.parse('acc_1', Buffer.from(text), { attachmentsUrl: '/files' }),
  sentPage: (text: string) =>
    html.page('acc_1', { html: text, kind: 'sent', pictures: [['a', picture]], withRemote: false }),
  receivedPage: (text: string) =>
    html.page('acc_1', { html: text, kind: 'received', pictures: [['1', picture]], withRemote: true }),
  text: (text: string) => html.beginning('acc_1', text),
  contentIds: (text: string) => html.withOwnContentIds('acc_1', text, new Map([['$', 'own']])),
}

const clock = new ThreadClock(ownThreadId())
let lastMs = clock.nowMs()
let longestMs = 0
const noteTurn = () => {
  const nowMs = clock.nowMs()
  longestMs = Math.max(longestMs, nowMs - lastMs)
  lastMs = nowMs
}
const timer = setInterval(noteTurn, 1)

const endAt = Date.now() + Number(minutes) * 60_000
let firstBytes = 0
let texts = 0
const problems: string[] = []
while (Date.now() < endAt && problems.length === 0) {
  const kind = oneOf(Object.keys(kinds) as (keyof typeof kinds)[])
  const text = mutated(oneOf(corpus))
  // Making the text is not what is measured.
  await new Promise((resolve) => setTimeout(resolve, 2))
  longestMs = 0
  const beganAt = performance.now()
  const work = kinds[kind](text)
  await work.catch((error: Error) => problems.push(`text ${texts} (${kind}): ${error.stack}`))
  noteTurn()
  texts += 1
  const name = `text ${texts} (${kind}, ${text.length} characters)`
  if (texts > 1 && longestMs > MAX_HELD_MS) problems.push(`${name} held the event loop for ${longestMs.toFixed()} ms`)
  if (performance.now() - beganAt > MAX_WAIT_MS)
    problems.push(`${name} took ${Math.round(performance.now() - beganAt)} ms`)
  const { heapUsed, external } = process.memoryUsage()
  if (texts === 50) firstBytes = heapUsed + external
  if (texts > 50 && heapUsed + external - firstBytes > MAX_GROWTH_BYTES)
    problems.push(`${name}: memory has grown by more than 300 MB`)
}
clearInterval(timer)
clock.close()
await threads.close()
process.stdout.write(`${texts} texts read, ${problems.length} problems\n`)
for (const problem of problems) process.stdout.write(`seed ${seed}: ${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
