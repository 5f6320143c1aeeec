import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { median } from '../../bench/median.js'
import { Deployment } from '../support/deployment.js'
import { attackRendering, caller, plainSend, storeTemplate, templateSend } from '../support/render-attack.js'

const CONNECTIONS = 8
const ROUNDS = 25

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create()
  await deployment.start('api')
})
afterEach(() => deployment.close())

/** A test key of a new account. */
async function newAccount(name: string): Promise<string> {
  const { key } = await deployment.ledger.services.accounts.create(`${name}@elsewhere.test`)
  const { body } = await deployment.call('POST', '/v1/keys', { key, body: { scope: 'admin', test_mode: true } })
  return body.key
}

describe('two accounts that attack the rendering, over several connections each', () => {
  it('do not slow down the renders of a third: they take about as long as a send without a template', async () => {
    const call = caller(deployment.url, await newAccount('third'))
    const body_html = 'Hello {{ name }}'
    const id = await storeTemplate(call, body_html)
    const tookMs = { send: [] as number[], render: [] as number[], preview: [] as number[], plain: [] as number[] }
    const time = async (kind: keyof typeof tookMs, path: string, body: unknown) => {
      const begunAt = performance.now()
      const { status, body: answer } = await call('POST', path, body)
      tookMs[kind].push(performance.now() - begunAt)
      expect(status, JSON.stringify(answer)).toBeLessThan(300)
    }
    const attack = await attackRendering({
      url: deployment.url,
      keys: [await newAccount('first'), await newAccount('second')],
      connections: CONNECTIONS,
    })
    for (let round = 0; round < ROUNDS; round += 1) {
      await time('send', '/v1/send', templateSend(id))
      await time('render', `/v1/templates/${id}/render`, { vars: { name: 'Ada' } })
      await time('preview', '/v1/templates/preview', { subject: 's', body_html, vars: { name: 'Ada' } })
      await time('plain', '/v1/send', plainSend())
    }
    await attack.end()
    const plain = median(tookMs.plain)
    for (const kind of ['send', 'render', 'preview'] as const) {
      expect(median(tookMs[kind]), `${kind}, where a send without a template takes ${plain} ms`).toBeLessThan(
        2 * plain + 50,
      )
    }
  })
})
