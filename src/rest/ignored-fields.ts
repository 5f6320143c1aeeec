import type { FastifyRequest } from 'fastify'
import { type ErrorDetail, fieldErrors } from '../errors.js'
import { pathOf } from '../operations/unknown-fields.js'
import type { Route } from './routes.js'

const MAX_STRAYS = 20

/**
 * Refuses what would be ignored, because it is not where the route looks for it: a query where the fields are in the
 * body, and fields that are already in the path, or of DELETE in the query. Everything else is for the schema of the operation.
 * @throws ApiError `invalid_request` naming each of them.
 */
export function assertNoIgnoredFields(route: Route, request: FastifyRequest): void {
  const params = request.params as object
  const takesQuery = route.method === 'GET' || route.method === 'DELETE'
  const query = Object.keys(request.query as object)
  const stray = query.filter((name) => !takesQuery || Object.hasOwn(params, name))
  const body = isObject(request.body) && !route.bodyField ? request.body : {}
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(body, name))
  const twice = route.method === 'DELETE' ? query.filter((name) => Object.hasOwn(body, name)) : []
  const details = [
    ...stray.map((name): ErrorDetail => fault(name, takesQuery ? IN_PATH : NO_QUERY)),
    ...repeated.map((name) => fault(name, IN_PATH)),
    ...twice.map((name) => fault(name, IN_BOTH)),
  ]
  if (details.length > 0) throw fieldErrors('invalid_request', details.slice(0, MAX_STRAYS))
}

const IN_PATH = 'is not a field here: it is in the path'
const IN_BOTH = 'is in the query and in the body: send it once'
const NO_QUERY = 'is not a query parameter here: this route takes none, its fields are in the body'

const fault = (name: string, message: string): ErrorDetail => ({ path: pathOf([name]), message })

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
