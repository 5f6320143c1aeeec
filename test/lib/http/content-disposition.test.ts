import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from '../../../src/lib/http/content-disposition.js'

test('any file name makes a header of ASCII that ends no quotes early', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = contentDisposition(name, 'text/plain')
      expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"(; filename\*=UTF-8''[A-Za-z0-9%!.~_-]*)?$/)
    }),
  )
  expect(contentDisposition('half \ud800', 'text/plain')).toBe('attachment; filename="half  "')
})
