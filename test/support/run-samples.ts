import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { buildSchema, parse, validate } from 'graphql'
import { expect } from 'vitest'
import { hasBrowser, openBrowser, openConsole } from './browser.js'
import { type DocSample, placeOf } from './doc-samples.js'
import { makeScratch } from './scratch.js'
import { aSend, eventually, type TestApp } from './start-app.js'

const run = promisify(execFile)

// biome-ignore lint/suspicious/noExplicitAny: samples have JSON of every shape
type Any = any

/** The address that samples call. */
const SAMPLE_URL = 'http://127.0.0.1:3000'
/** Packages that samples import, besides the client. */
const PACKAGES = ['graphql', 'graphql-sse', 'nodemailer']
/** An id that is cut off, like `msg_…` or `msg_01m7y…`. */
const CUT_ID = /\b([a-z]+)_[0-9a-z]*…/g
const WHOLE_ID = /\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g

export interface PageSetup {
  /** What else stands for something of this machine, like the port of the SMTP listener. */
  replace?: Record<string, string>
  /** Environment of the samples, besides the keys. */
  env?: Record<string, string>
  /** Files beside the samples. */
  files?: Record<string, string | Uint8Array>
  /** Requests before the first sample; what they answer is known by its ids. */
  requests?: [path: string, body: unknown][]
  /** Requests before the sample that begins so. */
  before?: Record<string, [path: string, body: unknown]>
  /** Uses the test key where the samples name none. */
  testKey?: boolean
}

/**
 * Runs the samples of a page in order against a service, as a reader would: an id that is cut off stands for the newest one
 * of its kind, JSON after a request must be what the request answered, and a key in an `export` is that of the service.
 */
export class SampleRunner {
  readonly #app: TestApp
  readonly #setup: PageSetup
  readonly #ids = new Map<string, string>()
  #folder = ''
  #testKey = ''
  #output = ''
  #answer: Any
  /** Asks again what the last sample asked, if it changes nothing. */
  #again: (() => Promise<void>) | null = null
  #fault: string | null = null

  constructor(app: TestApp, setup: PageSetup) {
    this.#app = app
    this.#setup = setup
  }

  async start(): Promise<void> {
    this.#folder = await makeScratch('samples')
    this.#testKey = await this.#app.testKey()
    const modules = join(this.#folder, 'node_modules')
    await mkdir(join(modules, '@postline/client'), { recursive: true })
    for (const name of PACKAGES) await symlink(resolve('node_modules', name), join(modules, name))
    // From its source: nothing has to be built.
    const source = resolve('packages/client/src/index.ts')
    await writeFile(join(modules, '@postline/client/index.mjs'), `export * from ${JSON.stringify(source)}\n`)
    await writeFile(join(modules, '@postline/client/package.json'), '{"type": "module", "exports": "./index.mjs"}')
    await writeFile(join(this.#folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n"\n')
    await writeFile(join(this.#folder, 'env.sh'), '')
    for (const [name, content] of Object.entries(this.#setup.files ?? {})) {
      await writeFile(join(this.#folder, name), content)
    }
    for (const [path, body] of this.#setup.requests ?? []) await this.#prepare(path, body)
  }

  async #prepare(path: string, body: unknown): Promise<void> {
    const answer = await this.#app.call('POST', path, { key: this.#key, body })
    expect([path, answer.body.error]).toEqual([path, undefined])
    this.#note(JSON.stringify(answer.body))
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }

  /** Fails if the last request was refused, and no sample after it expected that. */
  expectNoFault(): void {
    expect(this.#fault).toBeNull()
  }

  async run(sample: DocSample): Promise<void> {
    const { language, directive } = sample
    const { name, value } = directive ?? { name: '', value: '' }
    if (name === 'output') return this.#compareOutput(sample)
    if (name === 'schema') return this.#checkSchema(sample, value)
    if (language === 'json') return this.#compareAnswer(sample)
    if (['', 'text', 'csv', 'html'].includes(language)) return
    this.expectNoFault()
    this.#again = null
    for (const [start, [path, body]] of Object.entries(this.#setup.before ?? {})) {
      if (sample.code.startsWith(start)) await this.#prepare(path, body)
    }
    if (language === 'sh') return this.#runShell(sample)
    if (language === 'http') return this.#request(sample)
    if (language === 'graphql') return this.#askGraphql(sample)
    if (language === 'js' && value === 'browser') return this.#runInBrowser(sample)
    if (language === 'ts')
      return this.#runProgram(sample, 'mts', [process.execPath, '--import', import.meta.resolve('tsx')])
    if (language === 'js') return this.#runProgram(sample, 'mjs', [process.execPath])
    if (language === 'py') return this.#runProgram(sample, 'py', ['python3'])
    throw new Error(`${placeOf(sample)}: nothing runs ${language}`)
  }

  get #key(): string {
    return this.#setup.testKey ? this.#testKey : this.#app.adminKey
  }

  #environment(sample: DocSample): Record<string, string> {
    const { PATH = '', HOME = '' } = process.env
    const isTest = sample.directive?.name === 'with' && sample.directive.value === 'TEST_KEY'
    const key = isTest ? this.#testKey : this.#key
    const keys = { POSTLINE_KEY: key, KEY: key, TEST_KEY: this.#testKey }
    return { PATH, HOME, CURL_HOME: this.#folder, ...keys, ...this.#setup.env }
  }

  /** The code with what belongs to this service. */
  #filled(code: string): string {
    const known = { [SAMPLE_URL]: this.#app.url, ...this.#setup.replace }
    const here = Object.entries(known).reduce((text, [from, to]) => text.replaceAll(from, to), code)
    return here.replaceAll(CUT_ID, (cut, prefix: string) => {
      const id = this.#ids.get(prefix)
      if (id === undefined) throw new Error(`no sample before has made an id like ${cut}`)
      return id
    })
  }

  /** Remembers the ids in a text. */
  #note(output: string): void {
    for (const [id, prefix] of output.matchAll(WHOLE_ID)) this.#ids.set(prefix!, id)
    for (const [, key = ''] of output.matchAll(/"storage_key":"imports\/acc_\w+\/(\w+)/g)) this.#ids.set('file', key)
  }

  #take(sample: DocSample, output: string): void {
    this.#output = output
    this.#note(output)
    this.#answer = lastJson(output)
    const { error, errors } = this.#answer ?? {}
    const refused = error ?? (Array.isArray(errors) && this.#answer.data !== undefined ? errors[0] : undefined)
    this.#fault = refused ? `${placeOf(sample)}: ${JSON.stringify(refused)}` : null
  }

  async #runShell(sample: DocSample): Promise<void> {
    // The keys of the page are not those of this service.
    const code = this.#filled(sample.code.replaceAll(/^export \w+=sk_(live|test)_…$/gm, ':'))
    const script = `. ./env.sh\nset -aeuo pipefail\n${code}\nexport -p > env.sh\n`
    const ask = async () => {
      const options = { cwd: this.#folder, env: this.#environment(sample), maxBuffer: 2 ** 24 }
      const { stdout } = await run('bash', ['-c', script], options).catch((error) => {
        throw new Error(`${placeOf(sample)}: ${error.message}\n${error.stderr}`)
      })
      this.#take(sample, stdout)
    }
    await ask()
    const reads = /\bcurl\b/.test(code) && !/-X |-d |-F |--upload|--data/.test(code)
    this.#again = reads ? ask : null
  }

  async #request(sample: DocSample): Promise<void> {
    const [first = '', ...rest] = sample.code.split('\n')
    const [method = '', path = ''] = first.split(' ')
    const text = rest
      .join('\n')
      .replaceAll(/imports\/acc_[^"]*/g, () => `imports/${this.#app.accountId}/${this.#ids.get('file')}`)
    const body = text.trim() === '' ? undefined : JSON.parse(this.#filled(text))
    const ask = async () => {
      const { body: answer } = await this.#app.call(method, this.#filled(path), {
        key: this.#key,
        ...(body !== undefined && { body }),
      })
      this.#take(sample, typeof answer === 'string' ? answer : JSON.stringify(answer))
    }
    await ask()
    this.#again = method === 'GET' ? ask : null
  }

  async #askGraphql(sample: DocSample): Promise<void> {
    const document = parse(sample.code)
    const schema = buildSchema(await readFile('schema.graphql', 'utf8'))
    expect(validate(schema, document), placeOf(sample)).toEqual([])
    if (document.definitions.some((part) => 'operation' in part && part.operation === 'subscription')) return
    const { body } = await this.#app.call('POST', '/graphql', {
      key: this.#key,
      body: { query: this.#filled(sample.code) },
    })
    this.#take(sample, JSON.stringify(body))
  }

  async #runProgram(sample: DocSample, extension: string, [program = '', ...args]: string[]): Promise<void> {
    const file = join(this.#folder, `sample-${sample.line}.${extension}`)
    await writeFile(file, this.#filled(sample.code))
    const options = { cwd: this.#folder, env: this.#environment(sample) }
    const { stdout } = await run(program, [...args, file], options).catch((error) => {
      throw new Error(`${placeOf(sample)}: ${error.message}\n${error.stderr}`)
    })
    this.#output = stdout
    this.#note(stdout)
    this.#fault = null
  }

  /** On a page of the service, signed in. A mail is sent once the sample listens. */
  async #runInBrowser(sample: DocSample): Promise<void> {
    if (!hasBrowser) {
      this.#output = ''
      return
    }
    const browser = await openBrowser()
    try {
      const { page } = await openConsole(browser, this.#app, { path: '/healthz', key: this.#testKey })
      const lines: string[] = []
      page.on('console', (message) => lines.push(message.text()))
      await page.evaluate(`(() => {${sample.code}})()`)
      await eventually('the page listens', () => this.#app.app.services.eventStreams.open === 1)
      await this.#app.call('POST', '/v1/send', { key: this.#testKey, body: aSend() })
      await eventually('the page has the events', () => lines.filter((line) => /\bmsg_/.test(line)).length >= 2)
      this.#output = lines.join('\n')
    } finally {
      await browser.close()
    }
  }

  /** Every line must be in the output, in this order. */
  #compareOutput(sample: DocSample): void {
    if (this.#output === '' && !hasBrowser) return
    const lines = sample.code.trim().split('\n')
    const pattern = lines.map((line) => toPattern(line)).join('$[\\s\\S]*?^')
    expect(this.#output, placeOf(sample)).toMatch(new RegExp(`^${pattern}$`, 'm'))
  }

  /** The answer must have every field of the sample, with values of the same types, and the same states. */
  async #compareAnswer(sample: DocSample): Promise<void> {
    const wanted = JSON.parse(sample.code)
    const compare = () => misfitsOf(wanted, this.#answer, '')
    const again = this.#again
    // What it waits for happens in a worker.
    if (again) {
      await eventually(`${placeOf(sample)} is what the service answers: ${compare()}`, async () => {
        if (compare().length === 0) return true
        await again()
        return false
      }).catch(() => undefined)
    }
    expect(compare(), placeOf(sample)).toEqual([])
    this.#fault = null
  }

  async #checkSchema(sample: DocSample, value: string): Promise<void> {
    const [, name = '', part, field] = /^(\w+)(, in part)?(?: at (\w+))?$/.exec(value) ?? []
    const text = sample.language === 'http' ? sample.code.slice(sample.code.indexOf('\n\n')) : sample.code
    const parsed = JSON.parse(withWholeIds(text.trim().startsWith('"') ? `{${text}}` : text))
    const faults = await faultsOf(name, field ? parsed[field] : parsed, part !== undefined)
    expect(faults, placeOf(sample)).toEqual([])
    const code = this.#answer?.error?.code
    if (this.#fault && code === parsed.error?.code) this.#fault = null
  }
}

const withWholeIds = (text: string) =>
  text.replaceAll(CUT_ID, (_cut, prefix: string) => `${prefix}_01kajqw1y3h7g5d2s9p8n6m4q0`)

const toPattern = (line: string) =>
  line
    .replaceAll(CUT_ID, '$1_…')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '\\S*')

/** The last JSON document of an output in which each has a line. */
function lastJson(output: string): Any {
  for (const text of [output, ...output.trim().split('\n').reverse()]) {
    try {
      return JSON.parse(text)
    } catch {}
  }
  return undefined
}

const STATES = ['status', 'type', 'event_type', 'code', 'source', 'fully_verified', 'enabled', 'folder', 'field']

/** Where an answer lacks something of a sample, or has another type. */
function misfitsOf(wanted: Any, answer: Any, path: string): string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(answer)) return [`${path}: ${JSON.stringify(answer)} is no list`]
    return wanted.flatMap((item, index) => misfitsOf(item, answer[index], `${path}[${index}]`))
  }
  if (wanted !== null && typeof wanted === 'object') {
    if (answer === null || typeof answer !== 'object') return [`${path}: ${JSON.stringify(answer)} is no object`]
    return Object.entries(wanted).flatMap(([key, value]) => misfitsOf(value, answer[key], `${path}.${key}`))
  }
  const key = path.split('.').at(-1)!
  const isSame = STATES.includes(key) ? answer === wanted : typeof answer === typeof wanted
  return isSame ? [] : [`${path}: ${JSON.stringify(answer)} instead of ${JSON.stringify(wanted)}`]
}

/** What the OpenAPI document says against a value. In part: fields may be missing. */
async function faultsOf(name: string, value: unknown, isPart: boolean): Promise<unknown[]> {
  const document = JSON.parse(await readFile('openapi.json', 'utf8'), (key, each) =>
    isPart && key === 'required' && Array.isArray(each) ? undefined : each,
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'doc:', ...document })
  const check = ajv.compile({ $ref: `doc:#/components/schemas/${name}` })
  return check(value) ? [] : check.errors!
}
