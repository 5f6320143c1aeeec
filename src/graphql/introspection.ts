import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
} from 'graphql'

/*
 * The schema describes itself through the fields `__schema` and `__type` of the query. They need no look-up, so that no
 * other limit counts them, but the usual query for the whole schema has tens of thousands of objects. The usual queries are
 * answered with a prepared text; all others count towards the cost of their request.
 */

/** Longer texts are no usual query. */
const MAX_USUAL_CHARS = 8 * 1024
/** Levels of `ofType` that the usual query of older tools has less than that of ours. */
const OLDER_LEVELS = 2
/** Objects that a field which is no list answers. */
const SINGLE = 1
/** What a list counts for at least, however seldom it has items. */
const LEAST = 0.1

/** Answers the usual introspection queries, which tools make of the same text, with a text that is made once. */
export class PreparedIntrospection {
  readonly #schema: GraphQLSchema
  /** By normalized text. Null until a query is first asked. */
  #answers: Map<string, string | null> | null = null

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The answer to a usual introspection query; null for any other text. */
  answerTo(query: unknown): string | null {
    if (typeof query !== 'string' || query.length > MAX_USUAL_CHARS || !query.includes('__schema')) return null
    this.#answers ??= new Map(usualQueries().map((text): [string, null] => [text, null]))
    const text = normalized(query)
    const known = text === null ? undefined : this.#answers.get(text)
    if (text === null || known === undefined) return null
    const answer = known ?? JSON.stringify(executeSync({ schema: this.#schema, document: parse(text) }))
    this.#answers.set(text, answer)
    return answer
  }
}

/** The queries of `getIntrospectionQuery`, with all its options, as this version and older ones write them. */
function usualQueries(): string[] {
  const names = ['descriptions', 'specifiedByUrl', 'directiveIsRepeatable', 'schemaDescription'] as const
  const more = ['inputValueDeprecation', 'oneOf'] as const
  const all = [...names, ...more]
  const combinations = Array.from({ length: 2 ** all.length }, (_none, bits): IntrospectionOptions => {
    return Object.fromEntries(all.map((name, bit) => [name, (bits & (1 << bit)) !== 0]))
  })
  return combinations.flatMap((options) => {
    const text = print(parse(getIntrospectionQuery(options), { noLocation: true }))
    return [text, withFewerLevels(text)]
  })
}

/** The same query with fewer levels of `ofType`. */
function withFewerLevels(text: string): string {
  const level = /ofType \{\s*kind\s*name\s*\}/
  let shorter = text
  for (let count = 0; count < OLDER_LEVELS; count += 1) shorter = shorter.replace(level, '')
  return print(parse(shorter, { noLocation: true }))
}

function normalized(query: string): string | null {
  try {
    return print(parse(query, { noLocation: true, maxTokens: 1_000 }))
  } catch {
    return null
  }
}

/**
 * How many items the lists in the description of a schema have: those of all types on average, and those of a type that a
 * query arrives at by another way, which has more, because large types are arrived at more often.
 */
interface ListSizes {
  ofAll: Readonly<Record<string, number>>
  ofOne: Readonly<Record<string, number>>
}

const sizes = new WeakMap<GraphQLSchema, ListSizes>()

/**
 * About how many objects the introspection fields of an operation answer, with each fragment as often as it is used.
 * Zero if there are none.
 * @throws Error for a fragment in itself, which validation refuses.
 */
export function introspectionCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const lists = sizes.get(schema) ?? listSizes(schema)
  sizes.set(schema, lists)
  return new CostReader(lists, fragments).costOf(operation.selectionSet, 'outside')
}

/** Where a selection is: not in a description, in that of each type, or elsewhere in one. */
type Place = 'outside' | 'all types' | 'inside'

class CostReader {
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

  #costOfField({ name: { value: name }, selectionSet }: FieldNode, place: Place): number {
    if (!selectionSet) return 0
    const begins = name === '__schema' || name === '__type'
    if (place === 'outside' && !begins) return this.costOf(selectionSet, 'outside')
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
