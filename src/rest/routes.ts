import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { operationList } from '../operations/list.js'
import type { RestBinding } from '../operations/operation.js'
import type { AnyOperation } from '../operations/runner.js'

/** The REST route of an operation. */
export interface Route extends RestBinding {
  operation: AnyOperation
  /** Another operation for requests with this query parameter. */
  instead?: { parameter: string; value?: string; operation: AnyOperation }
}

/** All REST routes, in the order of the documentation. */
export const routes: readonly Route[] = routesOf(operationList)

/**
 * The routes of some operations.
 * @throws Error if an operation serves a route only with a query parameter, and none serves it without.
 */
export function routesOf(operations: readonly AnyOperation[]): Route[] {
  const routes: Route[] = operations.flatMap((operation) => (operation.rest ? [{ ...operation.rest, operation }] : []))
  for (const { method, also, operation } of routes) {
    if (!also) continue
    const { path, whenQuery, is } = also
    const route = routes.find((each) => each.method === method && each.path === path)
    if (!route) throw new Error(`${operation.name} answers ${method} ${path} for ${whenQuery}, and none without`)
    route.instead = { parameter: whenQuery, operation, ...(is !== undefined && { value: is }) }
  }
  return routes
}

/** The operation for a request. */
export function operationOf(route: Route, request: FastifyRequest): AnyOperation {
  const { instead, operation } = route
  if (!instead) return operation
  const query = request.query as Record<string, unknown>
  const isAsked = instead.parameter in query && (instead.value ?? query[instead.parameter]) === query[instead.parameter]
  return isAsked ? instead.operation : operation
}

/** The input of the operation for a request. */
export function inputOf(route: Route, request: FastifyRequest): unknown {
  const params = request.params as object
  if (route.bodyField) return { [route.bodyField]: request.body, ...params }
  if (route.method === 'GET') return { ...queryOf(route, request), ...params }
  const { body = {} } = request
  // If it is not an object, the schema reports what is wrong.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Many clients cannot send a body with DELETE, so its fields can be in the query.
  return { ...(route.method === 'DELETE' && (request.query as object)), ...body, ...params }
}

/** The query of the operation: one that answers instead ignores the filters that only the usual one has. */
function queryOf(route: Route, request: FastifyRequest): object {
  const operation = operationOf(route, request)
  if (operation === route.operation) return request.query as object
  const usual = fieldsOf(route.operation)
  const own = fieldsOf(operation)
  const entries = Object.entries(request.query as object)
  return Object.fromEntries(entries.filter(([name]) => own.includes(name) || !usual.includes(name)))
}

const fieldsOf = ({ input }: AnyOperation): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])
