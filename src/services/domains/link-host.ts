import type { Config } from '../../config.js'
import type { DnsRecord } from '../../contract/domains.js'
import type { DomainDoc } from '../../models/domain.js'

/** What the host of links in a domain's mail begins with. */
export const LINK_HOST_PREFIX = 'links.'

/** The host of the links in a domain's mail. */
export const linkHostOf = (name: string): string => LINK_HOST_PREFIX + name

/** The record that leads this host here. */
export const linkRecord = (name: string, target: string): DnsRecord => ({
  type: 'CNAME',
  name: linkHostOf(name),
  value: target,
})

/** The fields of a domain that determine which host the links in its mail have. */
export type LinkingDomain = Pick<DomainDoc, 'link_host' | 'links_status' | 'links_enabled'>

/** The host of the links in new mail of a domain; null if they have BASE_URL. */
export function linkHostInUse(
  { link_host, links_status, links_enabled = true }: LinkingDomain,
  { linkHostTarget }: Pick<Config, 'linkHostTarget'>,
): string | null {
  return linkHostTarget !== null && links_enabled && links_status === 'verified' ? (link_host ?? null) : null
}
