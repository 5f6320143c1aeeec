import { errorsOf } from '../../src/rest/openapi/path-item.js'
import { type Route, routes } from '../../src/rest/routes.js'

const parametersIn = ({ path }: Route) => path.split(':').length

/** Routes with the requests that they match; names precede parameters, as in the server. */
const matchers = routes
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  .sort((one, other) => parametersIn(one.route) - parametersIn(other.route))

/** Fails if a route returns an error that the OpenAPI document does not list for it. */
export function expectDocumented(method: string, path: string, body: unknown): void {
  const [pathname = ''] = path.split('?')
  const found = matchers.find(({ route, pattern }) => route.method === method && pattern.test(pathname))
  const { code, status } = (body as { error?: { code?: string; status?: number } } | null)?.error ?? {}
  if (!found || !code) return
  assertDocumented(found.route, code)
  if (code === 'invalid_request' && status === 422 && !found.route.operation.refusesTooMany) {
    throw new Error(`${method} ${found.route.path} answers ${code} with 422, which its operation does not say`)
  }
}

/** Fails if the document does not list the code for the route. */
export function assertDocumented(route: Route, code: string): void {
  if ((errorsOf(route) as string[]).includes(code)) return
  throw new Error(`${route.method} ${route.path} answers ${code}, which \`errors\` of ${route.operation.name} lacks`)
}
