import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql'
import type { GraphqlContext } from './context.js'

/** Types whose values can be large. */
const LARGE = new Set(['String', 'JSON'])

/** Counts what fields answer, each time that they do: aliases and fragments can repeat the same large value. */
export function countAnswers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      if (LARGE.has(getNamedType(field.type).name)) field.resolve = counted(field.resolve ?? defaultFieldResolver)
    }
  }
  return schema
}

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>

function counted(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    const value = resolve(source, args, context, info)
    return value instanceof Promise
      ? value.then((settled: unknown) => context.answer.count(settled))
      : context.answer.count(value)
  }
}
