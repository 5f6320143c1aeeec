import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, BalancedLoad } from '../support/balanced-load.js'
import { freePort, type Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { earlierBuild, earlierCommit, hasCommit } from '../support/earlier-build.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { expectInvariants } from '../support/invariants.js'
import { sharedProgram } from '../support/shared-program.js'
import { atData, smtpClient } from '../support/smtp-client.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { eventually } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * An upgrade from the build of an earlier commit and back, one process at a time, while mail is sent and received, and
 * webhooks are delivered.
 */

const commit = await earlierCommit()
const isThere = await hasCommit(commit)
if (!isThere) process.stdout.write(`The test of upgrades is skipped: this clone has no commit ${commit}.\n`)

let earlier: string
let sink: SmtpSink
let receiver: WebhookReceiver
let deployment: Deployment
beforeAll(async () => {
  if (!isThere) return
  earlier = await earlierBuild(commit)
  await sharedProgram()
  sink = await startSmtpSink({ delayMs: 5 })
  receiver = await startWebhookReceiver()
  // A hand-over or a webhook without an answer in time is repeated, so a busy machine must not cause one.
  deployment = await Deployment.create({
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url },
    ...{ DISPATCH_TIMEOUT_MS: '20000', WEBHOOK_TIMEOUT_MS: '20000', DRAIN_SECONDS: '3' },
  })
})
afterAll(async () => {
  await deployment?.close()
  await receiver?.close()
  await sink?.close()
})

/** An SMTP listener. */
interface Listener {
  program: Program
  port: number
}

/** Receives mail, of an account of its own. */
const RECIPIENT = 'box@upgrade.test'

test.skipIf(!isThere)('an upgrade and the way back fail no request, lose no mail, and send none twice', async () => {
  const { ledger, adminKey, config } = deployment
  const load = new BalancedLoad(adminKey, { destination: { email: config.bootstrapOwnerEmail } })

  async function startApi(build?: string): Promise<Backend> {
    const port = load.backends.length === 0 ? config.port : await freePort()
    const program = await deployment.start('api', { PORT: String(port) }, undefined, build)
    const backend = { program, url: `http://127.0.0.1:${port}`, isReady: false }
    load.backends.push(backend)
    return backend
  }

  /** Ends a process as an operator does: it finishes its work. */
  async function stop(program: Program): Promise<void> {
    program.signal('SIGTERM')
    expect(await program.ended, program.output.slice(-2_000)).toBe(0)
  }

  async function startListener(build?: string): Promise<Listener> {
    const port = await freePort()
    return { program: await deployment.start('smtp', { SMTP_PORT: String(port) }, undefined, build), port }
  }

  /** The subjects of mails that a listener has acknowledged. */
  const received: string[] = []
  const give = async (port: number, subject: string) => {
    const session = await atData(port, RECIPIENT)
    expect(await session.command(`Subject: ${subject}\r\n\r\nA text.\r\n.`)).toMatch(/^250 /)
    received.push(subject)
    session.close()
  }

  /** Ends a listener while one client waits, and another is in the middle of a mail, which it repeats if it is told to. */
  async function replaceListener({ program, port }: Listener, next: Listener): Promise<void> {
    await give(port, `before the end of ${port}`)
    const waiting = await smtpClient(port)
    const subject = `in hand at the end of ${port}`
    const sending = await atData(port, RECIPIENT)
    sending.write(`Subject: ${subject}\r\n\r\nThe first half,\r\n`)
    const ending = stop(program)
    await waiting.ended
    expect(waiting.said).toMatch(/^421 /m)
    const reply = await sending.command('and the second.\r\n.')
    expect(reply).toMatch(/^(250|421) /)
    if (reply.startsWith('250')) received.push(subject)
    else await give(next.port, subject)
    await ending
  }

  const startWorker = (build?: string) => deployment.start('worker,scheduler', {}, undefined, build)

  const earlierWorker = await startWorker(earlier)
  const earlierApi = await startApi(earlier)
  const earlierListener = await startListener(earlier)
  const { account_id: accountId } = await ledger.services.accounts.create('box@elsewhere.test')
  await inboundDomain({ models: ledger.models, accountId }, 'upgrade.test')
  const subscribed = await deployment.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  expect(subscribed.status).toBe(201)
  load.testKey = await deployment.testKey()
  load.start()
  await load.goesOn()

  // Workers first, then the API.
  const worker = await startWorker()
  await load.goesOn()
  await stop(earlierWorker)
  const listener = await startListener()
  await replaceListener(earlierListener, listener)
  const api = await startApi()
  await eventually('the new API is ready', () => api.isReady)
  await load.goesOn()
  await stop(earlierApi.program)
  await load.goesOn()

  // And back, in the opposite order.
  const apiAgain = await startApi(earlier)
  await eventually('the earlier API is ready again', () => apiAgain.isReady)
  await load.goesOn()
  await stop(api.program)
  await replaceListener(listener, await startListener(earlier))
  const workerAgain = await startWorker(earlier)
  await load.goesOn()
  await stop(worker)
  await load.goesOn()
  await load.stop()

  expect(load.refused).toEqual([])
  const accepted = [...load.accepted.values()]
  expect(new Set(accepted).size).toBe(accepted.length)
  await expectInvariants(deployment, { accepted, hits: receiver.hits }, 120_000)
  const subjects = sink.mails.map(({ parsed }) => parsed.subject).sort()
  expect(subjects).toEqual([...load.accepted.keys()].filter((key) => key.startsWith('live')).sort())
  const simulated = await ledger.models.messages.countDocuments({ test_mode: true, status: 'delivered' })
  expect(simulated).toBe(accepted.length - subjects.length)
  const { inboundEmails } = ledger.models
  await eventually('every received mail is read', async () => {
    return (await inboundEmails.countDocuments({ parse_at: { $exists: true } })) === 0
  })
  const mails = await inboundEmails.find({ account_id: accountId }).lean()
  expect(mails.map(({ subject }) => subject).sort()).toEqual([...received].sort())
  await stop(workerAgain)
})
