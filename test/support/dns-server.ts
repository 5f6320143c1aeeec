import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as dnsPacket from 'dns-packet'

/** Sent instead of an answer. `SILENCE` sends nothing. */
export type DnsFailure = 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'SILENCE'

export interface DnsSoa {
  mname: string
  rname: string
  serial?: number
  refresh?: number
  retry?: number
  expire?: number
  minimum?: number
}

/** The records of one name. A missing type has no data; a failure can replace any type. */
export interface DnsRecords {
  A?: string[] | DnsFailure
  AAAA?: string[] | DnsFailure
  /** As in a zone file: `'10 mx.example.test'`; `'0 .'` is the null MX. */
  MX?: string[] | DnsFailure
  /** One string per record, split into chunks of 255 bytes automatically. */
  TXT?: string[] | DnsFailure
  CNAME?: string | DnsFailure
  NS?: string[] | DnsFailure
  SOA?: DnsSoa | DnsFailure
  /** Seconds; 60 by default. */
  ttl?: number
}

/** Keys are lowercase names without a final dot. A name that is not listed does not exist (NXDOMAIN). */
export type DnsZone = Record<string, DnsRecords | DnsFailure>

export interface DnsServer {
  /** `127.0.0.1:port`, as in the DNS_SERVERS setting. */
  address: string
  /** The served records. Can be changed at any time. */
  records: DnsZone
  /** Every received query, oldest first. */
  queries: { name: string; type: string }[]
  /** Delay of each answer; none by default. */
  delayMs: number
  /** Whether it leaves every query unanswered. Off by default. */
  isSilent: boolean
  close(): Promise<void>
}

type Reply = { rcode: number; answers: dnsPacket.Answer[] } | null

const RCODES: Record<Exclude<DnsFailure, 'SILENCE'>, number> = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
const MAX_CNAMES = 8

/** Starts a name server on loopback (UDP, a free port) that answers recursively from `records`. */
export async function startDnsServer({ records = {} }: { records?: DnsZone } = {}): Promise<DnsServer> {
  const queries: DnsServer['queries'] = []
  const server: DnsServer = { address: '', records, queries, delayMs: 0, isSilent: false, close }
  const socket = createSocket('udp4')
  let closed: Promise<void> | null = null

  function close(): Promise<void> {
    closed ??= new Promise((resolve) => socket.close(() => resolve()))
    return closed
  }

  socket.on('message', (message, { address, port }) => {
    const query = dnsPacket.decode(message)
    const question = query.questions?.[0]
    if (!question) return
    queries.push({ name: question.name, type: question.type })
    const reply = answerFrom(server.records, question.name.toLowerCase(), question.type)
    if (!reply || server.isSilent) return
    const send = () => socket.send(encodeReply(query, question, reply), port, address)
    if (server.delayMs > 0) setTimeout(send, server.delayMs)
    else send()
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`
  return server
}

function encodeReply(query: dnsPacket.Packet, question: dnsPacket.Question, reply: NonNullable<Reply>): Buffer {
  return dnsPacket.encode({
    type: 'response',
    id: query.id,
    flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | reply.rcode,
    questions: [question],
    answers: reply.answers,
  })
}

function answerFrom(zone: DnsZone, name: string, type: string, depth = 0): Reply {
  const entry = zone[name]
  if (entry === undefined) return { rcode: RCODES.NXDOMAIN, answers: [] }
  if (typeof entry === 'string') return failure(entry)
  const alias = entry.CNAME
  if (alias !== undefined && type !== 'CNAME' && !isFailure(alias) && depth < MAX_CNAMES) {
    const target = answerFrom(zone, alias.toLowerCase(), type, depth + 1)
    const link: dnsPacket.Answer = { type: 'CNAME', name, ttl: entry.ttl ?? 60, data: alias }
    return target && { rcode: target.rcode, answers: [link, ...target.answers] }
  }
  const data = entry[type as keyof Omit<DnsRecords, 'ttl'>]
  if (isFailure(data)) return failure(data)
  return { rcode: 0, answers: toAnswers(name, type, data, entry.ttl ?? 60) }
}

function isFailure(data: unknown): data is DnsFailure {
  return data === 'SILENCE' || (typeof data === 'string' && data in RCODES)
}

function failure(kind: DnsFailure): Reply {
  return kind === 'SILENCE' ? null : { rcode: RCODES[kind], answers: [] }
}

function toAnswers(name: string, type: string, data: string | string[] | DnsSoa | undefined, ttl: number) {
  if (data === undefined) return []
  const values = Array.isArray(data) ? data : [data]
  return values.map((value) => ({ type, name, ttl, data: toData(type, value) }) as dnsPacket.Answer)
}

function toData(type: string, value: string | DnsSoa): unknown {
  if (typeof value !== 'string') return value
  if (type === 'TXT') return chunksOf255(Buffer.from(value))
  if (type !== 'MX') return value
  const [preference, exchange] = value.split(' ')
  return { preference: Number(preference), exchange }
}

function chunksOf255(bytes: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / 255))
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * 255, (index + 1) * 255))
}
