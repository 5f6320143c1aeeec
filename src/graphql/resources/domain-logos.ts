import { getDomainLogo, setDomainLogo } from '../../operations/domain-logos.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { looksUp, runs } from '../resolve.js'

const indicator = getDomainLogo.output

const BimiRecord = outputOf('BimiRecord', 'The record that tells where a logo is.', objectIn(indicator, 'record'), {
  types: { type: 'String' },
  about: { type: 'Always TXT.' },
})
const DmarcEnforcement = outputOf(
  'DmarcEnforcement',
  'The DMARC state of a domain, as required for logos.',
  indicator.shape.dmarc,
)
const Indicator = outputOf('Indicator', 'The logo of a domain, and what is missing for it to be shown.', indicator, {
  types: { record: BimiRecord, dmarc: DmarcEnforcement },
})

const domainArg = { type: 'String', required: true, description: 'The name or id of the domain.' } as const

builder.queryFields((t) => ({
  domainLogo: t.field({ type: Indicator, args: { domain: t.arg(domainArg) }, ...looksUp(getDomainLogo) }),
}))

builder.mutationFields((t) => ({
  setDomainLogo: t.field({
    type: Indicator,
    args: {
      domain: t.arg(domainArg),
      logoUrl: t.arg.string({ description: 'An https URL of a square logo in SVG Tiny PS; null removes the logo.' }),
    },
    ...runs(setDomainLogo),
  }),
}))
