import { afterAll, beforeAll, expect, test } from 'vitest'
import { anotherAccount } from '../../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  // Start the threads first, so that their start does not count.
  await preview('{{ a }}')
})
afterAll(() => app.close())

/** Longest time for a request, in ms: twice the time after which a thread is killed, for busy machines. */
const PATIENCE_MS = 2_500
/** Longest turn of the event loop meanwhile, in ms. */
const LOOP_MS = 500

const preview = (body_html: string, vars: unknown = {}) =>
  app.call('POST', '/v1/templates/preview', { body: { subject: 's', body_html, vars } })

const TEN = '{% assign s = "aaaaaaaaaa" %}'
const double = (times: number) => TEN + '{% assign s = s | append: s %}'.repeat(times)
const nest = (times: number) =>
  `${TEN}{% assign a = "" | split: "" | push: s %}${'{% assign a = "" | split: "" | push: a | push: a %}'.repeat(times)}`

const hostile: Record<string, string> = {
  'nested loops': '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}',
  'a loop that writes nothing': '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
  'an endless range': '{% for a in (1..999999999999) %}x{% endfor %}',
  'a text that doubles': `${double(40)}{{ s | size }}`,
  'nested lists': `${nest(30)}{{ a | append: "" | size }}`,
  'nested lists, printed': `${nest(30)}{{ a }}`,
  'nested lists, as JSON': `${nest(26)}{{ a | json | size }}`,
  'one huge text in a list many times': `${double(17)}{% assign a = "" | split: "" %}{% for i in (1..300) %}{% assign a = a | push: s %}{% endfor %}{{ a | upcase | size }}`,
  'a list that is sorted again and again': `${double(14)}{% assign t = s | append: "b" %}{% assign u = s | append: "c" %}{% assign a = "" | split: "" %}${'{% assign a = a | push: t | push: u %}'.repeat(300)}{% assign z = a${' | sort'.repeat(20_000)} %}`,
  'a date with a very long format': `{{ "now" | date: "${'%Z%c'.repeat(100_000)}" | size }}`,
  'a date with a very large width': '{{ "now" | date: "%999999999Y" | size }}',
  'a text cut into pieces': `${double(17)}{{ s | split: "" | join: "," | split: "" | reverse | join: "" | size }}`,
  'a text in which each character is replaced by the text': `${double(8)}${'{% assign s = s | replace: "a", s %}'.repeat(4)}{{ s | size }}`,
  'captures of captures': `{% capture s %}aaaaaaaaaa{% endcapture %}${'{% capture s %}{{ s }}{{ s }}{% endcapture %}'.repeat(40)}{{ s }}`,
  'more text than a mail can have': '{% for i in (1..1000000) %}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{% endfor %}',
  'nested conditions': '{% if a %}'.repeat(50_000),
  'closed nested conditions': '{% if a %}'.repeat(20_000) + '{% endif %}'.repeat(20_000),
  'a hundred thousand variables': '{{a}}'.repeat(100_000),
  'a hundred thousand branches': `{% if a %}${'{% elsif a %}'.repeat(35_000)}{% endif %}`,
  'a condition with very many parts': `{% if a${' and a'.repeat(80_000)} %}x{% endif %}`,
  'a very long chain of filters': `{{ a${' | upcase'.repeat(55_000)} }}`,
  'nested brackets': `{{ ${'a['.repeat(100_000)}1${']'.repeat(100_000)} }}`,
  'braces that never close': '{{'.repeat(250_000),
  'quotes that never close': `{{ "${'\\'.repeat(500_000)} }}`,
  'tags to strip that never close': `${TEN.replace('aaaaaaaaaa', '<script<!--')}${'{% assign s = s | append: s %}'.repeat(17)}{{ s | strip_html | size }}`,
  'very much white space': `${TEN.replace('aaaaaaaaaa', '          ')}${'{% assign s = s | append: s %}'.repeat(17)}{{ s | append: "x" | append: s | append: "x" | squish | strip | truncatewords: 3 | size }}`,
  'an error that quotes its own source': '{% raw %}{% raw %}{% endraw %}{% endraw %}',
}

test.each(Object.entries(hostile))(
  '%s harms nobody: an answer comes soon, and the server stays awake',
  async (_name, source) => {
    let worst = 0
    let last = performance.now()
    const watch = setInterval(() => {
      worst = Math.max(worst, performance.now() - last)
      last = performance.now()
    }, 10)
    const begin = performance.now()
    const { status, body } = await preview(source)
    const took = performance.now() - begin
    clearInterval(watch)
    expect([200, 400, 422], JSON.stringify(body).slice(0, 200)).toContain(status)
    if (status !== 200) expect(['invalid_template', 'template_error']).toContain(body.error.code)
    expect(took).toBeLessThan(PATIENCE_MS)
    expect(worst).toBeLessThan(LOOP_MS)
  },
)

const ENDLESS = hostile['nested lists']!

test('a batch with an endless template fails quickly and completely, and other accounts are served meanwhile', async () => {
  const { body: template } = await app.call('POST', '/v1/templates', {
    body: { name: 'Endless', channel: 'email', subject: 's', body_html: ENDLESS },
  })
  const other = await anotherAccount(app)
  const key = await app.key('send', true)
  const items = Array.from({ length: 200 }, () => aSend({ payload: undefined, template_id: template.id }))
  let done = false
  const begin = performance.now()
  const batch = app.call('POST', '/v1/send/batch', { key, body: items }).finally(() => {
    done = true
  })
  let served = 0
  await eventually('the batch', async () => {
    const asked = performance.now()
    const { status } = await call(app.url, 'POST', '/v1/templates/preview', {
      key: other.key,
      body: { subject: '{{ s }}', body_html: 'h', vars: { s: 'x' } },
    })
    expect(status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(PATIENCE_MS)
    served += 1
    return done
  })
  expect(served).toBeGreaterThan(0)
  const { body } = await batch
  expect(performance.now() - begin).toBeLessThan(3 * PATIENCE_MS)
  expect(body.map(({ error }: { error: { code: string } }) => error.code)).toEqual(items.map(() => 'template_error'))
})

test('a batch whose rendered templates exceed the memory is accepted in parts', async () => {
  const { body: template } = await app.call('POST', '/v1/templates', {
    body: {
      name: 'Long',
      channel: 'email',
      subject: 's',
      body_html: `{% for i in (1..500) %}${'x'.repeat(4_000)}{% endfor %}`,
    },
  })
  const key = await app.key('send', true)
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const items = Array.from({ length: 500 }, () => aSend({ payload: undefined, template_id: template.id, scheduled_at }))
  const rendered = 500 * 2_000_000
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 10)
  const { body } = await app.call('POST', '/v1/send/batch', { key, body: items }).finally(() => clearInterval(watch))
  expect(body.filter(({ success }: { success: boolean }) => success)).toHaveLength(500)
  expect(most).toBeLessThan(0.8 * rendered)
}, 60_000)

test('a template that takes all memory is killed, and the next one is rendered', async () => {
  const huge = `{% assign a = (1..4000000) %}${Array.from({ length: 400 }, (_none, index) => `{% capture c${index} %}${'{{ s }}'.repeat(40)}{% endcapture %}`).join('')}`
  const { status } = await preview(huge, { s: 'x'.repeat(200_000) })
  expect(status).toBe(422)
  expect((await preview('{{ a }}', { a: 1 })).body.body_html).toBe('1')
})

test('the time of one template does not count against another', async () => {
  await preview(ENDLESS)
  const results = await Promise.all(Array.from({ length: 50 }, (_none, index) => preview('{{ a }}', { a: index })))
  expect(results.map(({ body }) => body.body_html)).toEqual(results.map((_result, index) => String(index)))
})
