import type { FastifyRequest } from 'fastify'
import { operationList } from '../operations/list.js'
import type { RestBinding } from '../operations/operation.js'
import type { AnyOperation } from '../operations/runner.js'

/** How an operation is reached over REST. */
export interface Route extends RestBinding {
  operation: AnyOperation
  /** Another operation for requests that carry this query parameter. */
  instead?: { parameter: string; operation: AnyOperation }
}

/** Every route of the REST door, in the order of the documentation. */
export const routes: readonly Route[] = routesOf(operationList)

/**
 * The routes of some operations.
 * @throws Error when an operation answers a route for a query parameter, and none answers it without.
 */
export function routesOf(operations: readonly AnyOperation[]): Route[] {
  const bound = operations.flatMap((operation) => (operation.rest ? [{ ...operation.rest, operation }] : []))
  const routes: Route[] = bound.filter(({ whenQuery }) => !whenQuery)
  for (const { method, path, whenQuery, operation } of bound) {
    if (!whenQuery) continue
    const route = routes.find((each) => each.method === method && each.path === path)
    if (!route) throw new Error(`${operation.name} answers ${method} ${path} for ${whenQuery}, and none without`)
    route.instead = { parameter: whenQuery, operation }
  }
  return routes
}

/** The operation that a request asks for. */
export function operationOf(route: Route, request: FastifyRequest): AnyOperation {
  const { instead, operation } = route
  return instead && instead.parameter in (request.query as object) ? instead.operation : operation
}

/** What a request says, as the input of its operation. */
export function inputOf(route: Route, request: FastifyRequest): unknown {
  const params = request.params as object
  if (route.bodyField) return { [route.bodyField]: request.body, ...params }
  if (route.method === 'GET') return { ...(request.query as object), ...params }
  const { body = {} } = request
  // Anything but an object goes to the schema as it is, which says what is wrong with it.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Many clients cannot send a body with DELETE: what it would say may stand in the query.
  return { ...(route.method === 'DELETE' && (request.query as object)), ...body, ...params }
}
