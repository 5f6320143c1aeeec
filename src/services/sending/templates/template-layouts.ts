import type { mongo } from 'mongoose'
import { CONTENT_PLACE } from '../../../contract/template-limits.js'
import type { NewTemplate, TemplateVariable } from '../../../contract/templates.js'
import { ApiError, fieldError, fieldErrors } from '../../../errors.js'
import type { Models } from '../../../models/index.js'
import { templateRef } from './template-slugs.js'
import type { TemplateSource } from './template-source.js'
import { declared } from './template-variables.js'

/*
 * Layouts: frames around the bodies of templates. A layout has `{{ content }}` where the body of the template goes. The two are
 * put together as sources, when they are rendered: both have the same variables, and a change of the layout changes the mail of
 * all its templates.
 */

/** A source with the variables that it declares. */
interface Content {
  source: TemplateSource
  variables: TemplateVariable[]
}

/**
 * What a request says of a template, complete.
 * @throws ApiError `invalid_request` if it lacks a subject, or has what a layout has not; `invalid_layout`.
 */
export function contentOf({
  subject,
  body_html,
  body_text,
  variables,
  is_layout = false,
  layout_id,
}: Pick<NewTemplate, 'subject' | 'body_html' | 'body_text' | 'variables' | 'is_layout' | 'layout_id'>): Content {
  if (is_layout) assertNoneOfLayout({ subject, layout_id })
  else if (subject === undefined) throw fieldError('invalid_request', 'subject', 'is required')
  const source = { subject: subject ?? '', body_html, body_text: body_text ?? null }
  if (is_layout) assertPlaceForContent(source)
  return { source, variables: declared(variables) }
}

/** @throws ApiError `invalid_request` for what a layout cannot have. */
export function assertNoneOfLayout(given: { subject?: unknown; layout_id?: unknown }): void {
  const names = (['subject', 'layout_id'] as const).filter((name) => given[name] !== undefined && given[name] !== null)
  if (names.length === 0) return
  const details = names.map((path) => ({ path, message: 'must be left out: a layout has none' }))
  throw fieldErrors('invalid_request', details)
}

/** @throws ApiError `invalid_layout` if a body of a layout has not exactly one place for the content. */
export function assertPlaceForContent(source: Pick<TemplateSource, 'body_html' | 'body_text'>): void {
  for (const field of ['body_html', 'body_text'] as const) {
    if (source[field] !== null && source[field].match(CONTENT_PLACE)?.length !== 1) {
      throw fieldError(
        'invalid_layout',
        field,
        'must have {{ content }} exactly once: the body of a template goes there',
      )
    }
  }
}

/** A content within a layout. Its own variables take precedence over those of the layout with the same names. */
export function inLayout(layout: Content, own: Content): Content {
  const names = new Set(own.variables.map(({ name }) => name))
  return {
    source: {
      subject: own.source.subject,
      body_html: around(layout.source.body_html, own.source.body_html),
      // Without its own text, a mail has none. A layout without one adds nothing.
      body_text:
        own.source.body_text === null || layout.source.body_text === null
          ? own.source.body_text
          : around(layout.source.body_text, own.source.body_text),
    },
    variables: [...layout.variables.filter(({ name }) => !names.has(name)), ...own.variables],
  }
}

// By a function, because a text could have signs that stand for something.
const around = (layout: string, body: string) => layout.replace(CONTENT_PLACE, () => body)

export const noLayout = () => fieldError('invalid_request', 'layout_id', 'is no layout of the account')

/**
 * The id of a layout, which stays until the transaction ends: its row is written, so that it is not deleted at the same time.
 * @throws ApiError `invalid_request` if there is no such layout.
 */
export async function holdLayout(
  { templates }: Pick<Models, 'templates'>,
  session: mongo.ClientSession,
  accountId: string,
  ref: string,
): Promise<string> {
  const filter = { ...templateRef(accountId, ref), is_layout: true } as const
  const options = { session, projection: { _id: 1 } }
  const layout = await templates.collection.findOneAndUpdate(filter, { $inc: { given: 1 } }, options)
  if (!layout) throw noLayout()
  return layout._id
}

/** @throws ApiError `layout_in_use`. */
export async function assertUnused(
  { templates }: Pick<Models, 'templates'>,
  session: mongo.ClientSession,
  { _id: layout_id, account_id }: { _id: string; account_id: string },
): Promise<void> {
  const user = await templates.collection.findOne({ account_id, layout_id }, { session, projection: { _id: 1 } })
  if (user) throw new ApiError('layout_in_use')
}
