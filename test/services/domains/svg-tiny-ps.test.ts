import { describe, expect, test } from 'vitest'
import { checkSvgTinyPs } from '../../../src/services/domains/svg-tiny-ps.js'
import { aGradient, aLogo } from '../../support/logo.js'

const check = (svg: string) => checkSvgTinyPs(Buffer.from(svg))
const inside = (content: string) => check(aLogo({ content }))
const on = (attributes: string) => check(aLogo({ attributes }))

const PRESENTATION =
  'fill="#fff" fill-rule="evenodd" stroke="url(#p)" stroke-width="2" opacity=".5" font-family="Arial"'
const TOO_MANY = 'it has more than 20000 elements and attributes'

describe('a logo conforms to the profile', () => {
  test.each([
    ['as small as possible', aLogo()],
    ['with an XML declaration', `<?xml version="1.0" encoding="utf-8"?>\n${aLogo()}`],
    ['with a byte order mark', `\ufeff${aLogo()}`],
    ['with comments around it', `<!-- a --> ${aLogo()} <!-- b -->`],
    ['with a title in CDATA', aLogo({ title: '<![CDATA[Shop]]>' })],
    [
      'with a prefix',
      aLogo()
        .replaceAll(/<(\/?)(\w)/g, '<$1s:$2')
        .replace('xmlns=', 'xmlns:s='),
    ],
    ['with a size', aLogo({ attributes: 'width="96px" height="96px"' })],
    ['with a gradient and references to it', aLogo({ content: aGradient() })],
    ['with references in both spellings', aLogo({ content: '<use href="#p"/><use xlink:href="#p"/>' })],
    ['with the features that it needs', aLogo({ content: '<g requiredFeatures="http://www.w3.org/x#y"/>' })],
    ['with a viewBox elsewhere', aLogo({ viewBox: '-50 -50.5 1e2 100' })],
    ['with characters that XML must escape', aLogo({ title: 'A &amp; B &lt;&gt;&quot;&apos;&#33;' })],
    ['with colours and lines as attributes', aLogo({ content: `<path d="M0 0" ${PRESENTATION} class="a"/>` })],
  ])('%s', async (_title, svg) => {
    expect(await check(svg)).toEqual([])
  })

  test('with the maximum number of elements, but not more', async () => {
    // Without content a logo has 3 elements with 9 attributes.
    const logo = (extra: string) => aLogo({ content: `${'<g id="a"/>'.repeat((20_000 - 12) / 2)}${extra}` })
    expect(await check(logo(''))).toEqual([])
    expect(await check(logo('<g/>'))).toEqual([TOO_MANY])
  })
})

describe('a logo is refused', () => {
  test.each([
    ['that is empty', '', 'well-formed'],
    ['that is not XML', 'hello', 'well-formed'],
    ['that is truncated', aLogo().slice(0, -6), 'well-formed'],
    ['that continues after its end', `${aLogo()}<svg/>`, 'well-formed'],
    ['with an attribute twice', aLogo({ attributes: 'fill="#fff" fill="#000"' }), 'well-formed'],
    ['with an undeclared prefix', aLogo({ content: '<a:g/>' }), 'well-formed'],
    ['with another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'root is not'],
    ['without a namespace', aLogo().replace('xmlns="http://www.w3.org/2000/svg"', ''), 'root is not'],
    ['of version 1.1', aLogo().replace('1.2', '1.1'), 'version="1.2"'],
    ['of profile tiny', aLogo().replace('tiny-ps', 'tiny'), 'baseProfile="tiny-ps"'],
    ['without a title', aLogo().replace(/<title>.*<\/title>/, ''), '<title>'],
    ['with an empty title', aLogo({ title: ' <!-- Shop --> ' }), '<title>'],
    ['with a nested title', aLogo({ title: '', content: '<g><title>Shop</title></g>' }), '<title>'],
    ['with a position', aLogo({ attributes: 'x="0"' }), 'x or y'],
    ['without a viewBox', aLogo().replace(/viewBox="[^"]*"/, ''), 'viewBox of four numbers'],
    ['with commas in its viewBox', aLogo({ viewBox: '0,0,100,100' }), 'viewBox of four numbers'],
    ['with three numbers', aLogo({ viewBox: '0 0 100' }), 'viewBox of four numbers'],
    ['without numbers', aLogo({ viewBox: '0 0 NaN NaN' }), 'viewBox of four numbers'],
    ['with an infinite viewBox', aLogo({ viewBox: ' '.repeat(100_000) }), 'viewBox of four numbers'],
    ['that is wide', aLogo({ viewBox: '0 0 200 100' }), 'not a square'],
    ['without an area', aLogo({ viewBox: '0 0 0 0' }), 'not a square'],
    ['drawn wide', aLogo({ attributes: 'width="200" height="100"' }), 'width and height differ'],
    ['that declares another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${aLogo()}`, 'not UTF-8'],
    ['of XML 1.1', `<?xml version="1.1"?>${aLogo()}`, 'XML 1.0'],
    ['with a DOCTYPE', `<!DOCTYPE svg>${aLogo()}`, 'DOCTYPE'],
    ['with an external style sheet', `<?xml-stylesheet href="https://a.example/s.css"?>${aLogo()}`, 'processing'],
    ['with a processing instruction', aLogo({ content: '<?php echo 1 ?>' }), 'processing'],
  ])('%s', async (_title, svg, problem) => {
    expect((await check(svg)).join('; ')).toContain(problem)
  })

  test('that is UTF-16', async () => {
    expect(await checkSvgTinyPs(Buffer.from(`\ufeff${aLogo()}`, 'utf16le'))).toEqual(['it is not UTF-8 text'])
    expect(await checkSvgTinyPs(Buffer.from([0x1f, 0x8b, 8, 0, 0]))).toEqual(['it is not UTF-8 text'])
  })

  test.each([
    ['<script>1</script>', 'scripts'],
    ['<s:script xmlns:s="http://www.w3.org/2000/svg"/>', 'scripts'],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>', 'outside the SVG namespace'],
    ['<metadata><h:img xmlns:h="http://www.w3.org/1999/xhtml"/></metadata>', 'outside the SVG namespace'],
    ['<image href="#p"/>', 'raster images'],
    ['<foreignObject/>', 'foreignObject'],
    ['<a href="#p"/>', 'links'],
    ['<style>@import "a.css"</style>', 'style sheets'],
    ['<animate/>', 'animation'],
    ['<animateMotion/>', 'animation'],
    ['<set/>', 'animation'],
    ['<discard/>', 'animation'],
    ['<video/>', 'media'],
    ['<filter/>', 'not part of the profile'],
    ['<constructor/>', 'not part of the profile'],
    ['<__proto__/>', 'not part of the profile'],
    ['<svg version="1.2"/>', 'not part of the profile'],
    ['<SCRIPT/>', 'not part of the profile'],
    ['<g onload="alert(1)"/>', 'event handlers'],
    ['<g ONCLICK="alert(1)"/>', 'event handlers'],
    ['<g xml:base="https://a.example/"/>', 'xml:base'],
    ['<use href="https://a.example/a.svg#p"/>', 'outside the file'],
    ['<use xlink:href="a.svg"/>', 'outside the file'],
    ['<use href="&#104;ttps://a.example/"/>', 'outside the file'],
    ['<use href="data:image/svg+xml,x"/>', 'outside the file'],
    ['<use href=" javascript:alert(1)"/>', 'outside the file'],
    ['<g fill="url(https://a.example/p)"/>', 'outside the file'],
    ['<g fill="URL( a.svg#p )"/>', 'outside the file'],
    ['<g fill="url(#p) url(b.svg)"/>', 'outside the file'],
    ['<g fill="u\\72l(b.svg)"/>', 'outside the file'],
    [`<g fill="url(${' '.repeat(99_000)}#p)"/>`, 'outside the file'],
    ['<g fill="@IMPORT \'a.css\'"/>', 'outside the file'],
    ['<g mask="image-set(\'x.png\' 1x)"/>', 'outside the file'],
    ['<g mask="SRC(\'x.png\')"/>', 'outside the file'],
    ['<rect style="background:image-set(\'x.png\' 1x)"/>', 'style: style sheets are not part of the profile'],
    ['<g style="fill:#fff"/>', 'style: style sheets are not part of the profile'],
    ['<g STYLE=""/>', 'STYLE: style sheets are not part of the profile'],
    ['&nbsp;', 'well-formed'],
    ['&constructor;', 'well-formed'],
    ['&toString;', 'well-formed'],
    ['\u0001', 'well-formed'],
    ['&#1;', 'well-formed'],
  ])('with %.60s inside', async (content, problem) => {
    expect((await inside(content)).join('; ')).toContain(problem)
  })

  test('with event handlers on its root', async () => {
    expect((await on('onload="alert(1)"')).join()).toContain('event handlers')
    expect((await on('fill="url(https://a.example/)"')).join()).toContain('outside the file')
  })

  test('with entities, before any of them is expanded', async () => {
    const lols = Array.from({ length: 20 }, (_none, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
    const bomb = `<!DOCTYPE svg [<!ENTITY l0 "lol">${lols.join('')}]>${aLogo({ title: '&l20;' })}`
    expect(await check(bomb)).toEqual(['a DOCTYPE is not allowed'])
    expect(await check(`<!DOCTYPE svg SYSTEM "file:///etc/passwd">${aLogo()}`)).toEqual(['a DOCTYPE is not allowed'])
  })

  test('with all its problems at once, in few words', async () => {
    const problems = await check(aLogo({ viewBox: '0 0 1 2', title: '', content: '<script/><g onload="1"/>' }))
    expect(problems).toHaveLength(4)
    const many = await inside(Array.from({ length: 1_000 }, (_none, at) => `<x${at}${'y'.repeat(500)}/>`).join(''))
    expect(many).toHaveLength(10)
    expect(many.join().length).toBeLessThan(1_500)
  })

  test('and not read further after enough problems', async () => {
    const unclosed = '<g'
    const ten = await check(aLogo().replace('</svg>', `${'<x/><y z="//"/>'.repeat(5)}${xs(10)}${unclosed}`))
    expect([ten.length, ten.filter((problem) => problem.includes('well-formed'))]).toEqual([10, []])
    expect(await inside(`${'<g>'.repeat(60)}${'<g/>'.repeat(20_000)}${unclosed}`)).toEqual([TOO_MANY])
    expect(await inside(`<g${Array.from({ length: 20_000 }, (_none, at) => ` a${at}=""`).join('')} b`)).toEqual([
      TOO_MANY,
    ])
    expect(await inside(`${'<x/>'.repeat(200_000)}${unclosed}`)).toEqual([expect.stringContaining('<x>'), TOO_MANY])
  })
})

const xs = (count: number) => Array.from({ length: count }, (_none, at) => `<x${at}/>`).join('')
