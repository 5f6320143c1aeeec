import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzRuns } from '../support/fuzz-runs.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const ROUNDS = fuzzRuns(500)
/** Longer than a thread may spend on one template. */
const MOST_MS = 2_500

const PIECES = (
  '{{ name }}|{{ a.b[0] }}|{% if a %}|{% elsif b == 1 %}|{% else %}|{% endif %}|{% for i in list %}|{% endfor %}|' +
  '{% for i in (1..9) reversed limit:3 offset:continue %}|{% case a %}|{% when 1, 2 %}|{% endcase %}|{% raw %}|' +
  '{% endraw %}|{% assign x = a \u007c split: "," %}|{% capture y %}|{% endcapture %}|{% comment %}|{% endcomment %}|' +
  '{% unless a contains "b" %}|{% endunless %}|{% break %}|{% increment n %}|{%- # note -%}|{% echo a %}|{% render "x" %}|' +
  '{{ a \u007c date: "%Y" \u007c default: "d", allow_false: true }}|{{ list \u007c where: "a", 1 \u007c sort: "b" \u007c first }}|' +
  '{{ "x" \u007c times: 1e308 \u007c divided_by: 0 }}|{{ a \u007c slice: -9e9, 9e9 }}|{{ a \u007c truncate: -1 }}|' +
  '{{|}}|{%|%}|-|"|\'|[|]|.|(1..|| |\n|\0|\u2028|🎉|\\|<b>|{{-|-%}|nil|true|empty|blank|and|or|=|1e9|99999999999999999999'
).split('|')

/** Fragments that are valid anywhere; `_` is a place for another fragment. */
const WHOLE = [
  'text _ text',
  '{{ name }}_',
  '{{ a.b[0].c | default: name }}_',
  '{% if a %}_{% elsif b == 1 %}_{% else %}_{% endif %}',
  '{% for i in list %}_{{ i }}{{ forloop.index }}{% else %}_{% endfor %}',
  '{% for i in (1..a) reversed limit: 3 %}_{% break %}{% endfor %}',
  '{% case a %}{% when 1, 2 %}_{% when "b" %}_{% endcase %}',
  '{% capture y %}_{% endcapture %}{{ y | raw | size }}',
  '{% assign x = list | map: "a" | compact | uniq | sort | reverse %}{{ x | join: name }}_',
  '{{ list | where: "a", 1 | sort: "b" | first | json }}_',
  '{{ a | slice: -2, 9 | truncate: 3 | times: 2 | divided_by: name }}_',
  '{{ a | date: "%Y %j %999s" | upcase }}_',
  '{% unless name contains a %}_{% endunless %}',
  '{{ list | concat: list | sum: "a" | at_most: a }}_',
]

/** The same sequence in every run, so that a failure can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const random = createRandom(20_261_121)
const pick = <T>(items: readonly T[]): T => items[random(items.length)]!

function aWhole(depth: number): string {
  return pick(WHOLE).replaceAll('_', () => (depth === 0 ? '' : aWhole(depth - 1)))
}

function aSource(): string {
  if (random(4)) return aWhole(random(5))
  const text = Array.from({ length: 1 + random(25) }, () => pick(PIECES)).join(pick(['', ' ', '']))
  // Sometimes a character is removed or moved.
  const at = random(text.length)
  return random(3) ? text : text.slice(0, at) + pick(['', '%', '}', '{', '|', '\n']) + text.slice(at + random(3))
}

const aVars = () => ({
  name: pick(['Ada', '', null, 0, -1, '<b>', { toString: 1 }, ['x', ['y']], '\0', 1e308]),
  a: pick<unknown>([
    'b',
    1,
    true,
    null,
    [1, 'b'],
    { b: [{ c: 1 }] },
    { length: 1e9 },
    'now',
    '1e9',
    { first: {}, size: 'x' },
  ]),
  list: pick<unknown>([[], [1, 2, 3], [{ a: 1, b: 2 }, { a: 1 }, null, 'x', []], 'text', { x: 1 }, null, 7]),
})

test('strange sources are each answered quickly, as in the contract', async () => {
  const seen = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = { subject: pick(['s', aSource()]), body_html: aSource(), body_text: pick([null, aSource()]) }
    const vars = aVars()
    for (const [path, body] of [
      ['/v1/templates', { name: 'Odd', channel: 'email', ...source }],
      ['/v1/templates/preview', { ...source, vars }],
    ] as const) {
      const tookMs = stopwatch()
      const { status, body: answer } = await app.call('POST', path, { body })
      const shown = `${JSON.stringify({ source, vars })} ${JSON.stringify(answer)}`
      const outcome = status < 300 ? 'ok' : `${status} ${answer.error.code}`
      expect(['ok', '400 invalid_template', '400 invalid_request', '422 template_error'], shown).toContain(outcome)
      const named = status === 400 ? answer.error.details[0].path : answer.error?.message
      if (outcome !== 'ok') expect(named, shown).toMatch(/\b(subject|body_html|body_text)\b/)
      expect(tookMs(), shown).toBeLessThan(MOST_MS)
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }
  }
  // Both results must occur, otherwise the test would prove little.
  expect(seen.get('ok')).toBeGreaterThan(ROUNDS / 10)
  expect(seen.get('400 invalid_template')).toBeGreaterThan(ROUNDS / 10)
})
