import { z } from 'zod'
import { list } from './kinds.js'

/** The APIs of other services that Postline understands: each has a folder in src/compat. */
export const COMPAT_APIS = ['resend', 'postmark', 'sendgrid', 'mailgun'] as const
export type CompatName = (typeof COMPAT_APIS)[number]

const RULE = `must be all, none, or a comma-separated list of ${COMPAT_APIS.join(', ')}`

/** The names of those to serve. Words for all and none, because an empty value counts as unset. */
export const compatApis = () =>
  z.string().transform((text, context): CompatName[] => {
    if (text === 'all') return [...COMPAT_APIS]
    if (text === 'none') return []
    const parsed = list()
      .pipe(z.array(z.enum(COMPAT_APIS)).min(1))
      .safeParse(text)
    if (parsed.success) return parsed.data
    context.addIssue(RULE)
    return z.NEVER
  })
