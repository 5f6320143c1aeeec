import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_PATHS } from '../../src/http/console/sections.js'
import { operationList } from '../../src/operations/list.js'
import { buildDocument } from '../../src/rest/openapi/document.js'
import { routes } from '../../src/rest/routes.js'
import { servedRoutes } from '../support/served-routes.js'
import { startApp, type TestApp } from '../support/start-app.js'

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON that it is
type Any = any

const document: Any = buildDocument({ headerPrefix: 'Svc' })
const inDocument = operationList.filter(({ rest }) => rest)

describe('the OpenAPI document', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  test('refers only to existing components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
    expect(references.length).toBeGreaterThan(100)
    const missing = references.filter(
      (path) => path.split('/').reduce((at: Any, part) => at?.[part], document) === undefined,
    )
    expect(missing).toEqual([])
  })

  test('has an operationId for each operation, in camel case', () => {
    const ids = operationObjects().map(([, operation]) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/)
  })

  test('allows additional fields in responses, and in requests where the names are those of the caller', () => {
    const { SendRequest, Tracking, Metadata, Tags, SendResponse, Message } = document.components.schemas
    for (const strict of [SendRequest, Tracking]) expect(strict.additionalProperties).toBe(false)
    for (const free of [Metadata, Tags, SendResponse, Message]) expect(free.additionalProperties).not.toBe(false)
    for (const [, { responses }] of operationObjects()) {
      for (const response of Object.values<Any>(responses)) {
        expect(JSON.stringify(resolved(response))).not.toContain('"additionalProperties":false')
      }
    }
  })

  test('has one schema for all errors', () => {
    const schemas = new Set<string>()
    for (const [path, operation] of operationObjects()) {
      // What it answers is not an error of the request.
      if (path === '/readyz') continue
      for (const [status, response] of Object.entries<Any>(operation.responses)) {
        const { content } = resolved(response)
        if (status >= '400' && content?.['application/json']) schemas.add(content['application/json'].schema.$ref)
      }
    }
    expect([...schemas]).toEqual(['#/components/schemas/Error'])
  })

  test('names the objects and enums of which a field can be one, also where the other is null', () => {
    const nameless: string[] = []
    const isNameless = (schema: Any) =>
      ['enum', 'properties', 'additionalProperties'].some((word) => schema?.[word] || schema?.items?.[word])
    walk(document, [], ({ anyOf = [], oneOf = [] }, path) => {
      if ([...anyOf, ...oneOf].some(isNameless)) nameless.push(path.join('.'))
    })
    expect(nameless).toEqual([])
  })

  test('has no bounds for page sizes, which are clamped', () => {
    const limits = operationObjects().flatMap(([, { parameters = [] }]) =>
      parameters.filter(({ name }: Any) => name === 'limit'),
    )
    expect(limits.length).toBeGreaterThan(10)
    // Without a default, where a limit is only for some requests.
    const keywords = new Set(limits.flatMap(({ schema }: Any) => Object.keys(schema)))
    expect([...keywords].toSorted()).toEqual(['default', 'type'])
  })

  test('lists every error of each operation', () => {
    for (const { method, path, operation } of routes) {
      const { responses } = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      const codes = JSON.stringify(Object.values(responses).map((response: Any) => resolved(response)))
      for (const code of [...operation.errors, 'unauthorized', 'rate_limit_exceeded', 'internal_error']) {
        expect(codes, `${method} ${path}`).toContain(`"${code}"`)
      }
    }
  })

  test("uses the deployment's header prefix for webhook requests", () => {
    const names = (prefix: string) =>
      (buildDocument({ headerPrefix: prefix }) as Any).webhooks.event.post.parameters.map(({ name }: Any) => name)
    const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    const own = ['Acme-Event-Id', 'Acme-Event-Type', 'Acme-Timestamp', 'Acme-Signature']
    expect(names('Acme')).toEqual([...own, ...standard])
  })
})

describe('the examples', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'doc:', ...document })
  const faultsOf = (pointer: string, value: unknown) => {
    const validate = ajv.compile({ $ref: `doc:#/${pointer}` })
    return validate(value) ? [] : validate.errors
  }

  test.each(inDocument.map((operation) => [operation.name, operation] as const))(
    '%s has some, and its schemas accept them',
    (_name, operation) => {
      const exchanges = operation.examples ?? []
      expect(exchanges.length).toBeGreaterThan(0)
      for (const { input, output } of exchanges) {
        operation.input.parse(input)
        if (output !== null) operation.output.parse(output)
      }
    },
  )

  test('all conform to their schemas', () => {
    const misfits: unknown[] = []
    let seen = 0
    walk(document, [], (node, path) => {
      if (!node.schema || (!node.examples && node.example === undefined)) return
      const values =
        node.example === undefined ? Object.values(node.examples).map((each: Any) => each.value) : [node.example]
      for (const value of values) {
        seen += 1
        const faults = faultsOf([...path, 'schema'].map(escapePart).join('/'), value)
        if (faults?.length) misfits.push({ path, faults })
      }
    })
    expect(misfits).toEqual([])
    expect(seen).toBeGreaterThan(50)
  })
})

describe('GET /openapi.json', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ HEADER_PREFIX: 'Acme' })
  })
  afterAll(() => app.close())

  test("serves the document to anybody, with the deployment's header prefix", async () => {
    const { status, headers, body } = await app.call('GET', '/openapi.json', { key: null })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(body).toEqual(buildDocument({ headerPrefix: 'Acme' }))
  })

  test('responds with 304 if the client has the document', async () => {
    const first = await app.call('GET', '/openapi.json', { key: null })
    const etag = first.headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const second = await app.call('GET', '/openapi.json', { key: null, headers: { 'if-none-match': tag } })
      expect([tag, second.status, second.body]).toEqual([tag, 304, ''])
    }
    const other = await app.call('GET', '/openapi.json', { key: null, headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('lists exactly the routes of the server', () => {
    // Fastify prints the wildcards of a prefix, such as /compat/resend/*, as if they were those of the root.
    const undocumented =
      /^(GET|POST|DELETE) \/(graphql|trpc|mcp)\b|^GET \/(docs|assets|preview)[/*]|^GET \/favicon|^[A-Z]+ \/(compat\/|\*$)/
    const ofConsole = new RegExp(`^GET (${PAGE_PATHS.join('|')})(/?\\*)?$`)
    const served = servedRoutes(app)
      .filter((route) => !ofConsole.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
    const documented = operationObjects().map(([path, , method]) => `${method.toUpperCase()} ${path}`)
    expect(served.filter((route) => !undocumented.test(route)).toSorted()).toEqual(documented.toSorted())
  })
})

function operationObjects(): [path: string, operation: Any, method: string][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Any).map(([method, operation]): [string, Any, string] => [path, operation, method]),
  )
}

function resolved(response: Any): Any {
  return response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response
}

function walk(node: Any, path: string[], visit: (node: Any, path: string[]) => void): void {
  if (typeof node !== 'object' || node === null) return
  visit(node, path)
  for (const [key, inner] of Object.entries(node)) walk(inner, [...path, key], visit)
}

function escapePart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
