import { ById, Confirmation, PageById } from '../contract/fields.js'
import {
  NewTemplate,
  PreviewRequest,
  RenderedTemplate,
  RenderRequest,
  Template,
  TemplateChanges,
  TemplatePage,
  TemplatesRequest,
  TemplateVersionPage,
  UpdatedTemplate,
} from '../contract/templates.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Templates', description: 'Mails with variables.', order: 5 }

const templateId = 'tmpl_01kajr0b2d4f6h8k0m2n4q6s8v'

const source = {
  subject: 'Your order {{ order }}',
  body_html: '<p>Hello {{ name }},</p><p>your order {{ order }} is on its way.</p>',
  body_text: 'Hello {{ name }}, your order {{ order }} is on its way.',
}
const someVariables = [
  { name: 'order', sample: '8471', required: true, default: null },
  { name: 'name', sample: 'Ada', required: false, default: 'there' },
]
const aSummary = {
  id: templateId,
  name: 'Order shipped',
  slug: 'order-shipped',
  channel: 'email' as const,
  version: 1,
  is_active: true,
  is_layout: false,
  layout_id: null,
  created_at: '2026-11-21T08:40:00.000Z',
}
const layout = {
  body_html: '<h1>Lamps</h1>{{ content }}<p>{{ street }}, London</p>',
  body_text: 'Lamps\n\n{{ content }}\n\n{{ street }}, London',
}
const layoutSummary = {
  ...aSummary,
  id: 'tmpl_01kajr0b2d8f6h8k0m2n4q6s8w',
  name: 'Letter',
  slug: 'letter',
  is_layout: true,
}
const template = { ...aSummary, ...source, variables: someVariables, updated_at: '2026-11-21T08:40:00.000Z' }

const vars = { order: '8471', name: 'Ada & Grace' }
const rendered = {
  subject: 'Your order 8471',
  body_html: '<p>Hello Ada &amp; Grace,</p><p>your order 8471 is on its way.</p>',
  body_text: 'Hello Ada & Grace, your order 8471 is on its way.',
}

export const createTemplate = operation({
  name: 'templates.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/templates', { status: 201 }),
  summary: 'Creates a template.',
  errors: [
    ...['template_exists', 'invalid_template', 'invalid_layout', 'channel_not_enabled'],
    ...['too_many_templates', 'overloaded'],
  ] as const,
  body: 'template',
  input: NewTemplate,
  output: Template,
  examples: [
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
    {
      summary: 'A layout, for other templates',
      input: { name: layoutSummary.name, channel: 'email', is_layout: true, ...layout },
      output: {
        ...layoutSummary,
        ...{ subject: '', ...layout, variables: [] },
        updated_at: '2026-11-21T08:40:00.000Z',
      },
    },
  ],
  run: ({ caller, services }, template) => services.templates.create(caller.accountId, template),
})

export const listTemplates = operation({
  name: 'templates.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/templates'),
  summary: 'Lists templates, newest first, without their content.',
  errors: [],
  input: TemplatesRequest,
  output: TemplatePage,
  examples: [
    { summary: 'All templates', input: { limit: 50 }, output: { templates: [aSummary], next_cursor: null } },
    {
      summary: 'Layouts',
      input: { is_layout: true, limit: 50 },
      output: { templates: [layoutSummary], next_cursor: null },
    },
  ],
  run: ({ caller, services }, page) => answerPage('templates', services.templates.list(caller.accountId, page)),
})

export const previewTemplate = operation({
  name: 'templates.preview',
  kind: 'query',
  scope: 'read',
  rest: post('/v1/templates/preview'),
  summary: 'Renders a template that is not stored, without sending.',
  errors: ['missing_variable', 'invalid_template', 'invalid_layout', 'template_error', 'overloaded'],
  body: 'template',
  input: PreviewRequest,
  output: RenderedTemplate,
  examples: [
    { summary: 'A source before it is stored', input: { ...source, variables: someVariables, vars }, output: rendered },
  ],
  run: ({ caller, services }, input) => services.templateRendering.preview(caller.accountId, input),
})

export const getTemplate = operation({
  name: 'templates.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/templates/:id'),
  summary: 'Gets one template.',
  errors: ['not_found'],
  input: ById,
  output: Template,
  examples: [{ summary: 'A template', input: { id: templateId }, output: template }],
  run: ({ caller, services }, input) => services.templates.get(caller.accountId, input.id),
})

export const updateTemplate = operation({
  name: 'templates.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/templates/:id'),
  summary: 'Changes the given fields of a template. New content makes a new version.',
  errors: ['not_found', 'template_exists', 'invalid_template', 'invalid_layout', 'overloaded'],
  body: 'template',
  input: TemplateChanges,
  output: UpdatedTemplate,
  examples: [
    {
      summary: 'A new subject, which makes a new version',
      input: { id: templateId, subject: 'Order {{ order }} is on its way' },
      output: { id: templateId, name: template.name, version: 2 },
    },
    {
      summary: 'A template that can no longer be sent',
      input: { id: templateId, is_active: false },
      output: { id: templateId, name: template.name, version: 2 },
    },
  ],
  run: ({ caller, services }, { id, ...changes }) => services.templates.update(caller.accountId, id, changes),
})

export const deleteTemplate = operation({
  name: 'templates.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/templates/:id'),
  summary: 'Deletes a template. Mail that was accepted with it is still sent.',
  errors: ['not_found', 'layout_in_use'],
  input: ById,
  output: Confirmation,
  examples: [{ summary: 'A deletion', input: { id: templateId }, output: { message: 'The template is deleted.' } }],
  run: async ({ caller, services, facts }, input) => {
    facts.target = await services.templates.delete(caller.accountId, input.id)
    return { message: 'The template is deleted.' }
  },
})

export const listTemplateVersions = operation({
  name: 'templates.versions',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/templates/:id/versions'),
  summary: 'Lists the versions of a template, newest first.',
  errors: ['not_found'],
  input: PageById,
  output: TemplateVersionPage,
  examples: [
    {
      summary: 'The first version',
      input: { id: templateId, limit: 50 },
      output: {
        versions: [
          {
            id: 'tmplv_01kajr0b2e5g7j9m1p3r5t7w9y',
            version: 1,
            ...source,
            variables: someVariables,
            created_at: '2026-11-21T08:40:00.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  ],
  run: ({ caller, services }, { id, ...page }) =>
    answerPage('versions', services.templateVersions.list(caller.accountId, id, page)),
})

export const renderTemplate = operation({
  name: 'templates.render',
  kind: 'query',
  scope: 'read',
  rest: post('/v1/templates/:id/render'),
  summary: 'Renders a template without sending.',
  errors: ['not_found', 'missing_variable', 'invalid_template', 'template_error', 'overloaded'],
  body: 'template',
  input: RenderRequest,
  output: RenderedTemplate,
  examples: [{ summary: 'The content of a mail', input: { id: templateId, vars }, output: rendered }],
  run: ({ caller, services }, { id, vars = {} }) => services.templateRendering.render(caller.accountId, id, vars),
})
