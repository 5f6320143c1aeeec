import { type GraphQLNamedType, type GraphQLSchema, isEnumType, isIntrospectionType } from 'graphql'
import { camelCase } from './input.js'

/*
 * Most descriptions come from the contract, which names fields in snake_case. Here they name them as GraphQL does.
 */

/** A name in snake_case alone between backticks. What is quoted as well, like `"first_name"`, is a value. */
const SNAKE_CASE_NAME = /`([a-z0-9]+(?:_[a-z0-9]+)+)`/g

/** Anything of a schema that has a description, and a name by which clients know it. */
interface Described {
  name: string
  description?: string | null
}

/** Makes the descriptions of a schema name its fields and arguments in camelCase. Other words, like error codes, stay. */
export function nameFieldsInDescriptions(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))
  const fields = types.flatMap(fieldsOf)
  const names = new Set(fields.map(({ name }) => name))
  const values = types.flatMap((type) => (isEnumType(type) ? type.getValues() : []))
  for (const described of [...types, ...fields, ...values] as Described[]) {
    described.description = described.description?.replaceAll(SNAKE_CASE_NAME, (inBackticks, name: string) =>
      names.has(camelCase(name)) ? `\`${camelCase(name)}\`` : inBackticks,
    )
  }
  return schema
}

/** The fields of a type, and their arguments. */
function fieldsOf(type: GraphQLNamedType): Described[] {
  if (!('getFields' in type)) return []
  return Object.values(type.getFields()).flatMap((field) => ('args' in field ? [field, ...field.args] : [field]))
}
