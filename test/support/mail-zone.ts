import type { DnsZone } from './dns-server.js'

/** Domains by their answer in DNS: they accept mail, they do not, or there is no usable answer. */
export const mailZone = (): DnsZone => ({
  'mx.test': { MX: ['10 mail.mx.test'] },
  'a.test': { A: ['192.0.2.1'] },
  'aaaa.test': { AAAA: ['2001:db8::1'] },
  'alias.test': { CNAME: 'mx.test' },
  'xn--bcher-kva.test': { MX: ['10 mail.mx.test'] },

  'nullmx.test': { MX: ['0 .'], A: ['192.0.2.1'] },
  'txt.test': { TXT: ['no mail here'] },

  'broken.test': 'SERVFAIL',
  'refused.test': 'REFUSED',
  'silent.test': 'SILENCE',
  'half.test': { A: 'SERVFAIL' },
})
