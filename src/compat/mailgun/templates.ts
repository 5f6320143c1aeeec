import { z } from 'zod'
import type { Template, TemplateSummary, TemplateVersion } from '../../contract/templates.js'
import { ApiError, fieldError } from '../../errors.js'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  listTemplateVersions,
  updateTemplate,
} from '../../operations/templates.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { fieldsOf } from './form-fields.js'
import { flagOf, jsonObjectOf } from './form-values.js'
import { END, pageOf, pagingOf } from './pages.js'

/** With their content they are large. */
const SHOWN_VERSIONS = 10

const text = () => z.string().optional()
const ListQuery = z.strictObject({ limit: text(), page: text(), p: text() })
const GetQuery = z.strictObject({ active: text() })

const content = { template: text(), tag: text(), comment: text(), engine: text(), headers: text() }
const NewTemplate = z.strictObject({
  name: z.string('is required'),
  description: text(),
  createdBy: text(),
  ...content,
})
const NewVersion = z.strictObject({ ...content, active: text() })

const NAMES = [
  ['slug', 'name'],
  ['name', 'description'],
  ['body_html', 'template'],
  ['subject', 'headers.Subject'],
] as const

const PATH = '/v3/:domain/templates'

/** Templates, by their slug, in our language. Their versions have numbers as tags, and the newest is the active one. */
export const templates: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: PATH,
    operation: listTemplates,
    answer: async (call) => {
      const { limit, page, p } = call.query(ListQuery)
      const asked = pageOf({ limit, page, place: p })
      const { templates: found, next_cursor } =
        page === END ? { templates: [], next_cursor: null } : await call.run(listTemplates, asked)
      const paging = pagingOf(call, { path: 'templates', place: 'p', limit, next: next_cursor })
      return { items: found.map(summary), paging }
    },
  },
  {
    method: 'POST',
    path: PATH,
    operation: createTemplate,
    isForm: true,
    names: NAMES,
    answer: async ({ form, read, ignore, run }) => {
      const { name, description, createdBy, ...source } = read(NewTemplate, fieldsOf(await form()))
      if (createdBy !== undefined) ignore('createdBy')
      const slug = name.toLowerCase()
      const { id } = await run(createTemplate, { name: description || slug, slug, ...contentOf(source, ignore) })
      const created = await run(getTemplate, { id })
      return { message: 'template has been stored', template: { ...summary(created), version: newest(created) } }
    },
  },
  {
    method: 'GET',
    path: `${PATH}/:name`,
    operation: getTemplate,
    answer: async ({ param, query, run }) => {
      const isWithVersion = flagOf('active', query(GetQuery).active) === true
      const found = await run(getTemplate, { id: nameOf(param) })
      return { template: { ...summary(found), ...(isWithVersion && { version: newest(found) }) } }
    },
  },
  {
    method: 'PUT',
    path: `${PATH}/:name`,
    operation: updateTemplate,
    isForm: true,
    names: NAMES,
    answer: async ({ param, form, read, run }) => {
      const { description } = read(z.strictObject({ description: z.string('is required') }), fieldsOf(await form()))
      await run(updateTemplate, { id: nameOf(param), name: description })
      return { message: 'template has been updated', template: { name: nameOf(param) } }
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/:name`,
    operation: deleteTemplate,
    isForm: true,
    answer: async ({ param, run }) => {
      await run(deleteTemplate, { id: nameOf(param) })
      return { message: 'template has been deleted', template: { name: nameOf(param) } }
    },
  },
  {
    method: 'GET',
    path: `${PATH}/:name/versions`,
    operation: listTemplateVersions,
    answer: async (call) => {
      const { limit, page, p } = call.query(ListQuery)
      const id = nameOf(call.param)
      const found = await call.run(getTemplate, { id })
      const shown = String(Math.min(Number(limit) || SHOWN_VERSIONS, SHOWN_VERSIONS))
      const place = pageOf({ limit: shown, page, place: p })
      const { versions, next_cursor } =
        page === END ? { versions: [], next_cursor: null } : await call.run(listTemplateVersions, { id, ...place })
      const paging = pagingOf(call, { path: `templates/${id}/versions`, place: 'p', limit: shown, next: next_cursor })
      return { template: { ...summary(found), versions: versions.map((each) => versionOf(each, found)) }, paging }
    },
  },
  {
    method: 'POST',
    path: `${PATH}/:name/versions`,
    operation: updateTemplate,
    isForm: true,
    names: NAMES,
    answer: async ({ param, form, read, ignore, run }) => {
      const { active, ...source } = read(NewVersion, fieldsOf(await form()))
      if (!flagOf('active', active))
        throw notSupported('active', 'Set it to yes: the newest version is the active one.')
      const { id } = await run(updateTemplate, { id: nameOf(param), ...contentOf(source, ignore), body_text: null })
      const updated = await run(getTemplate, { id })
      return {
        message: 'new version of the template has been stored',
        template: { ...summary(updated), version: newest(updated) },
      }
    },
  },
  {
    method: 'GET',
    path: `${PATH}/:name/versions/:tag`,
    operation: listTemplateVersions,
    answer: async (call) => {
      const found = await call.run(getTemplate, { id: nameOf(call.param) })
      return { template: { ...summary(found), version: versionOf(await versionWith(call, found), found) } }
    },
  },
]

/** Names are in lower case, as at Mailgun. */
const nameOf = (param: CompatCall['param']) => param('name').toLowerCase()

/** Of a form, as ours. @throws ApiError 501 for headers that a template does not have here. */
function contentOf(source: z.output<z.ZodObject<typeof content>>, ignore: CompatCall['ignore']) {
  for (const name of ['tag', 'comment', 'engine'] as const) if (source[name] !== undefined) ignore(name)
  const { Subject: subject, ...others } = jsonObjectOf('headers', source.headers) ?? {}
  const [header] = Object.keys(others)
  if (header !== undefined) throw notSupported(`headers.${header}`, 'Set it for each mail.')
  if (source.template === undefined) throw fieldError('invalid_request', 'template', 'is required')
  return { body_html: source.template, ...given('subject', subject) }
}

/** One of the newest versions. */
async function versionWith({ param, run }: CompatCall, { id, version }: Template): Promise<TemplateVersion> {
  const { versions } = await run(listTemplateVersions, { id, limit: SHOWN_VERSIONS })
  const found = versions.find((each) => String(each.version) === param('tag'))
  if (found) return found
  const isOlder = Number(param('tag')) >= 1 && Number(param('tag')) <= version
  if (isOlder) throw notSupported('tag', 'Use GET /v1/templates/:id/versions for older ones.')
  throw new ApiError('not_found', 'The template has no such version. Versions have numbers here.')
}

const summary = ({ id, name, slug, created_at }: TemplateSummary | Template) => ({
  id,
  name: slug,
  description: name,
  createdAt: new Date(created_at).toUTCString(),
  createdBy: '',
})

const newest = (template: Template) => versionOf({ ...template, created_at: template.updated_at }, template)

const versionOf = (
  { id, version, subject, body_html, created_at }: Omit<TemplateVersion, 'variables'>,
  template: Template,
) => ({
  id,
  tag: String(version),
  template: body_html,
  engine: 'liquid',
  mjml: '',
  createdAt: new Date(created_at).toUTCString(),
  comment: '',
  active: version === template.version,
  headers: { Subject: subject },
})
