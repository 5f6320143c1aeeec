import { z } from 'zod'
import type { TemplateSummary } from '../../contract/templates.js'
import { ApiError } from '../../errors.js'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  previewTemplate,
  updateTemplate,
} from '../../operations/templates.js'
import type { CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { PAGE, queryText, refuseGiven } from './fields.js'

const text = () => z.string().nullish()
const NO_LAYOUTS = 'Templates include no others: put what they share into each of them.'

const ListQuery = z.strictObject({ ...PAGE, templateType: queryText(), layoutTemplate: queryText() })
const Content = z.strictObject({
  Name: text(),
  Alias: text(),
  Subject: text(),
  HtmlBody: text(),
  TextBody: text(),
  TemplateType: text(),
  LayoutTemplate: text(),
})
const Validation = z.strictObject({
  Subject: z.string(),
  HtmlBody: z.string(),
  TextBody: text(),
  TestRenderModel: z.record(z.string(), z.unknown()).nullish(),
  InlineCssForHtmlTestRender: z.boolean().nullish(),
  TemplateType: text(),
  LayoutTemplate: text(),
})

const NAMES = [
  ['body_html', 'HtmlBody'],
  ['body_text', 'TextBody'],
  ['subject', 'Subject'],
  ['name', 'Name'],
  ['slug', 'Alias'],
  ['vars', 'TestRenderModel'],
] as const

/** Templates, in our language: see docs/templates.md. */
export const templates: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/templates',
    operation: listTemplates,
    answer: async ({ query, run }) => {
      const { count, offset, templateType, layoutTemplate } = query(ListQuery)
      refuseLayouts({ TemplateType: templateType, LayoutTemplate: layoutTemplate })
      const { items, hasMore } = await itemsAt(
        { count, offset },
        async (page) => {
          const { templates: found, next_cursor } = await run(listTemplates, page)
          return { items: found, next: next_cursor }
        },
        'Use GET /v1/templates with a cursor.',
      )
      return { TotalCount: totalOf(offset, items.length, hasMore), Templates: items.map(present) }
    },
  },
  {
    method: 'GET',
    path: '/templates/:id',
    operation: getTemplate,
    answer: async ({ param, run }) => {
      const template = await run(getTemplate, { id: param('id') })
      const { subject, body_html, body_text } = template
      return { ...present(template), Subject: subject, HtmlBody: body_html, TextBody: body_text ?? '' }
    },
  },
  {
    method: 'POST',
    path: '/templates',
    operation: createTemplate,
    names: NAMES,
    answer: async ({ body, run }) => present(await run(createTemplate, contentOf(body(Content)))),
  },
  {
    method: 'PUT',
    path: '/templates/:id',
    operation: updateTemplate,
    names: NAMES,
    answer: async ({ param, body, run }) => {
      const { id } = await run(updateTemplate, { id: param('id'), ...contentOf(body(Content)) })
      return present(await run(getTemplate, { id }))
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
      const preview = { ...contentOf(content), ...given('vars', TestRenderModel) }
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

const RENDERING = ['invalid_template', 'template_error', 'missing_variable']

const present = ({ id, name, slug, is_active }: TemplateSummary) => ({
  TemplateId: id,
  Name: name,
  Active: is_active,
  Alias: slug,
  TemplateType: 'Standard',
  LayoutTemplate: null,
})

/** What a request says of a template. What it leaves out is left to the operation. */
function contentOf(content: Partial<z.output<typeof Content>>) {
  refuseLayouts(content)
  const { Name, Alias, Subject, HtmlBody, TextBody } = content
  return {
    ...given('name', Name),
    ...given('slug', Alias),
    ...given('subject', Subject),
    ...given('body_html', HtmlBody),
    ...given('body_text', TextBody),
  }
}

function refuseLayouts({ TemplateType, LayoutTemplate }: Partial<z.output<typeof Content>>): void {
  if (TemplateType === 'Layout') refuseGiven({ TemplateType }, ['TemplateType'], NO_LAYOUTS)
  refuseGiven({ LayoutTemplate: LayoutTemplate || undefined }, ['LayoutTemplate'], NO_LAYOUTS)
}
