import { initGraphQLTada } from 'gql.tada'
import type { introspection } from './introspection'

export type { ResultOf, VariablesOf } from 'gql.tada'

/** Reads an operation or a fragment. The compiler derives the types of its result and its variables from the schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { ID: string; DateTime: string; Micros: number; JSON: unknown }
}>()
