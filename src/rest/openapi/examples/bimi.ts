import type { Examples } from './exchange.js'

const logoUrl = 'https://mail.example.com/logos/dom_01kajqz2c4e6g8j0m2p4r6t8v0.svg'
const output = {
  logo_url: logoUrl,
  record: { type: 'TXT' as const, name: 'default._bimi.shop.example', value: `v=BIMI1; l=${logoUrl};` },
  dmarc: { at_enforcement: false, recommended: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@shop.example;' },
  bimi_published: false,
  vmc_note: 'Gmail and Apple Mail show the logo only with a Verified Mark Certificate.',
}
const domain = 'shop.example'
const none = { ...output, logo_url: null, record: null }

export const bimiExamples = {
  'domains.getLogo': [{ summary: 'A logo whose record is not published yet', input: { domain }, output }],
  'domains.setLogo': [
    { summary: 'A logo', input: { domain, logo_url: logoUrl }, output },
    { summary: 'No logo', input: { domain, logo_url: null }, output: none },
  ],
  'domains.uploadLogo': [
    { summary: 'A logo', input: { domain, file: { bytes: Buffer.from('<svg/>'), filename: 'logo.svg' } }, output },
  ],
} satisfies Examples
