// Does what a newcomer does: `npm start` on an empty data folder, the first mail, its timeline, Ctrl-C.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const START_MS = 300_000
const SENT_MS = 30_000
const STOP_MS = 25_000

const dataDir = mkdtempSync(join(tmpdir(), 'postline-try-'))
const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), METRICS_PORT: '0' }
const service = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
const ended = once(service, 'exit').then(([code, signal]) => code ?? signal)
let printed = ''
service.stdout.setEncoding('utf8').on('data', (text) => {
  printed += text
  process.stdout.write(text.replaceAll(/sk_live_[\w-]+/g, 'sk_live_…'))
})

try {
  const [, url, key, body] = await until('the first mail is offered', START_MS, () =>
    /POST (\S+) \\\n\s+-H 'Authorization: Bearer (sk_live_[\w-]+)'[\s\S]*?-d '(.*)'/.exec(printed),
  )
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = await fetch(url, { method: 'POST', headers, body })
  if (sent.status !== 201) throw new Error(`the first mail got ${sent.status}: ${await sent.text()}`)
  const { id } = await sent.json()
  await until('its timeline shows sent', SENT_MS, async () => {
    const message = await fetch(new URL(`/v1/messages/${id}`, url), { headers })
    return (await message.json()).events?.some(({ type }) => type === 'sent')
  })
  process.stdout.write(`The first mail ${id} is sent.\n`)
} finally {
  const stoppedAt = Date.now()
  if (service.exitCode === null) process.kill(-service.pid, 'SIGINT')
  const code = await ended
  rmSync(dataDir, { recursive: true, force: true })
  process.stdout.write(`Stopped with ${code} after ${Date.now() - stoppedAt} ms.\n`)
  // npm itself gets Ctrl-C too, and some versions of it tell of that instead of what the service said.
  if (![0, 130, 'SIGINT'].includes(code) || Date.now() - stoppedAt > STOP_MS) process.exitCode = 1
}

async function until(what, withinMs, probe) {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`npm start has ended with ${service.exitCode} before ${what}`)
    const found = await probe()
    if (found) return found
    await delay(250)
  }
  throw new Error(`not within ${withinMs} ms: ${what}`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
