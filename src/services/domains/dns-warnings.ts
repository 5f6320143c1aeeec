import type { Config } from '../../config.js'
import { isMachineName } from '../../lib/network/public-name.js'
import type { DnsRecordDoc } from '../../models/domain.js'

/** The hosts that the settings have records of domains name, by setting. */
export function hostsInRecords(config: Config): Record<string, string> {
  const { dkimZone, mailFromMxHost, spfInclude, inboundMxHost, inboundEnabled } = config
  // SES names its own hosts.
  const ours = { DKIM_ZONE: dkimZone, MAIL_FROM_MX_HOST: mailFromMxHost, SPF_INCLUDE: spfInclude }
  return { ...(config.mailProvider !== 'ses' && ours), ...(inboundEnabled && { INBOUND_MX_HOST: inboundMxHost }) }
}

/**
 * Why records cannot be published: they name the machine itself, because the settings do not say where the service is.
 * @param stored the records of a domain, which are as old as its last verification.
 */
export function dnsWarnings(stored: readonly DnsRecordDoc[], config: Config): string[] {
  const settings = Object.entries(hostsInRecords(config)).flatMap(([name, host]) => (isMachineName(host) ? name : []))
  const isStoredSo = stored.some(({ type, value }) => hostsIn(type, value).some(isMachineName))
  if (settings.length > 0) {
    const { hostname } = new URL(config.baseUrl)
    return [
      `These records cannot be published: they name hosts under ${hostname}, which only this machine can reach. The ` +
        `operator has to set BASE_URL to the public URL of this service (or ${inWords(settings)}) and to start it again. ` +
        'Verify the domain then: it gets the right records.',
    ]
  }
  if (!isStoredSo) return []
  return ['These records were made before BASE_URL was set, and cannot be published. Verify the domain to get others.']
}

/** The hosts that a record names. */
function hostsIn(type: DnsRecordDoc['type'], value: string): string[] {
  if (type === 'CNAME') return [value]
  if (type === 'MX') return [value.slice(value.indexOf(' ') + 1)]
  return value.split(' ').flatMap((term) => (term.startsWith('include:') ? term.slice('include:'.length) : []))
}

function inWords(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
