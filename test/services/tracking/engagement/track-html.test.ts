import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trackHtml } from '../../../../src/services/tracking/engagement/track-html.js'

const links = (html: string) => trackHtml(html, { pixel: null, linkTo: (target) => `[${target}]` })
const pixel = (html: string) => trackHtml(html, { pixel: 'https://t.example/o/x.gif', linkTo: null })
const PIXEL = '<img src="https://t.example/o/x.gif" width="1" height="1" alt="" style="display:block">'

describe('only the web link is replaced', () => {
  test.each([
    ['<a href="https://a.example/">x</a>', '<a href="[https://a.example/]">x</a>'],
    ["<A\n class=b HREF = 'HTTP://a.example/?q=1#f' >x</A>", "<A\n class=b HREF = '[HTTP://a.example/?q=1#f]' >x</A>"],
    ['<a href=https://a.example/x>x</a>', '<a href=[https://a.example/x]>x</a>'],
    ['<a href=https://a.example/x/ >x</a>', '<a href=[https://a.example/x/] >x</a>'],
    [
      '<map><area shape="rect" href="https://a.example"/></map>',
      '<map><area shape="rect" href="[https://a.example]"/></map>',
    ],
    ['<a href="https://a.example/?a=1&amp;b=2&copy=3">x</a>', '<a href="[https://a.example/?a=1&b=2&copy=3]">x</a>'],
    ['<a href="https://a.example/&#x41;&eacute;">x</a>', '<a href="[https://a.example/Aé]">x</a>'],
    ['<a href=" \n https://a.example/a\nb ">x</a>', '<a href="[https://a.example/ab]">x</a>'],
    [
      '<a href="https://a.example" href="https://b.example">x</a>',
      '<a href="[https://a.example]" href="https://b.example">x</a>',
    ],
  ])('%s', async (html, tracked) => {
    expect(await links(html)).toBe(tracked)
  })
})

test.each([
  '<a href="mailto:a@example.com">x</a>',
  '<a href="tel:+491">x</a>',
  '<a href="#top">x</a>',
  '<a href="/path">x</a>',
  '<a href="//a.example/">x</a>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href>x</a><a href="">x</a><a>x</a>',
  '<a href="https://">x</a>',
  '<a data-no-track href="https://a.example">x</a>',
  '<a href="https://a.example" data-no-track="">x</a>',
  '<a href="https://a.example/unsubscribe?u=1">x</a>',
  '<a href="https://a.example/opt-out">x</a>',
  '<a href="https://a.example/{{ id }}">x</a>',
  '<a href="https://a.example/*|ID|*">x</a>',
  '<a href="https://a.example/<%= id %>">x</a>',
  `<a href="https://a.example/${'x'.repeat(5_000)}">x</a>`,
  '<link href="https://a.example/a.css"><img src="https://a.example/a.png"><form action="https://a.example">',
  '<!-- <a href="https://a.example">x</a> -->',
  '<script>"<a href=\\"https://a.example\\">"</script>',
  '<title><a href="https://a.example">x</a></title>',
  '<a href="https://a.example',
  '<abbr href="https://a.example">x</abbr>',
])('unchanged: %s', async (html) => {
  expect(await links(html)).toBe(html)
})

test('links after the first thousand are unchanged', async () => {
  const html = '<a href="https://a.example/">x</a>'.repeat(1_001)
  const tracked = await links(html)
  expect(tracked.split('[https://a.example/]').length - 1).toBe(1_000)
  expect(tracked.endsWith('<a href="https://a.example/">x</a>')).toBe(true)
})

describe('the pixel is', () => {
  test.each([
    ['<body>a</body></html>', `<body>a${PIXEL}</body></html>`],
    ['<body>a</BODY\n>b', `<body>a${PIXEL}</BODY\n>b`],
    ['<body>a</body><body>b</body>', `<body>a</body><body>b${PIXEL}</body>`],
    ['<body>a<!-- </body> -->b', `<body>a<!-- </body> -->b${PIXEL}`],
    ['<p>a</p></html>\n', `<p>a</p>${PIXEL}</html>\n`],
    ['<p>a', `<p>a${PIXEL}`],
  ])('in %j at the end of the visible content', async (html, tracked) => {
    expect(await pixel(html)).toBe(tracked)
  })

  test('between the links, if some follow the end of the body', async () => {
    const html = '<a href="https://a.example">a</a></body><a href="https://b.example">b</a>'
    const tracked = await trackHtml(html, { pixel: 'https://t.example/o/x.gif', linkTo: () => 'L' })
    expect(tracked).toBe(`<a href="L">a</a>${PIXEL}</body><a href="L">b</a>`)
  })
})

test('removing the additions restores any HTML', async () => {
  const piece = fc.constantFrom(
    ...[
      '<a href="',
      '<a href=',
      "<area href='",
      'https://a.example/',
      '"',
      "'",
      '>',
      '</a>',
      '<',
      '/',
      ' ',
      '&amp;',
      '&',
    ],
    ...[
      '<!--',
      '-->',
      '<body>',
      '</body>',
      '</html>',
      '<script>',
      '</script>',
      'text',
      '\n',
      '=',
      'data-no-track',
      'é',
    ],
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const html = pieces.join('')
      const targets = new Map<string, string>()
      const tracked = await trackHtml(html, {
        pixel: 'https://t.example/o/x.gif',
        linkTo: (target) => {
          const token = `T${targets.size}T`
          targets.set(token, target)
          return token
        },
      })
      let back = tracked.replace(PIXEL, '')
      for (const [token, target] of targets) back = back.replaceAll(token, target)
      const same = (text: string) => text.replaceAll('&amp;', '&').replace(/\s/g, '')
      expect(same(back)).toBe(same(html))
    }),
    { numRuns: 500 },
  )
})

test('large HTML is processed in pieces that do not block other work', async () => {
  const row =
    '<p style="color:#333">lorem ipsum</p><a class="button" href="https://example.com/path?a=1&amp;b=2">link</a>\n'
  const html = `<html><body>${row.repeat(Math.ceil((8 * 1024 * 1024) / row.length))}</body></html>`
  let longestMs = 0
  let last = performance.now()
  let next: NodeJS.Immediate
  const watch = () => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
    next = setImmediate(watch)
  }
  watch()
  const tracked = await trackHtml(html, { pixel: 'https://t.example/o/x.gif', linkTo: (target) => `[${target}]` })
  clearImmediate(next!)
  expect(tracked).toContain('[https://example.com/path?a=1&b=2]')
  // About 20 ms on an idle machine; the limit only distinguishes pieces from a single block.
  expect(longestMs).toBeLessThan(500)
})
