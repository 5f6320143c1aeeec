import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NODE_FLAGS } from '../../src/process/node-flags.js'
import { type BuiltProgram, freePort, Program, processTree, stillRunning } from '../support/built-program.js'
import { takeDatabase } from '../support/databases.js'
import { dumpLedger } from '../support/dump-ledger.js'
import { BUILD_MS } from '../support/make-once.js'
import { makeScratch } from '../support/scratch.js'
import { copyProgram } from '../support/shared-program.js'
import { eventually } from '../support/start-app.js'

const run = promisify(execFile)

/** The maximum time of a shutdown. */
const STOP_MS = 25_000
/** Maximum time of a start on a busy machine. */
const START_MS = 90_000

let built: BuiltProgram
let scratch: string
let dataDir: string
let port: number
const programs: Program[] = []

beforeAll(async () => {
  built = await copyProgram()
  scratch = await makeScratch('start')
  dataDir = join(scratch, 'data')
  port = await freePort()
  await mkdir(join(scratch, 'bin'))
  await mkdir(join(scratch, 'node-only'))
  await symlink(process.execPath, join(scratch, 'bin/node'))
  await symlink(process.execPath, join(scratch, 'node-only/node'))
  const { stdout } = await run('python3', ['-c', 'import sys; print(sys.executable)'])
  await symlink(stdout.trim(), join(scratch, 'bin/python3'))
}, BUILD_MS)
afterEach(() => Promise.all(programs.splice(0).map((program) => program.dispose())))
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
  await built?.remove()
})

/** `npm start` on a machine with only node and python3. */
function start(settings: Record<string, string> = {}): Program {
  const env = {
    PATH: join(scratch, 'bin'),
    HOME: homedir(),
    ...(process.env.XDG_CACHE_HOME && { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME }),
    DATA_DIR: dataDir,
    PORT: String(port),
    METRICS_PORT: '0',
    SMTP_PORT: '0',
    ...settings,
  }
  const program = new Program(built.main, { env, cwd: scratch })
  programs.push(program)
  return program
}

async function ready(program: Program): Promise<Program> {
  const found = await eventually(
    'the service is ready',
    () => !program.isRunning || program.stdout.includes('Postline is ready'),
    START_MS,
  )
  expect(found && program.isRunning, program.output).toBe(true)
  return program
}

/** Waits until a program ends after a signal, and expects a clean exit that leaves nothing behind. */
async function endsCleanly(program: Program, stop: () => void): Promise<void> {
  const tree = await processTree(program.pid)
  expect(tree.length, 'supervisor, API, workers, MongoDB and Redis').toBeGreaterThanOrEqual(5)
  const stoppedAt = performance.now()
  stop()
  expect(await program.ended, program.output).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS)
  expect(stillRunning(tree)).toEqual([])
}

const keyIn = (text: string) => /sk_live_[A-Za-z0-9_-]{32,}/.exec(text)?.[0]

async function get(path: string, key: string): Promise<{ status: number; body: Record<string, never> & never }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, body: (await response.json()) as never }
}

/** Reads from a MongoDB as anybody could who knows its address. */
async function findAny(uri: string): Promise<unknown> {
  const client = new mongoose.mongo.MongoClient(uri)
  return client
    .db()
    .collection('messages')
    .findOne()
    .finally(() => client.close())
}

describe.sequential('a start on a new machine', () => {
  let key: string
  let messageId: string
  let drained: Promise<number[]>

  test(
    'prints a key and a working request for a first mail, and ends on SIGTERM',
    async () => {
      const program = await ready(start())
      await eventually('the key is printed', () => keyIn(program.stdout))
      key = keyIn(program.stdout)!
      const command = /^ {2}curl -X POST[\s\S]*?\}'$/m.exec(program.stdout)?.[0].trim() ?? ''
      expect(command, program.stdout).toContain(`http://127.0.0.1:${port}/v1/send`)

      const sent = await sendByPrintedCommand(command)
      expect(sent).toMatchObject({ status: 'queued', idempotency_key: 'first-mail' })
      messageId = sent.id
      await waitForTimeline('sent')
      const outbox = (await get('/dev/outbox', key)) as { body: { mails: { message_id: string }[] } }
      expect(outbox.body.mails.map((mail) => mail.message_id)).toEqual([messageId])
      await endsCleanly(program, () => program.signal('SIGTERM'))
    },
    START_MS + STOP_MS,
  )

  test(
    'shows nothing to other users of the machine, and stores secrets encrypted',
    async () => {
      const program = await ready(start({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }))
      const { mongoUri, redisUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'))
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ endpoint_url: 'http://127.0.0.1:1029/hook' }) }
      const response = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, init)
      const { signing_secret } = (await response.json()) as { signing_secret: string }
      expect(signing_secret).toMatch(/^[0-9a-f]{64}$/)

      const keyFile = join(dataDir, 'encryption.key')
      expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
      const encryptionKey = (await readFile(keyFile, 'utf8')).trim()
      expect(Buffer.from(encryptionKey, 'base64')).toHaveLength(32)
      const connection = await mongoose.createConnection(mongoUri).asPromise()
      const dump = await dumpLedger(connection)
      await connection.close()
      expect(dump.some(({ bytes }) => bytes.includes('http://127.0.0.1:1029/hook'))).toBe(true)
      for (const text of [signing_secret, encryptionKey]) {
        expect(dump.filter(({ bytes }) => bytes.includes(text))).toEqual([])
      }

      const strangers = [mongoUri, redisUrl].map((uri) => uri.replace(/\/\/.*@/, '//'))
      await expect(findAny(strangers[0])).rejects.toThrow('requires authentication')
      const redis = new Redis(strangers[1], { enableReadyCheck: false })
      await expect(redis.keys('*')).rejects.toThrow('NOAUTH')
      redis.disconnect()
      const { stdout: commandLines } = await run('ps', ['-A', '-ww', '-o', 'args='], { maxBuffer: 1e8 })
      const secrets = [mongoUri, redisUrl].map((uri) => new URL(uri).password)
      for (const secret of [...secrets, encryptionKey]) {
        expect(secret).toMatch(/^[\w+/=-]{40,}$/)
        expect(program.output).not.toContain(secret)
        expect(commandLines).not.toContain(secret)
      }

      const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
      const doctor = await run(process.execPath, [join(built.root, 'dist/cli/postline.js'), 'doctor'], { env }).catch(
        String,
      )
      expect(JSON.stringify(doctor)).toMatch(/Secrets +\d+ encrypted with the key/)
      await endsCleanly(program, () => program.signal('SIGTERM'))
    },
    START_MS + STOP_MS,
  )

  test(
    'keeps the account, key and messages for the next start, prints the key only once, and ends on Ctrl-C',
    async () => {
      const program = await ready(start())
      await waitForTimeline('sent')
      expect(keyIn(program.stdout)).toBeUndefined()
      await endsCleanly(program, () => program.signalGroup('SIGINT'))
    },
    START_MS + STOP_MS,
  )

  test(
    'with DRAIN_SECONDS, takes requests after SIGTERM while it says that it is not ready',
    async () => {
      const program = await ready(start({ DRAIN_SECONDS: '5' }))
      await endsCleanly(program, () => {
        program.signal('SIGTERM')
        drained = takesSendsWhileNotReady()
      })
      expect(await drained).toEqual([200, 201])
    },
    START_MS + STOP_MS,
  )

  test(
    'survives a kill: remaining processes end, and the next start has all data',
    async () => {
      const killed = await ready(start({ NODE_OPTIONS: '--no-deprecation' }))
      const tree = await processTree(killed.pid)
      const environments = await Promise.all(
        tree.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
      )
      const flags = `NODE_OPTIONS=${NODE_FLAGS.join(' ')} --no-deprecation`
      expect(
        environments.filter((text) => text.split('\0').includes(flags)),
        'API and workers',
      ).toHaveLength(2)
      killed.signal('SIGKILL')
      await killed.ended
      const program = await ready(start())
      await waitForTimeline('sent')
      await eventually('the processes of the killed one are gone', () => stillRunning(tree).length === 0, STOP_MS)
      await endsCleanly(program, () => program.signal('SIGTERM'))
    },
    2 * START_MS + STOP_MS,
  )

  test(
    'refuses a data folder in use and names the process that uses it',
    async () => {
      const first = await ready(start())
      const second = start({ PORT: String(await freePort()) })
      expect(await second.ended).not.toBe(0)
      expect(second.stderr).toContain(`process ${first.pid}`)
      expect(second.stderr.match(/Postline cannot start/g)).toHaveLength(1)
      expect(first.isRunning).toBe(true)
      await endsCleanly(first, () => first.signal('SIGTERM'))
    },
    START_MS + STOP_MS,
  )

  test(
    'names the port if it is taken',
    async () => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port: takenPort } = taken.address() as { port: number }
      try {
        const program = start({ PORT: String(takenPort) })
        expect(await program.ended, program.output).not.toBe(0)
        expect(program.stderr).toContain(`Port ${takenPort}`)
        expect(program.stderr.match(/Postline cannot start/g)).toHaveLength(1)
      } finally {
        taken.close()
      }
    },
    START_MS,
  )

  async function sendByPrintedCommand(command: string): Promise<{ id: string }> {
    try {
      const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`])
      return JSON.parse(stdout)
    } catch (error) {
      // A machine without curl: the same request by hand.
      if (!/not found/.test(String(error))) throw error
      const [, url, auth, type, body] = /POST (\S+)[\s\S]*?-H '(.*?)'[\s\S]*?-H '(.*?)'[\s\S]*?-d '(.*)'/.exec(command)!
      const headers = [auth!, type!].map((line) => line.split(': ') as [string, string])
      const response = await fetch(url!, { method: 'POST', headers, body: body! })
      return (await response.json()) as { id: string }
    }
  }

  /** Waits until the service is not ready. Statuses of a look at its health and of a send then. */
  async function takesSendsWhileNotReady(): Promise<number[]> {
    const url = `http://127.0.0.1:${port}`
    await eventually('it is not ready', async () => (await fetch(`${url}/readyz`)).status === 503)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const mail = {
      ...{ channel: 'email', idempotency_key: 'late-mail', destination: { email: 'owner@postline.localhost' } },
      payload: { subject: 'Late', body_text: 'Late' },
    }
    const init = { method: 'POST', headers, body: JSON.stringify(mail) }
    return Promise.all(
      [fetch(`${url}/healthz`), fetch(`${url}/v1/send`, init)].map(async (sent) => (await sent).status),
    )
  }

  async function waitForTimeline(type: string): Promise<void> {
    await eventually(`a timeline that shows ${type}`, async () => {
      const { body } = await get('/v1/messages?idempotency_key=first-mail', key)
      const message = body as { id: string; events?: { type: string }[] }
      if (message.events?.[0]?.type === type) return message.id === messageId
      // Within the rate limit of a new account.
      await new Promise((resolve) => setTimeout(resolve, 200))
      return false
    })
  }
})

test(
  'a start that can neither find nor download servers says once what to do',
  async () => {
    const home = join(scratch, 'empty-home')
    const program = start({
      PATH: join(scratch, 'node-only'),
      HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      DATA_DIR: join(home, 'data'),
      // Nothing responds there, with or without a network.
      MONGOMS_DOWNLOAD_MIRROR: 'http://127.0.0.1:9',
    })
    expect(await program.ended).not.toBe(0)
    expect(program.stderr.match(/Postline cannot start/g), program.output).toHaveLength(1)
    expect(program.stderr).toContain('MONGODB_URI')
    expect(program.stderr).toContain('python3')
    await expect(access(join(home, 'data/mongo/WiredTiger'))).rejects.toThrow()
  },
  START_MS,
)

test(
  'EMBEDDED=redis runs Redis embedded beside a MongoDB of the settings',
  async () => {
    const MONGODB_URI = takeDatabase()
    const program = await ready(start({ MONGODB_URI, EMBEDDED: 'redis', DATA_DIR: join(scratch, 'redis-only') }))
    await eventually('the key is printed', () => keyIn(program.stdout))
    await expect(access(join(scratch, 'redis-only/mongo/WiredTiger'))).rejects.toThrow()
    program.signal('SIGTERM')
    expect(await program.ended, program.output).toBe(0)
  },
  START_MS + STOP_MS,
)

test('an invalid setting stops the start; the error names it and the allowed values', async () => {
  const program = start({ PORT: 'eighty', ROLES: 'api,chef' })
  expect(await program.ended).not.toBe(0)
  expect(program.stderr).toContain('PORT must be a whole number from 0 to 65535')
  expect(program.stderr).toContain('ROLES must be a comma-separated list of api, worker, scheduler, smtp')
})
