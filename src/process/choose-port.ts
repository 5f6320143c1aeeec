import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { readConfig } from '../config.js'

// Below the range that systems use for outgoing connections, so that the port is still free when the API listens.
const FIRST_PORT = 21_000
const LAST_PORT = 31_000
const ATTEMPTS = 50

/**
 * The settings with a free port in place of `PORT=0`, unless `BASE_URL` says where the API is: links have to name the port,
 * workers write them, too, and a process that is restarted has to keep it.
 */
export async function withPort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { port, host, roles } = readConfig(env)
  if (port !== 0 || env.BASE_URL || !roles.includes('api')) return env
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const candidate = randomInt(FIRST_PORT, LAST_PORT)
    if (await isFree(host, candidate)) return { ...env, PORT: String(candidate) }
  }
  // The server says what is wrong with the host.
  return env
}

async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
