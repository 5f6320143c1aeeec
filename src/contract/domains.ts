import { z } from 'zod'
import { isSafeText } from '../lib/addresses.js'
import { id, nextCursor, timestamp } from './fields.js'

/** `failed` means that something else is published than should be. */
export const DOMAIN_STATUSES = ['pending', 'verified', 'failed'] as const
export type DomainStatus = (typeof DOMAIN_STATUSES)[number]
export const DNS_RECORD_TYPES = ['CNAME', 'MX', 'TXT'] as const

const MAX_NAME_CHARS = 512

const MAX_FROM_NAME_CHARS = 128

const status = (description: string) =>
  z
    .enum(DOMAIN_STATUSES)
    .meta({ description: `${description} \`failed\` means that something else is published than should be.` })

const statuses = {
  dkim_status: status('The three CNAME records.'),
  spf_status: status('The TXT record of the MAIL FROM subdomain.'),
  dmarc_status: status('The TXT record of the policy, which may be any.'),
  txt_status: status('Both TXT records.'),
}

/** How a request says which domain it means. */
export const domainParam = () => z.string().meta({ description: 'The name of the domain, or its identifier.' })

export const DnsRecord = z
  .object({
    type: z.enum(DNS_RECORD_TYPES),
    name: z.string().meta({ description: 'The whole name, without a final dot.' }),
    value: z.string().meta({ description: 'The host of a CNAME, `10 host` of an MX, or the whole text of a TXT.' }),
  })
  .meta({ id: 'DnsRecord' })
export type DnsRecord = z.output<typeof DnsRecord>

export const Domain = z
  .object({
    id: id('domain'),
    domain: z.string().meta({ description: 'Its name, in lower case and A-label form.' }),
    ...statuses,
    fully_verified: z.boolean().meta({
      description: 'Whether it can send: all four statuses are `verified`, and it is not being deleted.',
    }),
    sandbox: z.boolean().meta({ description: 'Whether it is the built-in domain of the shared sender.' }),
    dns_records: z.array(DnsRecord).meta({ description: 'What to publish. None for the built-in domain.' }),
    mail_from_domain: z.string().meta({ description: 'The domain of its envelope senders.' }),
    from_name: z.string().nullable().meta({ description: 'Shown as the sender of mail that names none.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'Domain' })
export type Domain = z.output<typeof Domain>

export const DnsHost = z
  .object({
    id: z.string().meta({ description: '`unknown` where nobody is recognized by the name servers.' }),
    name: z.string(),
    docs_url: z.string().nullable().meta({ description: 'How records are set there.' }),
    dashboard_url: z.string().nullable().meta({ description: 'Where records are set there.' }),
    supports_api: z.boolean().meta({ description: 'Whether records can be set there by an API.' }),
    unproxy_hint: z.string().nullable().meta({ description: 'What to watch out for where records may be proxied.' }),
    record_name_label: z.string().meta({ description: 'What its console calls the name of a record.' }),
    record_value_label: z.string().meta({ description: 'What its console calls the value of a record.' }),
  })
  .meta({ id: 'DnsHost' })
export type DnsHost = z.output<typeof DnsHost>

export const NewDomain = z.object({
  domain: z
    .string('must be a domain name, like mail.example.com')
    .max(MAX_NAME_CHARS, `must have at most ${MAX_NAME_CHARS} characters`)
    .meta({ description: 'A name below a public suffix, like `mail.example.com`.' }),
})

export const DomainPage = z.object({ domains: z.array(Domain), next_cursor: nextCursor() })

export const DomainRef = z.object({ domain: domainParam() })

export const DomainVerification = z
  .object({
    domain: z.string(),
    fully_verified: z.boolean().meta({ description: 'Whether it can send from now on.' }),
    results: z
      .array(
        z
          .object({
            field: z.enum(['dkim', 'spf', 'dmarc']).meta({ description: 'The status that the record counts for.' }),
            type: z.string().meta({ description: 'Type of the record.' }),
            name: z.string().meta({ description: 'Name of the record.' }),
            status: status('What was found.'),
          })
          .meta({ id: 'DomainCheck' }),
      )
      .meta({ description: 'One entry a record, but none for the MX, without which mail goes out as well.' }),
  })
  .meta({ id: 'DomainVerification' })
export type DomainVerification = z.output<typeof DomainVerification>

const fromName = () =>
  z
    .string('must be a text, like Acme Billing; null for none')
    .max(MAX_FROM_NAME_CHARS, `must have at most ${MAX_FROM_NAME_CHARS} characters`)
    .refine(
      isSafeText,
      'must have no line breaks or other control characters, also none that turn the direction of writing',
    )
    .nullable()
    .transform((text) => text?.trim() || null)
    .meta({ description: 'The name; null or empty for none.' })

export const FromNameChange = z.object({ domain: domainParam(), from_name: fromName() })

export const DomainFromName = z
  .object({ domain: z.string(), from_name: z.string().nullable() })
  .meta({ id: 'DomainFromName' })

export const DnsSetup = z
  .object({
    domain: z.string(),
    zone_apex: z.string().meta({ description: 'The zone that the records belong into.' }),
    provider: DnsHost,
    records: z.array(
      DnsRecord.extend({
        host: z.string().meta({ description: 'The name within the zone; `@` for the zone itself.' }),
      }).meta({ id: 'DnsSetupRecord' }),
    ),
    mail_from_domain: z.string().meta({ description: 'The domain of its envelope senders.' }),
    ...statuses,
  })
  .meta({ id: 'DnsSetup' })
export type DnsSetup = z.output<typeof DnsSetup>

export const Zonefile = z.string()
