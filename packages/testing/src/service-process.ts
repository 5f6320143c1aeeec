import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** A running service with its own servers and data. */
export interface ServiceProcess {
  url: string
  /** What it has logged, for the message of a test that fails. */
  log(): string
  /** Stops it and removes its data. May be called more than once. */
  close(): Promise<void>
}

export interface ServiceOptions {
  settings: Record<string, string>
  /** Path of the program; that of the installed package by default. */
  main?: string | undefined
  timeoutMs: number
}

const REMOVE_AT_EXIT = new URL('../remove-at-exit.mjs', import.meta.url).href

/** What the service gets of the environment: how to find programs and the internet, and none of its settings. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|TEMP|LANG|USER|NO_PROXY|HTTPS?_PROXY|XDG_|MONGOMS_|PIP_|SSL_CERT_|NODE_EXTRA_)/i

/** A file system in memory, where the database never waits for a disk. */
const IN_MEMORY = '/dev/shm'
/** Space that the data of a service needs there, in bytes. Containers often have only 64 MiB. */
const ENOUGH_BYTES = 2 ** 30
/** Time the service has to end by itself, in ms. */
const STOP_MS = 25_000
const MAX_LOG_CHARS = 1_000_000

/**
 * Starts the service on a free port, with its own MongoDB and Redis-compatible server.
 * @throws Error that says what the service printed, if it does not start in time
 */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const main = options.main ?? installedService()
  const folder = await mkdtemp(join(dataRoot(), 'postline-testing-'))
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
    PORT: String(await freePort()),
    METRICS_PORT: '0',
    SMTP_PORT: '0',
    DATA_DIR: folder,
    POSTLINE_TESTING_FOLDER: folder,
    ...options.settings,
  }
  // It ends when the channel closes, so it outlives no test runner, however that ends.
  const child = spawn(process.execPath, ['--import', REMOVE_AT_EXIT, main], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = collect(child)
  const close = () => stop(child, folder)
  try {
    const url = await ready(child, log, options.timeoutMs)
    release(child)
    return { url, log, close }
  } catch (error) {
    await close()
    throw error
  }
}

function installedService(): string {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return join(dirname(createRequire(from).resolve('postline/package.json')), 'dist/main.js')
    } catch {
      // It may be installed where the other one looks.
    }
  }
  throw new Error('The package postline is not installed. Run `npm install --save-dev postline`.')
}

function dataRoot(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Collects the output from now on. @returns a function that returns it */
function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-MAX_LOG_CHARS)
    })
  }
  return () => text
}

function ready(child: ChildProcess, log: () => string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`Postline ${what}. It printed:\n${log()}`))
    const timer = setTimeout(() => fail(`did not start within ${timeoutMs} ms`), timeoutMs)
    const look = () => {
      const [, url] = /^Postline is ready at (\S+)/m.exec(log()) ?? []
      if (!url) return
      clearTimeout(timer)
      child.stdout?.off('data', look)
      resolve(url)
    }
    child.stdout?.on('data', look)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with exit code ${code} before it was ready`)
    })
  })
}

/** A service that nobody has closed must not keep a test runner from ending. */
function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) unref(stream)
}

/** A pipe to a process is a socket. */
function unref(stream: (Readable & { unref?: () => void }) | null): void {
  stream?.unref?.()
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.ref()
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(timer)
  }
  await rm(folder, { recursive: true, force: true })
}
