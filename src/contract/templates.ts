import { z } from 'zod'
import { isJsonLargerThan } from '../lib/json/json-size.js'
import { isNestedDeeper } from '../lib/json/nesting.js'
import { channelOrEmail } from './channels.js'
import {
  atMostChars,
  cutAbove,
  documentedAs,
  id,
  idParam,
  nextCursor,
  optional,
  PageRequest,
  queryFlag,
  timestamp,
  validUnicode,
} from './fields.js'
import { MAX_SOURCE_CHARS } from './template-limits.js'
import { LINK_VARIABLES, RESERVED_VARIABLE, templateVars } from './template-vars.js'

const MAX_NAME_CHARS = 255

const MAX_SUBJECT_SOURCE_CHARS = 10_000

const MAX_VARIABLES = 100

const MAX_VALUE_CHARS = 10_000

const MAX_VALUE_DEPTH = 16

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

const text = (max: number) =>
  z
    .string()
    .max(...atMostChars(max))
    .refine(...validUnicode)

const name = () => text(MAX_NAME_CHARS).refine((value) => value.trim() !== '', 'must not be empty')

const slug = () =>
  z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 lower-case letters a to z, digits and hyphens')

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

const SAMPLE = 'An example, for people. Any JSON value.'

const DEFAULT = 'The value to use when it is absent. Any JSON value; null for none.'

const isLink = (name: string) => LINK_VARIABLES.some((each) => each === name)

const variables = () =>
  cutAbove(
    MAX_VARIABLES,
    z
      .array(
        z
          .strictObject(
            {
              name: z
                .string('is required: the name used in the template')
                .regex(VARIABLE_NAME, 'must be 1 to 64 letters, digits and underscores, not starting with a digit')
                .refine((name) => !isLink(name), RESERVED_VARIABLE),
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
            context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is a duplicate' })
          }
          seen.add(variable.name)
        }
      }),
  )

export const TemplateVariable = z
  .object({
    name: z.string(),
    sample: z.unknown().nullable().meta({ description: SAMPLE }),
    required: z.boolean().meta({ description: 'Whether rendering fails without it.' }),
    default: z.unknown().nullable().meta({ description: DEFAULT }),
  })
  .meta({ id: 'TemplateVariable' })
export type TemplateVariable = z.output<typeof TemplateVariable>

const content = {
  subject: z.string().meta({ description: 'May contain `{{ name }}` variables. Empty for a layout.' }),
  body_html: z.string().meta({ description: 'May contain `{{ name }}` variables; their values are escaped.' }),
  body_text: z.string().nullable().meta({ description: 'The plain text; null if there is none.' }),
  variables: z.array(TemplateVariable),
}

const IS_LAYOUT = 'Whether it is a layout: a frame around the bodies of other templates, which is not sent by itself.'

const LAYOUT = 'Id or slug of the layout to put around its bodies.'

const summary = z.object({
  id: id('template'),
  name: z.string(),
  slug: z
    .string()
    .meta({ description: 'Its name for programs, unique in the account. It is taken wherever its id is.' }),
  channel: z.literal('email'),
  version: z.int().meta({ description: '1, plus one for each change of its content.' }),
  is_active: z.boolean().meta({ description: 'Only active templates can be sent.' }),
  is_layout: z.boolean().meta({ description: IS_LAYOUT }),
  layout_id: id('template').nullable().meta({ description: 'The layout around its bodies; null if there is none.' }),
  created_at: timestamp(),
})

export const TemplateSummary = summary.meta({ id: 'TemplateSummary' })
export type TemplateSummary = z.output<typeof TemplateSummary>

export const Template = summary.extend({ ...content, updated_at: timestamp() }).meta({ id: 'Template' })
export type Template = z.output<typeof Template>

export const TemplateVersion = z
  .object({ id: id('templateVersion'), version: z.int(), ...content, created_at: timestamp() })
  .meta({ id: 'TemplateVersion' })
export type TemplateVersion = z.output<typeof TemplateVersion>

export const RenderedTemplate = z
  .object({ subject: z.string(), body_html: z.string(), body_text: z.string().nullable() })
  .meta({ id: 'RenderedTemplate' })
export type RenderedTemplate = z.output<typeof RenderedTemplate>

/** What a template is made of, stored or not. */
const source = {
  subject: optional(subject()).meta({ description: 'Required, except for a layout, which has none.' }),
  body_html: bodyHtml().meta({ description: 'A layout has `{{ content }}` in it exactly once.' }),
  body_text: optional(bodyText()),
  variables: optional(variables()),
  is_layout: optional(z.boolean('must be true or false')).meta({ description: `${IS_LAYOUT} False if left out.` }),
  layout_id: optional(idParam()).meta({ description: `${LAYOUT} A layout has none.` }),
}

export const NewTemplate = z.strictObject({
  name: name(),
  slug: optional(slug()).meta({
    description: 'Its name for programs, unique in the account. Made from the name if left out: `order-shipped`.',
  }),
  channel: channelOrEmail().meta({
    description: '`email` if left out. The others are not enabled: 422 `channel_not_enabled`.',
  }),
  ...source,
})
export type NewTemplate = z.output<typeof NewTemplate>

export const TemplatePage = z.object({ templates: z.array(TemplateSummary), next_cursor: nextCursor() })

export const TemplatesRequest = PageRequest.extend({
  is_layout: queryFlag().meta({ description: 'Only layouts, or only templates that are not layouts.' }),
  layout_id: optional(idParam()).meta({ description: 'Only templates with this layout. Its id or slug.' }),
})
export type TemplatesRequest = z.output<typeof TemplatesRequest>

export const PreviewRequest = z.strictObject({
  ...source,
  vars: optional(templateVars()),
})
export type PreviewRequest = z.output<typeof PreviewRequest>

export const TemplateChanges = z.strictObject({
  id: idParam(),
  name: optional(name()),
  slug: optional(slug()).meta({ description: 'Another slug. The old one becomes free.' }),
  subject: optional(subject()),
  body_html: optional(bodyHtml()),
  body_text: bodyText().nullable().optional().meta({ description: 'Null removes the plain text.' }),
  variables: optional(variables()).meta({ description: 'All variables: they replace the previous ones.' }),
  is_active: optional(z.boolean('must be true or false')).meta({ description: 'If false, it cannot be sent.' }),
  layout_id: idParam()
    .nullable()
    .optional()
    .meta({ description: `${LAYOUT} Null removes the layout.` }),
})
export type TemplateChanges = z.output<typeof TemplateChanges>

export const UpdatedTemplate = z.object({ id: id('template'), name: z.string(), version: z.int() })
export type UpdatedTemplate = z.output<typeof UpdatedTemplate>

export const TemplateVersionPage = z.object({ versions: z.array(TemplateVersion), next_cursor: nextCursor() })

export const RenderRequest = z.strictObject({ id: idParam(), vars: optional(templateVars()) })
