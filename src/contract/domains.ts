import { z } from 'zod'
import { hasEncodedWord, isSafeText } from '../lib/mail/addresses.js'
import { id, NO_ENCODED_WORD, nextCursor, timestamp } from './fields.js'

/** `failed` means that the published record is wrong. */
export const DOMAIN_STATUSES = ['pending', 'verified', 'failed'] as const
export type DomainStatus = (typeof DOMAIN_STATUSES)[number]
export const DNS_RECORD_TYPES = ['CNAME', 'MX', 'TXT'] as const

const MAX_NAME_CHARS = 512

const MAX_FROM_NAME_CHARS = 128

const status = (description: string) =>
  z.enum(DOMAIN_STATUSES).meta({ description: `${description} \`failed\` means that the published record is wrong.` })

const statuses = {
  dkim_status: status('The three CNAME records.'),
  spf_status: status('The TXT record of the MAIL FROM subdomain.'),
  dmarc_status: status('The DMARC record; any policy will do.'),
  txt_status: status('Both TXT records.'),
}

const DomainStatus = z
  .enum(DOMAIN_STATUSES)
  .meta({ id: 'DomainStatus', description: '`failed` means that the published record is wrong.' })

const ed25519Status = () =>
  DomainStatus.nullable().meta({
    description:
      'The status of the TXT record of its Ed25519 key, which also signs mail while the status is `verified`; null without such a key.',
  })

/** The domain parameter of requests. */
export const domainParam = () => z.string().meta({ description: 'The name or id of the domain.' })

export const DnsRecord = z
  .object({
    type: z.enum(DNS_RECORD_TYPES),
    name: z.string().meta({ description: 'The full name, without the final dot.' }),
    value: z.string().meta({ description: 'The host of a CNAME, `10 host` for an MX, or the full text of a TXT.' }),
  })
  .meta({ id: 'DnsRecord' })
export type DnsRecord = z.output<typeof DnsRecord>

const links = () =>
  DomainLinks.nullable().meta({
    description:
      'The host of the links in its mail. Null if it can have none: the built-in domain, a name that needs no DNS, or a deployment without link hosts.',
  })

export const DomainLinks = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether links may have this host.' }),
    host: z.string().meta({ description: '`links.` and the domain.' }),
    record: DnsRecord.meta({ description: 'The record to publish for it. Sending does not need it.' }),
    status: status('The status of the record, as of the last verification.'),
  })
  .meta({ id: 'DomainLinks' })
export type DomainLinks = z.output<typeof DomainLinks>

const warnings = () =>
  z.array(z.string()).meta({ description: 'Why the records cannot be published as they are, and what to do.' })

export const LinksChange = z.strictObject({
  domain: domainParam(),
  enabled: z.boolean('must be true for links with the host of the domain, or false for links of this service'),
})

export const Ed25519Change = z.strictObject({
  domain: domainParam(),
  enabled: z.boolean('must be true to sign mail with an Ed25519 key as well, or false for RSA alone'),
})

export const Domain = z
  .object({
    id: id('domain'),
    domain: z.string().meta({ description: 'Its name in lower case, as A-labels.' }),
    ...statuses,
    fully_verified: z.boolean().meta({
      description: 'Whether it can send: all four statuses are `verified`, and it is not being deleted.',
    }),
    sandbox: z.boolean().meta({ description: 'Whether it is the built-in domain of the shared sender.' }),
    dns_records: z.array(DnsRecord).meta({ description: 'The records to publish. Empty for the built-in domain.' }),
    ed25519_status: ed25519Status(),
    mail_from_domain: z.string().meta({ description: 'The domain of its envelope senders.' }),
    from_name: z.string().nullable().meta({ description: 'The default sender name of its mail.' }),
    inbound_enabled: z.boolean().meta({ description: 'Whether mail to the domain is received.' }),
    links: links(),
    warnings: warnings(),
    created_at: timestamp(),
  })
  .meta({ id: 'Domain' })
export type Domain = z.output<typeof Domain>

export const DnsHost = z
  .object({
    id: z.string().meta({ description: '`unknown` if the name servers are not known.' }),
    name: z.string(),
    docs_url: z.string().nullable().meta({ description: 'Instructions of the host.' }),
    dashboard_url: z.string().nullable().meta({ description: 'The console of the host.' }),
    supports_api: z.boolean().meta({ description: 'Whether the host has an API for records.' }),
    unproxy_hint: z.string().nullable().meta({ description: 'A hint for hosts that may proxy records.' }),
    record_name_label: z.string().meta({ description: 'The term for the name of a record in its console.' }),
    record_value_label: z.string().meta({ description: 'The term for the value of a record in its console.' }),
  })
  .meta({ id: 'DnsHost' })
export type DnsHost = z.output<typeof DnsHost>

export const NewDomain = z.strictObject({
  domain: z
    .string('must be a domain name, like mail.example.com')
    .max(MAX_NAME_CHARS, `must have at most ${MAX_NAME_CHARS} characters`)
    .meta({ description: 'A name below a public suffix, like `mail.example.com`.' }),
})

export const DomainPage = z.object({ domains: z.array(Domain), next_cursor: nextCursor() })

export const DomainRef = z.strictObject({ domain: domainParam() })

export const DomainVerification = z
  .object({
    domain: z.string(),
    fully_verified: z.boolean().meta({ description: 'Whether it can now send.' }),
    results: z
      .array(
        z
          .object({
            field: z.enum(['dkim', 'spf', 'dmarc']).meta({ description: 'The status that the record belongs to.' }),
            type: z.enum(DNS_RECORD_TYPES).meta({ description: 'Type of the record.' }),
            name: z.string().meta({ description: 'Name of the record.' }),
            status: status('The result.'),
          })
          .meta({ id: 'DomainCheck' }),
      )
      .meta({ description: 'One entry for each record that sending requires.' }),
    ed25519_status: ed25519Status(),
    links: links(),
  })
  .meta({ id: 'DomainVerification' })
export type DomainVerification = z.output<typeof DomainVerification>

const fromName = () =>
  z
    .string('must be a string, like Acme Billing, or null for none')
    .max(MAX_FROM_NAME_CHARS, `must have at most ${MAX_FROM_NAME_CHARS} characters`)
    .refine(isSafeText, 'must not contain line breaks, control characters or text direction marks')
    .refine((text) => !hasEncodedWord(text), NO_ENCODED_WORD)
    .nullable()
    .transform((text) => text?.trim() || null)
    .meta({ description: 'The name; null or empty for none.' })

export const FromNameChange = z.strictObject({ domain: domainParam(), from_name: fromName() })

export const DomainFromName = z
  .object({ domain: z.string(), from_name: z.string().nullable() })
  .meta({ id: 'DomainFromName' })

const SetupRecord = DnsRecord.extend({
  host: z.string().meta({ description: 'The name within the zone; `@` for the zone itself.' }),
})

const InboundMxRecord = z
  .object({
    type: z.literal('MX'),
    priority: z.string(),
    value: z.string().meta({ description: 'The host.' }),
  })
  .meta({ id: 'InboundMxRecord', description: 'The record to publish at the domain, for mail to arrive here.' })

export const InboundChange = z.strictObject({
  domain: domainParam(),
  enabled: z.boolean('must be true to receive mail, or false to stop'),
})

export const DomainInbound = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether mail to the domain is received.' }),
    mx_record: InboundMxRecord,
  })
  .meta({ id: 'DomainInbound' })
export type DomainInbound = z.output<typeof DomainInbound>

export const DnsSetup = z
  .object({
    domain: z.string(),
    zone_apex: z.string().meta({ description: 'The zone that the records go into.' }),
    provider: DnsHost,
    records: z.array(
      SetupRecord.extend({
        status: status('The status of the record, as of the last verification.'),
      }).meta({ id: 'DnsSetupRecord' }),
    ),
    mail_from_domain: z.string().meta({ description: 'The domain of its envelope senders.' }),
    inbound_mx_record: InboundMxRecord,
    links: DomainLinks.extend({
      record: SetupRecord.meta({
        id: 'DnsSetupLinksRecord',
        description: 'The record to publish for it. Sending does not need it.',
      }),
    })
      .meta({ id: 'DnsSetupLinks' })
      .nullable()
      .meta({ description: 'The host of the links in its mail; null if it can have none.' }),
    warnings: warnings(),
    ...statuses,
  })
  .meta({ id: 'DnsSetup' })
export type DnsSetup = z.output<typeof DnsSetup>

export const Zonefile = z.string()
