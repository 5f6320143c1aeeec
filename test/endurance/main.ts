// Usage: npm run test:faults -- [--minutes 20] [--seed 1] [--rate 1] [--json file] [--keep] [--program folder]. Runs all processes
// of the service, built from this checkout or in a folder that has it, with real servers under a mixed load, breaks them at
// random, and compares the ledger with what clients were told and what servers outside have got. The same seed makes the same
// faults.
// npm run test:faults -- --write-docs file… writes the results of runs, from their JSON, into the guide on reliability.
import { rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type BuiltProgram, buildProgram, programIn } from '../support/built-program.js'
import { makeScratch } from '../support/scratch.js'
import { atExit } from './at-exit.js'
import { tableOf } from './report.js'
import { run } from './run.js'
import { writeDocs } from './write-docs.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '1' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    program: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
if (values['write-docs']) {
  await writeDocs(positionals)
  process.exit(0)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Who asks twice waits for nothing: what is done at the exit ends all processes.
    if (stop.signal.aborted) process.exit(1)
    stop.abort(new Error('stopped'))
  })
}

const minutes = numberOf('minutes', values.minutes)
const seed = numberOf('seed', values.seed)
const rate = numberOf('rate', values.rate)
say(`${minutes} minutes, seed ${seed}`)
const program = values.program ? programIn(values.program) : await build()
const folder = await makeScratch('endurance')
let isWhole = false
try {
  const report = await run({ minutes, seed, rate, main: program.main, folder, say, signal: stop.signal })
  say(tableOf(report))
  if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)
  isWhole = report.problems.length === 0
} catch (error) {
  say(stop.signal.aborted ? 'stopped' : `the run has failed: ${(error as Error).stack}`)
} finally {
  if (isWhole && !values.keep) await rm(folder, { recursive: true, force: true })
  else say(`the logs of all processes are in ${folder}/logs`)
}
process.exit(isWhole ? 0 : 1)

async function build(): Promise<BuiltProgram> {
  say('building …')
  const built = await buildProgram()
  atExit(() => rmSync(built.root, { recursive: true, force: true }))
  return built
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (text === '' || !(value > 0)) {
    say(`--${name} must be a number above 0, not “${text}”`)
    process.exit(2)
  }
  return value
}
