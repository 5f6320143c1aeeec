import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeScratch } from '../support/scratch.js'

/* The script by which everything is tested, on projects of a few tests. */

const SCRIPT = resolve('scripts/run-all-tests.ts')
const RUNNER = resolve('test/support/begin-in-time.ts')
const HEAD = "import { beforeAll, expect, test } from 'vitest'\nimport { existsSync, writeFileSync } from 'node:fs'\n"

let root: string
beforeEach(async () => {
  root = await makeScratch('run-all-tests')
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(root, 'vitest.config.mjs'),
    `export default { test: { include: ['test/*.mjs'], runner: ${JSON.stringify(RUNNER)} } }`,
  )
  await mkdir(join(root, 'test'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Runs the script on these files, and returns its exit code, the counts it wrote, and what it printed after all tests. */
async function runTests(files: Record<string, string>, until = 'never') {
  for (const [name, source] of Object.entries(files)) await writeFile(join(root, 'test', `${name}.mjs`), HEAD + source)
  const env = { ...process.env, TESTS_BEGIN_UNTIL: until, NO_COLOR: '1', FORCE_COLOR: undefined, VITEST: undefined }
  const [code, output] = await new Promise<[number, string]>((done) => {
    execFile(process.execPath, ['--import', 'tsx', SCRIPT, 'counts'], { cwd: root, env }, (error, stdout) =>
      done([error ? Number(error.code) : 0, stdout]),
    )
  })
  const [passed, failed] = (await readFile(join(root, 'counts'), 'utf8')).trim().split(' ').map(Number)
  return { code, passed, failed, said: output.slice(output.lastIndexOf('JSON report written')).split('\n').slice(1) }
}

const GOOD = "test('one', () => {})\ntest('two', () => {})\n"
/** Passes from the second time on. */
const FLAKY = `test('one', () => {})
test('flaky', () => {
  const isSecond = existsSync('seen')
  writeFileSync('seen', '')
  expect(isSecond).toBe(true)
})
`

test('a file with a test that fails once counts as it ended the second time, and is named', async () => {
  const { said, ...result } = await runTests({ good: GOOD, flaky: FLAKY })
  expect(result).toEqual({ code: 0, passed: 4, failed: 0 })
  expect(said).toEqual([
    '',
    'A test failed in these files, and passed without other files beside it:',
    'test/flaky.mjs',
    '',
  ])
})

test('what fails twice has failed: a test, a hook, a file', async () => {
  const { said, ...result } = await runTests({
    good: GOOD,
    wrong: "test('wrong', () => { expect(1).toBe(2) })\ntest('right', () => {})",
    hook: "beforeAll(() => { throw new Error('no') })\ntest('one', () => {})",
    syntax: 'test(',
  })
  expect(result).toEqual({ code: 1, passed: 3, failed: 3 })
  expect(said).toEqual(['', 'Tests failed in:', 'test/hook.mjs', 'test/syntax.mjs', 'test/wrong.mjs', ''])
})

test('an error beside the tests fails the run', async () => {
  const { said, ...result } = await runTests({
    stray:
      "test('one', async () => { setTimeout(() => { throw new Error('stray') }, 1); await new Promise((done) => setTimeout(done, 50)) })",
  })
  expect(result).toEqual({ code: 1, passed: 1, failed: 1 })
  expect(said).toContain('Vitest failed, although no test did: see above')
})

test('many files that fail are not tried again', async () => {
  const names = Array.from({ length: 21 }, (_none, index) => `flaky${index}`)
  const files = Object.fromEntries(names.map((name) => [name, FLAKY.replaceAll("'seen'", `'${name}'`)]))
  const { said: _said, ...result } = await runTests(files)
  expect(result).toEqual({ code: 1, passed: 21, failed: 21 })
})

test('files that did not begin in time are named, and a run without tests has failed', async () => {
  const { said, ...result } = await runTests({ good: GOOD }, '1')
  expect(result).toEqual({ code: 1, passed: 0, failed: 0 })
  expect(said).toContain('The time was up before these files (npx vitest run FILE runs one):')
  expect(said).toContain('test/good.mjs')
})
