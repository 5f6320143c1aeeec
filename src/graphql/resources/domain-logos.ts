import { getDomainLogo, setDomainLogo } from '../../operations/domain-logos.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { looksUp, ofObject, runs } from '../resolve.js'
import { wholeDomain } from './domains.js'

const indicator = getDomainLogo.output

const BimiRecord = outputOf('BimiRecord', 'The record with the URL of a logo.', objectIn(indicator, 'record'), {
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
  more: wholeDomain,
})

const domainArg = { type: 'String', required: true, description: 'The name or id of the domain.' } as const

builder.queryFields((t) => ({
  domainLogo: t.field({
    type: Indicator,
    args: { domain: t.arg(domainArg) },
    ...ofObject(looksUp(getDomainLogo), 'domain'),
  }),
}))

builder.mutationFields((t) => ({
  setDomainLogo: t.field({
    type: Indicator,
    args: {
      domain: t.arg(domainArg),
      logoUrl: t.arg.string({ description: 'An https URL of a square logo in SVG Tiny PS; null removes the logo.' }),
    },
    ...ofObject(runs(setDomainLogo), 'domain'),
  }),
}))
