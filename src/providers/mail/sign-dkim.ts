import { createHash, type KeyObject, sign } from 'node:crypto'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import type { DkimSigning } from './mail-transport.js'

/**
 * Fields that the signature covers if the mail has them: those of RFC 6376 5.4.1 that occur here, both fields of the
 * one-click unsubscription (RFC 8058 4), and fields that programs read.
 */
const SIGNED_FIELDS = [
  ...['from', 'reply-to', 'subject', 'date', 'message-id', 'to', 'cc'],
  ...['mime-version', 'content-type', 'content-transfer-encoding', 'in-reply-to', 'references'],
  ...['list-id', 'list-help', 'list-unsubscribe', 'list-unsubscribe-post', 'list-subscribe', 'list-post'],
  ...['list-owner', 'list-archive', 'auto-submitted', 'feedback-id'],
]
/** Characters of a line of the header. */
const LINE_CHARS = 76
/** Characters of a signature on a line, after its blank. */
const SIGNATURE_CHARS = 75

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const TAB = 0x09

/**
 * The fields that sign a mail, one for each key (RFC 6376, relaxed/relaxed; RFC 8463 for a key of Ed25519). The signatures are
 * made in the thread pool: with RSA it takes longer than everything else about the mail.
 * @param bodyHash of a {@link BodyHash}.
 */
export function dkimFields(
  { fields, bodyHash }: { fields: readonly string[]; bodyHash: string },
  keys: readonly DkimSigning[],
): Promise<string[]> {
  const values = lastValues(fields)
  const signed = SIGNED_FIELDS.filter((name) => values.has(name))
  const header = signed.map((name) => `${name}:${values.get(name)}\r\n`).join('')
  return Promise.all(keys.map((key) => dkimField({ signed, header, bodyHash }, key)))
}

/** None of the fields covers another one: a receiver ignores those of algorithms that it does not know. */
async function dkimField(
  { signed, header, bodyHash }: { signed: readonly string[]; header: string; bodyHash: string },
  { domain, selector, privateKey }: DkimSigning,
): Promise<string> {
  const isRsa = privateKey.asymmetricKeyType === 'rsa'
  const tags = [
    'v=1',
    `a=${isRsa ? 'rsa' : 'ed25519'}-sha256`,
    'c=relaxed/relaxed',
    `d=${domain}`,
    'q=dns/txt',
    `s=${selector}`,
    `bh=${bodyHash}`,
    `h=${signed.join(':')}`,
  ]
  const unsigned = `${foldLines(`DKIM-Signature: ${tags.join('; ')}`, LINE_CHARS)};\r\n b=`
  const signature = await signatureOf(`${header}dkim-signature:${relaxedValue(unsigned)}`, privateKey)
  return `${unsigned}${inLines(signature)}`
}

/** The relaxed values of the fields by their names in lower case. Of several with a name, the last is signed. */
function lastValues(fields: readonly string[]): Map<string, string> {
  return new Map(fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), relaxedValue(field)]))
}

/** The value of a field in the form of RFC 6376, section 3.4.2. */
function relaxedValue(field: string): string {
  return field
    .slice(field.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')
}

/** The hash of a body in the form of RFC 6376, section 3.4.4. All line breaks of the body have to be CRLF. */
export class BodyHash {
  readonly #hash = createHash('sha256')
  /** Line breaks since the last content: of those at the end of the body, only one counts. */
  #lineBreaks = 0
  #hasBlank = false
  #isEmpty = true

  update(bytes: Buffer): void {
    const relaxed = Buffer.allocUnsafe(bytes.length + 2 * this.#lineBreaks + ' \n'.length)
    let length = 0
    for (const byte of bytes) {
      if (byte === LF) {
        this.#lineBreaks += 1
        this.#hasBlank = false
      } else if (byte === SPACE || byte === TAB) {
        this.#hasBlank = true
      } else if (byte !== CR) {
        for (; this.#lineBreaks > 0; this.#lineBreaks -= 1) {
          relaxed[length++] = CR
          relaxed[length++] = LF
        }
        if (this.#hasBlank) relaxed[length++] = SPACE
        this.#hasBlank = false
        relaxed[length++] = byte
      }
    }
    if (length > 0) this.#isEmpty = false
    this.#hash.update(relaxed.subarray(0, length))
  }

  /** In Base64. Ends the hash. */
  digest(): string {
    if (!this.#isEmpty) this.#hash.update('\r\n')
    return this.#hash.digest('base64')
  }
}

function signatureOf(text: string, key: KeyObject): Promise<string> {
  // RFC 8463, section 3: what is signed with Ed25519 is the hash.
  const isRsa = key.asymmetricKeyType === 'rsa'
  const data = isRsa ? Buffer.from(text) : createHash('sha256').update(text).digest()
  return new Promise((resolve, reject) => {
    sign(isRsa ? 'sha256' : null, data, key, (error, signature) => {
      if (error) reject(error)
      else resolve(signature.toString('base64'))
    })
  })
}

/** A signature folded to lines. The first one begins after the tag. */
function inLines(signature: string): string {
  const rest = signature.slice(SIGNATURE_CHARS - 2)
  const lines = [signature.slice(0, SIGNATURE_CHARS - 2)]
  for (let at = 0; at < rest.length; at += SIGNATURE_CHARS) lines.push(rest.slice(at, at + SIGNATURE_CHARS))
  return lines.join('\r\n ')
}
