import { errorsOf } from '../../src/rest/openapi/path-item.js'
import { type Route, routes } from '../../src/rest/routes.js'

const parametersIn = ({ path }: Route) => path.split(':').length

/** Routes with the requests that they match; names before parameters, as the server takes them. */
const matchers = routes
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  .sort((one, other) => parametersIn(one.route) - parametersIn(other.route))

/** Fails when a route answers an error that its entry in the OpenAPI document does not name. */
export function expectDocumented(method: string, path: string, body: unknown): void {
  const [pathname = ''] = path.split('?')
  const found = matchers.find(({ route, pattern }) => route.method === method && pattern.test(pathname))
  const code = (body as { error?: { code?: string } } | null)?.error?.code
  if (found && code) assertDocumented(found.route, code)
}

/** Fails when a code is none of those that a route can answer. */
export function assertDocumented(route: Route, code: string): void {
  if ((errorsOf(route) as string[]).includes(code)) return
  throw new Error(`${route.method} ${route.path} answers ${code}, which \`errors\` of ${route.operation.name} lacks`)
}
