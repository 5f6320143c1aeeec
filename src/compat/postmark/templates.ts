import { z } from 'zod'
import { CONTENT_PLACE } from '../../contract/template-limits.js'
import type { TemplateSummary } from '../../contract/templates.js'
import { ApiError, fieldError } from '../../errors.js'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  previewTemplate,
  updateTemplate,
} from '../../operations/templates.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { ifFound } from '../common/outcomes.js'
import { PAGE, queryText } from './fields.js'

const text = () => z.string().nullish()
const type = () => z.enum(['Standard', 'Layout'], 'must be Standard or Layout')

const ListQuery = z.strictObject({
  ...PAGE,
  templateType: z.enum(['All', 'Standard', 'Layout'], 'must be All, Standard or Layout').default('All'),
  layoutTemplate: queryText(),
})
const Content = z.strictObject({
  Name: text(),
  Alias: text(),
  Subject: text(),
  HtmlBody: text(),
  TextBody: text(),
  TemplateType: type().nullish(),
  LayoutTemplate: text(),
})
type Content = z.output<typeof Content>
const Validation = Content.pick({
  Subject: true,
  HtmlBody: true,
  TextBody: true,
  TemplateType: true,
  LayoutTemplate: true,
}).extend({
  TestRenderModel: z.record(z.string(), z.unknown()).nullish(),
  InlineCssForHtmlTestRender: z.boolean().nullish(),
})

const NAMES = [
  ['body_html', 'HtmlBody'],
  ['body_text', 'TextBody'],
  ['subject', 'Subject'],
  ['name', 'Name'],
  ['slug', 'Alias'],
  ['layout_id', 'LayoutTemplate'],
  ['vars', 'TestRenderModel'],
] as const

/** Templates, in our language: see docs/templates.md. */
export const templates: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/templates',
    operation: listTemplates,
    names: [['layout_id', 'layoutTemplate']],
    answer: async ({ query, run }) => {
      const { count, offset, templateType, layoutTemplate } = query(ListQuery)
      const filter = {
        ...(templateType !== 'All' && { is_layout: templateType === 'Layout' }),
        ...(layoutTemplate !== undefined && { layout_id: layoutTemplate }),
      }
      const { items, hasMore } = await itemsAt(
        { count, offset },
        async (page) => {
          const { templates: found, next_cursor } = await run(listTemplates, { ...filter, ...page })
          return { items: found, next: next_cursor }
        },
        'Use GET /v1/templates with a cursor.',
      )
      const aliasOf = await aliasesOf(run, items)
      const shown = items.map((template) => present(template, aliasOf(template)))
      return { TotalCount: totalOf(offset, items.length, hasMore), Templates: shown }
    },
  },
  {
    method: 'GET',
    path: '/templates/:id',
    operation: getTemplate,
    answer: async ({ param, run }) => {
      const template = await run(getTemplate, { id: param('id') })
      const { subject, body_html, body_text, is_layout } = template
      const shown = (body: string) => (is_layout ? toPlaceholder(body) : body)
      return {
        ...(await presentOne(run, template)),
        Subject: is_layout ? null : subject,
        HtmlBody: shown(body_html),
        TextBody: shown(body_text ?? ''),
      }
    },
  },
  {
    method: 'POST',
    path: '/templates',
    operation: createTemplate,
    names: NAMES,
    answer: async ({ body, run }) => {
      const content = body(Content)
      const isLayout = content.TemplateType === 'Layout'
      const created = await run(createTemplate, { ...sourceOf(content, isLayout), ...newOf(content, isLayout) })
      return presentOne(run, created)
    },
  },
  {
    method: 'PUT',
    path: '/templates/:id',
    operation: updateTemplate,
    names: NAMES,
    answer: async ({ param, body, run }) => {
      const content = body(Content)
      const { id, is_layout } = await run(getTemplate, { id: param('id') })
      assertSameType(content, is_layout)
      await run(updateTemplate, { id, ...sourceOf(content, is_layout), ...changeOf(content) })
      return presentOne(run, await run(getTemplate, { id }))
    },
  },
  {
    method: 'DELETE',
    path: '/templates/:id',
    operation: deleteTemplate,
    answer: async ({ param, run }) => {
      await run(deleteTemplate, { id: param('id') })
      return { ErrorCode: 0, Message: `Template ${param('id')} removed.` }
    },
  },
  {
    method: 'POST',
    path: '/templates/validate',
    operation: previewTemplate,
    names: NAMES,
    answer: async ({ body, run, ignore }) => {
      const { InlineCssForHtmlTestRender, TestRenderModel, ...content } = body(Validation)
      if (typeof InlineCssForHtmlTestRender === 'boolean') ignore('InlineCssForHtmlTestRender')
      const isLayout = content.TemplateType === 'Layout'
      const preview = { ...sourceOf(content, isLayout), ...newOf(content, isLayout), ...given('vars', TestRenderModel) }
      return validate(() => run(previewTemplate, preview))
    },
  },
]

type Rendered = { subject: string; body_html: string; body_text: string | null }

/** Whether each part can be rendered, and how it looks. */
async function validate(render: () => Promise<Rendered>) {
  try {
    const { subject, body_html, body_text } = await render()
    const sound = (rendered: string) => ({ ContentIsValid: true, ValidationErrors: [], RenderedContent: rendered })
    return {
      AllContentIsValid: true,
      Subject: sound(subject),
      HtmlBody: sound(body_html),
      TextBody: sound(body_text ?? ''),
      SuggestedTemplateModel: {},
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !RENDERING.includes(error.code)) throw error
    // Which part it is, is in the words of the message.
    const wrong = { ContentIsValid: false, ValidationErrors: [{ Message: error.message }], RenderedContent: null }
    return { AllContentIsValid: false, Subject: wrong, HtmlBody: wrong, TextBody: wrong, SuggestedTemplateModel: {} }
  }
}

const RENDERING = ['invalid_template', 'invalid_layout', 'template_error', 'missing_variable']

const present = ({ id, name, slug, is_active, is_layout }: TemplateSummary, layout: string | null) => ({
  TemplateId: id,
  Name: name,
  Active: is_active,
  Alias: slug,
  TemplateType: is_layout ? 'Layout' : 'Standard',
  LayoutTemplate: layout,
})

async function presentOne(run: CompatCall['run'], template: TemplateSummary) {
  const aliasOf = await aliasesOf(run, [template])
  return present(template, aliasOf(template))
}

/** Finds the aliases of the layouts that templates have. */
async function aliasesOf(run: CompatCall['run'], templates: readonly TemplateSummary[]) {
  const aliases = new Map<string | null, string>()
  for (const id of new Set(templates.flatMap(({ layout_id }) => layout_id ?? []))) {
    // It may be gone by now, if its template was just given another one.
    const layout = await ifFound(run(getTemplate, { id }))
    if (layout) aliases.set(id, layout.slug)
  }
  return ({ layout_id }: TemplateSummary) => aliases.get(layout_id) ?? null
}

/** Where a layout there has the body of a template. */
const PLACEHOLDER = /\{\{\{\s*@content\s*\}\}\}/g

const toPlaceholder = (body: string) => body.replaceAll(CONTENT_PLACE, '{{{@content}}}')

/** What a request says of a template. What it leaves out is left to the operation. */
function sourceOf({ Name, Alias, Subject, HtmlBody, TextBody }: Partial<Content>, isLayout: boolean) {
  const body = (text: string | null | undefined) => (isLayout ? text?.replaceAll(PLACEHOLDER, '{{ content }}') : text)
  return {
    ...given('name', Name),
    ...given('slug', Alias),
    // The SDKs for some languages send an empty one for a layout.
    ...given('subject', isLayout ? Subject || null : Subject),
    ...given('body_html', body(HtmlBody)),
    // An empty text would have no place for that of a template.
    ...given('body_text', isLayout ? body(TextBody) || null : TextBody),
  }
}

/** The kind of a new template. */
const newOf = ({ LayoutTemplate }: Partial<Content>, isLayout: boolean) => ({
  ...(isLayout && { is_layout: true }),
  ...given('layout_id', LayoutTemplate || null),
})

/** Another layout of a template; null or an empty text removes the one that it has. */
const changeOf = ({ LayoutTemplate }: Content) =>
  LayoutTemplate === undefined ? {} : { layout_id: LayoutTemplate || null }

function assertSameType({ TemplateType }: Content, isLayout: boolean): void {
  if (!TemplateType || (TemplateType === 'Layout') === isLayout) return
  throw fieldError('invalid_request', 'TemplateType', `cannot be changed: it is ${isLayout ? 'Layout' : 'Standard'}`)
}
