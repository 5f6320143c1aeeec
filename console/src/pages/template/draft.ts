import type { PreviewTemplateMutationVariables, TemplateContentFragment, VariableFragment } from './template-operations'

/** A variable as the reader edits it. Values are texts; those that are no texts are JSON. */
export interface DraftVariable {
  /** Stays while the name is edited. */
  key: number
  name: string
  required: boolean
  sample: string
  fallback: string
  /** As they are stored: what is not touched keeps its type. */
  stored: Pick<VariableFragment, 'sample' | 'default'> | null
}

/** A template as the reader edits it. */
export interface TemplateDraft {
  name: string
  /** Empty for one that is made from the name. */
  slug: string
  isActive: boolean
  /** A layout has no subject. */
  isLayout: boolean
  /** The layout around the bodies, which is chosen by the API. */
  layoutId: string | null
  subject: string
  bodyHtml: string
  bodyText: string
  variables: DraftVariable[]
}

/** What a new template begins with. */
export const BLANK: TemplateDraft = {
  name: '',
  slug: '',
  isActive: true,
  isLayout: false,
  layoutId: null,
  subject: 'Your order {{ order }}',
  bodyHtml: '<p>Hello {{ name }},</p>\n<p>your order {{ order }} is on its way.</p>\n',
  bodyText: '',
  variables: [
    { key: -1, name: 'name', required: false, sample: 'Ada', fallback: 'there', stored: null },
    { key: -2, name: 'order', required: true, sample: '8471', fallback: '', stored: null },
  ],
}

/** What is stored, to be edited. */
export function draftOf(
  stored: TemplateContentFragment & Pick<TemplateDraft, 'name' | 'slug' | 'isActive' | 'isLayout' | 'layoutId'>,
): TemplateDraft {
  const { name, slug, isActive, isLayout, layoutId, subject, bodyHtml, bodyText } = stored
  return {
    name,
    slug,
    isActive,
    isLayout,
    layoutId,
    subject,
    bodyHtml,
    bodyText: bodyText ?? '',
    variables: stored.variables.map(toDraft),
  }
}

/** A stored variable, to be edited. */
export const toDraft = (stored: VariableFragment, key: number): DraftVariable => ({
  ...{ key, name: stored.name, required: stored.required, stored },
  ...{ sample: textOf(stored.sample), fallback: textOf(stored.default) },
})

/** The content of a draft, as the API takes it. */
export const contentOf = ({ isLayout, subject, bodyHtml, bodyText, variables }: TemplateDraft) => ({
  ...(isLayout ? {} : { subject }),
  ...{ bodyHtml, bodyText: bodyText === '' ? null : bodyText },
  variables: variables.map(({ name, required, sample, fallback, stored }) => ({
    ...{ name, required },
    sample: typedOf(sample, stored?.sample),
    default: typedOf(fallback, stored?.default),
  })),
})

/** What the preview shows: the draft with its sample values. */
export const previewOf = (draft: TemplateDraft): PreviewTemplateMutationVariables => ({
  input: {
    ...contentOf(draft),
    ...{ isLayout: draft.isLayout, layoutId: draft.layoutId },
    vars: samplesOf(draft),
  },
})

/** The sample values by name. */
export function samplesOf({ variables }: TemplateDraft): Record<string, unknown> {
  const given = variables.filter(({ name, sample }) => name !== '' && sample !== '')
  return Object.fromEntries(given.map(({ name, sample, stored }) => [name, typedOf(sample, stored?.sample)]))
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Lists and objects are written as JSON. Everything else is a text, except what is stored otherwise. */
function typedOf(text: string, stored: unknown): unknown {
  if (text === textOf(stored)) return stored ?? null
  if (text === '') return null
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
