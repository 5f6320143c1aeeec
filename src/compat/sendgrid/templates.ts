import { z } from 'zod'
import type { Template, TemplateSummary, TemplateVersion } from '../../contract/templates.js'
import {
  deleteTemplate,
  getTemplate,
  listTemplates,
  listTemplateVersions,
  updateTemplate,
} from '../../operations/templates.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { pageMetadata, pageOf, TOKEN_NAMES, TOKEN_PAGING } from './queries.js'
import { toOurId, toTheirId } from './template-ids.js'

/** With their content they are large. */
const SHOWN_VERSIONS = 10

const ListQuery = z.strictObject({ ...TOKEN_PAGING, generations: z.string().optional() })

const Version = z.strictObject({
  name: z.string().nullish(),
  subject: z.string(),
  html_content: z.string().nullish(),
  plain_content: z.string().nullish(),
  generate_plain_content: z.boolean().nullish(),
  active: z.literal([0, 1]).nullish(),
  editor: z.string().nullish(),
  test_data: z.string().nullish(),
})

const VERSION_NAMES = [
  ['body_html', 'html_content'],
  ['body_text', 'plain_content'],
] as const

export const templates: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/v3/templates',
    operation: listTemplates,
    names: TOKEN_NAMES,
    answer: async ({ query, run }) => {
      const asked = query(ListQuery)
      // All templates here take data.
      if (asked.generations === 'legacy') return { result: [], _metadata: {} }
      const { templates, next_cursor } = await run(listTemplates, pageOf(asked))
      return {
        result: templates.map((template) => presentTemplate(template, [])),
        _metadata: pageMetadata('/v3/templates', asked, next_cursor),
      }
    },
  },
  { method: 'GET', path: '/v3/templates/:id', operation: getTemplate, answer: (call) => show(call) },
  {
    method: 'PATCH',
    path: '/v3/templates/:id',
    operation: updateTemplate,
    answer: async (call) => {
      const { name } = call.body(z.strictObject({ name: z.string() }))
      await call.run(updateTemplate, { id: idOf(call), name })
      return show(call)
    },
  },
  {
    method: 'DELETE',
    path: '/v3/templates/:id',
    operation: deleteTemplate,
    status: 204,
    answer: async (call) => {
      await call.run(deleteTemplate, { id: idOf(call) })
      return null
    },
  },
  {
    method: 'POST',
    path: '/v3/templates/:id/versions',
    operation: updateTemplate,
    status: 201,
    names: VERSION_NAMES,
    answer: async (call) => {
      const { subject, html_content, plain_content, active, ...others } = call.body(Version)
      if (active === 0) throw notSupported('active', 'The newest version is the active one: leave it out.')
      for (const [name, value] of Object.entries(others)) if (value !== undefined && value !== null) call.ignore(name)
      const content = { subject, ...given('body_html', html_content), body_text: plain_content || null }
      await call.run(updateTemplate, { id: idOf(call), ...content })
      const { versions, ...template } = await show(call)
      return { ...versions[0]!, template_id: template.id }
    },
  },
]

const idOf = ({ param }: CompatCall) => toOurId(param('id'))

async function show(call: CompatCall) {
  const id = idOf(call)
  const template = await call.run(getTemplate, { id })
  const { versions } = await call.run(listTemplateVersions, { id: template.id, limit: SHOWN_VERSIONS })
  return presentTemplate(template, versions)
}

const presentTemplate = (template: Template | TemplateSummary, versions: readonly TemplateVersion[]) => ({
  id: toTheirId(template.id),
  name: template.name,
  generation: 'dynamic',
  updated_at: 'updated_at' in template ? template.updated_at : template.created_at,
  versions: versions.map((version, index) => presentVersion(template, version, index === 0)),
})

const presentVersion = (template: Template | TemplateSummary, version: TemplateVersion, isNewest: boolean) => ({
  id: version.id,
  template_id: toTheirId(template.id),
  active: isNewest && template.is_active ? 1 : 0,
  name: `Version ${version.version}`,
  subject: version.subject,
  html_content: version.body_html,
  plain_content: version.body_text ?? '',
  generate_plain_content: false,
  editor: 'code',
  updated_at: version.created_at,
})
