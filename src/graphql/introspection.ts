import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/*
 * The schema describes itself through the fields `__schema` and `__type` of the query. They need no look-up, so that no
 * other limit counts them. They count towards the cost of their request: their objects before the query is executed,
 * and the text of their answer after it, because only then is it known how long the descriptions are.
 */

/** Objects that a field which is no list answers. */
const SINGLE = 1
/** What a list counts for at least, however seldom it has items. */
const LEAST = 0.1

/**
 * How many items the lists in the description of a schema have: those of all types on average, and those of a type that a
 * query arrives at by another way, which has more, because large types are arrived at more often.
 */
interface ListSizes {
  ofAll: Readonly<Record<string, number>>
  ofOne: Readonly<Record<string, number>>
}

const sizes = new WeakMap<GraphQLSchema, ListSizes>()

/** What an operation asks about the schema. */
interface Introspection {
  /** About how many objects its answer has, with each fragment as often as it is used. */
  objects: number
  /** The names in the result of the fields that answer. */
  names: ReadonlySet<string>
}

/** By operation: limits ask before it is executed and after it, and parsed documents are kept for later requests. */
const known = new WeakMap<OperationDefinitionNode, Introspection>()

/**
 * What an operation asks about the schema; no objects and no names if nothing.
 * @throws Error for a fragment in itself, which validation refuses.
 */
export function introspectionIn(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): Introspection {
  const found = known.get(operation) ?? readIntrospection(schema, operation, document)
  known.set(operation, found)
  return found
}

function readIntrospection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): Introspection {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const lists = sizes.get(schema) ?? listSizes(schema)
  sizes.set(schema, lists)
  const reader = new CostReader(lists, fragments)
  return { objects: reader.costOf(operation.selectionSet, 'outside'), names: reader.names }
}

/** Where a selection is: not in a description, in that of each type, or elsewhere in one. */
type Place = 'outside' | 'all types' | 'inside'

class CostReader {
  readonly names = new Set<string>()
  readonly #lists: ListSizes
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Known costs, so that a fragment is read once however often it is used. */
  readonly #known = new Map<SelectionSetNode, Map<Place, number>>()
  readonly #open = new Set<SelectionSetNode>()

  constructor(lists: ListSizes, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#lists = lists
    this.#fragments = fragments
  }

  costOf(set: SelectionSetNode, place: Place): number {
    const known = this.#known.get(set)?.get(place)
    if (known !== undefined) return known
    if (this.#open.has(set)) throw new Error('a fragment must not contain itself')
    this.#open.add(set)
    let cost = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) cost += this.#costOfField(selection, place)
      else if (selection.kind === Kind.INLINE_FRAGMENT) cost += this.costOf(selection.selectionSet, place)
      else {
        const fragment = this.#fragments.get(selection.name.value)
        if (fragment) cost += this.costOf(fragment.selectionSet, place)
      }
    }
    this.#open.delete(set)
    const costs = this.#known.get(set) ?? new Map<Place, number>()
    this.#known.set(set, costs.set(place, cost))
    return cost
  }

  #costOfField({ alias, name: { value: name }, selectionSet }: FieldNode, place: Place): number {
    if (!selectionSet) return 0
    if (place === 'outside') {
      if (name !== '__schema' && name !== '__type') return this.costOf(selectionSet, 'outside')
      this.names.add((alias ?? { value: name }).value)
    }
    const items = (place === 'all types' ? this.#lists.ofAll : this.#lists.ofOne)[name] ?? SINGLE
    return items * (1 + this.costOf(selectionSet, name === 'types' ? 'all types' : 'inside'))
  }
}

function listSizes(schema: GraphQLSchema): ListSizes {
  const types = Object.values(schema.getTypeMap())
  const composite = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const counts: Record<string, number[]> = {
    fields: composite.map((type) => Object.keys(type.getFields()).length),
    interfaces: composite.map((type) => type.getInterfaces().length),
    args: composite.flatMap((type) => Object.values(type.getFields()).map(({ args }) => args.length)),
    inputFields: types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length),
    enumValues: types.filter(isEnumType).map((type) => type.getValues().length),
    possibleTypes: types.filter(isAbstractType).map((type) => schema.getPossibleTypes(type).length),
  }
  const each = (size: (counts: number[]) => number) =>
    Object.fromEntries(Object.entries(counts).map(([name, own]) => [name, Math.max(LEAST, size(own))]))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const directives = schema.getDirectives().length
  return {
    ofAll: each((own) => sum(own) / types.length),
    // The average size of the list that a random item is in.
    ofOne: {
      ...each((own) => sum(own.map((size) => size ** 2)) / Math.max(1, sum(own))),
      types: types.length,
      directives,
    },
  }
}
