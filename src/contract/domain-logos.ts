import { z } from 'zod'
import { domainParam } from './domains.js'
import { incomingFile } from './file.js'

const MAX_URL_CHARS = 2_048

export const BimiRecord = z
  .object({
    type: z.literal('TXT'),
    name: z.string().meta({ description: 'The full name, without the final dot.' }),
    value: z.string().meta({ description: 'The full text of the record.' }),
  })
  .meta({ id: 'BimiRecord' })
export type BimiRecord = z.output<typeof BimiRecord>

/** What mailbox providers require of a domain's DMARC policy before they show its logo. */
export const DmarcEnforcement = z
  .object({
    at_enforcement: z.boolean().meta({
      description: 'Whether the DMARC policy in DNS is strict enough for logos: quarantine or reject, for all mail.',
    }),
    recommended: z.string().meta({ description: 'A sufficient DMARC record, close to the published one.' }),
  })
  .meta({ id: 'DmarcEnforcement' })
export type DmarcEnforcement = z.output<typeof DmarcEnforcement>

export const Indicator = z
  .object({
    logo_url: z.string().nullable().meta({ description: 'Where the logo is; null if there is none.' }),
    record: BimiRecord.nullable().meta({ description: 'The record to publish; null without a logo.' }),
    dmarc: DmarcEnforcement.meta({
      description: 'The current DMARC policy in DNS. Records that DNS does not return count as missing.',
    }),
    bimi_published: z.boolean().meta({ description: 'Whether DNS has the record at the moment.' }),
    vmc_note: z.string().meta({ description: 'Which mailbox providers also require a certificate.' }),
  })
  .meta({ id: 'Indicator' })
export type Indicator = z.output<typeof Indicator>

export const LogoChange = z.strictObject({
  domain: domainParam(),
  logo_url: z
    .string('must be an https URL, or null for no logo')
    .max(MAX_URL_CHARS, `must have at most ${MAX_URL_CHARS} characters`)
    .nullable()
    .meta({ description: 'An https URL of a square logo in SVG Tiny PS; null removes the logo.' }),
})

export const NewLogo = z.strictObject({
  domain: domainParam(),
  file: incomingFile('A square logo in SVG Tiny PS of at most 1 MiB.'),
})
