import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processTree, stillRunning } from '../../../test/support/built-program.js'
import { BUILD_MS } from '../../../test/support/make-once.js'
import { makeScratch } from '../../../test/support/scratch.js'
import { sharedProgram } from '../../../test/support/shared-program.js'
import { eventually } from '../../../test/support/start-app.js'
import { outcomes, type Postline, startPostline } from '../src/index.js'

const START_MS = 120_000

let main: string
beforeAll(async () => {
  main = join(await sharedProgram(), 'dist/main.js')
}, BUILD_MS)
const FROM = 'Shop <hello@example.com>'

/** Sends a mail as an application does, which knows only an address and a key. */
async function send({ url }: Postline, key: string, email: string, subject = 'Welcome'): Promise<string> {
  const response = await fetch(`${url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: 'email',
      idempotency_key: `${subject} to ${email}`,
      destination: { email },
      payload: { subject, body_text: 'Hello.' },
      metadata: { from_email: FROM },
    }),
  })
  const body = (await response.json()) as { id: string }
  expect(response.status, JSON.stringify(body)).toBe(201)
  return body.id
}

describe('one service', { timeout: START_MS }, () => {
  let postline: Postline
  beforeAll(async () => {
    postline = await startPostline({ main })
  }, START_MS)
  afterAll(() => postline?.close())

  test('the outbox shows live mail to anybody, with its content', async () => {
    const id = await send(postline, postline.liveKey, 'ada@anywhere.test')
    const mail = await postline.outbox.waitFor({ to: 'Ada@anywhere.test', subject: 'Welcome', status: 'delivered' })
    expect(mail).toMatchObject({ id, from: FROM, to: ['ada@anywhere.test'], body_text: 'Hello.', test_mode: false })
  })

  test('the outbox finds mail by a pattern, the newest first, and forgets all when it is cleared', async () => {
    await send(postline, postline.testKey, 'bob@anywhere.test', 'Order 1 of today')
    await send(postline, postline.testKey, 'bob@anywhere.test', 'Order 2 of today')
    const pattern = /order \d/gi
    const subjects = (await postline.outbox.list({ to: 'bob@anywhere.test', subject: pattern })).map(
      (each) => each.subject,
    )
    expect(subjects).toEqual(['Order 2 of today', 'Order 1 of today'])
    expect(await postline.outbox.list({ subject: 'Order' })).toEqual([])

    await postline.outbox.clear()
    expect(await postline.outbox.list()).toEqual([])
    await send(postline, postline.testKey, 'bob@anywhere.test', 'Order 3 of today')
    expect(await postline.outbox.list()).toHaveLength(1)
  })

  test('waiting for a mail that does not come fails with the mail that is there', async () => {
    await postline.outbox.clear()
    await send(postline, postline.testKey, 'carl@anywhere.test', 'Hello, Carl')
    const waiting = postline.outbox.waitFor({ to: 'dora@anywhere.test', subject: /hello/i, timeoutMs: 200 })
    await expect(waiting).rejects.toThrow(
      /^There is no mail with to dora@anywhere\.test, subject \/hello\/i\. The outbox has 1:\n {2}to carl@anywhere\.test: Hello, Carl \(\w+\) \(waited 200 ms\)$/,
    )
  })

  test.each(Object.entries(outcomes))('mail of the test key to outcomes.%s ends as that', async (outcome, address) => {
    const webhooks = await postline.receiveWebhooks()
    const messageId = await send(postline, postline.testKey, address, `Ends as ${outcome}`)
    await webhooks.waitFor({ type: outcome as 'bounced', messageId })
    await postline.outbox.waitFor({ to: address, subject: `Ends as ${outcome}`, status: outcome as 'bounced' })
    await webhooks.close()
  })

  test('a webhook that was refused comes again, and counts once', async () => {
    const webhooks = await postline.receiveWebhooks({ eventTypes: ['delivered'] })
    webhooks.answerNext(500, 503)
    const messageId = await send(postline, postline.testKey, outcomes.delivered, 'Comes again')
    await webhooks.waitFor({ messageId })
    expect(webhooks.events.map((event) => event.event_type)).toEqual(['delivered'])
    const query = { messageId, type: 'bounced', timeoutMs: 100 } as const
    await expect(webhooks.waitFor(query)).rejects.toThrow(`These have come: delivered of ${messageId}`)
  })

  test('a request that the service has not signed is refused, and is no event', async () => {
    const webhooks = await postline.receiveWebhooks()
    const response = await fetch(webhooks.url, { method: 'POST', body: '{}' })
    expect(response.status).toBe(400)
    expect(webhooks.events).toEqual([])
  })

  test('the clients work', async () => {
    const id = await send(postline, postline.testKey, 'erik@anywhere.test', 'By client')
    const { data } = await postline.client.GET('/v1/messages/{id}', { params: { path: { id } } })
    expect(data.subject).toBe('By client')
    expect((await postline.trpc.messages.get.query({ id })).subject).toBe('By client')
  })

  test('services beside each other know nothing of each other, and a new account sends to its owner only', async () => {
    const other = await startPostline({ main, domains: [] })
    try {
      await send(postline, postline.liveKey, 'only-one@anywhere.test')
      expect(await other.outbox.list()).toEqual([])
      const foreign = await fetch(`${other.url}/v1/messages`, {
        headers: { authorization: `Bearer ${postline.liveKey}` },
      })
      expect(foreign.status).toBe(401)

      const body = { channel: 'email', payload: { subject: 'Hi', body_text: 'Hi' } } as const
      await other.client.POST('/v1/send', { body: { ...body, destination: { email: other.ownerEmail } } })
      const toStranger = other.client.POST('/v1/send', { body: { ...body, destination: { email: 'a@b.test' } } })
      await expect(toStranger).rejects.toMatchObject({ status: 403 })
    } finally {
      await other.close()
    }
  })
})

test('a wrong setting fails the start with what the service says of it', { timeout: START_MS }, async () => {
  const starting = startPostline({ main, settings: { LOG_LEVEL: 'loud' } })
  await expect(starting).rejects.toThrow(
    /^Postline ended with exit code 78 before it was ready[\s\S]*LOG_LEVEL must be/,
  )
})

test('a start that takes too long fails', { timeout: START_MS }, async () => {
  await expect(startPostline({ main, timeoutMs: 1 })).rejects.toThrow('Postline did not start within 1 ms')
})

describe('nothing is left behind', { timeout: START_MS }, () => {
  /** All processes below this one, or below another one. */
  const below = async (pid = process.pid) => (await processTree(pid)).slice(1)
  /** The data folder that one of these processes works with. */
  async function folderOf(pids: number[]): Promise<string> {
    const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
    const [folder] = /\/[^\0]*\/postline-testing-\w+/.exec(commands.join('\0')) ?? []
    return folder ?? expect.fail('no process has a data folder')
  }

  let folder: string
  beforeAll(async () => {
    folder = await makeScratch('program')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs a program that starts a service, prints `ready` and does the rest. */
  async function program(rest: string) {
    const file = join(folder, 'program.mts')
    const source = join(import.meta.dirname, '../src/index.ts')
    await writeFile(
      file,
      `import { startPostline } from ${JSON.stringify(source)}
      const postline = await startPostline({ main: ${JSON.stringify(main)} })
      console.log('ready', postline.url)
      ${rest}`,
    )
    return spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  }

  test('after close', async () => {
    const others = await below()
    const postline = await startPostline({ main })
    const tree = (await below()).filter((pid) => !others.includes(pid))
    const data = await folderOf(tree)
    expect(existsSync(data)).toBe(true)
    const webhooks = await postline.receiveWebhooks()
    await Promise.all([postline.close(), postline.close()])
    await webhooks.close()
    expect(stillRunning(tree)).toEqual([])
    expect(existsSync(data)).toBe(false)
    await expect(fetch(postline.url)).rejects.toThrow()
  })

  test('after the tests were killed', async () => {
    const child = await program('setInterval(() => {}, 1_000)')
    await once(child.stdout, 'data')
    const tree = await below(child.pid)
    const data = await folderOf(tree)
    child.kill('SIGKILL')
    await eventually('all processes have ended', () => stillRunning(tree).length === 0)
    await eventually('the data is gone', () => !existsSync(data))
  })

  test('after tests that forgot to close, which it does not keep from ending', async () => {
    const child = await program('')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  })
})
