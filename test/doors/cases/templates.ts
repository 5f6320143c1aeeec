import { fillQuota } from '../../support/fill-quota.js'
import type { TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor } from '../refusals.js'

const UNKNOWN = 'tmpl_00000000000000000000000000'

const source = {
  subject: 'Order {{ order }}',
  body_html: '<p>Hello {{ name }}{% for item in items %}, {{ item }}{% endfor %}</p>',
  body_text: 'Hello {{ name }}',
}
const template = {
  name: 'Order shipped',
  channel: 'email',
  ...source,
  variables: [
    { name: 'order', sample: '8471', required: true },
    { name: 'name', default: 'there' },
    { name: 'items', sample: ['a'], default: [] },
  ],
}

/** Creates a template and returns its id. */
export async function aTemplate(app: TestApp, overrides: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/templates', { body: { ...template, ...overrides } })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id as string
}

const layout = { name: 'Letter', channel: 'email', is_layout: true, body_html: '<h1>Lamps</h1>{{ content }}' }

/** Creates a layout and returns its id. */
async function aLayout(app: TestApp): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/templates', { body: layout })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id as string
}

/** Creates a layout and a template that has it, and returns the id of the layout. */
export async function aLayoutInUse(app: TestApp): Promise<string> {
  const layout_id = await aLayout(app)
  await aTemplate(app, { layout_id })
  return layout_id
}

async function versionsOf(app: TestApp) {
  const id = await aTemplate(app)
  await app.call('PUT', `/v1/templates/${id}`, { body: { subject: 'Another' } })
  return { id, limit: 1 }
}

/** At least one call of every operation on templates and the audit log. */
export const successes: readonly SuccessCase[] = [
  { operation: 'templates.create', input: () => template },
  { operation: 'templates.create', input: () => ({ ...template, channel: undefined }) },
  { operation: 'templates.create', input: () => ({ ...template, slug: `own-${Math.random().toString(36).slice(2)}` }) },
  { operation: 'templates.create', input: () => layout },
  { operation: 'templates.create', input: async (app) => ({ ...template, layout_id: await aLayout(app) }) },
  {
    operation: 'templates.update',
    input: async (app) => ({ id: await aTemplate(app), layout_id: await aLayout(app) }),
  },
  {
    operation: 'templates.preview',
    input: async (app) => ({ ...source, layout_id: await aLayout(app), vars: { order: 'x' } }),
  },
  {
    operation: 'templates.get',
    input: async (app) => {
      const slug = `slug-${Math.random().toString(36).slice(2)}`
      await aTemplate(app, { slug })
      return { id: slug }
    },
  },
  { operation: 'templates.list', input: async (app) => ({ ...((await aTemplate(app)) && {}), limit: 1 }) },
  {
    operation: 'templates.list',
    input: async (app) => ({ ...((await aLayout(app)) && {}), is_layout: true, limit: 1 }),
  },
  {
    operation: 'templates.list',
    input: async (app) => ({ layout_id: await aLayoutInUse(app), is_layout: false, limit: 1 }),
  },
  { operation: 'templates.get', input: async (app) => ({ id: await aTemplate(app) }) },
  {
    operation: 'templates.update',
    input: async (app) => ({ id: await aTemplate(app), body_html: '<p>', body_text: null, is_active: false }),
  },
  { operation: 'templates.delete', input: async (app) => ({ id: await aTemplate(app) }) },
  { operation: 'templates.versions', input: versionsOf },
  {
    operation: 'templates.render',
    input: async (app) => ({ id: await aTemplate(app), vars: { order: 'a_b <1>', items: ['<', { camelCase: 1 }] } }),
  },
  {
    operation: 'templates.preview',
    input: () => ({ ...source, variables: [{ name: 'order', required: true }], vars: { order: 'x' } }),
  },
  { operation: 'auditLog.list', input: async (app) => ({ ...((await aTemplate(app)) && {}), limit: 1 }) },
  {
    operation: 'auditLog.list',
    input: async (app) => ({
      ...((await aTemplate(app)) && {}),
      operation: 'templates',
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
      limit: 1,
    }),
  },
  { operation: 'auditLog.list', input: () => ({ actor: 'service', operation: 'accounts.pauseSending' }) },
  {
    operation: 'messages.send',
    key: 'test',
    input: async (app) => ({
      channel: 'email',
      idempotency_key: `template-${Math.random()}`,
      destination: { email: 'delivered@example.com' },
      template_id: await aTemplate(app),
      template_vars: { order: '8471', items: [] },
    }),
  },
]

const refusedSources: Omit<ErrorCase, 'operation'>[] = [
  {
    title: 'HTML with a syntax error',
    input: { ...template, body_html: 'a\n{% if x %}' },
    code: 'invalid_template',
    field: 'body_html',
  },
  {
    title: 'a subject with a syntax error',
    input: { ...template, subject: '{{ a | nonsense }}' },
    code: 'invalid_template',
    field: 'subject',
  },
  {
    title: 'a text that includes files',
    input: { ...template, body_text: '{% include "/etc/passwd" %}' },
    code: 'invalid_template',
    field: 'body_text',
  },
  {
    title: 'a variable without a name',
    input: { ...template, variables: [{ required: true }] },
    code: 'invalid_request',
  },
  {
    title: 'a variable with an invalid name',
    input: { ...template, variables: [{ name: 'a-b' }] },
    code: 'invalid_request',
    field: 'variables.0.name',
  },
  {
    title: 'a duplicate variable',
    input: { ...template, variables: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] },
    code: 'invalid_request',
    field: 'variables.2.name',
  },
  {
    title: 'too many variables',
    input: { ...template, variables: Array.from({ length: 101 }, (_none, index) => ({ name: `v${index}` })) },
    code: 'invalid_request',
    field: 'variables',
  },
  {
    title: 'a default that is too large',
    input: { ...template, variables: [{ name: 'a', default: 'x'.repeat(10_001) }] },
    code: 'invalid_request',
    field: 'variables.0.default',
  },
  { title: 'an empty subject', input: { ...template, subject: ' ' }, code: 'invalid_request', field: 'subject' },
  { title: 'empty HTML', input: { ...template, body_html: '' }, code: 'invalid_request', field: 'body_html' },
  {
    title: 'HTML that is too large',
    input: { ...template, body_html: 'x'.repeat(512 * 1024 + 1) },
    code: 'invalid_request',
    field: 'body_html',
  },
]

const withoutCreating = ({ name: _name, channel: _channel, ...rest }: Record<string, unknown>) => rest
const unknown = (operation: string, input: Record<string, unknown>): ErrorCase => ({
  title: 'an unknown id',
  operation,
  input,
  code: 'not_found',
})

/** Refusals of the operations on templates, and on the audit log. */
export const errors: readonly ErrorCase[] = [
  ...refusedSources.map((refused) => ({ ...refused, operation: 'templates.create' })),
  invalid('templates.create', 'name', 'an empty name', { ...template, name: '' }),
  invalid('templates.create', 'name', 'a name that is too long', { ...template, name: 'n'.repeat(256) }),
  {
    title: 'a channel that is not sent',
    operation: 'templates.create',
    input: { ...template, channel: 'sms' },
    code: 'channel_not_enabled',
  },
  invalid('templates.create', 'channel', 'a channel that does not exist', { ...template, channel: 'pigeon' }),
  forbidden('templates.create', 'read', template),
  {
    title: 'as many templates as the plan allows',
    operation: 'templates.create',
    key: 'full',
    input: async (app) => ({ ...((await fillQuota(app, 'full@postline.test', 'templates')) ?? {}), ...template }),
    code: 'too_many_templates',
  },
  invalid('templates.create', 'slug', 'a slug with an underscore', { ...template, slug: 'tmpl_x' }),
  invalid('templates.create', 'slug', 'a slug that is too long', { ...template, slug: 'x'.repeat(65) }),
  ...['templates.create', 'templates.update'].map(
    (operation): ErrorCase => ({
      title: 'a slug that another template has',
      operation,
      input: async (app) => {
        const slug = `taken-${Math.random().toString(36).slice(2)}`
        await aTemplate(app, { slug })
        return operation === 'templates.create' ? { ...template, slug } : { id: await aTemplate(app), slug }
      },
      code: 'template_exists',
    }),
  ),
  invalid('templates.create', 'subject', 'no subject', { ...template, subject: undefined }),
  invalid('templates.create', 'subject', 'a subject of a layout', { ...layout, subject: 'S' }),
  invalid('templates.create', 'layout_id', 'an unknown layout', { ...template, layout_id: UNKNOWN }),
  {
    title: 'a template as a layout',
    operation: 'templates.update',
    input: async (app) => ({ id: await aTemplate(app), layout_id: await aTemplate(app) }),
    code: 'invalid_request',
    field: 'layout_id',
  },
  invalid('templates.preview', 'layout_id', 'an unknown layout', { ...source, layout_id: UNKNOWN }),
  ...['templates.create', 'templates.preview', 'templates.update'].map(
    (operation): ErrorCase => ({
      title: 'a layout without a place for the content',
      operation,
      input: async (app) => {
        const { name, channel, ...given } = { ...layout, body_html: '<p>' }
        if (operation === 'templates.preview') return given
        return operation === 'templates.create'
          ? { ...given, name, channel }
          : { id: await aLayout(app), body_html: '<p>' }
      },
      code: 'invalid_layout',
      field: 'body_html',
    }),
  ),
  {
    title: 'a layout that a template has',
    operation: 'templates.delete',
    input: async (app) => ({ id: await aLayoutInUse(app) }),
    code: 'layout_in_use',
  },
  unknownCursor('templates.list'),
  forbidden('templates.list', 'send'),
  unknown('templates.get', { id: UNKNOWN }),
  unknown('templates.update', { id: UNKNOWN, name: 'x' }),
  ...refusedSources.map((refused) => ({
    ...refused,
    operation: 'templates.update',
    input: async (app: TestApp) => ({
      id: await aTemplate(app),
      ...withoutCreating(refused.input as Record<string, unknown>),
    }),
  })),
  unknown('templates.delete', { id: UNKNOWN }),
  forbidden('templates.delete', 'read', { id: UNKNOWN }),
  unknown('templates.versions', { id: UNKNOWN }),
  invalid('templates.versions', 'cursor', 'a cursor that is too long', { id: UNKNOWN, cursor: 'x'.repeat(513) }),
  unknown('templates.render', { id: UNKNOWN }),
  {
    title: 'a missing required variable',
    operation: 'templates.render',
    input: async (app) => ({ id: await aTemplate(app), vars: { name: 'Ada', order: null } }),
    code: 'missing_variable',
    field: 'vars.order',
  },
  {
    title: 'a template that does not render',
    operation: 'templates.render',
    input: async (app) => ({
      id: await aTemplate(app, { body_html: '{{ order | base64_decode }}' }),
      vars: { order: '*' },
    }),
    code: 'template_error',
  },
  invalid('templates.render', 'vars.unsubscribe_url', 'a reserved variable', {
    id: UNKNOWN,
    vars: { unsubscribe_url: 'https://example.com/' },
  }),
  invalid('templates.preview', 'vars.unsubscribe_url', 'a reserved variable', {
    ...{ subject: 'x', body_html: 'x' },
    vars: { unsubscribe_url: 'https://example.com/' },
  }),
  invalid('templates.create', 'variables.0.name', 'a variable with a reserved name', {
    ...template,
    variables: [{ name: 'preferences_url' }],
  }),
  invalid('templates.render', 'vars', 'variables of the wrong type', { id: UNKNOWN, vars: ['a'] }),
  invalid('templates.render', 'vars', 'variables that are too large', {
    id: UNKNOWN,
    vars: { a: 'x'.repeat(9_000), list: Array.from({ length: 100_000 }, () => 1) },
  }),
  ...refusedSources.map((refused) => ({
    ...refused,
    operation: 'templates.preview',
    input: withoutCreating(refused.input as Record<string, unknown>),
  })),
  {
    title: 'a missing required variable',
    operation: 'templates.preview',
    input: { ...source, variables: [{ name: 'order', required: true }] },
    code: 'missing_variable',
    field: 'vars.order',
  },
  {
    title: 'a source that does not render',
    operation: 'templates.preview',
    input: { ...source, subject: '{{ "*" | base64_decode }}' },
    code: 'template_error',
    field: 'subject',
  },
  unknownCursor('auditLog.list'),
  forbidden('auditLog.list', 'read'),
  { title: 'nobody', operation: 'auditLog.list', input: { actor: 'ada' }, code: 'invalid_request', field: 'actor' },
  {
    title: 'no name',
    operation: 'auditLog.list',
    input: { operation: 'keys.' },
    code: 'invalid_request',
    field: 'operation',
  },
  ...[
    {
      title: 'a template without a required variable',
      overrides: {},
      vars: {},
      code: 'missing_variable' as const,
      field: 'template_vars.order',
    },
    {
      title: 'a template that renders an empty subject',
      overrides: { subject: '{{ nothing }}' },
      vars: { order: '1' },
      code: 'template_error' as const,
    },
    {
      title: 'a template that does not render',
      overrides: { body_html: '{{ order | base64_decode }}' },
      vars: { order: '*' },
      code: 'template_error' as const,
    },
  ].map(({ overrides, vars, ...rest }) => ({
    ...rest,
    operation: 'messages.send',
    key: 'test' as const,
    input: async (app: TestApp) => ({
      channel: 'email',
      idempotency_key: `template-${Math.random()}`,
      destination: { email: 'delivered@example.com' },
      template_id: await aTemplate(app, overrides),
      template_vars: vars,
    }),
  })),
  {
    title: 'an inactive template',
    operation: 'messages.send',
    key: 'test',
    input: async (app) => {
      const id = await aTemplate(app)
      await app.call('PUT', `/v1/templates/${id}`, { body: { is_active: false } })
      return {
        channel: 'email',
        idempotency_key: 'inactive',
        destination: { email: 'delivered@example.com' },
        template_id: id,
      }
    },
    code: 'template_not_found',
  },
]
