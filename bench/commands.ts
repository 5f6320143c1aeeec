import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { startSubject } from './ground.js'

/** Commands of a floor, by name. Each takes numbers and returns figures. */
export type Commands = Record<string, (options: Record<string, number>) => Promise<unknown>>

/** Takes commands over HTTP until SIGTERM: what the process of a floor does. Says when it is ready. */
export async function serveCommands(commands: Commands): Promise<void> {
  const server = createServer(async (asked, response) => {
    const { pathname, searchParams } = new URL(asked.url!, 'http://floor')
    const options = Object.fromEntries([...searchParams].map(([name, value]) => [name, Number(value)]))
    try {
      response.end(JSON.stringify(await commands[pathname.slice(1)]!(options)))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  // A command can take minutes.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.stdout.write(`floor at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  process.on('SIGTERM', () => process.exit(0))
}

/** A process that takes commands. */
export interface Floor {
  pid: number
  run<T>(command: string, options?: Record<string, number>): Promise<T>
  close(): Promise<void>
}

/** Starts a program of this folder that serves commands. */
export async function startFloor(program: string, settings: Record<string, string>): Promise<Floor> {
  const subject = await startSubject(['--import', 'tsx', `bench/${program}`], settings, /^floor at /)
  const url = subject.readyLine.slice('floor at '.length)
  return {
    pid: subject.pid,
    close: subject.close,
    async run<T>(command: string, options: Record<string, number> = {}) {
      const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
      const response = await request(`${url}/${command}?${query}`, { headersTimeout: 0, bodyTimeout: 0 })
      const text = await response.body.text()
      if (response.statusCode !== 200) throw new Error(`${program} ${command}: ${text}`)
      return JSON.parse(text) as T
    },
  }
}
