import type { FastifyRequest } from 'fastify'
import { operationList } from '../operations/list.js'
import type { RestBinding } from '../operations/operation.js'
import type { AnyOperation } from '../operations/runner.js'

/** The REST route of an operation. */
export interface Route extends RestBinding {
  operation: AnyOperation
  /** Another operation for requests with this query parameter. */
  instead?: { parameter: string; operation: AnyOperation }
}

/** All REST routes, in the order of the documentation. */
export const routes: readonly Route[] = routesOf(operationList)

/**
 * The routes of some operations.
 * @throws Error if an operation serves a route only with a query parameter, and none serves it without.
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

/** The operation for a request. */
export function operationOf(route: Route, request: FastifyRequest): AnyOperation {
  const { instead, operation } = route
  return instead && instead.parameter in (request.query as object) ? instead.operation : operation
}

/** The input of the operation for a request. */
export function inputOf(route: Route, request: FastifyRequest): unknown {
  const params = request.params as object
  if (route.bodyField) return { [route.bodyField]: request.body, ...params }
  if (route.method === 'GET') return { ...(request.query as object), ...params }
  const { body = {} } = request
  // If it is not an object, the schema reports what is wrong.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Many clients cannot send a body with DELETE, so its fields can be in the query.
  return { ...(route.method === 'DELETE' && (request.query as object)), ...body, ...params }
}
