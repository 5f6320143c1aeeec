import { receiveMail } from '../../support/file-mail.js'
import type { TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { invalid, unknownId } from '../refusals.js'

const UNKNOWN = 'thr_00000000000000000000000000'

const aThread = async (app: TestApp) => (await receiveMail(app, { subject: app.app.newId('label') })).threadId

export const successes: readonly SuccessCase[] = [
  {
    operation: 'mail.presence.set',
    input: async (app) => ({ id: await aThread(app), client_id: 'tab-1', state: 'writing', name: 'Ada' }),
  },
  {
    operation: 'mail.presence.set',
    input: async (app) => ({ id: await aThread(app), client_id: 'a', state: 'viewing' }),
  },
  { operation: 'mail.presence.list', input: async (app) => ({ id: await aThread(app) }) },
  { operation: 'mail.presence.delete', input: async (app) => ({ id: await aThread(app), client_id: 'nobody' }) },
]

const known = { id: UNKNOWN, client_id: 'a', state: 'viewing' }

export const errors: readonly ErrorCase[] = [
  unknownId('mail.presence.set', known),
  invalid('mail.presence.set', 'client_id', 'an id with other characters', { ...known, client_id: 'a b' }),
  invalid('mail.presence.set', 'client_id', 'too long an id', { ...known, client_id: 'x'.repeat(65) }),
  invalid('mail.presence.set', 'state', 'an unknown state', { ...known, state: 'asleep' }),
  invalid('mail.presence.set', 'name', 'too long a name', { ...known, name: 'x'.repeat(101) }),
  invalid('mail.presence.set', 'name', 'an empty name', { ...known, name: ' ' }),
  unknownId('mail.presence.list', { id: UNKNOWN }),
  unknownId('mail.presence.delete', { id: UNKNOWN, client_id: 'a' }),
  invalid('mail.presence.delete', 'client_id', 'an id with other characters', { id: UNKNOWN, client_id: 'a b' }),
]
