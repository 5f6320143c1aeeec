import { fieldError, isNotFound } from '../errors.js'
import { type IdKind, isId } from '../ids.js'
import { type AnyOperation, assertAllowed } from '../operations/runner.js'
import { builder } from './builder.js'
import type { GraphqlContext } from './context.js'
import type { ManyService, ObjectLoader } from './loaders.js'

/** Most ids of one look-up. */
const MAX_IDS = 100

/**
 * How an object is found by its id alone, together with others: by its service, or by a loader that other fields use too.
 * Fields that are missing then are looked up when they are asked for.
 */
export type NodeSource = {
  kind: IdKind
  /** The operation that gets one, or lists them: who may not run it does not find the object either. */
  operation: AnyOperation
} & ({ service: ManyService } | { loader: ObjectLoader })

type Found = { id: string; __typename: string }

const sources: (NodeSource & { type: string })[] = []

/** An object that can be looked up by its id alone. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that can be looked up by its id alone.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Its identifier.' }) }),
})

/** Makes `node` find the objects of a type. */
export function addNode(type: string, source: NodeSource): void {
  sources.push({ ...source, type })
}

/** The object with an id; null if there is none. GraphQL takes its type from `__typename`. */
async function find(id: string, { deps, caller, loaders }: GraphqlContext): Promise<Found | null> {
  const source = sources.find(({ kind }) => isId(kind, id))
  if (!source) return null
  try {
    const { operation } = source
    await assertAllowed(deps, operation, caller)
    const loader = 'service' in source ? loaders.all.ofService(source.service, operation) : loaders.all[source.loader]
    const found = await loader.load(id)
    return found ? { ...found, __typename: source.type } : null
  } catch (error) {
    // The deployment does not have the operation.
    if (isNotFound(error)) return null
    throw error
  }
}

/** The objects with some ids. An error is that of its place in the list. */
function findAll(ids: readonly string[], context: GraphqlContext): Promise<(Found | null)[]> {
  if (ids.length > MAX_IDS) throw fieldError('invalid_request', 'ids', `must have at most ${MAX_IDS} ids`)
  const found = ids.map((id) => find(id, context).catch((error: Error) => error))
  return Promise.all(found) as Promise<(Found | null)[]>
}

const idOf = 'The `id` of any object whose type is a `Node`.'

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    args: { id: t.arg({ type: 'ID', required: true, description: idOf }) },
    description: 'Gets any object by its id. Null for one that does not exist.',
    resolve: (_root, { id }, context) => find(id, context),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    args: { ids: t.arg({ type: ['ID'], required: true, description: `At most ${MAX_IDS}. ${idOf}` }) },
    complexity: ({ ids }) => {
      // More are refused by the field, which names the argument.
      const count = Math.min(ids.length, MAX_IDS)
      return { field: count, multiplier: count }
    },
    description: 'Gets objects by their ids, in the same order, with null for those that do not exist.',
    resolve: (_root, { ids }, context) => findAll(ids, context),
  }),
}))
