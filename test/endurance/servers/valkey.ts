import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../support/built-program.js'
import { Child } from './child.js'

/** A Valkey with an append-only file, as docs/deployment recommends. */
export interface Valkey {
  port: number
  child: Child
  start(): Promise<void>
  /** Removes its data. It must not run. */
  empty(): Promise<void>
}

export async function createValkey(binary: string, folder: string): Promise<Valkey> {
  const port = await freePort()
  const data = join(folder, 'valkey')
  await mkdir(data)
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
  ]
  const child = new Child('valkey', join(folder, 'logs/valkey.log'), {
    program: binary,
    args,
    env: { PATH: process.env.PATH! },
    cwd: data,
    ready: 'Ready to accept connections',
  })
  return {
    port,
    child,
    start: async () => void (await child.start()),
    async empty() {
      await rm(data, { recursive: true, force: true })
      await mkdir(data)
    },
  }
}
