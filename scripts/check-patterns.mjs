// Proves of each regular expression of the product, as far as recheck can, that no text makes it take longer than in
// proportion to the length. What it cannot see is in patterns/exceptions.mjs, with the reason.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { EXCEPTIONS, exceptionOf } from './patterns/exceptions.mjs'
import { growthOf } from './patterns/growth.mjs'
import { listPatterns } from './patterns/list-patterns.mjs'

/** Longest time for a pattern, in ms. */
const TIMEOUT_MS = 10_000
/** Longest text of an attack that is tried, in characters. */
const LONGEST = 64 * 1024
/** Verdicts of earlier runs: a pattern that has not changed has the same one. */
const CACHE = 'node_modules/.cache/patterns.json'

// The build in JavaScript alone. The others are faster but start a program.
const require = createRequire(import.meta.url)
const { checkSync } = require('recheck/lib/browser.js')
const { version } = require('recheck/package.json')

const cached = readCache()
const verdicts = {}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'))
  } catch {
    return {}
  }
}

function verdictOf({ source, flags }) {
  const key = createHash('sha256').update(`${version} ${flags} ${source}`).digest('base64url')
  verdicts[key] ??= cached[key] ?? judge(source, flags)
  return verdicts[key]
}

/** `safe`; `unknown` if it takes too long to say; or how time grows. */
function judge(source, flags) {
  // Neither of these flags is known to it, and neither changes the time.
  const { status, complexity, checker, attack } = checkSync(source, flags.replace(/[dv]/g, ''), { timeout: TIMEOUT_MS })
  if (status !== 'vulnerable') return status
  // What it has only tried is wrong at times, so the attack has to succeed here, too.
  return checker === 'fuzz' && !succeeds(new RegExp(source, flags), attack) ? 'safe' : complexity.summary
}

/** Whether an attack makes a pattern take longer than in proportion to the text. */
function succeeds(pattern, { pumps, suffix }) {
  const repeated = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const textOf = (length) => {
    const times = Math.ceil(length / repeated)
    return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
  }
  const workOf = (length) => {
    const text = textOf(length)
    return () => text.replace(pattern, '')
  }
  return growthOf(workOf, LONGEST) !== null
}

/** What is unknown is left to test/patterns, which drives every pattern with long texts. */
const isFine = (verdict) => verdict === 'safe' || verdict === 'unknown'

const patterns = listPatterns()
const problems = []
for (const pattern of patterns) {
  if (exceptionOf(pattern)) continue
  const at = `${pattern.file}:${pattern.line}`
  if (pattern.source === undefined)
    problems.push(`${at}: made at run time; say in exceptions.mjs why it is safe: ${pattern.expression}`)
  else if (!isFine(verdictOf(pattern)))
    problems.push(`${at}: ${verdictOf(pattern)}: /${pattern.source}/${pattern.flags}`)
}
for (const exception of EXCEPTIONS) {
  if (!patterns.some((pattern) => exceptionOf(pattern) === exception))
    problems.push(`exceptions.mjs: ${exception.file} has no pattern ${exception.begins}`)
}

mkdirSync('node_modules/.cache', { recursive: true })
writeFileSync(CACHE, JSON.stringify(verdicts))
const unknown = Object.values(verdicts).filter((verdict) => verdict === 'unknown').length
process.stdout.write(
  `${patterns.length} patterns, ${EXCEPTIONS.length} exceptions, ${unknown} that only the tests can judge\n`,
)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
