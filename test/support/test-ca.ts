import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface TestCertificate {
  /** PEM, as `https.createServer` takes them. */
  key: string
  cert: string
}

export interface TestCa {
  /** The authority's own certificate, PEM, for clients to trust. */
  cert: string
  /** Issues a certificate for host names and IP addresses, with an elliptic key by default. */
  issue(hosts: string[], options?: { notBefore?: Date; notAfter?: Date; rsa?: boolean }): TestCertificate
}

const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const SUBJECT_ALT_NAME = '0603551d11'
const BASIC_CONSTRAINTS = '0603551d13'
const DAY_MS = 86_400_000

/** A test's own certificate authority, written in DER by hand: it needs neither openssl nor stored keys. */
export function createTestCa(): TestCa {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = 'Test CA'
  const isAuthority = extension(BASIC_CONSTRAINTS, sequence(Buffer.from('0101ff', 'hex')))
  const build = (subject: string, publicKey: KeyObject, ext: Buffer, from: Date, to: Date) =>
    certificate({ issuer, subject, publicKey, extensions: ext, from, to, signWith: authority.privateKey })
  return {
    cert: build(issuer, authority.publicKey, isAuthority, daysFromNow(-1), daysFromNow(30)),
    issue(hosts, { notBefore = daysFromNow(-1), notAfter = daysFromNow(30), rsa = false } = {}) {
      const pair = rsa
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const names = extension(SUBJECT_ALT_NAME, sequence(...hosts.map(generalName)))
      return {
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: build('Test server', pair.publicKey, names, notBefore, notAfter),
      }
    },
  }
}

interface CertificateParts {
  issuer: string
  subject: string
  publicKey: KeyObject
  extensions: Buffer
  from: Date
  to: Date
  signWith: KeyObject
}

/** RFC 5280 §4.1. */
function certificate({ issuer, subject, publicKey, extensions, from, to, signWith }: CertificateParts): string {
  const algorithm = sequence(Buffer.from(ECDSA_WITH_SHA256, 'hex'))
  const toSign = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName(issuer),
    sequence(time(from), time(to)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extensions)),
  )
  const der = sequence(toSign, algorithm, bitString(sign('sha256', toSign, signWith)))
  const base64 = der.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
}

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function sequence(...contents: Buffer[]): Buffer {
  return tagged(0x30, ...contents)
}

function bitString(content: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), content)
}

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(Buffer.from(COMMON_NAME, 'hex'), tagged(0x0c, Buffer.from(name)))))
}

function extension(oid: string, value: Buffer): Buffer {
  return sequence(Buffer.from(oid, 'hex'), tagged(0x04, value))
}

function generalName(host: string): Buffer {
  return isIP(host) === 0
    ? tagged(0x82, Buffer.from(host))
    : tagged(0x87, Buffer.from(ipaddr.parse(host).toByteArray()))
}

function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
}

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS)
}
