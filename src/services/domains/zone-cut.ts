import type { DnsAnswer, DnsResolver } from '../../lib/dns-resolver.js'
import { registrableDomain } from './domain-name.js'

/** The zone that a name is in. */
export interface Zone {
  apex: string
  /** Empty when nobody told. */
  nameServers: string[]
}

/** More labels than this between a name and its registrable domain are not looked at: nobody delegates so deep. */
const MAX_LEVELS = 6

/**
 * Finds the zone of a name: the nearest name at or above it that has name servers of its own, down from its
 * registrable domain, which it is when DNS does not tell.
 */
export async function findZone(resolver: Pick<DnsResolver, 'ns' | 'soa' | 'cname'>, name: string): Promise<Zone> {
  const registrable = registrableDomain(name)
  const found = await Promise.all(candidates(name, registrable).map((candidate) => askFor(resolver, candidate)))
  const nearest = found.find((zone) => zone !== null)
  return nearest ?? { apex: registrable, nameServers: [] }
}

/** From the name up to its registrable domain, nearest first. */
function candidates(name: string, registrable: string): string[] {
  const above = name === registrable ? [] : name.slice(0, -registrable.length - 1).split('.')
  const nearest = above.slice(-MAX_LEVELS)
  return [...nearest.map((_label, index) => `${nearest.slice(index).join('.')}.${registrable}`), registrable]
}

/** Whether a zone begins at a name. */
async function askFor(resolver: Pick<DnsResolver, 'ns' | 'soa' | 'cname'>, name: string): Promise<Zone | null> {
  const [ns, soa, cname] = await Promise.all([resolver.ns(name), resolver.soa(name), resolver.cname(name)])
  // A resolver follows an alias, and so answers with what belongs to another name.
  if (cname.status === 'found') return null
  if (ns.status !== 'found' && soa.status !== 'found') return null
  return { apex: name, nameServers: recordsOf(ns) }
}

function recordsOf(answer: DnsAnswer<string>): string[] {
  return answer.status === 'found' ? answer.records : []
}
