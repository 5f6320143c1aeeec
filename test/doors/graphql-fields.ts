import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import type { Binding } from '../../src/graphql/resolve.js'
import { schema } from '../../src/graphql/schema.js'
import { operationList } from '../../src/operations/list.js'
import type { AnyOperation } from '../../src/operations/runner.js'

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON comes back
type Json = any
type Field = GraphQLField<unknown, unknown>

/** The place of an operation in the GraphQL schema. */
export interface GraphqlField {
  field: string
  /** The nested field with the result, and its additional arguments. */
  nested?: string
  /** The arguments by the names of the input, if they cannot be derived. */
  args: Record<string, string>
  /** Converts the field's value to the result in REST. */
  pick: (data: Json) => Json
}

const roots: Record<string, GraphQLObjectType | null | undefined> = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
}

const bindingOf = (field: Field) => field.extensions as unknown as Partial<Binding>
const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {})

/** What GraphQL answers with the changed object, and REST with words of its own. */
const OWN_WORDS: Record<string, (data: Json) => Json> = {
  'mail.threads.markRead': ({ id, has_unread }) => ({ id, read: !has_unread }),
  'mail.threads.snooze': ({ id, snoozed_until }) => ({ id, snoozed_until }),
  'mail.threads.assign': ({ id, assignee }) => ({ id, assignee }),
  'mail.threads.star': ({ id, is_starred }) => ({ id, starred: is_starred }),
  'mail.messages.star': ({ is_starred, ...mail }) => ({ ...mail, starred: is_starred }),
  // Its thread leads on to mails, so it is not asked for.
  'mail.changes': ({ changes, ...page }) => ({
    ...{ ...page, changes: changes.map((change: Json) => ({ ...change, thread: null })) },
  }),
  'messages.deleteContent': () => null,
  'contactLists.members.remove': () => null,
  'domains.setLinks': ({ links }) => links,
  'domains.verify': ({ domain, ...result }) => ({ ...result, domain: domain.domain }),
}

/** The field of every operation that has one, by the operation's name, which the field itself contains. */
export const graphqlFields: Record<string, GraphqlField> = Object.fromEntries(
  operationList.flatMap((operation) => {
    const place = atTheRoot(operation) ?? belowAnObject(operation)
    return place ? [[operation.name, place] as const] : []
  }),
)

function atTheRoot(operation: AnyOperation): GraphqlField | undefined {
  const field = fieldsOf(roots[operation.kind]).find((each) => bindingOf(each).operation === operation.name)
  return field && { field: field.name, ...howToCall(operation, field) }
}

/** A list of an object that a root field returns by id. */
function belowAnObject(operation: AnyOperation): GraphqlField | undefined {
  for (const type of Object.values(schema.getTypeMap())) {
    const nested = isObjectType(type) && fieldsOf(type).find((each) => bindingOf(each).operation === operation.name)
    if (!nested) continue
    const parent = fieldsOf(roots.query).find((each) => getNamedType(each.type) === type)!
    return { field: parent.name, nested: nested.name, ...howToCall(operation, nested) }
  }
  return undefined
}

function howToCall(operation: AnyOperation, field: Field) {
  const { names = {}, answers } = bindingOf(field)
  const args = Object.fromEntries(Object.entries(names).map(([argument, name]) => [name, argument]))
  return { args, pick: pickOf(operation, answers) }
}

function pickOf({ name: operation, output, examples, rest }: AnyOperation, answers: Binding['answers'] | undefined) {
  if (OWN_WORDS[operation]) return OWN_WORDS[operation]
  // If GraphQL returns true, REST returns nothing or a fixed sentence.
  if (answers === 'done') return () => examples?.[0]?.output
  if (answers === 'page')
    return (page: Json) => pageOf(Object.keys(output.shape).find((name) => name !== 'next_cursor')!, page)
  return rest?.answer ? rest.answer.content : (data: Json) => data
}

const pageOf = (name: string, { nodes, page_info, hints }: Json) => ({
  [name]: nodes,
  next_cursor: page_info.has_next_page ? page_info.end_cursor : null,
  ...(hints && { hints }),
})
