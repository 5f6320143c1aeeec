import { readFileSync } from 'node:fs'
import { isRestOnly } from '../../src/operations/list.js'
import { type Route, routes } from '../../src/rest/routes.js'
import { between } from './between.js'

/** The table of routes in docs/api.md, from the operations. */
export function apiRoutes(): Record<string, string> {
  const rows = routes.map(
    (route) => `| \`${route.method} ${pathOf(route)}\` | ${scopeOf(route)} | ${statusOf(route)} | ${about(route)} |\n`,
  )
  const table = ['\n| Route | Scope | Success | |\n|---|---|---|---|\n', ...rows, '\n'].join('')
  return { 'docs/api.md': between(readFileSync('docs/api.md', 'utf8'), '<!-- routes:', '<!-- /routes', table) }
}

const pathOf = ({ path }: Route) => path.replaceAll(/:(\w+)/g, '{$1}')
const scopeOf = ({ operation }: Route): string => operation.scope
/** The second status is the one for a resource that existed before. */
const statusOf = ({ status = 200, statusIfExisted }: Route) => [status, statusIfExisted].filter(Boolean).join(', ')

function about({ operation, instead, answer, file }: Route): string {
  const sentences = [
    operation.summary,
    instead &&
      `With \`?${instead.parameter}=\`: ${instead.operation.summary.replace(/^\w/, (first) => first.toLowerCase())}`,
    file && 'Takes `multipart/form-data`.',
    answer && `Answers \`${answer.mediaType.split(';')[0]}\`.`,
    isRestOnly(operation) && 'REST only.',
    operation.enabled && 'Not in every deployment.',
  ]
  return sentences.filter(Boolean).join(' ')
}
