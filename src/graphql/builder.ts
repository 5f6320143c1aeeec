import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql'
import type { GraphqlContext } from './context.js'
import { ASSUMED_LIST_SIZE } from './limits.js'

/** Builds the schema. Resources add their types and fields to it; it holds definitions and no state. */
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
    // The cost of a query is about the number of objects in its answer.
    fieldComplexity: (_args, _context, field) => {
      if (isLeafType(getNamedType(field.type))) return 0
      return isListType(getNullableType(field.type)) ? { field: ASSUMED_LIST_SIZE, multiplier: ASSUMED_LIST_SIZE } : 1
    },
  },
})

builder.queryType({ description: 'Reads. A field whose lookup finds nothing is null, and so is one that failed.' })
builder.mutationType({ description: 'Writes, one after the other. A field is null when it failed.' })
builder.subscriptionType({
  description:
    'Streams of server-sent events (distinct connections mode). Ask for them with `Accept: text/event-stream`.',
})
