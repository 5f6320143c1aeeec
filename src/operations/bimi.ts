import { z } from 'zod'
import { MAX_LOGO_BYTES } from '../services/domains/logo-file.js'
import { domainParam, noteDomain } from './domain-target.js'
import { incomingFile } from './file.js'
import { get, operation, post, put, restOnly } from './operation.js'

const MAX_URL_CHARS = 2_048

const Indicator = z
  .object({
    logo_url: z.string().nullable().meta({ description: 'Where the logo is; null when there is none.' }),
    record: z
      .object({
        type: z.literal('TXT'),
        name: z.string().meta({ description: 'The whole name, without a final dot.' }),
        value: z.string().meta({ description: 'The whole text of the record.' }),
      })
      .meta({ id: 'BimiRecord' })
      .nullable()
      .meta({ description: 'The record to publish; null when there is no logo.' }),
    dmarc: z
      .object({
        at_enforcement: z.boolean().meta({
          description:
            'Whether the DMARC policy in DNS is strict enough for logos: quarantine or reject, for everything.',
        }),
        recommended: z
          .string()
          .meta({ description: 'Value of the DMARC record that would be, near to what is published.' }),
      })
      .meta({ id: 'DmarcEnforcement' })
      .meta({ description: 'What DNS says of DMARC, at the moment. What it does not answer counts as not there.' }),
    bimi_published: z.boolean().meta({ description: 'Whether the record is found in DNS, at the moment.' }),
    vmc_note: z.string().meta({ description: 'Which mailbox providers want a certificate as well.' }),
  })
  .meta({ id: 'Indicator' })

const logoUrl = 'https://mail.example.com/logos/dom_01kajqz2c4e6g8j0m2p4r6t8v0.svg'
const anIndicator = {
  logo_url: logoUrl,
  record: { type: 'TXT' as const, name: 'default._bimi.shop.example', value: `v=BIMI1; l=${logoUrl};` },
  dmarc: { at_enforcement: false, recommended: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@shop.example;' },
  bimi_published: false,
  vmc_note: 'Gmail and Apple Mail show the logo only with a Verified Mark Certificate.',
}
const domain = 'shop.example'
const none = { ...anIndicator, logo_url: null, record: null }

export const getDomainLogo = operation({
  name: 'domains.getLogo',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/bimi'),
  summary: 'Gets the logo of a domain (BIMI), and what is still missing for it to be shown.',
  errors: ['not_found'],
  input: z.object({ domain: domainParam() }),
  output: Indicator,
  examples: [{ summary: 'A logo whose record is not published yet', input: { domain }, output: anIndicator }],
  run: ({ caller, services }, input) => services.bimi.get(caller.accountId, input.domain),
})

export const setDomainLogo = operation({
  name: 'domains.setLogo',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/domains/:domain/bimi'),
  summary: 'Names the logo of a domain, or removes it.',
  errors: ['not_found'],
  input: z.object({
    domain: domainParam(),
    logo_url: z
      .string('must be an https URL, or null for no logo')
      .max(MAX_URL_CHARS, `must have at most ${MAX_URL_CHARS} characters`)
      .nullable()
      .meta({ description: 'An https URL of a square logo in SVG Tiny PS; null removes the logo.' }),
  }),
  output: Indicator,
  examples: [
    { summary: 'A logo', input: { domain, logo_url: logoUrl }, output: anIndicator },
    { summary: 'No logo', input: { domain, logo_url: null }, output: none },
  ],
  run: async (context, input) => {
    const indicator = await context.services.bimi.setLogo(context.caller.accountId, input.domain, input.logo_url)
    await noteDomain(context, input.domain)
    return indicator
  },
})

export const uploadDomainLogo = restOnly(
  operation({
    name: 'domains.uploadLogo',
    kind: 'mutation',
    scope: 'admin',
    rest: post('/v1/domains/:domain/bimi/logo', { file: { maxBytes: MAX_LOGO_BYTES } }),
    summary: 'Uploads the logo of a domain, which is then served from here.',
    errors: ['not_found', 'payload_too_large', 'overloaded'],
    input: z.object({ domain: domainParam(), file: incomingFile('A square logo in SVG Tiny PS, of at most 1 MiB.') }),
    output: Indicator,
    examples: [
      {
        summary: 'A logo',
        input: { domain, file: { bytes: Buffer.from('<svg/>'), filename: 'logo.svg' } },
        output: anIndicator,
      },
    ],
    run: async (context, { domain, file }) => {
      const indicator = await context.services.bimi.uploadLogo(context.caller.accountId, domain, file)
      await noteDomain(context, domain)
      return indicator
    },
  }),
)
