import type { Examples } from './exchange.js'

const ID = 'dom_01kajqx5t2n8w4e6r9y7m3b1c0'
const pending = {
  dkim_status: 'pending' as const,
  spf_status: 'pending' as const,
  dmarc_status: 'pending' as const,
  txt_status: 'pending' as const,
}

const dkim = ([1, 2, 3] as const).map((number) => ({
  type: 'CNAME' as const,
  name: `pl${number}._domainkey.mail.example.com`,
  value: `${ID}-${number}.dkim.postline.example`,
}))
const records = [
  ...dkim,
  { type: 'MX' as const, name: 'send.mail.example.com', value: '10 feedback.postline.example' },
  {
    type: 'TXT' as const,
    name: 'send.mail.example.com',
    value: 'v=spf1 include:spf.postline.example ~all',
  },
  { type: 'TXT' as const, name: '_dmarc.mail.example.com', value: 'v=DMARC1; p=none;' },
]

const domain = {
  id: ID,
  domain: 'mail.example.com',
  ...pending,
  fully_verified: false,
  sandbox: false,
  dns_records: records,
  mail_from_domain: 'send.mail.example.com',
  from_name: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
const input = { domain: 'mail.example.com' }

export const domainExamples = {
  'domains.create': [{ summary: 'A domain to publish records for', input, output: domain }],
  'domains.list': [{ summary: 'All domains', input: { limit: 50 }, output: { domains: [domain], next_cursor: null } }],
  'domains.get': [{ summary: 'A domain that is not verified yet', input, output: domain }],
  'domains.delete': [{ summary: 'A domain that sends no more', input, output: null }],
  'domains.verify': [
    {
      summary: 'One record is still missing',
      input,
      output: {
        domain: 'mail.example.com',
        fully_verified: false,
        results: [
          ...dkim.map(({ type, name }) => ({ field: 'dkim' as const, type, name, status: 'verified' as const })),
          { field: 'spf', type: 'TXT', name: 'send.mail.example.com', status: 'verified' },
          { field: 'dmarc', type: 'TXT', name: '_dmarc.mail.example.com', status: 'pending' },
        ],
      },
    },
  ],
  'domains.setFromName': [
    {
      summary: 'A name for all mail of a domain',
      input: { ...input, from_name: 'Acme Billing' },
      output: { ...input, from_name: 'Acme Billing' },
    },
  ],
  'domains.dnsSetup': [
    {
      summary: 'A domain whose DNS is at Cloudflare',
      input,
      output: {
        domain: 'mail.example.com',
        zone_apex: 'example.com',
        provider: {
          id: 'cloudflare',
          name: 'Cloudflare',
          docs_url: 'https://developers.cloudflare.com/dns/proxy-status/',
          dashboard_url: 'https://dash.cloudflare.com',
          supports_api: true,
          unproxy_hint:
            'Set each CNAME to "DNS only" (grey cloud): a proxied record answers with addresses, and the CNAME cannot be seen.',
          record_name_label: 'Name',
          record_value_label: 'Target or content',
        },
        records: records.map((record) => ({ ...record, host: record.name.slice(0, -'.example.com'.length) })),
        mail_from_domain: 'send.mail.example.com',
        ...pending,
      },
    },
  ],
  'domains.zonefile': [
    {
      summary: 'All records of a domain',
      input,
      output: `; Records of mail.example.com\npl1._domainkey.mail.example.com. 300 IN CNAME ${ID}-1.dkim.postline.example.\n`,
    },
  ],
} satisfies Examples
