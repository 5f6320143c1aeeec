import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../test/support/fuzz-runs.js'
import { toSafeHtml } from '../src/safe-html.js'

const pictures = {
  attachmentsUrl: '/files',
  indexOf: (contentId: string) => (contentId === 'pic@x' ? 3 : undefined),
}
const safe = (html: string) => toSafeHtml(html, pictures)
const REL = 'target="_blank" rel="noopener noreferrer nofollow"'

test.each([
  ['text', 'a &lt;b&gt; &amp; c', 'a &lt;b&gt; &amp; c'],
  ['scripts', 'a<script>alert(1)</script>b', 'ab'],
  ['styles', '<style>p{color:red}</style><p>x</p>', '<p>x</p>'],
  ['the head', '<html><head><title>t</title></head><body>x</body></html>', 'x'],
  ['event handlers', '<p onclick="x()" onmouseover=x>x</p>', '<p>x</p>'],
  ['forms', '<form action="/x"><input name=a><button>Send</button></form>', 'Send'],
  ['frames', '<iframe src="https://x.test/">x</iframe><object data=x>x</object><embed src=x>', ''],
  ['SVG', '<svg onload=x><image href="https://x.test/"></image></svg>y', 'y'],
  [
    'audio and video',
    '<video src=x><source src=y>a<img src="cid:pic@x"></video><audio>b<p>c',
    'a<img src="/files/3" />b<p>c</p>',
  ],
  ['base and meta', '<base href="https://x.test/"><meta http-equiv=refresh content="0;url=x">x', 'x'],
  ['links', '<a href="https://x.test/?a=1&amp;b">x</a>', `<a href="https://x.test/?a=1&amp;b" ${REL}>x</a>`],
  [
    'links with a target of their own',
    '<a target=_top rel=opener href="mailto:a@b.test">x</a>',
    `<a href="mailto:a@b.test" ${REL}>x</a>`,
  ],
  ['script links', '<a href="java&#10;script:alert(1)">x</a><a href=" jAvAsCrIpT:x">y</a>', '<a>x</a><a>y</a>'],
  ['data links', '<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['relative links', '<a href="/v1/keys">x</a><a href="//x.test">y</a>', '<a>x</a><a>y</a>'],
  [
    'remote pictures',
    '<img src="https://x.test/a.gif" srcset="b.gif 2x" alt=a>',
    '<img alt="a" data-remote-src="https://x.test/a.gif" />',
  ],
  ['remote pictures of the attribute itself', '<img data-remote-src="javascript:x">', '<img />'],
  [
    'pictures of the mail',
    '<img src="cid:pic@x"><img src="CID:pic%40x"><img src="cid:no">',
    '<img src="/files/3" /><img src="/files/3" /><img />',
  ],
  ['small pictures inside', '<img src="data:image/png;base64,aGk=">', '<img src="data:image/png;base64,aGk=" />'],
  ['SVG inside', '<img src="data:image/svg+xml;base64,aGk=">', '<img />'],
  ['large pictures inside', `<img src="data:image/png;base64,${'a'.repeat(70_000)}">`, '<img />'],
  ['backgrounds', '<table background="https://x.test/a.png" bgcolor="red"></table>', '<table bgcolor="red"></table>'],
  ['plain styles', '<p style="color: RED; margin:0 auto">x</p>', '<p style="color:RED;margin:0 auto">x</p>'],
  [
    'font names',
    '<p style="font-family:-apple-system,\'Segoe UI\'">x</p>',
    '<p style="font-family:-apple-system,\'Segoe UI\'">x</p>',
  ],
  [
    'styles that load',
    '<p style="background:url(//x.test);background-color:url(x);list-style:url(x)">x</p>',
    '<p>x</p>',
  ],
  ['styles that escape', '<p style="color:u\\72l(x);width:expression(x);color:/**/red">x</p>', '<p>x</p>'],
  [
    'styles that move',
    '<p style="position:fixed;top:0;margin-left:-50px;transform:scale(9);z-index:9">x</p>',
    '<p>x</p>',
  ],
  ['names of elements', '<p id=app name=x class=btn>x</p>', '<p>x</p>'],
  ['comments', 'a<!-- <script> --><!--[if mso]>x<![endif]-->b', 'ab'],
  ['elements without end', '<b><i>x', '<b><i>x</i></b>'],
])('%s', (_name, html, expected) => {
  expect(safe(html)).toBe(expected)
})

/** Everything that could act or load in HTML as a parser sees it. */
function dangers(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (/^(?:script|style|iframe|object|embed|form|input|base|meta|link|svg|math)$/.test(name)) found.push(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) found.push(`${name} ${attribute}`)
        if (attribute === 'src' && !/^(?:\/files\/\d+$|data:image\/(?:png|gif|jpe?g|webp);base64,)/.test(value))
          found.push(value)
        if (attribute === 'href' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(value)) found.push(value)
        if (attribute === 'style' && /url|expression|@|\\|position/i.test(value)) found.push(value)
        if (/^(?:srcset|background|action|formaction|poster|ping|xlink:href|id)$/.test(attribute)) found.push(attribute)
      }
    },
  })
  parser.write(html)
  parser.end()
  return found
}

const PIECES = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '=',
    ' ',
    '/',
    '&',
    ';',
    '\0',
    '\n',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '`',
    '&#x3c;',
    '\u2028',
  ],
  ...['script', 'style', 'img', 'a', 'svg', 'math', 'p', 'xmp', 'textarea', 'noscript', 'title', 'iframe', 'template'],
  ...['src', 'href', 'onerror', 'style', 'srcset', 'data-remote-src', 'background', 'xlink:href', 'id'],
  ...[
    'javascript:',
    'https://x.test/',
    'cid:pic@x',
    'data:image/png;base64,',
    'data:text/html,',
    'url(',
    'alert(1)',
    ')',
  ],
  ...[
    'color:red',
    'position:fixed',
    'expression(',
    '\\75rl(',
    '<img src=x onerror=x>',
    '<script>',
    '</script>',
    '</style>',
  ],
]

test('whatever HTML it is, nothing in it acts or loads, and making it safe again changes nothing', () => {
  const html = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 40 })
  fc.assert(
    fc.property(html, (pieces) => {
      const once = safe(pieces.join(''))
      expect(dangers(once)).toEqual([])
      expect(dangers(safe(once))).toEqual([])
    }),
    { numRuns: fuzzRuns(4_000) },
  )
})

test('the check for dangers finds them', () => {
  expect(dangers('<img src=x onerror=y><a href="javascript:x"></a><script></script><p style="a:url(x)">')).toHaveLength(
    5,
  )
})
