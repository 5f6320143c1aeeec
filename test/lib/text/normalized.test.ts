import { describe, expect, test } from 'vitest'
import { normalized } from '../../../src/lib/text/normalized.js'

test('ordinary text is normalized as ever', () => {
  const texts = ['plain', 'Zoe\u0308', 'ﬁn', 'ｶﾞｷﾞ', 'a\u0301\u0323\u0316', '각', '한글', '\u0958', 'ḍ\u0307', '👩‍👩‍👧']
  for (const text of texts) {
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) expect(normalized(text, form)).toBe(text.normalize(form))
  }
})

describe('marks beyond any language', () => {
  const piles = {
    'in the wrong order': 'a'.concat('\u0301'.repeat(300_000), '\u0316'.repeat(300_000)),
    alternating: 'a'.concat('\u0301\u0316'.repeat(300_000)),
    'as halfwidth sound marks': 'a'.concat('\uff9e\u0316\u0301'.repeat(200_000)),
  }
  test.each(Object.entries(piles))('%s cost no more than their length', (_title, text) => {
    const beganAt = process.cpuUsage()
    const read = normalized(text, 'NFKC')
    const { user } = process.cpuUsage(beganAt)
    expect(read.length).toBeLessThan(40)
    // With the square of their number they take minutes.
    expect(user / 1_000).toBeLessThan(2_000)
  })
})
