import { z } from 'zod'
import type { Template, TemplateSummary } from '../../contract/templates.js'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from '../../operations/templates.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf } from './lists.js'

const text = () => z.string().nullish()

const Fields = z.strictObject({
  name: text(),
  alias: text(),
  from: text(),
  reply_to: z.union([z.string(), z.array(z.string())]).nullish(),
  subject: text(),
  html: text(),
  text: text(),
  variables: z
    .array(z.strictObject({ key: z.string(), type: text(), fallback_value: z.unknown().optional() }))
    .nullish(),
})
type Fields = z.output<typeof Fields>

const NAMES = [
  ['slug', 'alias'],
  ['body_html', 'html'],
  ['body_text', 'text'],
] as const

/** Templates, in our language: see docs/templates.md. */
export const templates: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/templates',
    operation: createTemplate,
    names: NAMES,
    answer: async ({ body, run, ignore }) => {
      const { id } = await run(createTemplate, contentOf(body(Fields), ignore))
      return { object: 'template', id }
    },
  },
  {
    method: 'GET',
    path: '/templates',
    operation: listTemplates,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { templates: found, next_cursor } = await run(listTemplates, pageOf(query(ListQuery), 'template'))
      return listOf(found.map(summary), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/templates/:id',
    operation: getTemplate,
    answer: async ({ param, run }) => ({ object: 'template', ...details(await run(getTemplate, { id: param('id') })) }),
  },
  {
    method: 'PATCH',
    path: '/templates/:id',
    operation: updateTemplate,
    names: NAMES,
    answer: async ({ param, body, run, ignore }) => {
      const { id } = await run(updateTemplate, { id: param('id'), ...contentOf(body(Fields), ignore) })
      return { object: 'template', id }
    },
  },
  {
    method: 'DELETE',
    path: '/templates/:id',
    operation: deleteTemplate,
    answer: async ({ param, run }) => {
      await run(deleteTemplate, { id: param('id') })
      return { object: 'template', id: param('id'), deleted: true }
    },
  },
  {
    // A template is published as soon as it is there.
    method: 'POST',
    path: '/templates/:id/publish',
    operation: getTemplate,
    answer: async ({ param, run }) => {
      const { id } = await run(getTemplate, { id: param('id') })
      return { object: 'template', id }
    },
  },
]

/** What a request says of a template. What it leaves out is left to the operation. */
function contentOf(
  { name, alias, from, reply_to, subject, html, text: plain, variables }: Fields,
  ignore: CompatCall['ignore'],
) {
  const perMail = 'Set it in each mail.'
  if (from) throw notSupported('from', perMail)
  if (reply_to) throw notSupported('reply_to', perMail)
  if (variables?.some(({ type }) => type)) ignore('variables.*.type')
  return {
    ...given('name', name),
    ...given('slug', alias),
    ...given('subject', subject),
    ...given('body_html', html),
    ...given('body_text', plain),
    ...given('variables', variables?.map(variableOf)),
  }
}

const variableOf = ({ key, fallback_value }: NonNullable<Fields['variables']>[number]) => ({
  name: key,
  ...(fallback_value === undefined || fallback_value === null ? { required: true } : { default: fallback_value }),
})

const summary = ({ id, name, slug, created_at }: TemplateSummary) => ({
  ...{ id, name, created_at },
  alias: slug,
  status: 'published',
  published_at: created_at,
})

const details = (template: Template) => ({
  ...summary(template),
  ...{ subject: template.subject, html: template.body_html, text: template.body_text, updated_at: template.updated_at },
  variables: template.variables.map((variable) => ({ key: variable.name, fallback_value: variable.default })),
})
