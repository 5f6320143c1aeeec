import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort, Program } from '../support/built-program.js'
import { BUILD_MS } from '../support/make-once.js'
import { makeScratch } from '../support/scratch.js'
import { sharedProgram } from '../support/shared-program.js'
import { aSend, call, eventually, type Settings } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const run = promisify(execFile)
const START_MS = 90_000

/** The commands of docs/operating.md, by the name in the comment above them. */
function documented(name: string): string {
  const [, commands] =
    new RegExp(`<!-- run by a test: ${name} -->\n\`\`\`sh\n([\\s\\S]*?)\`\`\``).exec(
      readFileSync('docs/operating.md', 'utf8'),
    ) ?? []
  expect(commands, name).toBeTruthy()
  return commands!
}

let main: string
let folder: string
let url: string
let receiver: WebhookReceiver
const programs: Program[] = []
beforeAll(async () => {
  main = join(await sharedProgram(), 'dist/main.js')
  folder = await makeScratch('backup')
  url = `http://127.0.0.1:${await freePort()}`
  receiver = await startWebhookReceiver()
}, BUILD_MS)
afterEach(() => Promise.all(programs.splice(0).map((program) => program.dispose())))
afterAll(async () => {
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

/** `npm start` in the folder, with its data in `.data`. */
async function start(settings: Settings = {}): Promise<Program> {
  const env = {
    PATH: process.env.PATH!,
    HOME: homedir(),
    ...(process.env.XDG_CACHE_HOME && { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME }),
    ...{ PORT: new URL(url).port, METRICS_PORT: '0', SMTP_PORT: '0', RATE_LIMIT_PER_SECOND: '0' },
    ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    ...settings,
  }
  const program = new Program(main, { env, cwd: folder })
  programs.push(program)
  const isReady = () => !program.isRunning || program.stdout.includes('Postline is ready')
  await eventually('the service is ready', isReady, START_MS)
  expect(program.isRunning, program.output).toBe(true)
  return program
}

async function stop(program: Program): Promise<void> {
  program.signal('SIGTERM')
  expect(await program.ended, program.output).toBe(0)
}

const runDocumented = (name: string, cwd: string) => run('sh', ['-euc', documented(name)], { cwd })

test(
  'a data folder that is lost comes back from its backup: keys, mail, timelines, secrets, and the mail that waited',
  async () => {
    const first = await start()
    const key = await eventually('the key', () => /sk_live_[\w-]+/.exec(first.stdout)?.[0])
    const ask = (method: string, path: string, body?: unknown) => call(url, method, path, { key, body })
    const messageOf = async (id: string) => (await ask('GET', `/v1/messages/${id}`)).body
    const isSent = (id: string) => eventually('delivered', async () => (await messageOf(id)).status === 'delivered')
    const aMail = (subject: string) =>
      aSend({ destination: { email: 'owner@postline.localhost' }, payload: { subject, body_text: 'A text.' } })

    const webhook = (await ask('POST', '/v1/webhooks', { endpoint_url: receiver.url, event_types: ['sent'] })).body
    const request = aMail('Before the backup')
    const sent = (await ask('POST', '/v1/send', request)).body
    await isSent(sent.id)
    await eventually('its webhook', () => receiver.hits.length === 1)
    await stop(first)

    // Without a worker the mail waits.
    const second = await start({ ROLES: 'api' })
    const before = await messageOf(sent.id)
    const waiting = (await ask('POST', '/v1/send', aMail('Waiting'))).body
    expect(waiting.status).toBe('queued')
    await stop(second)

    await runDocumented('backup', folder)
    await rm(join(folder, '.data'), { recursive: true })
    await runDocumented('restore', folder)
    expect(await readdir(join(folder, '.data'))).not.toContain('redis')

    const restored = await start()
    expect(restored.stdout).not.toContain('sk_live_')
    expect(await messageOf(sent.id)).toEqual(before)
    expect((await ask('GET', `/v1/messages/${sent.id}/content`)).body.subject).toBe('Before the backup')
    expect((await ask('POST', '/v1/send', request)).body).toEqual(sent)
    await isSent(waiting.id)
    const hit = await eventually('the webhook of the mail that waited', () =>
      receiver.hits.find(({ body }) => body.message_id === waiting.id),
    )
    expect(hit.isSignedWith(webhook.signing_secret)).toBe(true)
    expect(receiver.hits).toHaveLength(2)
    await stop(restored)
  },
  4 * START_MS,
)

test('a folder that is there is put aside by a restore, and not overwritten', async () => {
  const other = await makeScratch('restore')
  const data = join(other, '.data')
  await mkdir(data, { mode: 0o700 })
  await writeFile(join(data, 'kept'), 'before')
  await runDocumented('backup', other)
  await writeFile(join(data, 'kept'), 'after')
  await runDocumented('restore', other)
  expect(await readFile(join(data, 'kept'), 'utf8')).toBe('before')
  const aside = (await readdir(other)).find((name) => /^\.data\.\d+$/.test(name))!
  expect(await readFile(join(other, aside, 'kept'), 'utf8')).toBe('after')
  // Mail and keys are for their owner only.
  for (const name of ['.data', 'postline-backup.tar.gz']) expect((await stat(join(other, name))).mode & 0o077).toBe(0)
  await rm(other, { recursive: true })
})
