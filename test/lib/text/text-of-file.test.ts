import { expect, test } from 'vitest'
import { textOrError } from '../../../console/src/lib/text-of-file.js'
import { readerOf } from '../../../src/lib/csv/csv-encoding.js'

/* A preview in the console reads a file as its import does. */

const TEXT = 'email,name\r\nada@x.example,Zoë\r\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16LE', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16BE', utf16be(TEXT)],
  ['UTF-16BE with a mark', utf16be(`\ufeff${TEXT}`)],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
])('%s is the same text in a preview and in an import', async (_name, bytes) => {
  const reader = readerOf(bytes)
  expect(reader.read(bytes) + reader.end()).toBe(TEXT)
  expect(await textOrError(new File([new Uint8Array(bytes)], 'a.csv'))).toBe(TEXT)
})

test('a single zero byte at the beginning does not make a file UTF-16', async () => {
  const bytes = new Uint8Array(Buffer.from(`a\0${TEXT}`))
  expect(await textOrError(new File([bytes], 'a.csv'))).toBe(`a\0${TEXT}`)
})

test('a preview of a file in two encodings names the line, too', async () => {
  const bytes = Buffer.concat([Buffer.from('Jürgen\nÅsa\n'), Buffer.from('M\xfcller\n', 'latin1')])
  const fault = await textOrError(new File([new Uint8Array(bytes)], 'a.csv'))
  expect(fault).toMatchObject({ message: expect.stringContaining('line 3') })
})
