import type { Examples } from './exchange.js'

const id = 'tmpl_01kajr0b2d4f6h8k0m2n4q6s8v'

const source = {
  subject: 'Your order {{ order }}',
  body_html: '<p>Hello {{ name }},</p><p>your order {{ order }} is on its way.</p>',
  body_text: 'Hello {{ name }}, your order {{ order }} is on its way.',
}
const variables = [
  { name: 'order', sample: '8471', required: true, default: null },
  { name: 'name', sample: 'Ada', required: false, default: 'there' },
]
const summary = {
  id,
  name: 'Order shipped',
  channel: 'email' as const,
  version: 1,
  is_active: true,
  created_at: '2026-11-21T08:40:00.000Z',
}
const template = { ...summary, ...source, variables, updated_at: '2026-11-21T08:40:00.000Z' }

const vars = { order: '8471', name: 'Ada & Grace' }
const rendered = {
  subject: 'Your order 8471',
  body_html: '<p>Hello Ada &amp; Grace,</p><p>your order 8471 is on its way.</p>',
  body_text: 'Hello Ada & Grace, your order 8471 is on its way.',
}

export const templateExamples = {
  'templates.create': [
    {
      summary: 'A template with two variables',
      input: {
        name: template.name,
        channel: 'email',
        ...source,
        variables: [
          { name: 'order', sample: '8471', required: true },
          { name: 'name', sample: 'Ada', default: 'there' },
        ],
      },
      output: template,
    },
  ],
  'templates.list': [
    { summary: 'All templates', input: { limit: 50 }, output: { templates: [summary], next_cursor: null } },
  ],
  'templates.get': [{ summary: 'A template', input: { id }, output: template }],
  'templates.update': [
    {
      summary: 'Another subject, which makes a version',
      input: { id, subject: 'Order {{ order }} is on its way' },
      output: { id, name: template.name, version: 2 },
    },
    {
      summary: 'A template that is not to be sent any more',
      input: { id, is_active: false },
      output: { id, name: template.name, version: 2 },
    },
  ],
  'templates.delete': [{ summary: 'The end of it', input: { id }, output: { message: 'The template is deleted.' } }],
  'templates.versions': [
    {
      summary: 'The first version',
      input: { id, limit: 50 },
      output: {
        versions: [
          {
            id: 'tmplv_01kajr0b2e5g7j9m1p3r5t7w9y',
            version: 1,
            ...source,
            variables,
            created_at: '2026-11-21T08:40:00.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  ],
  'templates.render': [{ summary: 'What somebody would get', input: { id, vars }, output: rendered }],
  'templates.preview': [
    { summary: 'A source before it is stored', input: { ...source, variables, vars }, output: rendered },
  ],
} satisfies Examples
