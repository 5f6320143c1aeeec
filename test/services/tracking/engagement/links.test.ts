import { describe, expect, test } from 'vitest'
import { LinkSigner } from '../../../../src/services/tracking/engagement/link-signer.js'

const signer = new LinkSigner('s'.repeat(43))

describe('a signed link', () => {
  const words = ['acc_1', 'msg_1', 'https://a.example/?q=ä b c']
  const token = signer.sign('click', words)

  test('contains the signed data in characters that any URL can contain', () => {
    expect(signer.read('click', token, 3)).toEqual(words)
    expect(token).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/)
    expect(signer.sign('click', words)).toBe(token)
  })

  test('is invalid for another purpose or with another secret', () => {
    expect(signer.read('unsubscribe', token, 3)).toBeNull()
    expect(new LinkSigner('t'.repeat(43)).read('click', token, 3)).toBeNull()
  })

  test('is invalid after any change', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      // The last character of the signature has two unused bits.
      if (at < token.length - 1) expect(signer.read('click', changed, 3), String(at)).toBeNull()
    }
    for (const broken of [
      '',
      '.',
      token.slice(0, -1),
      `${token}A`,
      `${token}.`,
      token.replace('.', ''),
      'a.b',
      '%00',
    ]) {
      expect(signer.read('click', broken, 3), broken).toBeNull()
    }
  })
})
