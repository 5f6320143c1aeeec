import type { TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'apr_00000000000000000000000000'

/** A mail that the key of the tests asks to send. Each is another, because one that was approved stays so. */
async function asked(app: TestApp): Promise<{ id: string }> {
  const caller = await app.app.services.apiKeys.authenticate(`Bearer ${app.adminKey}`)
  const { id } = await app.app.services.approvals.request(caller, 'messages.send', {
    destination: { email: app.ownerEmail },
    payload: { subject: `For the doors ${app.app.newId('approval')}`, body_text: 'A text.' },
  })
  return { id }
}

async function refused(app: TestApp): Promise<{ id: string }> {
  const { id } = await asked(app)
  await app.call('POST', `/v1/approvals/${id}/refuse`)
  return { id }
}

async function approved(app: TestApp): Promise<{ id: string }> {
  const { id } = await asked(app)
  await app.call('POST', `/v1/approvals/${id}/approve`)
  return { id }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'approvals.list', input: async (app) => ({ ...((await asked(app)) && {}), limit: 1 }) },
  {
    operation: 'approvals.list',
    input: async (app) => ({ ...((await asked(app)) && {}), status: 'pending', limit: 1 }),
  },
  { operation: 'approvals.get', input: asked },
  { operation: 'approvals.approve', input: asked },
  { operation: 'approvals.refuse', input: asked },
]

export const errors: readonly ErrorCase[] = [
  unknownCursor('approvals.list'),
  forbidden('approvals.list', 'send', {}),
  unknownId('approvals.get', { id: UNKNOWN }),
  unknownId('approvals.approve', { id: UNKNOWN }),
  unknownId('approvals.refuse', { id: UNKNOWN }),
  { title: 'a refused mail', operation: 'approvals.approve', input: refused, code: 'approval_decided' },
  { title: 'an approved mail', operation: 'approvals.refuse', input: approved, code: 'approval_decided' },
]
