import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

/* Does what the Arazzo document says, as a program would that knows nothing else. */

interface Parameter {
  name: string
  in: string
  value: string | number
}

interface Criterion {
  condition: string
  context?: string
  type?: string
}

interface Step {
  stepId: string
  operationId: string
  parameters?: Parameter[]
  requestBody?: { contentType: string; payload: unknown }
  successCriteria: Criterion[]
  onFailure?: { type: string; retryAfter: number; retryLimit: number }[]
  outputs: Record<string, string>
}

interface Workflow {
  workflowId: string
  inputs: { required: string[]; properties: Record<string, unknown> }
  steps: Step[]
  outputs: Record<string, string>
}

interface Described {
  method: string
  path: string
  parameters: { name: string; in: string }[]
}

let app: TestApp
let workflows: Workflow[]
let operations: Map<string, Described>
beforeAll(async () => {
  app = await startApp()
  workflows = (await app.call('GET', '/arazzo.json', { key: null })).body.workflows
  const { paths } = (await app.call('GET', '/openapi.json', { key: null })).body
  operations = new Map(
    Object.entries(paths as Record<string, Record<string, { operationId?: string; parameters?: Parameter[] }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).flatMap(([method, { operationId, parameters = [] }]) =>
          operationId === undefined ? [] : [[operationId, { method, path, parameters }] as const],
        ),
    ),
  )
})
afterAll(() => app.close())

/** What is known while a workflow runs. */
interface Known {
  inputs: Record<string, unknown>
  steps: Record<string, { outputs: Record<string, unknown> }>
  response?: { status: number; body: unknown }
}

const atPointer = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((of, name) => (of as Record<string, unknown> | undefined)?.[name], value)

/** The value of a runtime expression. */
function evaluate(expression: string, { inputs, steps, response }: Known): unknown {
  const [head = '', pointer] = expression.split('#', 2)
  if (head === '$statusCode') return response?.status
  if (head === '$response.body') return pointer === undefined ? response?.body : atPointer(response?.body, pointer)
  const [root, ...names] = head.split('.')
  const start = { $inputs: inputs, $steps: steps }[root!]
  if (!start) throw new Error(`unknown expression ${expression}`)
  const value = names.reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], start)
  if (value === undefined) throw new Error(`${expression} has no value`)
  return value
}

function filled(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? evaluate(value, known) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, known)]))
}

function isMet({ condition, context, type }: Criterion, known: Known): boolean {
  const value = context === undefined ? undefined : evaluate(context, known)
  if (type === 'regex') return new RegExp(condition).test(String(value))
  if (type === 'jsonpath') {
    const [, list, index] = /^\$\.(\w+)\[(\d+)\]$/.exec(condition)!
    return atPointer(value, `/${list}/${index}`) !== undefined
  }
  const [, left, right] = /^(\S+) == (\S+)$/.exec(condition)!
  return String(evaluate(left!, known)) === right
}

async function request(step: Step, known: Known): Promise<Known['response']> {
  const { method, path } = operations.get(step.operationId)!
  const query = new URLSearchParams()
  let place = path
  for (const { name, in: where, value } of step.parameters ?? []) {
    const text = String(filled(value, known))
    if (where === 'path') place = place.replace(`{${name}}`, encodeURIComponent(text))
    else query.set(name, text)
  }
  const { status, body } = await app.call(method.toUpperCase(), `${place}${query.size > 0 ? `?${query}` : ''}`, {
    ...(step.requestBody && { body: filled(step.requestBody.payload, known) }),
  })
  return { status, body }
}

async function run(workflow: Workflow, inputs: Record<string, unknown>): Promise<Record<string, unknown>> {
  expect(Object.keys(inputs).sort()).toEqual(workflow.inputs.required.toSorted())
  const known: Known = { inputs, steps: {} }
  for (const step of workflow.steps) {
    const attempt = async () => {
      known.response = (await request(step, known))!
      return step.successCriteria.every((criterion) => isMet(criterion, known))
    }
    if (step.onFailure) await eventually(step.stepId, attempt)
    else expect(await attempt(), `${step.stepId}: ${JSON.stringify(known.response)}`).toBe(true)
    const outputs = Object.entries(step.outputs).map(([name, from]) => [name, evaluate(from, known)])
    known.steps[step.stepId] = { outputs: Object.fromEntries(outputs) }
  }
  return filled(workflow.outputs, known) as Record<string, unknown>
}

const workflow = (id: string) => workflows.find(({ workflowId }) => workflowId === id)!

describe('the workflows', () => {
  test('name operations and parameters of the OpenAPI document, and only steps before them', () => {
    expect(workflows.map(({ workflowId }) => workflowId)).toEqual(['firstSend', 'receiveAndAnswer'])
    for (const { steps, inputs } of workflows) {
      for (const [index, step] of steps.entries()) {
        const operation = operations.get(step.operationId)
        expect(operation, step.operationId).toBeDefined()
        for (const { name, in: where } of step.parameters ?? [])
          expect(operation!.parameters).toContainEqual(expect.objectContaining({ name, in: where }))
        const before = steps.slice(0, index).map(({ stepId }) => stepId)
        const text = JSON.stringify(step)
        for (const [, id] of text.matchAll(/\$steps\.(\w+)/g)) expect(before).toContain(id)
        for (const [, name] of text.matchAll(/\$inputs\.(\w+)/g)) expect(Object.keys(inputs.properties)).toContain(name)
      }
    }
  })

  test('a first mail is sent and followed', async () => {
    const outputs = await run(workflow('firstSend'), { email: app.ownerEmail, idempotency_key: 'workflow-1' })
    const { status, body } = await app.call('GET', `/v1/messages/${outputs.message_id}`)
    expect(status).toBe(200)
    expect(body.idempotency_key).toBe('workflow-1')
    expect(outputs.status).toMatch(/sent|delivered/)
  })

  test('a mail that comes in is answered', async () => {
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
    const { threadId } = await receiveMail(app, { subject: 'Where is it?', from: 'Ada <ada@example.com>' })
    const inputs = { answer: 'On its way.', idempotency_key: 'workflow-2' }
    const outputs = await run(workflow('receiveAndAnswer'), inputs)
    expect(outputs.subject).toBe('Where is it?')
    const { body } = await app.call('GET', `/v1/mail/threads/${threadId}`)
    expect(body.messages.map(({ id }: { id: string }) => id)).toContain(outputs.message_id)
  })
})
