import { parseZone } from 'dnsz'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatText, formatZone } from '../../../src/lib/network/zone-file.js'

/** The text that the quoted strings of a record stand for, by the rules of RFC 1035 5.1. */
function readStrings(data: string): Buffer[] {
  return [...data.matchAll(/"((?:[^"\\]|\\\d{3}|\\.)*)"/gs)].map(([, quoted]) =>
    Buffer.concat(
      [...quoted!.matchAll(/\\(\d{3})|\\(.)|([^\\])/gs)].map(([, code, escaped, plain]) =>
        code ? Buffer.from([Number(code)]) : Buffer.from(escaped ?? plain!),
      ),
    ),
  )
}

describe('a zone file', () => {
  test('can be parsed back, record by record', () => {
    const text = formatZone(
      [
        { type: 'CNAME', name: 'pl1._domainkey.example.com', value: 'dom_01-1.dkim.example.net' },
        { type: 'MX', name: 'send.example.com', value: '10 feedback.example.net' },
        { type: 'TXT', name: '_dmarc.example.com', value: 'v=DMARC1; p=none; rua=mailto:"a\\b"@example.com' },
      ],
      ['Records of example.com'],
    )
    const { records } = parseZone(text)
    expect(records.map(({ name, type, content, ttl }) => [name, type, content, ttl])).toEqual([
      ['pl1._domainkey.example.com', 'CNAME', 'dom_01-1.dkim.example.net.', 300],
      ['send.example.com', 'MX', '10 feedback.example.net.', 300],
      ['_dmarc.example.com', 'TXT', '"v=DMARC1; p=none; rua=mailto:\\"a\\\\b\\"@example.com"', 300],
    ])
    expect(text.split('\n')[0]).toBe('; Records of example.com')
    expect(text).toContain('\npl1._domainkey.example.com. 300 IN CNAME dom_01-1.dkim.example.net.\n')
  })

  test('splits a long text into strings of at most 255 bytes', () => {
    const key = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`
    expect(readStrings(formatText(key)).map(({ length }) => length)).toEqual([255, 155])
    expect(Buffer.concat(readStrings(formatText(key))).toString()).toBe(key)
  })

  test('preserves every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const strings = readStrings(formatText(text))
        expect(strings.every(({ length }) => length <= 255)).toBe(true)
        expect(Buffer.concat(strings)).toEqual(Buffer.from(text))
        expect(formatText(text)).toMatch(/^[ -~]*$/)
      }),
    )
  })
})
