import { type DnsResolver, recordsIn } from '../../lib/network/dns-resolver.js'
import { registrableDomain } from './domain-name.js'

/** The zone of a name. */
export interface Zone {
  apex: string
  /** Empty if unknown. */
  nameServers: string[]
}

/** Most levels to check below the registrable domain: nobody delegates deeper. */
const MAX_LEVELS = 6

/**
 * Finds the zone of a name: the nearest name at or above it with its own name servers. Without an answer, the
 * registrable domain.
 */
export async function findZone(resolver: Pick<DnsResolver, 'ns' | 'soa' | 'cname'>, name: string): Promise<Zone> {
  const registrable = registrableDomain(name)
  const found = await Promise.all(candidates(name, registrable).map((candidate) => askFor(resolver, candidate)))
  const nearest = found.find((zone) => zone !== null)
  return nearest ?? { apex: registrable, nameServers: [] }
}

/** The names from this one up to its registrable domain. */
function candidates(name: string, registrable: string): string[] {
  const above = name === registrable ? [] : name.slice(0, -registrable.length - 1).split('.')
  const nearest = above.slice(-MAX_LEVELS)
  return [...nearest.map((_label, index) => `${nearest.slice(index).join('.')}.${registrable}`), registrable]
}

/** The zone that starts at a name; null if there is none. */
async function askFor(resolver: Pick<DnsResolver, 'ns' | 'soa' | 'cname'>, name: string): Promise<Zone | null> {
  const [ns, soa, cname] = await Promise.all([resolver.ns(name), resolver.soa(name), resolver.cname(name)])
  // A resolver follows aliases, and would answer with the records of another name.
  if (cname.status === 'found') return null
  if (ns.status !== 'found' && soa.status !== 'found') return null
  return { apex: name, nameServers: recordsIn(ns) }
}
