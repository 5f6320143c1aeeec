import { describe, expect, test } from 'vitest'
import { toHtml } from '../../console/src/pages/mail/formatted.js'
import { withoutQuote } from '../../console/src/pages/mail/without-quote.js'

describe('the HTML of a text', () => {
  test.each([
    ['', ''],
    ['One\ntwo\n\nthree', '<p>One<br>\ntwo</p>\n\n<p>three</p>'],
    ['a < b & "c"', '<p>a &lt; b &amp; &quot;c&quot;</p>'],
    ['**Ten** euros, 2 * 3 ** 4', '<p><strong>Ten</strong> euros, 2 * 3 ** 4</p>'],
    ['**<b>**', '<p><strong>&lt;b&gt;</strong></p>'],
    ['- one\n- two\n  goes on', '<ul><li>one</li><li>two<br>\ngoes on</li></ul>'],
    ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
    ['-5 degrees', '<p>-5 degrees</p>'],
    [
      'See https://shop.test/a?b=1&c=2.',
      '<p>See <a href="https://shop.test/a?b=1&amp;c=2">https://shop.test/a?b=1&amp;c=2</a>.</p>',
    ],
    ['[here](https://shop.test/)', '<p><a href="https://shop.test/">here</a></p>'],
    ['[here](javascript:alert(1))', '<p>[here](javascript:alert(1))</p>'],
    ['[x](https://a.test/"onclick=")', '<p><a href="https://a.test/&quot;onclick=&quot;">x</a></p>'],
  ])('%j', (text, html) => {
    expect(toHtml(text)).toBe(`<div>${html}</div>`)
  })

  test('has quotes within quotes, but not without end', () => {
    const html = toHtml('Yes.\n> Really?\n>> Perhaps.')
    expect(html.replaceAll(/ (?:type|style)="[^"]*"/g, '')).toBe(
      '<div><p>Yes.</p>\n<blockquote><p>Really?</p>\n<blockquote><p>Perhaps.</p></blockquote></blockquote></div>',
    )
    expect(toHtml('>'.repeat(20_000)).match(/<blockquote/g)!.length).toBeLessThan(20)
  })
})

describe('the quote at the end of a text', () => {
  test.each([
    ['Yes.\n\nOn Monday, Ada wrote:\n> Really?\n>\n> Ada\n', 'Yes.', 'On Monday, Ada wrote:\n> Really?\n>\n> Ada\n'],
    ['Yes.\n> Really?', 'Yes.', '> Really?'],
    [
      'Yes.\n\n-----Original Message-----\nFrom: Ada\n\nReally?',
      'Yes.',
      '-----Original Message-----\nFrom: Ada\n\nReally?',
    ],
    [
      'Yes.\n\nOn Monday, 23 November 2026 at 10:12, Ada Lovelace <\nada@example.com> wrote:\n> Really?',
      'Yes.',
      'On Monday, 23 November 2026 at 10:12, Ada Lovelace <\nada@example.com> wrote:\n> Really?',
    ],
    [
      'Yes.\n________________________________\nVon: Ada\n\nReally?',
      'Yes.',
      '________________________________\nVon: Ada\n\nReally?',
    ],
    ['Two parts:\n__________\nThe second.', 'Two parts:\n__________\nThe second.', ''],
    ['> Really?\nYes.', '> Really?\nYes.', ''],
    ['> All of it', '> All of it', ''],
    ['On Monday, Ada wrote:\n> All of it', 'On Monday, Ada wrote:\n> All of it', ''],
    ['No quote:\n\n', 'No quote:\n\n', ''],
    ['', '', ''],
  ])('%j', (text, said, quote) => {
    expect(withoutQuote(text)).toEqual({ said, quote })
  })
})
