import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { attackRendering, caller, storeTemplate, templateSend } from '../test/support/render-attack.js'
import { api, type Ground, say, startApi } from './ground.js'
import { percentile } from './percentile.js'

const run = promisify(execFile)

/** What the bystander does, an account that has nothing to do with the attack. */
export type Kind = 'send' | 'render' | 'preview'

/** How long requests took. */
export interface Latencies {
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

export interface RenderAttackResult {
  attackers: number
  idle: Record<Kind, Latencies>
  attacked: Record<Kind, Latencies>
  /** How often the attackers got which status. */
  answers: Record<string, number>
}

/** Of each attacker. */
const CONNECTIONS = 8
const WARM_UP_MS = 3_000
const OBSERVED_MS = 20_000
/** Between two requests of the bystander. */
const PAUSE_MS = 20

/** Measures the sends with a template, renders and previews of one account while others attack the rendering. */
export async function measureRenderAttack(ground: Ground, attackers: number): Promise<RenderAttackResult> {
  const settings = ground.settings('renders')
  const product = await startApi(ground, settings)
  const newKey = (name: string) => keyOfNewAccount(ground, product.url, settings, name)
  try {
    const keys: string[] = []
    for (let index = 1; index <= attackers; index += 1) keys.push(await newKey(`attacker${index}`))
    const bystander = await newKey('bystander')
    await observe(product.url, bystander, WARM_UP_MS)
    const idle = await observe(product.url, bystander, OBSERVED_MS)
    say(`${attackers} accounts attack the rendering`)
    const attack = await attackRendering({ url: product.url, keys, connections: CONNECTIONS })
    const attacked = await observe(product.url, bystander, OBSERVED_MS)
    return { attackers, idle, attacked, answers: await attack.end() }
  } finally {
    await product.close()
  }
}

/** A test key with the scope `admin`. */
async function keyOfNewAccount({ main }: Ground, url: string, settings: Record<string, string>, name: string) {
  const cli = join(dirname(main), 'cli/postline.js')
  const args = [cli, 'accounts', 'create', '--email', `${name}@postline.localhost`, '--json']
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH, ...settings } })
  const { key } = JSON.parse(stdout) as { key: string }
  return ((await api(url, key, 'POST', '/v1/keys', { scope: 'admin', test_mode: true })) as { key: string }).key
}

/** Makes requests for some time, each kind one after the other. */
async function observe(url: string, key: string, forMs: number): Promise<Record<Kind, Latencies>> {
  const call = caller(url, key)
  const body_html = '<p>Hello {{ name }}</p>{% for i in (1..20) %}<li>{{ i }}</li>{% endfor %}'
  const id = await storeTemplate(call, body_html)
  const until = performance.now() + forMs
  const repeat = async (request: () => Promise<{ status: number; body: unknown }>): Promise<Latencies> => {
    const tookMs: number[] = []
    while (performance.now() < until) {
      const begunAt = performance.now()
      const { status, body } = await request()
      tookMs.push(performance.now() - begunAt)
      if (status >= 300) throw new Error(`the bystander was refused: ${status} ${JSON.stringify(body)}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return summarize(tookMs)
  }
  const [send, render, preview] = await Promise.all([
    repeat(() => call('POST', '/v1/send', templateSend(id))),
    repeat(() => call('POST', `/v1/templates/${id}/render`, { vars: { name: 'Ada' } })),
    repeat(() => call('POST', '/v1/templates/preview', { subject: 's', body_html, vars: { name: 'Ada' } })),
  ])
  return { send, render, preview }
}

function summarize(tookMs: number[]): Latencies {
  const sorted = [...tookMs].sort((one, other) => one - other)
  const [p50Ms, p99Ms, maxMs] = [0.5, 0.99, 1].map((share) => percentile(sorted, share)) as [number, number, number]
  return { count: sorted.length, p50Ms, p99Ms, maxMs }
}
