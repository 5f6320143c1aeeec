import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '../../src/lib/text-lines.js'

const read = async (chunks: Iterable<Uint8Array>, maxChars = 100) => {
  const lines: string[] = []
  for await (const some of linesOf(chunks, maxChars)) lines.push(...some)
  return lines
}

function cutUp(bytes: Buffer, [first = bytes.length, ...others]: number[]): Buffer[] {
  if (first >= bytes.length) return [bytes]
  return [bytes.subarray(0, first), ...cutUp(bytes.subarray(first), others)]
}

test('lines are the same however the bytes are cut', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ü', '🎉', '\n', '\r\n', ' ') })
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat({ max: 5 })), async (whole, cuts) => {
      const chunks = cutUp(Buffer.from(whole), cuts)
      expect(await read(chunks)).toEqual(whole.split(/\r?\n/))
    }),
  )
})

test('a byte order mark is left out', async () => {
  expect(await read([Buffer.from('\ufeffemail\r\nada@example.com\r\n')])).toEqual(['email', 'ada@example.com', ''])
})

test('of a long line one character more than the limit is kept, and the next lines are whole', async () => {
  const chunks = Array.from({ length: 400 }, () => Buffer.alloc(64 * 1024, 'x'))
  expect(await read([...chunks, Buffer.from('\nnext')])).toEqual(['x'.repeat(101), 'next'])
})

test('other encodings are refused', async () => {
  await expect(read([Buffer.from('email\n', 'utf16le').fill(0xff, 0, 1)])).rejects.toThrow(TypeError)
  await expect(read([Buffer.from('Müller', 'latin1')])).rejects.toThrow(TypeError)
  await expect(read([Buffer.from('ü').subarray(0, 1)])).rejects.toThrow(TypeError)
})
