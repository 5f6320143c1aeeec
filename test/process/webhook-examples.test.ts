import { execFile, spawn, spawnSync } from 'node:child_process'
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

/** The languages of the guide. */
const LANGUAGES: Language[] = [
  {
    name: 'TypeScript',
    file: 'verify.ts',
    program: 'node',
    harness: {
      file: 'ask.ts',
      code: `import { readFileSync } from 'node:fs'
import { isGenuine } from './verify.ts'
const questions = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const answers = []
for (const { headers, body, secrets } of questions) answers.push(isGenuine(Buffer.from(body), headers, secrets))
process.stdout.write(JSON.stringify(answers))
`,
    },
    command: (root) => [process.execPath, ['--import', import.meta.resolve('tsx'), join(root, 'ask.ts')]],
  },
  {
    name: 'Python',
    file: 'verify.py',
    program: 'python3',
    harness: {
      file: 'ask.py',
      code: `import json, sys
from verify import is_genuine
questions = json.load(open(sys.argv[1], encoding="utf-8"))
print(json.dumps([is_genuine(q["body"].encode(), q["headers"], q["secrets"]) for q in questions]))
`,
    },
    command: () => ['python3', ['ask.py']],
  },
  {
    name: 'Go',
    file: 'verify.go',
    program: 'go',
    harness: {
      file: 'ask.go',
      code: `package main

import (
	"encoding/json"
	"os"
	"strings"
	"time"
)

func main() {
	var questions []struct {
		Body    string
		Headers map[string]string
		Secrets []string
	}
	file, _ := os.ReadFile(os.Args[1])
	if err := json.Unmarshal(file, &questions); err != nil {
		panic(err)
	}
	answers := []bool{}
	for _, q := range questions {
		header := func(name string) string { return q.Headers[strings.ToLower(name)] }
		answers = append(answers, isGenuine([]byte(q.Body), header, q.Secrets, time.Now()))
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}
`,
    },
    // Built, because `go run` takes a file that ends in .json for one of its own.
    build: ['go', ['build', '-o', 'ask-go', 'verify.go', 'ask.go']],
    command: (root) => [join(root, 'ask-go'), []],
  },
  {
    name: 'Ruby',
    file: 'verify.rb',
    program: 'ruby',
    harness: {
      file: 'ask.rb',
      code: `require 'json'
require_relative 'verify'
questions = JSON.parse(File.read(ARGV[0], encoding: 'UTF-8'))
puts JSON.generate(questions.map { |q| genuine?(q['body'].b, q['headers'], q['secrets']) })
`,
    },
    command: () => ['ruby', ['ask.rb']],
  },
  {
    name: 'PHP',
    file: 'verify.php',
    program: 'php',
    harness: {
      file: 'ask.php',
      code: `<?php
require 'verify.php';
$questions = json_decode(file_get_contents($argv[1]), true);
echo json_encode(array_map(fn ($q) => is_genuine($q['body'], $q['headers'], $q['secrets']), $questions));
`,
    },
    command: () => ['php', ['ask.php']],
  },
]

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

describe('the examples of docs/guides/receive-webhooks.md', () => {
  let secret: string
  /** The answers of each language's example to all questions. */
  let answers: { language: string; areGenuine: boolean[] }[]

  // The first build in Go compiles its library.
  beforeAll(async () => {
    const guide = await readFile('docs/guides/receive-webhooks.md', 'utf8')
    const languages = LANGUAGES.filter(isInstalled)
    for (const { file, harness, build } of languages) {
      await writeFile(join(folder, file), example(guide, file))
      await writeFile(join(folder, harness.file), harness.code)
      if (build) await runInFolder(build)
    }
    // Only now, because building can take longer than a timestamp is valid.
    const caught = await receiveOne()
    secret = caught.secret
    const asked = questions.map(([_what, _expected, change]) => change({ ...caught.received, secrets: [secret] }))
    const file = join(folder, 'questions.json')
    await writeFile(file, JSON.stringify(asked))
    answers = await Promise.all(
      languages.map(async ({ name, command }) => {
        const [program, args] = command(folder)
        return { language: name, areGenuine: JSON.parse(await runInFolder([program, [...args, file]])) }
      }),
    )
  }, 600_000)

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
  test.each(LANGUAGES)('there is one in $name', async ({ file }) => {
    expect(example(await readFile('docs/guides/receive-webhooks.md', 'utf8'), file)).toMatch(/timestamp/)
  })

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

test('the receiver to try out prints a genuine event and refuses a forged one', async () => {
  const source = /```js\n([\s\S]*?)```/.exec(await readFile('docs/webhooks.md', 'utf8'))?.[1] ?? ''
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
async function receiveOne(): Promise<{ received: Received; secret: string; standardSecret: string }> {
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
  const { signing_secret: secret, standard_secret: standardSecret } = webhook.body
  return { received: received!, secret, standardSecret }
}

test('the example of docs/webhooks.md verifies with the library of Standard Webhooks', async () => {
  const { received, standardSecret } = await receiveOne()
  const code = example(await readFile('docs/webhooks.md', 'utf8'), 'standard.ts')
  // Beside the test, where the library is found.
  const file = join(import.meta.dirname, `.standard-${process.pid}.ts`)
  await writeFile(file, code)
  try {
    const { eventOf } = await import(file)
    expect(eventOf(received.body, received.headers, standardSecret)).toMatchObject({ event_type: 'bounced' })
    expect(() => eventOf(`${received.body} `, received.headers, standardSecret)).toThrow('No matching signature')
  } finally {
    await rm(file)
  }
})

/** Runs the example of a language: it answers the questions in a file, as JSON. */
interface Language {
  name: string
  /** The example's name in the guide. */
  file: string
  /** The program that has to be there. */
  program: string
  harness: { file: string; code: string }
  build?: [program: string, args: string[]]
  command(folder: string): [program: string, args: string[]]
}

function isInstalled({ name, program }: Language): boolean {
  const isThere = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (!isThere) process.stdout.write(`There is no ${program} (scripts/install-languages.sh): ${name} is skipped.\n`)
  return isThere
}

function example(guide: string, name: string): string {
  const code = guide.split(`<!-- example: ${name} -->\n`)[1]?.match(/^```\w+\n([\s\S]*?)^```/m)?.[1]
  if (!code) throw new Error(`there is no example ${name}`)
  return code
}

async function runInFolder([program, args]: [string, string[]]): Promise<string> {
  const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '' }
  return (await run(program, args, { cwd: folder, env })).stdout
}

function withHeader(question: Question, name: string, value: string): Question {
  return { ...question, headers: { ...question.headers, [name]: value } }
}
