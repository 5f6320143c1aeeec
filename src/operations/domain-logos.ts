import { Indicator, LogoChange, NewLogo } from '../contract/domain-logos.js'
import { DomainRef } from '../contract/domains.js'
import { MAX_LOGO_BYTES } from '../services/domains/logo-file.js'
import { setAuditTarget } from './domains.js'
import { get, operation, post, put, restOnly } from './operation.js'

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
  summary: 'Gets the logo of a domain (BIMI), and what it still needs to be shown.',
  errors: ['not_found'],
  input: DomainRef,
  output: Indicator,
  examples: [{ summary: 'A logo whose record is not published yet', input: { domain }, output: anIndicator }],
  run: ({ caller, services }, input) => services.domainLogos.get(caller.accountId, input.domain),
})

export const setDomainLogo = operation({
  name: 'domains.setLogo',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/domains/:domain/bimi'),
  summary: 'Sets the logo of a domain by URL, or removes it.',
  errors: ['not_found'],
  input: LogoChange,
  output: Indicator,
  examples: [
    { summary: 'A logo', input: { domain, logo_url: logoUrl }, output: anIndicator },
    { summary: 'No logo', input: { domain, logo_url: null }, output: none },
  ],
  run: async (context, input) => {
    const indicator = await context.services.domainLogos.setLogo(context.caller.accountId, input.domain, input.logo_url)
    await setAuditTarget(context, input.domain)
    return indicator
  },
})

export const uploadDomainLogo = restOnly(
  operation({
    name: 'domains.uploadLogo',
    kind: 'mutation',
    scope: 'admin',
    rest: post('/v1/domains/:domain/bimi/logo', { file: { maxBytes: MAX_LOGO_BYTES } }),
    summary: 'Uploads the logo of a domain, which this service then serves.',
    errors: ['not_found', 'payload_too_large', 'overloaded'],
    input: NewLogo,
    output: Indicator,
    examples: [
      {
        summary: 'A logo',
        input: { domain, file: { bytes: Buffer.from('<svg/>'), filename: 'logo.svg' } },
        output: anIndicator,
      },
    ],
    run: async (context, { domain, file }) => {
      const indicator = await context.services.domainLogos.uploadLogo(context.caller.accountId, domain, file)
      await setAuditTarget(context, domain)
      return indicator
    },
  }),
)
