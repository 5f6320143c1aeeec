import { z } from 'zod'
import { isJsonLargerThan } from '../lib/json-size.js'
import { isNestedDeeper } from '../lib/nesting.js'
import { CHANNELS } from '../models/channel.js'
import { MAX_SOURCE_CHARS } from '../services/templates/template-source.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import {
  cutAbove,
  documentedAs,
  id,
  idParam,
  nextCursor,
  optional,
  pageCursor,
  pageLimit,
  timestamp,
} from './schemas.js'
import { templateVars } from './template-vars.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Templates', description: 'Mails with variables, from which many are made.', order: 5 }

const MAX_NAME_CHARS = 255
const MAX_SUBJECT_SOURCE_CHARS = 10_000
const MAX_VARIABLES = 100
const MAX_VALUE_CHARS = 10_000
const MAX_VALUE_DEPTH = 16
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** Refuses what has no text form in UTF-8, so that it is stored as it came. */
const text = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max.toLocaleString('en-US')} characters`)
    .refine((value) => !/\p{Cs}/u.test(value), 'must be valid Unicode: it holds half of a surrogate pair')
const name = () => text(MAX_NAME_CHARS).refine((value) => value.trim() !== '', 'must not be empty')
const subject = () => text(MAX_SUBJECT_SOURCE_CHARS).refine((value) => value.trim() !== '', 'must not be empty')
const bodyHtml = () => text(MAX_SOURCE_CHARS).refine((value) => value.trim() !== '', 'must not be empty')
const bodyText = () => text(MAX_SOURCE_CHARS)

/** Any JSON, of limited size; absent and null are the same. */
const value = (description: string) =>
  z
    .unknown()
    .refine(
      (given) => !isJsonLargerThan(given, MAX_VALUE_CHARS) && !isNestedDeeper(given, MAX_VALUE_DEPTH),
      `must have at most ${MAX_VALUE_CHARS} characters as JSON, nested at most ${MAX_VALUE_DEPTH} levels deep`,
    )
    .transform((given) => given ?? null)
    .register(documentedAs, { description })

const variableFields = {
  name: z
    .string('is required: the name by which the template calls it')
    .regex(VARIABLE_NAME, 'must be 1 to 64 letters, digits and underscores, and not begin with a digit'),
}
const SAMPLE = 'What it may look like, for people. Any JSON value.'
const DEFAULT = 'What stands for it when it is absent. Any JSON value; null for nothing.'

const variables = () =>
  cutAbove(
    MAX_VARIABLES,
    z
      .array(
        z
          .object(
            {
              ...variableFields,
              sample: value(SAMPLE).optional(),
              required: optional(z.boolean('must be true or false')),
              default: value(DEFAULT).optional(),
            },
            'must be an object with a `name`',
          )
          .meta({ id: 'TemplateVariableInput' }),
        'must be a list of variables',
      )
      .max(MAX_VARIABLES, `holds more than ${MAX_VARIABLES} variables`)
      .superRefine((list, context) => {
        const seen = new Set<string>()
        for (const [index, variable] of list.entries()) {
          if (seen.has(variable.name)) {
            context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is there twice' })
          }
          seen.add(variable.name)
        }
      }),
  )

/** Variables as they are stored: with everything that may be left out. */
const declared = (list: z.output<ReturnType<typeof variables>> | undefined) =>
  list?.map(({ name, sample = null, required = false, default: fallback = null }) => ({
    name,
    sample,
    required,
    default: fallback,
  }))

const TemplateVariable = z
  .object({
    name: z.string(),
    sample: z.unknown().nullable().meta({ description: SAMPLE }),
    required: z.boolean().meta({ description: 'Whether a render without it is refused.' }),
    default: z.unknown().nullable().meta({ description: DEFAULT }),
  })
  .meta({ id: 'TemplateVariable' })

const content = {
  subject: z.string().meta({ description: 'May contain `{{ name }}` variables.' }),
  body_html: z.string().meta({ description: 'May contain `{{ name }}` variables, whose values are escaped.' }),
  body_text: z.string().nullable().meta({ description: 'The plain text beside it; null when it has none.' }),
  variables: z.array(TemplateVariable),
}

const summary = z.object({
  id: id('template'),
  name: z.string(),
  channel: z.literal('email'),
  version: z.int().meta({ description: '1, and one more for every change of its content.' }),
  is_active: z.boolean().meta({ description: 'Only an active template can be sent.' }),
  created_at: timestamp(),
})

const TemplateSummary = summary.meta({ id: 'TemplateSummary' })
const Template = summary.extend({ ...content, updated_at: timestamp() }).meta({ id: 'Template' })
const TemplateVersion = z
  .object({ id: id('templateVersion'), version: z.int(), ...content, created_at: timestamp() })
  .meta({ id: 'TemplateVersion' })

const Rendered = z
  .object({ subject: z.string(), body_html: z.string(), body_text: z.string().nullable() })
  .meta({ id: 'RenderedTemplate' })

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
  channel: 'email' as const,
  version: 1,
  is_active: true,
  created_at: '2026-11-21T08:40:00.000Z',
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
  summary: 'Makes a template.',
  errors: ['invalid_template', 'channel_not_enabled', 'overloaded'],
  input: z.object({
    name: name(),
    channel: z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`),
    subject: subject(),
    body_html: bodyHtml(),
    body_text: optional(bodyText()),
    variables: optional(variables()),
  }),
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
  ],
  run: ({ caller, services }, { body_text, variables, ...rest }) =>
    services.templates.create(caller.accountId, {
      ...rest,
      body_text: body_text ?? null,
      variables: declared(variables) ?? [],
    }),
})

export const listTemplates = operation({
  name: 'templates.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/templates'),
  summary: 'Lists the templates, newest first, without their content.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ templates: z.array(TemplateSummary), next_cursor: nextCursor() }),
  examples: [{ summary: 'All templates', input: { limit: 50 }, output: { templates: [aSummary], next_cursor: null } }],
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.templates.list(caller.accountId, page)
    return { templates: items, next_cursor: nextCursor }
  },
})

export const previewTemplate = operation({
  name: 'templates.preview',
  kind: 'query',
  scope: 'read',
  rest: post('/v1/templates/preview'),
  summary: 'Renders a source that is not stored, and sends nothing.',
  errors: ['missing_variable', 'invalid_template', 'template_error', 'overloaded'],
  input: z.object({
    subject: subject(),
    body_html: bodyHtml(),
    body_text: optional(bodyText()),
    variables: optional(variables()),
    vars: optional(templateVars()),
  }),
  output: Rendered,
  examples: [
    { summary: 'A source before it is stored', input: { ...source, variables: someVariables, vars }, output: rendered },
  ],
  run: ({ caller, services }, { subject, body_html, body_text = null, variables, vars = {} }) =>
    services.templateRendering.preview(
      caller.accountId,
      { subject, body_html, body_text },
      declared(variables) ?? [],
      vars,
    ),
})

export const getTemplate = operation({
  name: 'templates.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/templates/:id'),
  summary: 'Gets one template.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: Template,
  examples: [{ summary: 'A template', input: { id: templateId }, output: template }],
  run: ({ caller, services }, input) => services.templates.get(caller.accountId, input.id),
})

export const updateTemplate = operation({
  name: 'templates.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/templates/:id'),
  summary: 'Changes a template; only the fields that are sent change. Another content makes a new version.',
  errors: ['not_found', 'invalid_template', 'overloaded'],
  input: z.object({
    id: idParam(),
    name: optional(name()),
    subject: optional(subject()),
    body_html: optional(bodyHtml()),
    body_text: bodyText().nullable().optional().meta({ description: 'Null takes the plain text away.' }),
    variables: optional(variables()).meta({ description: 'All of them: they replace those before.' }),
    is_active: optional(z.boolean('must be true or false')).meta({ description: 'False: it cannot be sent.' }),
  }),
  output: z.object({ id: id('template'), name: z.string(), version: z.int() }),
  examples: [
    {
      summary: 'Another subject, which makes a version',
      input: { id: templateId, subject: 'Order {{ order }} is on its way' },
      output: { id: templateId, name: template.name, version: 2 },
    },
    {
      summary: 'A template that is not to be sent any more',
      input: { id: templateId, is_active: false },
      output: { id: templateId, name: template.name, version: 2 },
    },
  ],
  run: ({ caller, services }, { id, variables, ...changes }) =>
    services.templates.update(caller.accountId, id, { ...changes, variables: declared(variables) }),
})

export const deleteTemplate = operation({
  name: 'templates.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/templates/:id'),
  summary: 'Deletes a template. Mail that was accepted with it still goes out.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.object({ message: z.string() }),
  examples: [{ summary: 'The end of it', input: { id: templateId }, output: { message: 'The template is deleted.' } }],
  run: async ({ caller, services }, input) => {
    await services.templates.delete(caller.accountId, input.id)
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
  input: z.object({ id: idParam(), limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ versions: z.array(TemplateVersion), next_cursor: nextCursor() }),
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
  run: async ({ caller, services }, { id, ...page }) => {
    const { items, nextCursor } = await services.templateVersions.list(caller.accountId, id, page)
    return { versions: items, next_cursor: nextCursor }
  },
})

export const renderTemplate = operation({
  name: 'templates.render',
  kind: 'query',
  scope: 'read',
  rest: post('/v1/templates/:id/render'),
  summary: 'Renders a template and sends nothing.',
  errors: ['not_found', 'missing_variable', 'invalid_template', 'template_error', 'overloaded'],
  input: z.object({ id: idParam(), vars: optional(templateVars()) }),
  output: Rendered,
  examples: [{ summary: 'What somebody would get', input: { id: templateId, vars }, output: rendered }],
  run: ({ caller, services }, { id, vars = {} }) => services.templateRendering.render(caller.accountId, id, vars),
})
