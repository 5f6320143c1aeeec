import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeRuntime } from '@postline/embedded'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { VERSION } from '../../src/version.js'
import { postline, postlineHere } from '../cli/support.js'
import { BUILD_MS } from '../support/make-once.js'
import { sharedProgram } from '../support/shared-program.js'
import { testSettings } from '../support/start-app.js'

let dataDir: string
beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postline-cli-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('without servers it prints one line that says what to do', async () => {
  const settings = { DATA_DIR: join(dataDir, 'none') }
  const { code, stdout, stderr } = await postline(settings, 'accounts', 'list')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    'error: No running Postline was found. Start Postline with `npm start` or `postline start`, or set MONGODB_URI and REDIS_URL.\n',
  )
})

test("it finds a running process's embedded servers through the data folder", async () => {
  const running = join(dataDir, 'running')
  await mkdir(running)
  const mongoUri = inject('mongoUri').replace(/\/[^/?]*(\?|$)/, '/test_cli_runtime$1')
  // This process stands for the one that runs the servers: the file is valid as long as its writer runs.
  await writeRuntime(join(running, 'runtime.json'), { mongoUri, redisUrl: inject('redisUrl') })
  const { code, stdout, stderr } = await postline({ DATA_DIR: running }, 'dead-letters', 'list')
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'There are no dead letters.\n', stderr: '' })
})

test('a command that has connected to MongoDB ends by itself', async () => {
  const settings = testSettings()
  const made = await postline(settings, 'accounts', 'create', '--email', 'ops@example.com', '--json')
  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' })
  expect(made.stdout.trim().split('\n')).toHaveLength(1)
  const { account_id } = made.json()
  for (const [command, state] of [
    ['suspend', expect.any(String)],
    ['resume', null],
  ]) {
    const { code, json } = await postline(settings, 'accounts', command, account_id, '--json')
    expect({ code, ...json() }).toMatchObject({ code: 0, id: account_id, suspended_at: state })
  }
  const unknown = await postline(settings, 'accounts', 'suspend', 'acc_none')
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: 'error: There is no account acc_none.\n' })
})

test('if MongoDB does not respond, one line names it without its password', async () => {
  const settings = { MONGODB_URI: 'mongodb://user:hush@127.0.0.1:1,127.0.0.1:2/postline', REDIS_URL: 'redis://x' }
  const { code, stdout, stderr } = await postline(settings, 'accounts', 'list')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: MongoDB at mongodb:\/\/127\.0\.0\.1:1,127\.0\.0\.1:2\/postline cannot be used: .*\n$/)
  expect(stderr).not.toContain('hush')
})

test('--help shows examples, --version shows the version', async () => {
  for (const args of [['--help'], ['accounts', 'create', '--help'], ['keys', 'create', '--help']]) {
    const { code, stdout, stderr } = await postlineHere({}, ...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/Examples:\n {2}\$ postline /)
  }
  expect(await postline({}, '--version')).toMatchObject({ code: 0, stdout: `${VERSION}\n` })
})

test('help and version do not wait for the MongoDB driver to load', async () => {
  const script = `
    import { createRequire } from 'node:module'
    await import('./src/cli/program.ts')
    console.log(Object.keys(createRequire(import.meta.url).cache).join('\\n'))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout: loaded } = await promisify(execFile)(process.execPath, args)
  expect(loaded).toContain('/commander/')
  expect(loaded).not.toMatch(/\/(mongoose|mongodb)\//)
})

test.each([
  ['acounts list', "unknown command 'acounts' (Did you mean accounts?)"],
  ['accounts list --jsn', "unknown option '--jsn' (Did you mean --json?)"],
  ['accounts create', "required option '--email <address>' not specified"],
  ['accounts suspend', "missing required argument 'id'"],
  ['keys create --account acc_1 --scope all', /argument 'all' is invalid\. Allowed choices are send, read, admin\./],
  ['keys create --account acc_1 --scope read --expires-at soon', /must be an RFC 3339 timestamp/],
  ['dead-letters list --limit none', /must be from 1 to 100000/],
])('`%s` prints one line on stderr and exits with 2', async (line, message) => {
  const { code, stdout, stderr } = await postlineHere({}, ...line.split(' '))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(message instanceof RegExp ? message : `error: ${message}`)
})

test('an invalid setting is named', async () => {
  const { code, stderr } = await postline({ PORT: 'x', HEADER_PREFIX: '!' }, 'accounts', 'list')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: PORT must be .*; HEADER_PREFIX must be .*\n$/)
})
