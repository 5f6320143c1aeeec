import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor } from '../refusals.js'

const theSuppression = { channel: 'email', recipient: 'Suppressed@Example.com', reason: 'asked' }

async function aSuppression(app: TestApp) {
  const { channel, recipient } = await post(app, '/v1/suppressions', theSuppression)
  return { channel, recipient }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'suppressions.create', input: () => theSuppression },
  { operation: 'suppressions.list', input: async (app) => ({ ...((await aSuppression(app)) && {}), limit: 1 }) },
  {
    operation: 'suppressions.list',
    input: async (app) => ({ ...((await aSuppression(app)) && {}), channel: 'email', limit: 1 }),
  },
  {
    operation: 'suppressions.list',
    input: async (app) => ({ ...((await aSuppression(app)) && {}), reason: theSuppression.reason }),
  },
  {
    operation: 'suppressions.import',
    input: () => ({
      channel: 'email',
      entries: [
        { email: 'unsubscribed@example.com', state: 'unsubscribed' },
        { email: 'suppressed@example.com', reason: 'bounced' },
        { email: 'nobody' },
      ],
    }),
  },
  {
    operation: 'suppressions.import',
    input: () => ({ entries: [{ email: 'kept@example.com' }], keep_existing: true }),
  },
  { operation: 'suppressions.get', input: aSuppression },
  {
    operation: 'suppressions.get',
    input: async (app) => ({ recipient: ((await aSuppression(app)) && theSuppression).recipient }),
  },
  { operation: 'suppressions.delete', input: aSuppression },
  {
    operation: 'suppressions.delete',
    input: async (app) => ({ ...(await aSuppression(app)), state: 'suppressed', reason: theSuppression.reason }),
  },
]

export const errors: readonly ErrorCase[] = [
  invalid('suppressions.create', 'recipient', 'a recipient that is not an address', {
    channel: 'email',
    recipient: 'nobody',
  }),
  invalid('suppressions.create', 'reason', 'a very long reason', {
    channel: 'email',
    recipient: 'a@example.com',
    reason: 'r'.repeat(256),
  }),
  {
    title: 'a channel without a list',
    operation: 'suppressions.create',
    input: { channel: 'sms', recipient: '+49 30 1234567' },
    code: 'channel_not_enabled',
  },
  forbidden('suppressions.create', 'read', { channel: 'email', recipient: 'a@example.com' }),
  {
    title: 'a channel without a list',
    operation: 'suppressions.list',
    input: { channel: 'push' },
    code: 'channel_not_enabled',
  },
  invalid('suppressions.list', 'reason', 'a very long reason', { reason: 'r'.repeat(256) }),
  unknownCursor('suppressions.list'),
  invalid('suppressions.import', 'entries.1.email', 'an entry without an address', {
    entries: [{ email: 'a@example.com' }, { email: null }],
  }),
  invalid('suppressions.import', 'keep_existing', 'no boolean', {
    entries: [{ email: 'a@example.com' }],
    keep_existing: 'sometimes',
  }),
  invalid('suppressions.import', 'entries.0.state', 'an unknown state', {
    entries: [{ email: 'a@example.com', state: 'sulking' }],
  }),
  {
    title: 'too many entries',
    operation: 'suppressions.import',
    input: { entries: Array.from({ length: 10_001 }, (_none, index) => ({ email: `user${index}@example.com` })) },
    code: 'invalid_request',
    status: 422,
    field: 'entries',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.import',
    input: { channel: 'voice', entries: [] },
    code: 'channel_not_enabled',
  },
  {
    title: 'a recipient that is not on the list',
    operation: 'suppressions.get',
    input: { recipient: 'never@example.com' },
    code: 'not_found',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.get',
    input: { channel: 'sms', recipient: '+49 30 1234567' },
    code: 'channel_not_enabled',
  },
  {
    title: 'a recipient that is not on the list',
    operation: 'suppressions.delete',
    input: { channel: 'email', recipient: 'never@example.com' },
    code: 'not_found',
  },
  {
    title: 'a recipient who is on the list for something else',
    operation: 'suppressions.delete',
    input: async (app) => ({ ...(await aSuppression(app)), state: 'unsubscribed' }),
    code: 'not_found',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.delete',
    input: { channel: 'sms', recipient: '+49 30 1234567' },
    code: 'channel_not_enabled',
  },
]
