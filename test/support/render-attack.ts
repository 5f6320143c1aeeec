import { randomBytes } from 'node:crypto'

/*
 * An attack on the rendering of templates: accounts that keep every way into it busy with templates that are slow, each
 * in a way of its own, and never the same template twice.
 */

const ITEMS_OF_A_BATCH = 20

const listsInLists = (times: number) =>
  `{% assign a = "x" | split: "" %}${'{% assign a = "" | split: "" | push: a | push: a %}'.repeat(times)}{{ a }}`
const slowToRender = [
  // One endless piece, which only ends with its thread.
  listsInLists(30),
  // Some hundred ms, then an error.
  listsInLists(20),
  '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
]
const slowToParse = ['{{a}}'.repeat(100_000), '{{'.repeat(250_000)]

const unique = () => randomBytes(9).toString('base64url')
const anyOf = (sources: string[]) => sources[Math.floor(Math.random() * sources.length)]!
const sourceOf = (sources: string[]) => ({ subject: 's', body_html: `${unique()} ${anyOf(sources)}` })

const aSend = () => ({
  channel: 'email',
  idempotency_key: unique(),
  destination: { email: 'delivered@example.com' },
})

/** A send without a template, to an address that accepts whatever a test key sends. */
export const plainSend = () => ({ ...aSend(), payload: { subject: 's', body_text: 't' } })

/** The same with a template. */
export const templateSend = (template_id: string) => ({ ...aSend(), template_id })

type Call = (method: string, path: string, body: unknown) => Promise<{ status: number; body: unknown }>

/** Makes requests with a key, until the signal. */
export function caller(url: string, key: string, signal?: AbortSignal): Call {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body), signal: signal ?? null })
    return { status: response.status, body: await response.json() }
  }
}

/** Stores a template and answers its id. */
export async function storeTemplate(call: Call, body_html: string): Promise<string> {
  const template = { name: 'A template', channel: 'email', subject: 's', body_html }
  const { status, body } = await call('POST', '/v1/templates', template)
  if (status !== 201) throw new Error(`the template was not stored: ${status} ${JSON.stringify(body)}`)
  return (body as { id: string }).id
}

export interface RenderAttackOptions {
  url: string
  /** Test keys with the scope `admin`, one for each attacker. */
  keys: string[]
  /** Connections of each attacker. */
  connections: number
}

/** Starts the attack. */
export async function attackRendering({ url, keys, connections }: RenderAttackOptions) {
  const end = new AbortController()
  const counts: Record<string, number> = {}
  const attack = async (call: Call, id: string, first: number) => {
    const requests = waysIn(call, id)
    for (let turn = first; !end.signal.aborted; turn += 1) {
      const status = await requests[turn % requests.length]!().then(
        (answer) => answer.status,
        () => 'none',
      )
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  const attacks = await Promise.all(
    keys.map(async (key) => {
      const call = caller(url, key, end.signal)
      const id = await storeTemplate(call, listsInLists(30))
      return Array.from({ length: connections }, (_none, index) => attack(call, id, index))
    }),
  )
  return {
    /** Ends it and answers how often each status came back. */
    async end(): Promise<Record<string, number>> {
      end.abort()
      await Promise.all(attacks.flat())
      return counts
    },
  }
}

/** A request for each way into the rendering. */
function waysIn(call: Call, id: string): (() => Promise<{ status: number }>)[] {
  const named = { name: 'A template', channel: 'email' }
  return [
    () => call('POST', '/v1/send', templateSend(id)),
    () => call('POST', '/v1/templates/preview', sourceOf(slowToRender)),
    () => call('POST', `/v1/templates/${id}/render`, { vars: {} }),
    () => call('POST', '/v1/templates', { ...named, ...sourceOf(slowToParse) }),
    // A new version, which is not known to be slow.
    () => call('PUT', `/v1/templates/${id}`, sourceOf(slowToRender)),
    () => call('POST', '/v1/templates/preview', sourceOf(slowToParse)),
    () =>
      call(
        'POST',
        '/v1/send/batch',
        Array.from({ length: ITEMS_OF_A_BATCH }, () => templateSend(id)),
      ),
  ]
}
