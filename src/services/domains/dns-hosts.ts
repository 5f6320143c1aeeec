import type { DnsHost } from '../../contract/domains.js'

/** For unknown hosts: instructions that mostly fit. */
export const UNKNOWN_DNS_HOST: DnsHost = {
  id: 'unknown',
  name: 'Your DNS provider',
  docs_url: null,
  dashboard_url: null,
  supports_api: false,
  unproxy_hint: null,
  record_name_label: 'Name',
  record_value_label: 'Value',
}

interface Known extends DnsHost {
  /** Matches its name servers, in lower case and without a final dot. */
  servers: RegExp
}

const known = (
  servers: RegExp,
  id: string,
  name: string,
  links: { docs: string | null; dashboard: string | null },
  more: Partial<DnsHost> = {},
): Known => ({
  ...UNKNOWN_DNS_HOST,
  supports_api: true,
  servers,
  id,
  name,
  docs_url: links.docs,
  dashboard_url: links.dashboard,
  ...more,
})

/** The first match wins: the name servers of Google Cloud DNS also match those of Squarespace. */
const KNOWN: readonly Known[] = [
  known(
    /(^|\.)ns\.cloudflare\.com$/,
    'cloudflare',
    'Cloudflare',
    { docs: 'https://developers.cloudflare.com/dns/proxy-status/', dashboard: 'https://dash.cloudflare.com' },
    {
      unproxy_hint:
        'Set each CNAME to "DNS only" (grey cloud): a proxied record answers with addresses, and the CNAME cannot be seen.',
      record_value_label: 'Target or content',
    },
  ),
  known(
    /(^|\.)awsdns-\d+\.(com|net|org|co\.uk)$/,
    'route53',
    'Amazon Route 53',
    {
      docs: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resource-record-sets-creating.html',
      dashboard: 'https://console.aws.amazon.com/route53/',
    },
    { record_name_label: 'Record name' },
  ),
  known(/(^|\.)domaincontrol\.com$/, 'godaddy', 'GoDaddy', {
    docs: 'https://www.godaddy.com/help/add-an-mx-record-19234',
    dashboard: 'https://dcc.godaddy.com/control/portfolio',
  }),
  known(
    /(^|\.)registrar-servers\.com$/,
    'namecheap',
    'Namecheap',
    {
      docs: 'https://www.namecheap.com/support/knowledgebase/article.aspx/322/2237/',
      dashboard: 'https://ap.www.namecheap.com/domains/list/',
    },
    { record_name_label: 'Host' },
  ),
  known(
    /(^|\.)digitalocean\.com$/,
    'digitalocean',
    'DigitalOcean',
    {
      docs: 'https://docs.digitalocean.com/products/networking/dns/',
      dashboard: 'https://cloud.digitalocean.com/networking/domains',
    },
    { record_name_label: 'Hostname' },
  ),
  known(
    /(^|\.)ns-cloud-[a-e]\d+\.googledomains\.com$/,
    'google-cloud-dns',
    'Google Cloud DNS',
    {
      docs: 'https://cloud.google.com/dns/docs/records',
      dashboard: 'https://console.cloud.google.com/net-services/dns',
    },
    { record_name_label: 'DNS name', record_value_label: 'Data' },
  ),
  known(
    /(^|\.)(squarespacedns|googledomains)\.com$/,
    'squarespace',
    'Squarespace',
    { docs: 'https://support.squarespace.com', dashboard: 'https://account.squarespace.com/domains' },
    { supports_api: false, record_name_label: 'Host', record_value_label: 'Data' },
  ),
  known(/(^|\.)vercel-dns\.com$/, 'vercel', 'Vercel', {
    docs: 'https://vercel.com/docs/domains/managing-dns-records',
    dashboard: 'https://vercel.com/dashboard/domains',
  }),
  known(/(^|\.)ns\.hetzner\.(com|de)$/, 'hetzner', 'Hetzner', {
    docs: 'https://docs.hetzner.com',
    dashboard: 'https://console.hetzner.com',
  }),
  known(/(^|\.)azure-dns\.(com|net|org|info)$/, 'azure', 'Azure DNS', {
    docs: 'https://learn.microsoft.com/azure/dns/',
    dashboard: 'https://portal.azure.com',
  }),
  known(
    /(^|\.)ui-dns\.(com|org|biz|de|co\.uk)$/,
    'ionos',
    'IONOS',
    { docs: null, dashboard: null },
    { record_name_label: 'Host name' },
  ),
  known(/(^|\.)dns-parking\.com$/, 'hostinger', 'Hostinger', { docs: null, dashboard: null }),
  known(/(^|\.)(dnsimple\.com|dnsimple-edge\.(com|net|org))$/, 'dnsimple', 'DNSimple', { docs: null, dashboard: null }),
]

/** The host of these name servers; {@link UNKNOWN_DNS_HOST} if unknown. */
export function dnsHostOf(nameServers: readonly string[]): DnsHost {
  const names = nameServers.map((name) => name.toLowerCase().replace(/\.$/, ''))
  const host = KNOWN.find(({ servers }) => names.some((name) => servers.test(name)))
  if (!host) return UNKNOWN_DNS_HOST
  const { servers: _servers, ...shown } = host
  return shown
}
