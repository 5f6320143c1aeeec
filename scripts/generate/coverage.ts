import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_TABLE } from '../../src/errors.js'
import { buildDocument } from '../../src/rest/openapi/document.js'
import { routes } from '../../src/rest/routes.js'
import { errorCases, successCases } from '../../test/doors/cases.js'

/*
 * Writes docs/coverage.md: each route and error code, and where it is tested. A test reads it, so nobody can add a route
 * or a code without a test unnoticed.
 */

const tests = ['packages/client/test', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** Most files to name. To find more, search for the path or the code. */
const MOST = 5

function links(names: string[]): string {
  const shown = names.slice(0, MOST).map((name) => `[${name.replace(/^test\//, '')}](../${name})`)
  return [...shown, ...(names.length > MOST ? [`${names.length - MOST} more`] : [])].join(', ')
}

/** Test files that call a path, with any values for its parameters. */
function filesAsking(path: string): string[] {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^\'`"/\\s]+' : literally(segment)))
  const asks = new RegExp(`['\`"](\\$\\{[^}]+\\})?${segments.join('/')}(['\`"?]|\\$\\{)`)
  return tests.filter(({ text }) => asks.test(text)).map(({ name }) => name)
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

function rowsOfRoutes(): string[] {
  return routes.flatMap(({ method, path, operation, instead }) =>
    [operation, ...(instead ? [instead.operation] : [])].map(({ name }) => {
      const successes = successCases.filter((given) => given.operation === name).length
      const codes = [...new Set(errorCases.filter((given) => given.operation === name).map(({ code }) => code))].sort()
      const doors =
        successes + codes.length === 0
          ? 'REST only'
          : `${successes} answered; ${codes.map((code) => `\`${code}\``).join(', ')}`
      return `| \`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\` | \`${name}\` | ${doors} | ${links(filesAsking(path))} |`
    }),
  )
}

/** Routes of the OpenAPI document that are not operations. Some tests find them in mails, so only their beginning must match. */
function rowsOfServiceRoutes(): string[] {
  const paths = buildDocument({ headerPrefix: 'Svc' }).paths as Record<string, Record<string, { tags: string[] }>>
  return Object.entries(paths).flatMap(([path, item]) => {
    const methods = Object.entries(item).filter(([, { tags }]) => tags.includes('Service'))
    if (methods.length === 0) return []
    const beginning = path.replace(/\{.*/, '').split('/').map(literally).join('\\\\?/')
    const asks = new RegExp(`(?<![\\w.])${beginning}${path.includes('{') ? '' : '\\b'}`)
    const names = methods.map(([method]) => method.toUpperCase()).join(', ')
    const files = tests.filter(({ text }) => asks.test(text)).map(({ name }) => name)
    return [`| \`${names} ${path}\` | ${links(files)} |`]
  })
}

function rowsOfErrors(): string[] {
  return Object.entries(ERROR_TABLE).map(([code, { status }]) => {
    const rows = errorCases.filter((given) => given.code === code)
    const named = rows.slice(0, 3).map(({ operation, title }) => `${operation}: ${title}`)
    const more = rows.length > 3 ? `, and ${rows.length - 3} more` : ''
    const files = tests.filter(({ text }) => new RegExp(`\\b${code}\\b`).test(text)).map(({ name }) => name)
    return `| \`${code}\` | ${status} | ${named.join('; ')}${more} | ${links(files)} |`
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
    'compares the three responses. The other files call the route over HTTP, or test the code behind it.',
    '',
    '## Routes',
    '',
    '| Route | Operation | Cases in the case table | Tests that call it |',
    '|---|---|---|---|',
    ...rowsOfRoutes(),
    '',
    '## Service routes',
    '',
    'Routes that are not operations. They exist over HTTP only.',
    '',
    '| Route | Tests that call it |',
    '|---|---|',
    ...rowsOfServiceRoutes(),
    '',
    '## Error codes',
    '',
    '| Code | Status | Cases in the case table | Tests that expect it |',
    '|---|---|---|---|',
    ...rowsOfErrors(),
    '',
  ].join('\n')
}
