import type { BroadcastDoc } from '../../../src/models/broadcast.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, inAnHour, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'
import { aTemplate } from './templates.js'

const UNKNOWN = 'bc_00000000000000000000000000'
const UNKNOWN_LIST = 'cl_00000000000000000000000000'
const UNKNOWN_TEMPLATE = 'tmpl_00000000000000000000000000'

const content = { name: 'News', subject: 'Hello {{ first_name }}', body_text: 'Hello {{ first_name }}!' }

async function made(app: TestApp, path: string, body: unknown, key = app.adminKey): Promise<string> {
  const response = await app.call('POST', path, { key, body })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body.id
}

const aList = (app: TestApp) => made(app, '/v1/contact-lists', { name: 'Everybody' })

async function aBroadcast(app: TestApp, overrides: Record<string, unknown> = {}) {
  return { id: await made(app, '/v1/broadcasts', { ...content, list_id: await aList(app), ...overrides }) }
}

/** A broadcast that a test key has made. */
async function aTestBroadcast(app: TestApp) {
  return { id: await made(app, '/v1/broadcasts', { ...content, list_id: await aList(app) }, await app.testKey()) }
}

/** What a preview shows of a broadcast that is not created. */
const newPreview = async (app: TestApp) => ({
  ...{ list_id: await aList(app), subject: content.subject, body_text: content.body_text },
})

/** A broadcast in a status that it would soon leave by itself. */
async function inStatus(app: TestApp, fields: Partial<BroadcastDoc>) {
  const { id } = await aBroadcast(app)
  const sent_by = { key_id: 'key_00000000000000000000000000', test_mode: false }
  await app.app.models.broadcasts.updateOne({ _id: id }, { started_at: new Date(), sent_by, ...fields })
  return { id }
}

/** At least one call of every operation on broadcasts. */
export const successes: readonly SuccessCase[] = [
  {
    operation: 'broadcasts.create',
    input: async (app) => ({
      ...content,
      list_id: await aList(app),
      reply_to: ['Answers <answers@example.com>'],
      body_html: '<p>Hello</p>',
      tracking: { opens: true, clicks: false },
      throttle_per_minute: 60,
      scheduled_at: inAnHour(),
    }),
  },
  { operation: 'broadcasts.list', input: async (app) => ({ ...((await aBroadcast(app)) && {}), limit: 1 }) },
  { operation: 'broadcasts.get', input: aBroadcast },
  {
    operation: 'broadcasts.update',
    input: async (app) => ({
      ...(await aBroadcast(app, { body_html: '<p>Hello</p>' })),
      ...{
        name: 'More news',
        list_id: await aList(app),
        from_email: null,
        reply_to: ['Answers <answers@example.com>'],
      },
      ...{
        subject: 'Hi',
        body_html: null,
        tracking: { opens: true },
        throttle_per_minute: 60,
        scheduled_at: inAnHour(),
      },
    }),
  },
  {
    operation: 'broadcasts.preview',
    input: async (app) => ({
      ...(await aBroadcast(app)),
      contact_id: await made(app, '/v1/contacts', { email: `preview-${Math.random()}@example.com`, first_name: 'Ada' }),
    }),
  },
  { operation: 'broadcasts.preview', input: aBroadcast },
  {
    operation: 'broadcasts.preview',
    input: async (app) => ({
      ...(await aBroadcast(app)),
      changes: { subject: 'Hi', body_html: '<p>Hi {{ city }}</p>', body_text: null },
    }),
  },
  { operation: 'broadcasts.previewNew', input: newPreview },
  {
    operation: 'broadcasts.previewNew',
    input: async (app) => ({ list_id: await aList(app), template_id: await aTemplate(app, { variables: [] }) }),
  },
  {
    operation: 'broadcasts.recipients',
    input: async (app) => ({ ...(await aBroadcast(app)), outcome: 'opened', search: 'ada@example.com', limit: 1 }),
  },
  { operation: 'broadcasts.links', input: aBroadcast },
  { operation: 'broadcasts.delete', input: aBroadcast },
  { operation: 'broadcasts.send', input: aBroadcast },
  { operation: 'broadcasts.cancel', input: (app) => aBroadcast(app, { scheduled_at: inAnHour() }) },
  { operation: 'broadcasts.pause', input: (app) => inStatus(app, { status: 'sending' }) },
  {
    operation: 'broadcasts.resume',
    input: (app) => inStatus(app, { status: 'paused', paused_reason: 'spend_cap_exceeded' }),
  },
  {
    operation: 'broadcasts.test',
    key: 'test',
    input: async (app) => ({ ...(await aTestBroadcast(app)), email: 'delivered@example.com' }),
  },
  {
    operation: 'broadcasts.test',
    key: 'test',
    input: async (app) => ({
      ...(await aTestBroadcast(app)),
      ...{ email: 'delivered@example.com', idempotency_key: `broadcast-test-${Math.random()}` },
    }),
  },
]

const given = { ...content, list_id: UNKNOWN_LIST }

export const errors: readonly ErrorCase[] = [
  invalid('broadcasts.create', 'name', 'no name', { ...given, name: '' }),
  invalid('broadcasts.create', 'subject', 'no subject', { ...given, subject: null }),
  invalid('broadcasts.create', 'body_html', 'no body', { ...given, body_text: null }),
  invalid('broadcasts.create', 'body_text', 'a body and a template', { ...given, template_id: UNKNOWN_TEMPLATE }),
  invalid('broadcasts.create', 'throttle_per_minute', 'a throttle of nothing', { ...given, throttle_per_minute: 0 }),
  invalid('broadcasts.create', 'from_email', 'a malformed sender', { ...given, from_email: 'nobody' }),
  { title: 'an unknown list', operation: 'broadcasts.create', input: given, code: 'not_found' },
  {
    title: 'a syntax error',
    operation: 'broadcasts.create',
    input: async (app) => ({ ...content, list_id: await aList(app), body_text: '{% if %}' }),
    code: 'invalid_template',
    field: 'body_text',
  },
  {
    title: 'an unknown template',
    operation: 'broadcasts.create',
    input: async (app) => ({ name: 'News', list_id: await aList(app), template_id: UNKNOWN_TEMPLATE }),
    code: 'template_not_found',
  },
  {
    title: 'a time in the past',
    operation: 'broadcasts.create',
    input: async (app) => ({ ...content, list_id: await aList(app), scheduled_at: '2020-01-01T00:00:00Z' }),
    code: 'invalid_schedule',
  },
  forbidden('broadcasts.create', 'read', given),
  unknownCursor('broadcasts.list'),
  forbidden('broadcasts.list', 'send'),
  unknownId('broadcasts.get', { id: UNKNOWN }),
  unknownId('broadcasts.update', { id: UNKNOWN, name: 'x' }),
  forbidden('broadcasts.update', 'read', { id: UNKNOWN, name: 'x' }),
  invalid('broadcasts.update', 'name', 'an empty name', { id: UNKNOWN, name: ' ' }),
  invalid('broadcasts.update', 'from_email', 'a malformed sender', { id: UNKNOWN, from_email: 'nobody' }),
  ...(
    [
      ['no body', { body_text: null }, 'invalid_request', 'body_html'],
      ['a body and a template', { template_id: UNKNOWN_TEMPLATE }, 'invalid_request', 'body_text'],
      ['an unknown list', { list_id: UNKNOWN_LIST }, 'not_found', 'list_id'],
      ['an unknown template', { template_id: UNKNOWN_TEMPLATE, body_text: null }, 'template_not_found', undefined],
      ['a syntax error', { body_text: '{% if %}' }, 'invalid_template', 'body_text'],
      ['a time in the past', { scheduled_at: '2020-01-01T00:00:00Z' }, 'invalid_schedule', undefined],
      ['another revision', { revision: 7, name: 'x' }, 'draft_changed', undefined],
    ] as const
  ).map(
    ([title, changes, code, field]): ErrorCase => ({
      ...{ title, operation: 'broadcasts.update', code },
      input: async (app) => ({ ...(await aBroadcast(app)), ...changes }),
      ...(field && { field }),
    }),
  ),
  unknownId('broadcasts.preview', { id: UNKNOWN }),
  forbidden('broadcasts.preview', 'send', { id: UNKNOWN }),
  {
    title: 'an unknown contact',
    operation: 'broadcasts.preview',
    input: async (app) => ({ ...(await aBroadcast(app)), contact_id: 'ct_00000000000000000000000000' }),
    code: 'not_found',
    field: 'contact_id',
  },
  {
    title: 'changes with a syntax error',
    operation: 'broadcasts.preview',
    input: async (app) => ({ ...(await aBroadcast(app)), changes: { body_text: '{% if %}' } }),
    code: 'invalid_template',
    field: 'changes.body_text',
  },
  invalid('broadcasts.previewNew', 'subject', 'no subject', { list_id: UNKNOWN_LIST, body_text: 'x' }),
  invalid('broadcasts.previewNew', 'body_html', 'no body', { list_id: UNKNOWN_LIST, subject: 'x' }),
  forbidden('broadcasts.previewNew', 'send', { list_id: UNKNOWN_LIST, subject: 'x', body_text: 'x' }),
  ...(
    [
      ['an unknown list', { list_id: UNKNOWN_LIST }, 'not_found', 'list_id'],
      ['an unknown contact', { contact_id: 'ct_00000000000000000000000000' }, 'not_found', 'contact_id'],
      ['a syntax error', { body_text: '{% if %}' }, 'invalid_template', 'body_text'],
    ] as const
  ).map(
    ([title, given, code, field]): ErrorCase => ({
      ...{ title, operation: 'broadcasts.previewNew', code, field },
      input: async (app) => ({ ...(await newPreview(app)), ...given }),
    }),
  ),
  unknownId('broadcasts.recipients', { id: UNKNOWN }),
  forbidden('broadcasts.recipients', 'send', { id: UNKNOWN }),
  invalid('broadcasts.recipients', 'outcome', 'an unknown outcome', { id: UNKNOWN, outcome: 'lost' }),
  unknownId('broadcasts.links', { id: UNKNOWN }),
  forbidden('broadcasts.links', 'send', { id: UNKNOWN }),
  unknownId('broadcasts.delete', { id: UNKNOWN }),
  unknownId('broadcasts.send', { id: UNKNOWN }),
  unknownId('broadcasts.cancel', { id: UNKNOWN }),
  unknownId('broadcasts.pause', { id: UNKNOWN }),
  unknownId('broadcasts.resume', { id: UNKNOWN }),
  unknownId('broadcasts.test', { id: UNKNOWN, email: 'ada@example.com' }),
  ...['delete', 'send', 'update'].map(
    (action): ErrorCase => ({
      title: 'a broadcast that is being sent',
      operation: `broadcasts.${action}`,
      input: (app) => inStatus(app, { status: 'sending' }),
      code: 'wrong_status',
    }),
  ),
  ...['cancel', 'pause', 'resume'].map(
    (action): ErrorCase => ({
      title: 'a draft',
      operation: `broadcasts.${action}`,
      input: (app) => aBroadcast(app),
      code: 'wrong_status',
    }),
  ),
  {
    title: 'the idempotency key of another test',
    operation: 'broadcasts.test',
    key: 'test',
    input: async (app) => {
      const { id } = await aTestBroadcast(app)
      const idempotency_key = `broadcast-test-${Math.random()}`
      const body = { email: 'delivered@example.com', idempotency_key }
      const key = await app.testKey()
      const { status } = await app.call('POST', `/v1/broadcasts/${id}/test`, { key, body })
      if (status !== 201) throw new Error(`the first test answers ${status}`)
      return { id, email: 'another@example.com', idempotency_key }
    },
    code: 'idempotency_key_reused',
  },
  {
    title: 'a malformed address',
    operation: 'broadcasts.test',
    input: async (app) => ({ ...(await aBroadcast(app)), email: 'nobody' }),
    code: 'invalid_destination',
  },
  forbidden('broadcasts.send', 'read', { id: UNKNOWN }),
  forbidden('broadcasts.test', 'send', { id: UNKNOWN, email: 'ada@example.com' }),
]
