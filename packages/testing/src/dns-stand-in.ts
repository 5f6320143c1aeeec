import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dnsPacket from 'dns-packet'

/** A DNS record that the service wants to see. */
export interface DnsRecord {
  type: string
  name: string
  value: string
}

/** A name server on loopback, so that tests need no DNS and no internet. */
export interface DnsStandIn {
  /** `127.0.0.1:port` */
  address: string
  publish(records: readonly DnsRecord[]): void
  close(): Promise<void>
}

const TTL_SECONDS = 60
const NO_SUCH_NAME = 3
/** A TXT record is made of strings of at most this many bytes (RFC 1035 3.3.14). */
const TXT_STRING_BYTES = 255

/** Starts one. It knows the published records; every other domain accepts mail, and every host is this machine. */
export async function startDnsStandIn(): Promise<DnsStandIn> {
  const zone = new Map<string, DnsRecord[]>()
  const socket = createSocket('udp4')
  // Alone it keeps no test runner from ending.
  socket.unref()
  socket.on('message', (bytes, { address, port }) => {
    const reply = answer(zone, bytes)
    if (reply) socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    publish(records) {
      for (const record of records) {
        const name = record.name.toLowerCase()
        zone.set(name, [...(zone.get(name) ?? []), record])
      }
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function answer(zone: Map<string, DnsRecord[]>, bytes: Buffer): Buffer | null {
  const query = decode(bytes)
  const question = query?.questions?.[0]
  if (!question) return null
  const published = zone.get(question.name.toLowerCase())
  const answers = published ? ofType(published, question) : assumed(question)
  const code = published || answers.length > 0 ? 0 : NO_SUCH_NAME
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | code
  return dnsPacket.encode({ type: 'response', id: query.id ?? 0, flags, questions: [question], answers })
}

/** What is sent to the port of a name server need not be a query. */
function decode(bytes: Buffer): dnsPacket.Packet | null {
  try {
    return dnsPacket.decode(bytes)
  } catch {
    return null
  }
}

function ofType(records: DnsRecord[], { name, type }: dnsPacket.Question): dnsPacket.Answer[] {
  return records
    .filter((record) => record.type === type || record.type === 'CNAME')
    .map((record) => toAnswer(name, record))
}

function toAnswer(name: string, { type, value }: DnsRecord): dnsPacket.Answer {
  const common = { name, ttl: TTL_SECONDS }
  if (type === 'CNAME') return { ...common, type: 'CNAME', data: value }
  if (type === 'MX') {
    const [preference, exchange = ''] = value.split(' ')
    return { ...common, type: 'MX', data: { preference: Number(preference), exchange } }
  }
  const text = Buffer.from(value)
  const count = Math.ceil(text.length / TXT_STRING_BYTES)
  const strings = Array.from({ length: count }, (_none, index) =>
    text.subarray(index * TXT_STRING_BYTES, (index + 1) * TXT_STRING_BYTES),
  )
  return { ...common, type: 'TXT', data: strings }
}

function assumed({ name, type }: dnsPacket.Question): dnsPacket.Answer[] {
  if (type === 'MX') return [toAnswer(name, { type, name, value: `10 ${name}` })]
  if (type === 'A') return [{ name, type: 'A', ttl: TTL_SECONDS, data: '127.0.0.1' }]
  return []
}
