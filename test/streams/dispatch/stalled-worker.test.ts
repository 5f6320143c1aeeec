import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
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
