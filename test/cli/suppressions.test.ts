import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  folder = await mkdtemp(join(tmpdir(), 'postline-csv-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const suppressions = (...args: string[]) =>
  postlineHere(app.settings, 'suppressions', ...args, '--account', app.accountId)
async function aFile(text: string) {
  const file = join(folder, 'list.csv')
  await writeFile(file, text)
  return file
}

test('suppressions import tells what it has imported and which lines it has skipped, and notes it', async () => {
  const file = await aFile('email,reason\nada@example.com,by phone\nnobody\n')
  const { code, stdout, stderr } = await suppressions('import', file)
  const text = '1 imported, 1 skipped.\nline 3: is not a valid address, like user@example.com\n'
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: text, stderr: '' })
  expect((await suppressions('import', file, '--json')).json()).toEqual({
    imported: 1,
    skipped: 1,
    errors: [{ line: 3, reason: 'is not a valid address, like user@example.com' }],
  })
  const [newest] = (await app.call('GET', '/v1/audit-log')).body.entries
  expect(newest).toMatchObject({ actor: { type: 'cli' }, operation: 'suppressions.importFile', target: null })
})

test('suppressions import takes more lines than the API, tells its progress, and names only some bad lines', async () => {
  const bad = 'nobody\n'.repeat(120_000)
  const { stdout, stderr } = await suppressions('import', await aFile(`email\n${bad}ada@example.com\n`))
  const lines = stdout.trimEnd().split('\n')
  expect([lines[0], lines.length, lines.at(-1)]).toEqual(['1 imported, 120,000 skipped.', 22, 'and 119,980 more'])
  expect(stderr).toMatch(/^\d+,\d{3} lines are read\.\n/)
  expect(stderr.split('\n').length).toBeGreaterThan(5)
})

test('suppressions export prints what an import takes', async () => {
  const { code, stdout } = await suppressions('export')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^email,state,reason,updated_at\r\nada@example\.com,suppressed,[^\r]+\r\n$/)
  const { suppressions: entries } = (await suppressions('export', '--json')).json()
  expect(entries).toEqual([expect.objectContaining({ email: 'ada@example.com', state: 'suppressed' })])
  expect((await suppressions('import', await aFile(stdout), '--json')).json()).toMatchObject({ imported: 1 })
})

test('a file that cannot be read, one that is no CSV, and an unknown account are errors that say so', async () => {
  const missing = join(folder, 'missing.csv')
  expect((await suppressions('import', missing)).stderr).toBe(`error: ${missing} cannot be read: ENOENT.\n`)
  const { code, stderr } = await suppressions('import', await aFile('ada@example.com\n'))
  expect([code, stderr]).toEqual([1, expect.stringContaining('names its columns: email')])
  const unknown = await postlineHere(app.settings, 'suppressions', 'export', '--account', 'acc_none')
  expect([unknown.code, unknown.stderr]).toEqual([1, 'error: There is no account acc_none.\n'])
})
