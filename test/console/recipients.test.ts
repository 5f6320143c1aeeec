import { describe, expect, test } from 'vitest'
import { emailOf, recipientsOf, splitAddresses } from '../../console/src/pages/mail/recipients.js'

describe('splitAddresses', () => {
  test.each([
    ['', []],
    [' , ;\n', []],
    ['ada@example.com', ['ada@example.com']],
    [
      'Ada <ada@example.com>, bo@example.org; cy@example.net',
      ['Ada <ada@example.com>', 'bo@example.org', 'cy@example.net'],
    ],
    ['"Lovelace, Ada" <ada@example.com>,bo@example.org', ['"Lovelace, Ada" <ada@example.com>', 'bo@example.org']],
    ['"A \\" b, c" <a@example.com>', ['"A \\" b, c" <a@example.com>']],
    ['"never closed, ada@example.com', ['"never closed', 'ada@example.com']],
    ['Ada <never@closed, bo@example.org', ['Ada <never@closed', 'bo@example.org']],
  ])('%j', (text, addresses) => {
    expect(splitAddresses(text)).toEqual(addresses)
  })
})

test('emailOf takes the address out of a mailbox, in lower case', () => {
  expect(['Ada <Ada@Example.com>', ' bo@example.org '].map(emailOf)).toEqual(['ada@example.com', 'bo@example.org'])
})

describe('recipientsOf', () => {
  const mail = {
    replyTo: '',
    from: 'Ada <ada@example.com>',
    to: ['Help <HELP@shop.test>', 'bo@example.org', 'ADA@example.com'],
    cc: ['Bo <bo@example.org>', 'cy@example.net', 'sales@shop.test'],
  }
  const own = new Set(['help@shop.test', 'sales@shop.test'])

  test('a reply goes to the sender', () => {
    expect(recipientsOf(mail, own, false)).toEqual({ to: [mail.from], cc: [] })
  })

  test('or to where the sender wants answers', () => {
    const wanted = { ...mail, replyTo: 'Desk <desk@example.com>, two@example.com' }
    expect(recipientsOf(wanted, own, false).to).toEqual(['Desk <desk@example.com>', 'two@example.com'])
  })

  test('a reply to all goes to everybody once, but not to ourselves', () => {
    expect(recipientsOf(mail, own, true)).toEqual({ to: [mail.from], cc: ['bo@example.org', 'cy@example.net'] })
  })

  test('a mail without a sender has no recipient to begin with', () => {
    expect(recipientsOf({ ...mail, from: '' }, own, false)).toEqual({ to: [], cc: [] })
  })
})
