import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Readable } from 'node:stream'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import DKIM from 'nodemailer/lib/dkim'
import { describe, expect, test } from 'vitest'
import { composeMime } from '../../../src/providers/mail/compose-mime.js'
import type { OutgoingMail } from '../../../src/providers/mail/mail-transport.js'
import { outgoingMail } from './outgoing-mail.js'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const ed25519 = generateKeyPairSync('ed25519')

const signedWith = (privateKey: KeyObject, changes: Partial<OutgoingMail>) =>
  outgoingMail({ dkim: [{ domain: 'acme.example', selector: 'pl1', privateKey }], ...changes })

const words = fc.constantFrom(
  'a',
  ' ',
  '\t',
  '.',
  '=',
  '\n',
  '\r',
  '\r\n',
  'é',
  '漢字',
  '🎉',
  'x'.repeat(1_200),
  ' \r\n ',
)
const text = fc.array(words, { maxLength: 40 }).map((parts) => parts.join(''))

describe('signing a mail', () => {
  test.each([
    ['RSA', rsa, 'k=rsa', rsa.publicKey.export({ type: 'spki', format: 'der' })],
    // RFC 8463, section 4.2: the bare key, which is the last 32 bytes.
    ['Ed25519', ed25519, 'k=ed25519', ed25519.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)],
  ])('is valid with %s for any text, also for one that is encoded in pieces', async (_name, pair, type, publicKey) => {
    const resolver = async () => [[`v=DKIM1; ${type}; p=${publicKey.toString('base64')}`]]
    const isValid = async (raw: Buffer) => {
      const { results } = await dkimVerify(raw, { resolver })
      return results.map(({ status }) => status.result)
    }
    await fc.assert(
      fc.asyncProperty(text, text, async (body, html) => {
        const raw = await composeMime(signedWith(pair.privateKey, { text: body, html }))
        expect(await isValid(raw)).toEqual(['pass'])
      }),
      { numRuns: 50 },
    )
    const long = await composeMime(
      signedWith(pair.privateKey, {
        text: 'Grüße ohne Ende '.repeat(20_000),
        html: `<p>\r\n${'\r\n'.repeat(150_000)}</p>`,
        attachments: [
          { filename: 'a.bin', contentType: 'application/pdf', content: Buffer.alloc(400_000, 'abc'), contentId: null },
        ],
      }),
    )
    expect(await isValid(long)).toEqual(['pass'])
    const changed = Buffer.from(long)
    changed[changed.length - 200]! ^= 1
    expect(await isValid(changed)).toEqual(['neutral'])
  })

  test('with two keys at once gives two signatures, each valid without the other', async () => {
    const records: Record<string, string> = {
      'pl1._domainkey.acme.example': `v=DKIM1; k=rsa; p=${rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
      'pl-e._domainkey.acme.example': `v=DKIM1; k=ed25519; p=${ed25519.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`,
    }
    const dkim = [
      { domain: 'acme.example', selector: 'pl1', privateKey: rsa.privateKey },
      { domain: 'acme.example', selector: 'pl-e', privateKey: ed25519.privateKey },
    ]
    const raw = await composeMime(outgoingMail({ dkim }))
    const check = async (mail: Buffer) => {
      const { results } = await dkimVerify(mail, { resolver: async (name: string) => [[records[name]!]] })
      return results.map(({ selector, status }) => ({ selector, result: status.result }))
    }
    const both = [
      { selector: 'pl1', result: 'pass' },
      { selector: 'pl-e', result: 'pass' },
    ]
    expect(await check(raw)).toEqual(both)
    // Relays remove what they do not know.
    for (const [index, other] of [both[1], both[0]].entries()) {
      expect(await check(withoutSignature(raw, index))).toEqual([other])
    }
  })

  test('gives the bytes of Nodemailer', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (body, html, attached) => {
        const attachments = [
          { filename: 'a', contentType: 'message/rfc822', content: Buffer.from(attached), contentId: null },
          { filename: 'b.png', contentType: 'image/png', content: Buffer.from(attached), contentId: 'logo' },
        ]
        const mail = signedWith(rsa.privateKey, {
          ...{ text: body, html, attachments },
          headers: { 'List-Unsubscribe': `<https://acme.example/${'u'.repeat(200)}>`, 'X-Note': 'not signed' },
        })
        const raw = await composeMime(mail)
        const signed = await composeMime({ ...mail, dkim: [] }).then((bare) => signByNodemailer(bare, rsa.privateKey))
        expect(raw.toString()).toBe(signed.toString())
      }),
      { numRuns: 50 },
    )
  })
})

/** A mail without one of its signatures. */
function withoutSignature(raw: Buffer, index: number): Buffer {
  const fields = raw.toString('latin1').split(/\r\n(?![ \t])/)
  const signatures = fields.filter((field) => field.startsWith('DKIM-Signature:'))
  return Buffer.from(fields.filter((field) => field !== signatures[index]).join('\r\n'), 'latin1')
}

async function signByNodemailer(mime: Buffer, privateKey: KeyObject): Promise<Buffer> {
  const headerFieldNames = [
    'From:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To',
    'References:List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post:List-Subscribe:List-Post:List-Owner',
    'List-Archive:Auto-Submitted:Feedback-ID',
  ].join(':')
  const options = { domainName: 'acme.example', keySelector: 'pl1', privateKey, headerFieldNames }
  const chunks: Buffer[] = []
  for await (const chunk of new DKIM(options).sign(mime) as Readable) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
