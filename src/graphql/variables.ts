import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { MAX_BATCH_ITEMS } from '../contract/messages.js'
import { MAX_IMPORT_ENTRIES } from '../contract/suppressions.js'
import { fieldError } from '../errors.js'
import { isJsonLargerThan } from '../lib/json/json-size.js'

/** Most items of a list that any operation takes, and of lists of some types. */
const MAX_ITEMS = MAX_IMPORT_ENTRIES
const MAX_ITEMS_OF: Readonly<Record<string, number>> = { SendInput: MAX_BATCH_ITEMS }
/** Above this size, in characters, no similar names are looked for: comparing takes long. */
const MAX_COMPARED_CHARS = 10_000
const MAX_MESSAGE_CHARS = 500

/**
 * Checks the variables of an operation up to the first problem. GraphQL would look for all of them, and quote the whole
 * value in each.
 * @throws ApiError `invalid_request` naming the variable and the field in it. A variable that is missing is left to
 *   GraphQL.
 */
export function assertVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
): void {
  const hidesSimilar = isJsonLargerThan(values, MAX_COMPARED_CHARS)
  for (const { variable, type: node } of variableDefinitions) {
    const name = variable.name.value
    const type = typeFromAST(schema, node)
    if (!Object.hasOwn(values, name) || values[name] === null || !isInputType(type)) continue
    const refuse = (path: readonly (string | number)[], _value: unknown, { message }: Error) => {
      throw fieldError('invalid_request', [name, ...path, ...fieldIn(message)].join('.'), shortened(message))
    }
    cutLists(values[name], type)
    coerceInputValue(values[name], type, refuse, hidesSimilar)
  }
}

/**
 * Cuts lists to one item more than their operation takes, which refuses them anyway: every item is looked at several
 * times until then.
 */
function cutLists(value: unknown, givenType: GraphQLInputType): void {
  const type = getNullableType(givenType)
  if (isListType(type) && Array.isArray(value)) {
    const max = MAX_ITEMS_OF[getNamedType(type).name] ?? MAX_ITEMS
    if (value.length > max) value.length = max + 1
    if (isInputObjectType(getNamedType(type))) for (const item of value) cutLists(item, type.ofType)
  } else if (isInputObjectType(type) && typeof value === 'object' && value !== null) {
    const fields = type.getFields()
    for (const [name, own] of Object.entries(value)) {
      if (typeof own === 'object' && fields[name]) cutLists(own, fields[name].type)
    }
  }
}

/** What is wrong with an object is told of the object: the message names the field that is missing or unknown. */
const fieldIn = (message: string) => /^Field "([^"]+)"/.exec(message)?.slice(1) ?? []

/** GraphQL quotes values in its messages. */
const shortened = (message: string) =>
  message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message
