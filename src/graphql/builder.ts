import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql'
import type { GraphqlContext } from './context.js'
import { ASSUMED_LIST_SIZE } from './limits.js'

/** The schema builder, to which resources add their types and fields. It holds no state. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    Micros: { Input: unknown; Output: number }
  }
}>({
  plugins: [ComplexityPlugin],
  defaultFieldNullability: false,
  complexity: {
    // The cost of a query is roughly the number of objects in its response.
    fieldComplexity: (_args, _context, field) => {
      if (isLeafType(getNamedType(field.type))) return 0
      return isListType(getNullableType(field.type)) ? { field: ASSUMED_LIST_SIZE, multiplier: ASSUMED_LIST_SIZE } : 1
    },
  },
})

builder.queryType({ description: 'Queries. A field that finds nothing, or fails, is null.' })
builder.mutationType({ description: 'Mutations, run one after the other. A field that fails is null.' })
builder.subscriptionType({
  description:
    'Streams of server-sent events (distinct connections mode). Ask for them with `Accept: text/event-stream`.',
})
