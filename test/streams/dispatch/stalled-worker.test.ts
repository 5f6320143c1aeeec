import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { shiftedClock } from '../../support/clocks.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { stall } from '../../support/stall.js'
import { aSend, eventually, startApp } from '../../support/start-app.js'

/** A mail server in a thread of its own. It says when it has a mail, and confirms it a moment later. */
async function startMailServer(): Promise<{ port: number; thread: Worker }> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { SMTPServer } = require(workerData)
    const server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true },
      onData(stream, session, done) {
        stream.resume().on('end', () => {
          parentPort.postMessage('mail')
          setTimeout(done, 200)
        })
      },
    })
    const listener = server.listen(0, '127.0.0.1', () => parentPort.postMessage(listener.address().port))`
  const workerData = createRequire(import.meta.url).resolve('smtp-server')
  const thread = new Worker(source, { eval: true, workerData })
  const [port] = (await once(thread, 'message')) as [number]
  return { port, thread }
}

test('a worker that stands still past the time-out takes the answer that came meanwhile, and sends no second copy', async () => {
  const { port, thread } = await startMailServer()
  const app = await startApp({
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}` },
    ...{ DISPATCH_TIMEOUT_MS: '4000', DISPATCH_RETRY_BASE_MS: '100' },
  })
  let copies = 0
  thread.on('message', () => {
    copies += 1
    // Longer than the time-out, and shorter than the lease.
    if (copies === 1) stall(4_500)
  })
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  const { models } = app.app
  await eventually('it is sent', async () => (await models.messages.findById(body.id).lean())?.status === 'sent')
  expect(await models.messages.findById(body.id).lean()).toMatchObject({ deferrals: 0 })
  expect(copies).toBe(1)
  await app.close()
  await thread.terminate()
})

test('a mail that is recorded when its claim has ended is in the log', async () => {
  const clock = shiftedClock()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const transport = recordingTransport(async ({ rfcMessageId }) => {
    // As long as a claim lasts, and a second.
    clock.aheadMs += 3 * 4_000 + 1_000
    return { outcome: 'accepted', providerMessageId: rfcMessageId }
  })
  const app = await startApp({ DISPATCH_TIMEOUT_MS: '4000' }, { clock, log, transport })
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  const late = () => lines.find((line) => line.includes('recorded when its claim had ended'))
  await eventually('it is in the log', late)
  const { messageId, accountId, lateMs } = JSON.parse(late()!)
  expect({ messageId, accountId }).toEqual({ messageId: body.id, accountId: app.accountId })
  expect(lateMs).toBeGreaterThan(0)
  await app.close()
})
