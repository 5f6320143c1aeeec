import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { type SesFault, type SesStandIn, startSesStandIn } from '../support/ses-stand-in.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

let ses: SesStandIn
let app: TestApp
let fault: (nth: number) => SesFault

beforeEach(async () => {
  fault = () => undefined
  ses = await startSesStandIn({
    configurationSets: ['events'],
    misbehave: (operation, nth) => (operation === 'SendEmail' ? fault(nth) : undefined),
  })
  // As in production: the SDK finds its keys by itself.
  for (const [name, value] of Object.entries(ses.env)) vi.stubEnv(name, value)
})
afterEach(async () => {
  await app.close()
  await ses.close()
  vi.unstubAllEnvs()
})

async function start(settings: Record<string, string> = {}): Promise<void> {
  app = await startApp({
    MAIL_PROVIDER: 'ses',
    AWS_REGION: ses.region,
    SES_ENDPOINT: ses.endpoint,
    SES_CONFIGURATION_SET: 'events',
    DISPATCH_RETRY_BASE_MS: '50',
    CALLBACK_SECRET,
    ...settings,
  })
}

async function send(): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: app.ownerEmail } }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

function reaches(id: string, wanted: string) {
  return eventually(`${id} is ${wanted}`, async () => {
    const { body } = await app.call('GET', `/v1/messages/${id}`)
    return body.status === wanted && body
  })
}

test('a mail leaves through SES, and the message and its event have the id from SES', async () => {
  await start()
  const id = await send()
  const message = await reaches(id, 'sent')
  expect(ses.mails).toHaveLength(1)
  const [mail] = ses.mails
  expect(mail).toMatchObject({
    tags: { message_id: id, account_id: app.accountId },
    configurationSet: 'events',
    destination: { to: [app.ownerEmail] },
  })
  expect(message.provider_message_id).toBe(mail?.id)
  expect(message.events).toMatchObject([{ type: 'sent', source: 'worker', payload: { provider_message_id: mail?.id } }])
})

test('a mail over the daily quota leaves later, once', async () => {
  await start()
  const quota = { type: 'TooManyRequestsException', status: 429, message: 'Daily message quota exceeded.' }
  fault = (nth) => (nth <= 2 ? quota : undefined)
  const message = await reaches(await send(), 'sent')
  expect(ses.calls.filter(({ operation }) => operation === 'SendEmail')).toHaveLength(3)
  expect(ses.mails).toHaveLength(1)
  expect(message.events.map(({ type }: { type: string }) => type)).toEqual(['sent'])
})

test('a mail that SES throttles twice leaves', async () => {
  await start()
  const tooFast = { type: 'TooManyRequestsException', status: 429, message: 'Maximum sending rate exceeded.' }
  fault = (nth) => (nth <= 2 ? tooFast : undefined)
  await reaches(await send(), 'sent')
  expect(ses.mails).toHaveLength(1)
})

test('a mail that SES refuses fails with the reason', async () => {
  await start()
  fault = () => ({ type: 'MessageRejected', status: 400, message: 'Message contains a virus' })
  const message = await reaches(await send(), 'failed')
  expect(message.events).toMatchObject([{ type: 'failed', payload: { error: 'Amazon SES: Message contains a virus' } }])
  expect(message.provider_message_id).toBeNull()
})

test('a mail whose response was lost is not sent again once SES has reported it', async () => {
  await start({ DISPATCH_TIMEOUT_MS: '2000' })
  let told: Promise<unknown> | undefined
  fault = (nth) => {
    if (nth > 1) return undefined
    told = eventually('SES has the mail', () => ses.mails[0]).then((mail) => {
      const timestamp = new Date().toISOString()
      const about = { messageId: mail.id, timestamp, destination: mail.destination.to }
      return postSigned(app.url, {
        eventType: 'Send',
        mail: { ...about, tags: { message_id: [mail.tags.message_id] } },
        send: {},
      })
    })
    return 'take-in-silence'
  }
  const message = await reaches(await send(), 'sent')
  expect(await told).toMatchObject({ status: 200 })
  expect(ses.mails).toHaveLength(1)
  expect(message.provider_message_id).toBe(ses.mails[0]?.id)
})
