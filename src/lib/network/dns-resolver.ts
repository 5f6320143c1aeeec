import { lookup, type MxRecord, type SoaRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { SingleFlight } from '../concurrency/single-flight.js'
import { withFallback } from '../concurrency/time-limit.js'

/**
 * The result of a DNS query. `unknown` means that there was no usable answer in time; it says nothing about the name.
 */
export type DnsAnswer<T> =
  | {
      status: 'found'
      records: T[]
      /** The lowest time to live of all records; null if the platform does not report it. */
      ttlMs: number | null
    }
  | {
      status: 'not-found'
      /** True if the name does not exist (NXDOMAIN), false if it only has no record of this type. */
      nameMissing: boolean
    }
  | { status: 'unknown'; code: string }

/** The records of an answer; none if there was no usable one. */
export const recordsIn = <T>(answer: DnsAnswer<T>): T[] => (answer.status === 'found' ? answer.records : [])

export interface DnsResolver {
  /**
   * All A and AAAA addresses of a host, as for a connection; an IP literal is its own address. Without configured
   * servers this uses the system's resolver, including the hosts file.
   */
  addresses(host: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
  a(name: string): Promise<DnsAnswer<string>>
  aaaa(name: string): Promise<DnsAnswer<string>>
  /** A null MX (RFC 7505) appears as one record with an empty exchange. */
  mx(name: string): Promise<DnsAnswer<MxRecord>>
  /** Each TXT record as one string, with its chunks joined. */
  txt(name: string): Promise<DnsAnswer<string>>
  cname(name: string): Promise<DnsAnswer<string>>
  ns(name: string): Promise<DnsAnswer<string>>
  /** @param name as `4.3.2.1.in-addr.arpa`. */
  ptr(name: string): Promise<DnsAnswer<string>>
  soa(name: string): Promise<DnsAnswer<SoaRecord>>
}

export interface DnsResolverOptions {
  /** Name servers as `ip`, `ip:port` or `[ipv6]:port`; empty for those of the system. */
  servers: string[]
  /** Time-out of each query. */
  timeoutMs: number
}

type Question<T> = () => Promise<{ records: T[]; ttlMs: number | null }>

// EBADNAME: such a name cannot exist.
const NAME_MISSING = new Set(['ENOTFOUND', 'EBADNAME'])
const NO_RECORD = 'ENODATA'

/**
 * Creates a resolver that distinguishes "does not exist" from "no answer". Its methods never reject.
 * @throws TypeError if a server is not an IP address with an optional port.
 */
export function createResolver({ servers, timeoutMs }: DnsResolverOptions): DnsResolver {
  // c-ares doubles the time-out for the second try: with a third for the first, both fit.
  const resolver = new Resolver({ timeout: Math.max(1, Math.floor(timeoutMs / 3)), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)

  const ask = <T>(question: Question<T>, signal?: AbortSignal) => answer(question, timeoutMs, signal)
  const plain = <T>(question: () => Promise<T[]>) => ask(async () => ({ records: await question(), ttlMs: null }))
  const a = (name: string, signal?: AbortSignal) =>
    ask(async () => withTtl(await resolver.resolve4(name, { ttl: true })), signal)
  const aaaa = (name: string, signal?: AbortSignal) =>
    ask(async () => withTtl(await resolver.resolve6(name, { ttl: true })), signal)
  // The system's look-up blocks one of few threads: a host with hanging DNS must not block all of them.
  const systemLookups = new SingleFlight<string, string[]>()

  const addresses = async (host: string, signal?: AbortSignal): Promise<DnsAnswer<string>> => {
    if (isIP(host) !== 0) return { status: 'found', records: [host], ttlMs: null }
    if (servers.length > 0) return merge(await Promise.all([a(host, signal), aaaa(host, signal)]))
    return ask(async () => ({ records: await systemLookups.run(host, () => lookupAll(host)), ttlMs: null }), signal)
  }

  return {
    addresses,
    a: (name) => a(name),
    aaaa: (name) => aaaa(name),
    mx: (name) => plain(() => resolver.resolveMx(name)),
    txt: (name) => plain(async () => (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''))),
    cname: (name) => plain(() => resolver.resolveCname(name)),
    ns: (name) => plain(() => resolver.resolveNs(name)),
    ptr: (name) => plain(() => resolver.resolvePtr(name)),
    soa: (name) => plain(async () => [await resolver.resolveSoa(name)]),
  }
}

/**
 * The resolver's `addresses` as a plain function for connections; "not found" is an empty list.
 * @throws (from the function) Error with a `code` if there was no answer.
 */
export function toResolve(
  resolver: Pick<DnsResolver, 'addresses'>,
): (host: string, signal?: AbortSignal) => Promise<string[]> {
  return async (host, signal) => {
    const found = await resolver.addresses(host, signal)
    if (found.status === 'unknown') throw Object.assign(new Error(`no answer for ${host}`), { code: found.code })
    return recordsIn(found)
  }
}

/** Runs a query with a time-out. An abandoned query ends by itself, and its answer is dropped. */
async function answer<T>(question: Question<T>, timeoutMs: number, signal?: AbortSignal): Promise<DnsAnswer<T>> {
  if (signal?.aborted) return { status: 'unknown', code: 'ECANCELLED' }
  return withFallback({ timeoutMs, signal }, question().then(toFound<T>, toFailure<T>), (reason) => ({
    status: 'unknown',
    code: reason === 'timeout' ? 'ETIMEOUT' : 'ECANCELLED',
  }))
}

function toFound<T>({ records, ttlMs }: { records: T[]; ttlMs: number | null }): DnsAnswer<T> {
  return records.length > 0 ? { status: 'found', records, ttlMs } : { status: 'not-found', nameMissing: false }
}

function toFailure<T>(error: unknown): DnsAnswer<T> {
  const code = String((error as { code?: unknown } | null)?.code ?? 'UNKNOWN')
  if (NAME_MISSING.has(code)) return { status: 'not-found', nameMissing: true }
  if (code === NO_RECORD) return { status: 'not-found', nameMissing: false }
  return { status: 'unknown', code }
}

/** One address family with an answer is enough. If none has addresses and one did not answer, the host is unknown. */
function merge(answers: DnsAnswer<string>[]): DnsAnswer<string> {
  const found = answers.filter((one) => one.status === 'found')
  if (found.length > 0) {
    const ttls = found.flatMap((one) => (one.ttlMs === null ? [] : [one.ttlMs]))
    return {
      status: 'found',
      records: found.flatMap((one) => one.records),
      ttlMs: ttls.length > 0 ? Math.min(...ttls) : null,
    }
  }
  const unknown = answers.find((one) => one.status === 'unknown')
  return unknown ?? { status: 'not-found', nameMissing: answers.some((one) => isNameMissing(one)) }
}

function isNameMissing(one: DnsAnswer<string>): boolean {
  return one.status === 'not-found' && one.nameMissing
}

function withTtl(records: { address: string; ttl: number }[]): { records: string[]; ttlMs: number | null } {
  const ttlMs = records.length > 0 ? Math.min(...records.map((record) => record.ttl)) * 1000 : null
  return { records: records.map((record) => record.address), ttlMs }
}

function lookupAll(host: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true, order: 'ipv4first' }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses.map(({ address }) => address))
    })
  })
}
