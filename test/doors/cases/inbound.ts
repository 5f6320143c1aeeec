import type { TestApp } from '../../support/start-app.js'
import { storedEmail } from '../../support/stored-email.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { emptyCursor, forbidden, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'inb_00000000000000000000000000'

const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a') }]
const anEmail = async ({ app, accountId }: TestApp) => ({ id: await storedEmail(app, accountId, { attachments }) })

export const successes: readonly SuccessCase[] = [
  { operation: 'inbound.list', input: async (app) => ({ ...((await anEmail(app)) && {}), limit: 1 }) },
  { operation: 'inbound.get', input: anEmail },
]

export const errors: readonly ErrorCase[] = [
  unknownCursor('inbound.list'),
  emptyCursor('inbound.list'),
  forbidden('inbound.list', 'send'),
  unknownId('inbound.get', { id: UNKNOWN }),
  forbidden('inbound.get', 'send', { id: UNKNOWN }),
]
