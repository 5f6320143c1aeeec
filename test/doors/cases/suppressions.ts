import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'

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
  { operation: 'suppressions.delete', input: aSuppression },
]

export const errors: readonly ErrorCase[] = [
  {
    title: 'a recipient that is no address',
    operation: 'suppressions.create',
    input: { channel: 'email', recipient: 'nobody' },
    code: 'invalid_request',
    field: 'recipient',
  },
  {
    title: 'an endless reason',
    operation: 'suppressions.create',
    input: { channel: 'email', recipient: 'a@example.com', reason: 'r'.repeat(256) },
    code: 'invalid_request',
    field: 'reason',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.create',
    input: { channel: 'sms', recipient: 'a@example.com' },
    code: 'channel_not_enabled',
  },
  {
    title: 'a key that reads',
    operation: 'suppressions.create',
    key: 'read',
    input: { channel: 'email', recipient: 'a@example.com' },
    code: 'forbidden',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.list',
    input: { channel: 'push' },
    code: 'channel_not_enabled',
  },
  {
    title: 'a cursor that is none',
    operation: 'suppressions.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  {
    title: 'an entry without an address',
    operation: 'suppressions.import',
    input: { entries: [{ email: 'a@example.com' }, { email: null }] },
    code: 'invalid_request',
    field: 'entries.1.email',
  },
  {
    title: 'a state that there is not',
    operation: 'suppressions.import',
    input: { entries: [{ email: 'a@example.com', state: 'sulking' }] },
    code: 'invalid_request',
    field: 'entries.0.state',
  },
  {
    title: 'more entries than an import holds',
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
    operation: 'suppressions.delete',
    input: { channel: 'email', recipient: 'never@example.com' },
    code: 'not_found',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.delete',
    input: { channel: 'sms', recipient: 'a@example.com' },
    code: 'channel_not_enabled',
  },
]
