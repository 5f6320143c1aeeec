import {
  type ExecutionResult,
  executeSync,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  parse,
  print,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from './context.js'

/*
 * Tools ask for the whole schema with a query of always the same text, whose answer has tens of thousands of objects. Its
 * text is made once.
 */

/** Longer texts are no usual query. */
const MAX_USUAL_CHARS = 8 * 1024
/** Levels of `ofType` that the usual query of older tools has less than that of ours. */
const OLDER_LEVELS = 2
/** Answers the usual introspection queries, at no cost, unless they are in a batch. */
export function usePreparedIntrospection(schema: GraphQLSchema): Plugin<object, RequestContext> {
  const prepared = new PreparedIntrospection(schema)
  return {
    onParams({ params, context, setResult }) {
      const text = context.isBatch ? null : prepared.answerTo(params.query)
      if (text !== null) setResult(writtenAs(text))
    },
  }
}

/** A result whose text is known. */
const writtenAs = (text: string): ExecutionResult & { stringify: () => string } => ({ stringify: () => text })

/** Answers the usual introspection queries, which tools make of the same text, with a text that is made once. */
class PreparedIntrospection {
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
