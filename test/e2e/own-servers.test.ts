import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type BuiltProgram, Program } from '../support/built-program.js'
import { BUILD_MS } from '../support/make-once.js'
import { copyProgram } from '../support/shared-program.js'
import { eventually, startApp, TEST_KEY, testSettings } from '../support/start-app.js'

/* A deployment with its own MongoDB and Redis, installed without @postline/embedded, as in the image. */

const START_MS = 90_000

let built: BuiltProgram
const programs: Program[] = []

beforeAll(async () => {
  built = await copyProgram()
  await rm(join(built.root, 'node_modules/@postline'), { recursive: true })
  await rm(join(built.root, 'packages'), { recursive: true })
}, BUILD_MS)
afterEach(() => Promise.all(programs.splice(0).map((program) => program.dispose())))
afterAll(() => built?.remove())

function withPassword(address: string, password: string): string {
  const url = new URL(address)
  url.password = password
  return url.toString()
}

function run(main: string, env: Record<string, string>, args: string[] = []): Program {
  const program = new Program(join(built.root, 'dist', main), { env: { PATH: '', ...env }, cwd: built.root, args })
  programs.push(program)
  return program
}

test.each(['api,worker,scheduler,smtp', 'api', 'worker'])(
  'the roles %s start without the package of the embedded servers',
  async (ROLES) => {
    const program = run('main.js', testSettings({ LOG_LEVEL: 'info', ROLES }))
    await eventually('it has started', () => !program.isRunning || program.stderr.includes('"msg":"started"'), START_MS)
    expect(program.isRunning, program.output).toBe(true)
    program.signal('SIGTERM')
    expect(await program.ended, program.output).toBe(0)
  },
  START_MS,
)

test('without ENCRYPTION_KEY the start says in one line that secrets are not encrypted', async () => {
  for (const [ENCRYPTION_KEY, lines] of [
    ['', 1],
    [TEST_KEY, 0],
  ] as const) {
    const program = run('main.js', testSettings({ LOG_LEVEL: 'info', ENCRYPTION_KEY }))
    await eventually('it is ready', () => !program.isRunning || program.stdout.includes('is ready'), START_MS)
    program.signal('SIGTERM')
    expect(await program.ended, program.output).toBe(0)
    expect(program.stdout.match(/^ENCRYPTION_KEY is not set: .*without encryption/gm) ?? []).toHaveLength(lines)
  }
})

test('a start without the key of the stored secrets ends with one line that names ENCRYPTION_KEY', async () => {
  const settings = testSettings({ ROLES: 'api' })
  const app = await startApp(settings)
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: app.url } })
  const program = run('main.js', { ...settings, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') })
  expect(await program.ended).toBe(78)
  expect(program.stderr).toMatch(/^Postline cannot start\.\nENCRYPTION_KEY lacks the key [0-9a-f]{12}, which .*\n$/)
  await app.close()
})

test('without the embedded servers and without addresses, the start fails and says what is missing', async () => {
  const program = run('main.js', {})
  expect(await program.ended).toBe(78)
  expect(program.stderr).toMatch(/Postline cannot start\.\nMONGODB_URI and REDIS_URL are not both set/)
  expect(program.stderr).toContain('@postline/embedded')
})

test.each([
  ['refuses the password', () => withPassword(inject('mongoUri'), 'wrong')],
  ['cannot be reached', () => `mongodb://user:hush@127.0.0.1:1/postline`],
])(
  'if MongoDB %s, a process ends with one line that names MONGODB_URI',
  async (_what, uri) => {
    const program = run('main.js', testSettings({ MONGODB_URI: uri(), ROLES: 'worker' }))
    expect(await program.ended, program.output).toBe(1)
    expect(program.stderr).toMatch(/^Postline cannot start\.\nMongoDB \(MONGODB_URI\) cannot be used: .+\n$/)
    expect(program.output).not.toMatch(/hush|wrong/)
  },
  START_MS,
)

test(
  'if Redis refuses the password, each connection logs it once, with the name of REDIS_URL',
  async () => {
    const REDIS_URL = withPassword(inject('redisUrl'), 'wrong')
    const program = run('main.js', testSettings({ REDIS_URL, ROLES: 'api', LOG_LEVEL: 'info' }))
    await eventually('it has started', () => program.stderr.includes('"msg":"started"'), START_MS)
    await eventually('it is logged', () =>
      /Redis \(REDIS_URL\) cannot be used.*WRONGPASS|WRONGPASS.*Redis \(REDIS_URL\)/.test(program.stderr),
    )
    const lines = program.stderr.trim().split('\n')
    const tellers = lines.filter((line) => line.includes('REDIS_URL')).map((line) => JSON.parse(line).use)
    expect(new Set(tellers).size, program.stderr).toBe(tellers.length)
    expect(program.output).not.toContain('wrong')
  },
  START_MS,
)

test('the command line uses the servers in the settings, and says so if none are set', async () => {
  const listed = run('cli/postline.js', testSettings(), ['accounts', 'list', '--json'])
  expect(await listed.ended, listed.output).toBe(0)
  const nowhere = run('cli/postline.js', {}, ['accounts', 'list'])
  expect(await nowhere.ended).toBe(1)
  expect(nowhere.stderr).toContain('set MONGODB_URI and REDIS_URL')
})
