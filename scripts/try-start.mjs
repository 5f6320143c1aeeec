// Does what a new user does: `npm start` on an empty data folder, the console and its link, the first mail, its timeline, a second start, Ctrl-C.
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
const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), METRICS_PORT: '0', SMTP_PORT: '0' }
let service
try {
  service = start()
  const [, url, key, body] = await until('the first mail is offered', START_MS, () =>
    /POST (\S+) \\\n\s+-H 'Authorization: Bearer (sk_live_[\w-]+)'[\s\S]*?-d '(.*)'/.exec(service.printed),
  )
  const page = await fetch(new URL('/', url))
  if (page.status !== 200) throw new Error(`the console got ${page.status}: ${await page.text()}`)
  const [, token] = /\/sign-in#([\w-]+)/.exec(service.printed) ?? []
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) }
  const session = await fetch(new URL('/session/link', url), signIn)
  if (session.status !== 200) throw new Error(`the printed link got ${session.status}: ${await session.text()}`)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = await fetch(url, { method: 'POST', headers, body })
  if (sent.status !== 201) throw new Error(`the first mail got ${sent.status}: ${await sent.text()}`)
  const { id } = await sent.json()
  const message = async () => (await fetch(new URL(`/v1/messages/${id}`, url), { headers })).json()
  const isSent = async () => (await message()).events?.some(({ type }) => type === 'sent')
  await until('its timeline shows sent', SENT_MS, isSent)
  process.stdout.write(`The first mail ${id} is sent.\n`)
  // Signal only npm, as a supervisor does; npm must pass the signal on.
  await stop(() => process.kill(service.pid, 'SIGTERM'), [0])

  service = start()
  await until('the second start is ready', START_MS, () => service.printed.includes('ready at'))
  if (service.printed.includes('sk_live_')) throw new Error('the second start has printed a key')
  if (!(await isSent())) throw new Error('the second start has lost the first mail')
  // npm itself gets Ctrl-C too, and some versions report that instead of the exit code of the service.
  await stop(() => process.kill(-service.pid, 'SIGINT'), [0, 130, 'SIGINT'])
} finally {
  if (service?.code === undefined) process.kill(-service.pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
}

function start() {
  const child = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const run = { pid: child.pid, printed: '', code: undefined }
  run.ended = once(child, 'exit').then(([code, signal]) => {
    run.code = code ?? signal
  })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    run.printed += text
    process.stdout.write(text.replaceAll(/sk_live_[\w-]+/g, 'sk_live_…').replaceAll(/#[\w-]{43}/g, '#…'))
  })
  return run
}

async function stop(signal, allowed) {
  const stoppedAt = Date.now()
  signal()
  await Promise.race([service.ended, delay(STOP_MS, undefined, { ref: false })])
  process.stdout.write(`Stopped with ${service.code} after ${Date.now() - stoppedAt} ms.\n`)
  if (!allowed.includes(service.code)) throw new Error(`the service ended with an unexpected code: ${service.code}`)
}

async function until(what, withinMs, probe) {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (service.code !== undefined) throw new Error(`npm start ended with ${service.code} before ${what}`)
    const found = await probe()
    if (found) return found
    await delay(250)
  }
  throw new Error(`timed out after ${withinMs} ms: ${what}`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
