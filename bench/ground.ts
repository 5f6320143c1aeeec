import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { dataDirPaths, startEmbeddedServers } from '@postline/embedded'
import { pino } from 'pino'
import { nodeOptions } from '../src/process/node-flags.js'
import { buildProgram } from '../test/support/built-program.js'

/** What a benchmark runs on: the service built from this checkout, and embedded servers on a new folder. */
export interface Ground {
  /** Path of the built program. */
  main: string
  mongoPid: number
  redisPid: number
  /** Settings for a process on a new database and key prefix. */
  settings(name: string): Record<string, string>
  close(): Promise<void>
}

/** Prints progress to stderr, so that stdout has only the results. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`)

export async function prepareGround(): Promise<Ground> {
  say('building …')
  const program = await buildProgram()
  const dataDir = await mkdtemp(join(tmpdir(), 'postline-bench-'))
  const log = pino({ level: 'silent' })
  const servers = await startEmbeddedServers({ dataDir, log, env: process.env, say })
  const paths = dataDirPaths(dataDir)
  const pidIn = async (file: string) => (JSON.parse(await readFile(file, 'utf8')) as { pid: number }).pid
  return {
    main: program.main,
    mongoPid: await pidIn(paths.mongoPid),
    redisPid: await pidIn(paths.redisPid),
    settings(name) {
      const uri = new URL(servers.mongoUri)
      uri.pathname = `/bench_${name}`
      return {
        MONGODB_URI: uri.toString(),
        REDIS_URL: servers.redisUrl,
        REDIS_PREFIX: `bench_${name}`,
        PORT: '0',
        METRICS_PORT: '0',
        SMTP_PORT: '0',
        RATE_LIMIT_PER_SECOND: '0',
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        BOOTSTRAP_ADMIN_KEY: `sk_live_${randomBytes(24).toString('hex')}`,
      }
    },
    async close() {
      await servers.close()
      await program.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A process under measurement. */
export interface Subject {
  pid: number
  /** The line of output that says that the process is ready. */
  readyLine: string
  /** What its heap holds after a garbage collection, in bytes. */
  heapBytes(): Promise<number>
  close(): Promise<void>
}

const HEAP_ON_REQUEST = ['--expose-gc', `--import=${new URL('./heap-on-request.mjs', import.meta.url)}`]

/** Starts a program with Node and waits for the line of output that says that it is ready. */
export async function startSubject(args: string[], env: Record<string, string>, ready: RegExp): Promise<Subject> {
  const child = spawn(process.execPath, [...HEAP_ON_REQUEST, ...profiling(env.ROLES ?? 'process'), ...args], {
    // As the process tree starts its parts.
    env: { PATH: process.env.PATH, ...(env.ROLES && { NODE_OPTIONS: nodeOptions() }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output: string[] = []
  const readyLine = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (output.length < 1_000) output.push(line)
        if (ready.test(line)) resolve(line)
      })
    }
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output.join('\n')}`)))
  })
  return { pid: child.pid!, readyLine, heapBytes: () => heapOf(child), close: () => end(child) }
}

async function heapOf(child: ChildProcess): Promise<number> {
  child.send('heap')
  const [bytes] = await once(child, 'message')
  return bytes as number
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Each kind of process has a folder: the names of profiles do not tell which process they are of. */
function profiling(name: string): string[] {
  const dir = process.env.BENCH_PROFILE_DIR
  return dir ? ['--cpu-prof', `--cpu-prof-dir=${join(dir, name)}`] : []
}

/** Clock ticks per second in /proc, on every Linux that Node supports. */
const TICKS = 100

/** CPU time that a process has used so far, in ms; null on systems that do not report it. */
export async function cpuMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (!stat) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS
}

/** Makes an API request. Throws if it fails. */
export async function api(url: string, key: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Starts the built API, with its first API key and a test key. */
export async function startApi(
  { main }: Ground,
  settings: Record<string, string>,
): Promise<Subject & { url: string; adminKey: string; testKey: string }> {
  const subject = await startSubject([main], { ...settings, ROLES: 'api' }, /"msg":"started"/)
  const { url } = JSON.parse(subject.readyLine) as { url: string }
  const key = settings.BOOTSTRAP_ADMIN_KEY!
  return { ...subject, url, adminKey: key, testKey: await createTestKey(url, key) }
}

/** Makes a test key of the account of an admin key. */
export async function createTestKey(url: string, adminKey: string): Promise<string> {
  const { key } = (await api(url, adminKey, 'POST', '/v1/keys', { scope: 'send', test_mode: true })) as { key: string }
  return key
}
