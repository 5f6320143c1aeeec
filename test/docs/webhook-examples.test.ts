import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

const run = promisify(execFile)

/** A request as the endpoint received it. */
interface Received {
  headers: Record<string, string>
  body: string
}

interface Question extends Received {
  secrets: string[]
}

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'postline-docs-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the examples of docs/webhooks.md', () => {
  let secret: string
  /** The answers of each language's example to all questions. */
  let answers: { language: string; areGenuine: boolean[] }[]

  beforeAll(async () => {
    const caught = await receiveOne()
    secret = caught.secret
    const asked = questions.map(([_what, _expected, change]) => change({ ...caught.received, secrets: [secret] }))
    const guide = await readFile('docs/webhooks.md', 'utf8')
    answers = [
      { language: 'TypeScript', areGenuine: await askTypescript(example(guide, 'verify.ts'), asked) },
      { language: 'Python', areGenuine: await askPython(example(guide, 'verify.py'), asked) },
    ]
  })

  const questions: [string, boolean, (genuine: Question) => Question][] = [
    ['accept a request from the service', true, (genuine) => genuine],
    ['accept the old secret during a rotation', true, (genuine) => ({ ...genuine, secrets: ['new', secret] })],
    ['refuse another secret', false, (genuine) => ({ ...genuine, secrets: ['another'] })],
    ['refuse a changed body', false, (genuine) => ({ ...genuine, body: `${genuine.body} ` })],
    ['refuse a request without a signature', false, (genuine) => ({ ...genuine, headers: {} })],
    ['refuse an invalid signature', false, (genuine) => withHeader(genuine, 'svc-signature', 'ünsigned')],
    ['refuse a timestamp that is too old', false, (genuine) => aged(genuine, 301)],
    ['accept a timestamp that is old but not too old', true, (genuine) => aged(genuine, 240)],
  ]
  for (const [index, [what, expected]] of questions.entries()) {
    test(what, () => {
      for (const { language, areGenuine } of answers) expect(areGenuine[index], language).toBe(expected)
    })
  }

  /** The same request as if it had been signed earlier. */
  function aged(genuine: Question, seconds: number): Question {
    const timestamp = String(Number(genuine.headers['svc-timestamp']) - seconds)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${genuine.body}`).digest('hex')
    return withHeader(withHeader(genuine, 'svc-timestamp', timestamp), 'svc-signature', signature)
  }
})

test('the receiver in the README prints a genuine event and refuses a forged one', async () => {
  const source = /```js\n([\s\S]*?)```/.exec(await readFile('README.md', 'utf8'))?.[1] ?? ''
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, source)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const webhook = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: url } })

  const receiver = spawn(process.execPath, [file], {
    env: { SECRET: webhook.body.signing_secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let printed = ''
    receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const forged = await eventually('the receiver listens', () =>
      fetch(url, { method: 'POST', body: '{}', headers: { 'svc-signature': 'ab'.repeat(32) } }).catch(() => null),
    )
    expect(forged.status).toBe(401)
    const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
    await eventually('the event is printed', () => printed.includes(`sent ${sent.body.id} evt_`))
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
    await app.call('DELETE', `/v1/webhooks/${webhook.body.id}`)
  }
})

/** Has the service send one webhook and catches it. */
async function receiveOne(): Promise<{ received: Received; secret: string }> {
  let received: Received | null = null
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    received ??= { headers: request.headers as Record<string, string>, body: body.toString('utf8') }
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const body = { endpoint_url: `http://127.0.0.1:${port}/` }
  const webhook = await app.call('POST', '/v1/webhooks', { body })
  await app.call('POST', `/v1/webhooks/${webhook.body.id}/test`, { body: { event_type: 'bounced' } })
  await eventually('the webhook has come', () => received)
  await app.call('DELETE', `/v1/webhooks/${webhook.body.id}`)
  server.close()
  return { received: received!, secret: webhook.body.signing_secret }
}

function example(guide: string, name: string): string {
  const code = guide.split(`<!-- example: ${name} -->\n`)[1]?.match(/^```\w+\n([\s\S]*?)^```/m)?.[1]
  if (!code) throw new Error(`docs/webhooks.md has no example ${name}`)
  return code
}

/** Asks the example all questions in one process, because starting a process takes longer than the answers. */
async function askTypescript(code: string, questions: Question[]): Promise<boolean[]> {
  await writeFile(join(folder, 'verify.ts'), code)
  await writeFile(
    join(folder, 'ask.ts'),
    `import { isGenuine } from './verify.ts'
     const answers = []
     for (const { headers, body, secrets } of JSON.parse(process.argv[2]!)) {
       answers.push(isGenuine(Buffer.from(body), headers, secrets))
     }
     process.stdout.write(JSON.stringify(answers))`,
  )
  return ask(process.execPath, ['--import', import.meta.resolve('tsx'), join(folder, 'ask.ts')], questions)
}

async function askPython(code: string, questions: Question[]): Promise<boolean[]> {
  await writeFile(join(folder, 'verify.py'), code)
  await writeFile(
    join(folder, 'ask.py'),
    `import json, sys
from verify import is_genuine
questions = json.loads(sys.argv[1])
print(json.dumps([is_genuine(q["body"].encode(), q["headers"], q["secrets"]) for q in questions]))
`,
  )
  return ask('python3', [join(folder, 'ask.py')], questions)
}

async function ask(program: string, args: string[], questions: Question[]): Promise<boolean[]> {
  const { stdout } = await run(program, [...args, JSON.stringify(questions)])
  return JSON.parse(stdout)
}

function withHeader(question: Question, name: string, value: string): Question {
  return { ...question, headers: { ...question.headers, [name]: value } }
}
