import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BinaryCache, findBinary } from '@postline/embedded'
import { Redis } from 'ioredis'
import { freePort } from './built-program.js'

/** A server of a cluster, or beside sentinels, or a sentinel. */
export interface ValkeyNode {
  port: number
  /** Its host and port. */
  address: string
  /** A connection that waits while the server is away. */
  admin: Redis
  signal(signal: NodeJS.Signals): void
  /** Kills it and waits until it has ended. */
  kill(): Promise<void>
  /** Starts it again on its port, with its data or without. */
  restart(options?: { empty: boolean }): Promise<void>
  close(): Promise<void>
}

export interface ValkeyNodeOptions {
  /** Of the default user; also what the node tells its master. */
  password: string
  /** Further lines of its configuration. */
  lines: string[]
  /** A sentinel in place of a server. */
  isSentinel?: boolean
}

/** Starts a node on a free port. Its files are in a folder of this one. */
export async function startValkeyNode(folder: string, options: ValkeyNodeOptions): Promise<ValkeyNode> {
  const { password, lines, isSentinel = false } = options
  const port = await freePort()
  const dir = join(folder, String(port))
  const file = join(dir, 'node.conf')
  const cache = await BinaryCache.open(process.env, folder)
  const binary = await findBinary('redis', { cache, env: process.env, say: () => undefined, idleMs: 60_000 })
  const data = ['appendonly yes', 'save ""', 'maxmemory-policy noeviction', `masterauth ${password}`]
  const config = [
    ...[`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, `requirepass ${password}`],
    ...(isSentinel ? [] : data),
    ...lines,
  ]
  let child: ChildProcess
  const admin = new Redis({ port, password, maxRetriesPerRequest: null, retryStrategy: () => 50 })
  admin.on('error', () => undefined)

  async function start(): Promise<void> {
    await mkdir(dir, { recursive: true })
    // Sentinels write into their file. They know each other by an id in it, so each start is a new one.
    await writeFile(file, `${config.join('\n')}\n`)
    child = spawn(binary, [file, ...(isSentinel ? ['--sentinel'] : [])], { stdio: 'ignore' })
    await until(`port ${port} answers`, () => admin.ping())
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    port,
    address: `127.0.0.1:${port}`,
    admin,
    signal: (signal) => void child.kill(signal),
    kill,
    restart: async ({ empty } = { empty: false }) => {
      if (empty) await rm(join(dir, 'appendonlydir'), { recursive: true, force: true })
      await start()
    },
    close: async () => {
      admin.disconnect()
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Waits until a condition holds. For use outside of tests too. */
export async function until(what: string, probe: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`not within 60 s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
