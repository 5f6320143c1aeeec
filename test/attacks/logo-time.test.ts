import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSvgTinyPs } from '../../src/services/domains/svg-tiny-ps.js'
import { fuzzRuns } from '../support/fuzz-runs.js'
import { aGradient, aLogo } from '../support/logo.js'
import { stopwatch } from '../support/stopwatch.js'
import { turnsDuring } from '../support/turns-during.js'

/* Logos are checked in time that grows with their length, whatever is in them. */

const check = (svg: string) => checkSvgTinyPs(Buffer.from(svg))
const inside = (content: string) => check(aLogo({ content }))
const on = (attributes: string) => check(aLogo({ attributes }))

const MIB = 2 ** 20
const filled = (part: (at: number) => string) => {
  const parts: string[] = []
  for (let length = 0, at = 0; length < MIB; at += 1) length += parts[parts.push(part(at)) - 1]!.length
  return parts.join('').slice(0, MIB)
}

/** CPU time of the fastest of a few runs, in ms, to exclude other load on the machine. */
async function quickest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    await work()
    times.push(process.cpuUsage(before).user / 1_000)
  }
  return Math.min(...times)
}

test.each([
  ['nested elements', () => inside('<g>'.repeat(MIB / 3))],
  ['nested namespaces', () => inside(filled((at) => `<g xmlns:n${at}="u:${at}">`))],
  ['elements', () => inside('<g/>'.repeat(MIB / 4))],
  ['bad elements', () => inside(filled((at) => `<b${at}/>`))],
  ['attributes', () => on(filled((at) => ` a${at}="1"`).replace(/[^"]*$/, ''))],
  ['attributes with namespaces', () => on(`xmlns:n="u:n"${filled((at) => ` n:a${at}="1"`).replace(/[^"]*$/, '')}`)],
  ['namespaces', () => on(filled((at) => ` xmlns:a${at}="u:${at}"`).replace(/[^"]*$/, ''))],
  ['one long value', () => on(`d="${'M0 0 '.repeat(MIB / 5)}"`)],
  ['blanks in a reference', () => on(`fill="url(${' '.repeat(MIB)}"`)],
  ['references', () => on(`fill="${'url(#a) '.repeat(MIB / 8)}"`)],
  ['open references', () => on(`fill="${'url('.repeat(MIB / 4)}"`)],
  ['character references', () => inside('&#65;'.repeat(MIB / 5))],
  ['an endless entity', () => inside(`&${'a'.repeat(MIB)}`)],
  ['an endless name', () => inside(`<${'a'.repeat(MIB)}`)],
  ['an endless comment', () => inside(`<!--${'-x'.repeat(MIB / 2)}`)],
  ['brackets', () => inside(`<![CDATA[${']]'.repeat(MIB / 2)}`)],
  ['a long title', () => check(aLogo({ title: 'a&amp;'.repeat(MIB / 6) }))],
  ['an endless DOCTYPE', () => check(`<!DOCTYPE svg [${'<!-- x -->'.repeat(MIB / 10)}${aLogo()}`)],
])('checking a mebibyte of %s takes less than a second', async (_what, run) => {
  expect(await quickest(run)).toBeLessThan(1_000)
})

test('checking a mebibyte does not block other work', async () => {
  const checking = on(`d="${'M0\n'.repeat(MIB / 3)}"`)
  expect(await turnsDuring(checking)).toBeGreaterThan(40)
  expect(await checking).toEqual([])
})

test('checking each of a thousand damaged logos takes less than a second and never throws', async () => {
  const marks = ['<', '>', '"', "'", '&', '&#x0;', '<!', ']]>', '<?', '/', '\u0000', '\ud83c', '<script>', ' on="', '%']
  const logo = aLogo({ content: aGradient() })
  const damage = fc.array(
    fc.tuple(fc.nat(logo.length), fc.nat(30), fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' }))),
    { minLength: 1, maxLength: 6 },
  )
  let fit = 0
  await fc.assert(
    fc.asyncProperty(damage, fc.boolean(), async (cuts, asBytes) => {
      let svg = logo
      for (const [at, length, instead] of cuts) svg = svg.slice(0, at) + instead + svg.slice(at + length)
      const tookMs = stopwatch()
      const problems = await checkSvgTinyPs(Buffer.from(svg, asBytes ? 'latin1' : 'utf8'))
      expect(tookMs()).toBeLessThan(1_000)
      if (problems.length === 0) fit += 1
      for (const problem of problems) expect(problem).toMatch(/^.{5,250}$/su)
    }),
    { numRuns: fuzzRuns(1_000), seed: 20_261_121 },
  )
  expect(fit).toBeLessThan(300)
})
