import { describe, expect, test } from 'vitest'
import { columnsOf, guess } from '../../console/src/pages/contact-import/read-file.js'
import { readCsv } from '../../console/src/pages/suppressions/read-csv.js'

/* The console reads files as the API does. */

describe('the columns of a file of contacts', () => {
  test('are found by the first separator, with values that contain it and line breaks', () => {
    expect(columnsOf('\nName;Email, City\n')).toEqual([
      { name: 'Name', example: '' },
      { name: 'Email, City', example: '' },
    ])
    expect(columnsOf('"name; first";Email;City\n"a; ""b""\nc";ada@example.com;x\n')).toEqual([
      { name: 'name; first', example: 'a; "b"\nc' },
      { name: 'Email', example: 'ada@example.com' },
      { name: 'City', example: 'x' },
    ])
    expect(columnsOf('')).toEqual([])
  })

  test.each([
    ['E-Mail', 'email'],
    ['EmailAddress', 'email'],
    ['GivenName', 'first_name'],
    ['Städte', 'stadte'],
    ['PostalCode', 'postal_code'],
    ['2nd line', '_2nd_line'],
    ['attributes.plan', 'plan'],
    ['attributes.email', 'attributes_email'],
    ['???', ''],
    ['', ''],
  ])('%j is %j', (name, target) => {
    expect(guess(name)).toBe(target)
  })
})

test('a file of suppressions may have line breaks in quotes', () => {
  expect(readCsv('email,reason\nada@example.com,"asked\nby phone"\nbob@example.com,"x" y\n')).toEqual({
    entries: [{ line: 2, entry: { email: 'ada@example.com', reason: 'asked\nby phone', state: null } }],
    bad: [{ line: 3, reason: 'has text after a quoted value' }],
  })
})
