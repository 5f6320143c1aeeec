// biome-ignore-all lint/suspicious/noTemplateCurlyInString: samples with templates.
import { describe, expect, test } from 'vitest'
import { highlight } from '../../src/http/docs/highlight.js'
import { DOC_FILES, samplesIn } from '../support/doc-samples.js'

/** The parts of a sample that have a color. */
const colored = (code: string, language: string) =>
  highlight(code, language).flatMap(({ kind, text }) => (kind === null ? [] : `${kind}: ${text}`))

describe('the colors of samples', () => {
  test.each([
    [
      'sh',
      `curl -X POST http://a/b # why\n'don''t # say "x"'`,
      ['keyword: curl', 'name: -X', 'comment: # why', "string: 'don'", `string: 't # say "x"'`],
    ],
    ['ts', "const url = 'http://a' // new", ['keyword: const', "string: 'http://a'", 'comment: // new']],
    ['ts', 'return `a ${b} "c"` + 10_000', ['keyword: return', 'string: `a ${b} "c"`', 'number: 10_000']],
    ['ts', 'postline.new(typed, { if: 1 })', ['keyword: if', 'number: 1']],
    [
      'json',
      '{"a\\"b": "c: d", "n": 1.5, "t": true}',
      ['name: "a\\"b"', 'string: "c: d"', 'name: "n"', 'number: 1.5', 'name: "t"', 'keyword: true'],
    ],
    ['http', 'GET /v1/messages\n\n{"id": "GET"}', ['keyword: GET', 'name: "id"', 'string: "GET"']],
    ['graphql', 'query { a } # b', ['keyword: query', 'comment: # b']],
    ['go', '/* a\n * b */ func', ['comment: /* a\n * b */', 'keyword: func']],
    ['text', 'const a = 1', []],
    // Without an end.
    ['ts', '"a\n/* b', ['string: "a', 'comment: /* b']],
  ] as [string, string, string[]][])('of %s: %s', (language, code, parts) => {
    expect(colored(code, language)).toEqual(parts)
  })

  test('change no letter of any sample, and leave few without', () => {
    const samples = DOC_FILES.flatMap(samplesIn)
    for (const { code, language } of samples) {
      expect(
        highlight(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
    }
    const plain = samples.filter(({ code, language }) => colored(code, language).length === 0)
    expect([...new Set(plain.map(({ language }) => language))].sort()).toEqual(['', 'csv', 'html', 'text'])
    expect(samples.length).toBeGreaterThan(200)
  })
})
