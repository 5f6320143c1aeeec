import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_TABLE } from '../../src/errors.js'
import { buildDocument } from '../../src/rest/openapi/document.js'
import { routes } from '../../src/rest/routes.js'
import { errorCases, successCases } from '../../test/doors/cases.js'

/*
 * Writes docs/coverage.md: each route and error code with its cases and its main test file. A test reads the page, so a
 * new route or code without a test does not go unnoticed.
 */

const NONE = 'none'
/** Most operations to name in the row of an error code. */
const MOST_NAMED = 4

const tests = ['packages/client/test', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/**
 * A link to the test file with the most matches. The page names one file per row, because a list of all files would
 * change with nearly every test.
 */
function mainTest(pattern: RegExp): string {
  const counted = tests.map(({ name, text }) => ({ name, count: [...text.matchAll(pattern)].length }))
  const most = Math.max(...counted.map(({ count }) => count))
  const main = counted.find(({ count }) => count === most && count > 0)
  return main ? `[${main.name.replace(/^test\//, '')}](../${main.name})` : NONE
}

/** Matches calls of a path, with any values for its parameters. */
function callsOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^\'`"/\\s]+' : literally(segment)))
  return new RegExp(`['\`"](\\$\\{[^}]+\\})?${segments.join('/')}(['\`"?]|\\$\\{)`, 'g')
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const row = (...cells: (string | number)[]) => `| ${cells.map((cell) => cell || NONE).join(' | ')} |`
const code = (text: string) => `\`${text}\``

function rowsOfRoutes(): string[] {
  return routes.map(({ method, path, operation: { name } }) => {
    const successes = successCases.filter((given) => given.operation === name).length
    const codes = new Set(errorCases.filter((given) => given.operation === name).map((given) => code(given.code)))
    const route = code(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    return row(route, code(name), successes, [...codes].sort().join(', '), mainTest(callsOf(path)))
  })
}

/** Routes of the OpenAPI document that are not operations. Some tests find them in mails, so only their beginning must match. */
function rowsOfServiceRoutes(): string[] {
  const paths = buildDocument({ headerPrefix: 'Svc' }).paths as Record<string, Record<string, { tags: string[] }>>
  return Object.entries(paths).flatMap(([path, item]) => {
    const methods = Object.entries(item).filter(([, { tags }]) => tags.includes('Service'))
    if (methods.length === 0) return []
    const beginning = path.replace(/\{.*/, '').split('/').map(literally).join('\\\\?/')
    const calls = new RegExp(`(?<![\\w.])${beginning}${path.includes('{') ? '' : '\\b'}`, 'g')
    return [row(code(path), methods.map(([method]) => method.toUpperCase()).join(', '), mainTest(calls))]
  })
}

function rowsOfErrors(): string[] {
  return Object.entries(ERROR_TABLE).map(([name, { status }]) => {
    const operations = new Set(errorCases.filter((given) => given.code === name).map((given) => code(given.operation)))
    const named = operations.size > MOST_NAMED ? `${operations.size} operations` : [...operations].sort().join(', ')
    return row(code(name), status, named, mainTest(new RegExp(`\\b${name}\\b`, 'g')))
  })
}

/** The expected text of docs/coverage.md. */
export function coverage(): string {
  return [
    '# What is tested where',
    '',
    'Every route and error code, with the tests that cover it. Written by `npm run generate`; `npm run check` keeps it up to date.',
    '',
    'The *case table* ([test/doors](../test/doors)) sends each of its cases through REST, GraphQL and tRPC over HTTP, and',
    'compares the three responses. The *main test* is the test file that calls a route, or names an error code, most often.',
    'To find the others, search the tests for the path or the code.',
    '',
    '## Routes',
    '',
    'Successes is the number of successful cases in the case table. Errors are the error codes of its other cases. Routes',
    'that exist over REST only are not in the case table.',
    '',
    '| Route | Operation | Successes | Errors | Main test |',
    '|---|---|---|---|---|',
    ...rowsOfRoutes(),
    '',
    '## Service routes',
    '',
    'Routes that are not operations. They exist over HTTP only.',
    '',
    '| Path | Methods | Main test |',
    '|---|---|---|',
    ...rowsOfServiceRoutes(),
    '',
    '## Error codes',
    '',
    '| Code | Status | Operations with a case in the case table | Main test |',
    '|---|---|---|---|',
    ...rowsOfErrors(),
    '',
  ].join('\n')
}
