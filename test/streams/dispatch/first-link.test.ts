import { expect, test } from 'vitest'
import { firstLink } from '../../../src/streams/dispatch/first-link.js'

/** Characters. A pattern that goes back over them takes hours. */
const LARGE = 2_000_000

test.each([
  ['open tags', '<a '.repeat(LARGE / 3)],
  ['one tag that never ends', `<a ${'x '.repeat(LARGE / 2)}`],
  ['attributes', `<a ${' href href=x'.repeat(LARGE / 12)}`],
  ['spaces', `<a href${' '.repeat(LARGE)}`],
  ['blank tags', `<a${' '.repeat(LARGE)}`],
  ['schemes', 'https://'.repeat(LARGE / 8)],
  ['ends', `https://${'.'.repeat(LARGE)}`],
])('a large body of %s is read without a link', (_what, text) => {
  expect(firstLink({ html: text, text })).toBeNull()
})
