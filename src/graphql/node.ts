import { ApiError, fieldError } from '../errors.js'
import { type IdKind, isId } from '../ids.js'
import { type AnyOperation, assertAllowed } from '../operations/runner.js'
import { builder } from './builder.js'
import type { GraphqlContext } from './context.js'
import { read } from './resolve.js'

/** Most ids of one look-up. */
const MAX_IDS = 100

/** How an object is found by its id alone. */
export interface NodeSource {
  kind: IdKind
  /** The operation that gets one: who may not run it does not find the object either. */
  operation: AnyOperation
  /** What the operation calls the id; `id` if left out. */
  argument?: string
  /** Loads it together with others of the response. Fields that are missing then are looked up when they are asked for. */
  load?: (context: GraphqlContext, id: string) => Promise<object | undefined>
}

const sources: (NodeSource & { type: string })[] = []

/** What has an id and a query of its own. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'What can be looked up by its id alone.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Its identifier.' }) }),
})

/** Makes `node` find the objects of a type. */
export function addNode(type: string, source: NodeSource): void {
  sources.push({ ...source, type })
}

/** The object with an id; null if there is none. The type is told by its name, as GraphQL looks for it. */
async function find(id: string, context: GraphqlContext) {
  const source = sources.find(({ kind }) => isId(kind, id))
  if (!source) return null
  try {
    const found = await load(source, id, context)
    return found ? ({ ...found, __typename: source.type } as { id: string } & object) : null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}

async function load({ operation, argument = 'id', load }: NodeSource, id: string, context: GraphqlContext) {
  if (!load) return read(operation, { [argument]: id }, context) as Promise<object>
  await assertAllowed(context.deps, operation, context.caller)
  return load(context, id)
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The id of anything that is a `Node`.' }) },
    description: 'Looks an object up by its id. Null for an id that is unknown, or of nothing that is a `Node`.',
    resolve: (_root, { id }, context) => find(id, context),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    args: { ids: t.arg({ type: ['ID'], required: true, description: `The ids, at most ${MAX_IDS}.` }) },
    complexity: ({ ids }) => ({ field: ids.length, multiplier: ids.length }),
    description: 'Looks objects up by their ids. The list has the order of the ids, with null where there is nothing.',
    resolve: (_root, { ids }, context) => {
      if (ids.length > MAX_IDS) throw fieldError('invalid_request', 'ids', `must have at most ${MAX_IDS} ids`)
      // Each fails for itself: an error in the list is that of its place.
      return Promise.all(ids.map((id) => find(id, context).catch((error: Error) => error))) as Promise<
        ({ id: string } | null)[]
      >
    },
  }),
}))
