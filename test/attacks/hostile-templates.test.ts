import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownThreadId, ThreadClock } from '../../src/lib/threads/thread-clock.js'
import { expectError } from '../support/expect-error.js'
import { anotherAccount } from '../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
/** An account that has nothing to do with the hostile ones. */
let bystander: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  bystander = (await anotherAccount(app)).key
})
afterAll(() => app.close())

/** On a busy machine, the CPU time that a template may use takes long. */
const TIMEOUT_MS = 60_000
/** The service runs in the main thread of the test, and no turn of its event loop may take more CPU time, in ms. */
const LOOP_MS = 500

/** A key of an account that has rendered nothing yet. */
const newKey = async () => (await anotherAccount(app)).key
const preview = (key: string, body_html: string, vars: unknown = {}) =>
  call(app.url, 'POST', '/v1/templates/preview', { key, body: { subject: 's', body_html, vars } })

/** Expects that others get their previews until some work has ended, and that the server stays awake. */
async function harmsNobody<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const clock = new ThreadClock(ownThreadId())
  let worst = 0
  let last = clock.nowMs()
  const watch = setInterval(() => {
    const now = clock.nowMs()
    worst = Math.max(worst, now - last)
    last = now
  }, 10)
  const ended = work.finally(() => {
    isOver = true
  })
  await eventually(
    'the end of the work',
    async () => {
      const { status, body } = await preview(bystander, '{{ s }}', { s: 'x' })
      expect({ status, html: body.body_html }).toEqual({ status: 200, html: 'x' })
      return isOver
    },
    TIMEOUT_MS,
  )
  clearInterval(watch)
  clock.close()
  expect(worst).toBeLessThan(LOOP_MS)
  return ended
}

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
  '%s harms nobody: it gets an answer, others are served meanwhile, and the server stays awake',
  async (_name, source) => {
    const { status, body } = await harmsNobody(preview(await newKey(), source))
    expect([200, 400, 422], JSON.stringify(body).slice(0, 200)).toContain(status)
    if (status !== 200) expect(['invalid_template', 'template_error']).toContain(body.error.code)
  },
  TIMEOUT_MS,
)

const ENDLESS = hostile['nested lists']!

test('a batch with an endless template fails completely, and other accounts are served meanwhile', async () => {
  const key = await newKey()
  const { body: template } = await call(app.url, 'POST', '/v1/templates', {
    key,
    body: { name: 'Endless', channel: 'email', subject: 's', body_html: ENDLESS },
  })
  const items = Array.from({ length: 200 }, () => aSend({ payload: undefined, template_id: template.id }))
  const { body } = await harmsNobody(call(app.url, 'POST', '/v1/send/batch', { key, body: items }))
  expect(body.map(({ error }: { error: { code: string } }) => error.code)).toEqual(items.map(() => 'template_error'))
})

test('a template that was killed is refused at once for a while, at no cost to its account', async () => {
  const key = await newKey()
  for (let time = 0; time < 20; time += 1) expectError(await preview(key, ENDLESS), 422, 'template_error')
  expect((await preview(key, '{{ a }}', { a: 1 })).body.body_html).toBe('1')
})

test('an account whose templates take too long has to wait, and others do not', async () => {
  const { accountId, key } = await anotherAccount(app)
  const { cpuBudget } = app.app.renderer
  expectError(await preview(key, `${ENDLESS} again`), 422, 'template_error')
  expect(cpuBudget.of(accountId)).toBeGreaterThan(500)
  cpuBudget.charge(accountId, 10_000)
  const refused = await preview(key, '{{ a }}')
  expectError(refused, 429, 'rate_limit_exceeded')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(50)
  expect(refused.body.error.message).toContain(`wait ${seconds} s`)
  expect((await preview(bystander, '{{ a }}', { a: 1 })).status).toBe(200)
})

/** Counts the mails that are rendered and not yet in the ledger, while some work goes on. */
async function mostAhead(work: () => Promise<unknown>): Promise<number> {
  const { renderer, models } = app.app
  const { collection } = models.messages
  const render = renderer.render.bind(renderer)
  const insertMany = collection.insertMany.bind(collection)
  let ahead = 0
  let most = 0
  renderer.render = async (...args) => {
    const outcome = await render(...args)
    if (args[1] === 'send') ahead += 1
    most = Math.max(most, ahead)
    return outcome
  }
  collection.insertMany = (async (...args: Parameters<typeof insertMany>) => {
    const result = await insertMany(...args)
    ahead -= args[0].length
    return result
  }) as typeof insertMany
  try {
    await work()
  } finally {
    renderer.render = render
    collection.insertMany = insertMany
  }
  return most
}

test('a batch is rendered in parts, so that it fits in memory however large its mails are', async () => {
  const { body: template } = await app.call('POST', '/v1/templates', {
    body: { name: 'Any', channel: 'email', subject: 's', body_html: 'h' },
  })
  const key = await app.key('send', true)
  const items = Array.from({ length: 200 }, () => aSend({ payload: undefined, template_id: template.id }))
  let accepted: { success: boolean }[] = []
  const most = await mostAhead(async () => {
    accepted = (await app.call('POST', '/v1/send/batch', { key, body: items })).body
  })
  expect(accepted.filter(({ success }) => success)).toHaveLength(items.length)
  expect(most).toBeLessThanOrEqual(24)
})

test('a template that takes all memory is killed, and the next one is rendered', async () => {
  const key = await newKey()
  const huge = `{% assign a = (1..4000000) %}${Array.from({ length: 400 }, (_none, index) => `{% capture c${index} %}${'{{ s }}'.repeat(40)}{% endcapture %}`).join('')}`
  const { status } = await preview(key, huge, { s: 'x'.repeat(200_000) })
  expect(status).toBe(422)
  expect((await preview(key, '{{ a }}', { a: 1 })).body.body_html).toBe('1')
})

test('the time that one took is not held against another of the same account', async () => {
  const key = await newKey()
  await preview(key, ENDLESS)
  const results = await Promise.all(Array.from({ length: 50 }, (_none, index) => preview(key, '{{ a }}', { a: index })))
  expect(results.map(({ body }) => body.body_html)).toEqual(results.map((_result, index) => String(index)))
})
