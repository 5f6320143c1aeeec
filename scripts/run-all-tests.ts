// Runs all tests in the current folder. A file in which a test failed runs once more, without other files beside it: on a busy
// machine some tests wait in vain. Names those that passed only then, and the files that were left out because the time was up.
//
//   node --import tsx scripts/run-all-tests.ts COUNTS
//
// COUNTS is the file that gets the number of tests that passed and the number of those that failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { NOT_RUN } from '../test/support/not-run.js'

/** With more failed files than this the machine is not to blame. */
const MOST_TRIED_AGAIN = 20
/** How much later than in the first run a file may begin in the second, in seconds. */
const MORE_SECONDS = 720

/** What became of a file. */
interface TestFile {
  path: string
  passed: number
  failed: number
  /** Whether it did not begin, because the time was up. */
  isLeftOut: boolean
}

/** A file as Vitest's JSON report has it. */
interface Reported {
  name: string
  status: string
  assertionResults: { status: string; title: string }[]
}

const { TESTS_BEGIN_UNTIL: until = 'never' } = process.env
const [, , counts] = process.argv
if (!counts) throw new Error('Name the file that gets the counts')
let brokenRuns = 0
const scratch = mkdtempSync(join(tmpdir(), 'postline-tests-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const first = run([], until)
const failed = first.filter(hasFailed)
const triesAgain = failed.length > 0 && failed.length <= MOST_TRIED_AGAIN
if (triesAgain) print(`\nOnce more, one after the other: the files in which a test failed (${failed.length})\n`)
const later = until === 'never' ? until : String(Number(until) + MORE_SECONDS)
const second = triesAgain ? run(pathsOf(failed), later) : []
const lastOf = new Map(second.filter((file) => !file.isLeftOut).map((file) => [file.path, file]))
const results = first.map((file) => lastOf.get(file.path) ?? file)

list('A test failed in these files, and passed without other files beside it', failed.filter(passedAgain))
list(
  'The time was up before these files (npx vitest run FILE runs one)',
  results.filter(({ isLeftOut }) => isLeftOut),
)
list('Tests failed in', results.filter(hasFailed))
if (brokenRuns > 0) print('\nVitest failed, although no test did: see above\n')
const passedTests = results.reduce((sum, { passed }) => sum + passed, 0)
const failedTests = results.reduce((sum, { failed }) => sum + failed, brokenRuns)
writeFileSync(counts, `${passedTests} ${failedTests}\n`)
process.exit(passedTests === 0 || failedTests > 0 ? 1 : 0)

/** Runs these files, or all, and returns what became of each. */
function run(paths: string[], beginUntil: string): TestFile[] {
  const report = join(scratch, `report-${paths.length}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const alone = paths.length > 0 ? ['--no-file-parallelism'] : []
  const env = { ...process.env, TESTS_BEGIN_UNTIL: beginUntil }
  const { status } = spawnSync('npx', ['vitest', 'run', ...paths, ...alone, ...reporters], { stdio: 'inherit', env })
  const files = read(report).map(toFile)
  if (status !== 0 && !files.some(hasFailed)) brokenRuns += 1
  return files
}

function read(report: string): Reported[] {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    return []
  }
}

function toFile({ name, status, assertionResults: tests }: Reported): TestFile {
  const count = (state: string) => tests.filter((test) => test.status === state).length
  const path = relative('.', name)
  const isLeftOut = tests[0]?.title === NOT_RUN
  // If a hook fails, or the file cannot be loaded, no test of it has failed.
  return { path, passed: count('passed'), failed: Math.max(count('failed'), status === 'failed' ? 1 : 0), isLeftOut }
}

function hasFailed(file: TestFile): boolean {
  return file.failed > 0
}

function passedAgain({ path }: TestFile): boolean {
  return lastOf.get(path)?.failed === 0
}

function pathsOf(files: TestFile[]): string[] {
  return files.map(({ path }) => path).sort()
}

function list(title: string, files: TestFile[]): void {
  if (files.length > 0) print(`\n${title}:\n${pathsOf(files).join('\n')}\n`)
}

function print(text: string): void {
  process.stdout.write(text)
}
