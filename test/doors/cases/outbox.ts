import { aSend, eventually, type TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { unknownCursor, unknownId } from '../refusals.js'

async function aCapturedMail(app: TestApp) {
  const sent = await post(app, '/v1/send', aSend({ destination: { email: app.ownerEmail } }), false)
  const mail = await eventually('captured', async () => {
    const [newest] = (await app.call('GET', '/dev/outbox')).body.mails
    return newest?.message_id === sent.id && newest
  })
  return { id: mail.id as string }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'outbox.list', input: async (app) => ({ ...((await aCapturedMail(app)) && {}), limit: 1 }) },
  { operation: 'outbox.get', input: aCapturedMail },
]

export const errors: readonly ErrorCase[] = [
  unknownCursor('outbox.list'),
  unknownId('outbox.get', { id: 'out_00000000000000000000000000' }),
]
