import { type GraphQLResolveInfo, getArgumentValues, isObjectType } from 'graphql'
import { collectSubfields } from 'graphql/execution/collectFields.js'
import type { z } from 'zod'
import { ApiError, isNotFound } from '../errors.js'
import type { RunFacts } from '../operations/operation.js'
import { type AnyOperation, assertAllowed, openSubscription, parseInput, runOperation } from '../operations/runner.js'
import type { Page } from '../services/platform/pages.js'
import { type Connection, costOfPage, type PageArgs, toConnection } from './connections.js'
import type { GraphqlContext } from './context.js'
import { type Field, inArguments, type Names, toInput } from './input.js'

/*
 * Resolvers of root fields: each runs one operation. This only translates names. Spread the results into the options of
 * a field: `t.field({ type, args, ...runs(operation) })`.
 */

type Output<Op extends AnyOperation> = z.output<Op['output']>
type Args = Record<string, unknown>

/** Page arguments of every list. */
const PAGE_NAMES: Names = { first: 'limit', after: 'cursor' }

/** The operation of a field (its `extensions`), for readers of the schema. */
export interface Binding {
  /** Name of the operation. */
  operation: string
  /** Input names of arguments that cannot be derived. */
  names: Names
  /** Which part of the output is the value: all of it, a page of a list in it, or only `true`. */
  answers: 'output' | 'page' | 'done'
}

const binding = ({ name }: AnyOperation, names: Names = {}, answers: Binding['answers'] = 'output') => ({
  extensions: { operation: name, names, answers } satisfies Binding as Record<string, unknown>,
})

/** A field with the output of its operation. If that fails, the field is null and the others stay. */
export function runs<Op extends AnyOperation>(operation: Op, names?: Names) {
  return {
    nullable: true as const,
    description: operation.summary as string,
    ...binding(operation, names),
    resolve: (_root: unknown, args: object, context: GraphqlContext, info: GraphQLResolveInfo) =>
      run(operation, args, context, info, names),
  }
}

/**
 * A field with the whole object that its operation changes: caches of clients update from it. What the operation answers
 * can be less.
 * @param find the object, by what the operation answers, the arguments of the field and the facts of the run.
 */
export function changes<Op extends AnyOperation, T>(
  operation: Op,
  find: (output: Output<Op>, context: GraphqlContext, args: Args, facts: RunFacts) => T | Promise<T>,
  names?: Names,
) {
  return {
    ...runs(operation, names),
    resolve: async (_root: unknown, args: object, ...[context, info]: Rest): Promise<T> => {
      const facts: RunFacts = {}
      const output = await run(operation, args, context, info, names, facts)
      return find(output, context, args as Args, facts)
    },
  }
}

/** Another operation's output, for a part of a response. It needs its own permission. */
export const read = <Op extends AnyOperation>(
  operation: Op,
  input: object,
  { deps, caller, answer }: GraphqlContext,
): Promise<Output<Op>> => answer.run(() => runOperation(deps, operation, caller, input, { onlyLooks: true }))

/** A field whose object also gets the argument that names what it is about, so that fields of it can look that up. */
export function ofObject<O, Given extends [unknown, object, ...unknown[]], Rest extends object>(
  { resolve, ...rest }: Rest & { resolve: (...given: Given) => Promise<O> },
  argument: string,
) {
  return {
    ...rest,
    resolve: async (...given: Given): Promise<O> => {
      const output = await resolve(...given)
      return output && { ...output, [argument]: (given[1] as Args)[argument] }
    },
  }
}

/** A field that is true once its operation is done, which has no output. */
export function does<Op extends AnyOperation>(operation: Op, names?: Names) {
  const { resolve, ...rest } = runs(operation, names)
  return {
    ...rest,
    description: `${operation.summary} Returns true.`,
    ...binding(operation, names, 'done'),
    resolve: async (...given: Parameters<typeof resolve>) => {
      await resolve(...given)
      return true
    },
  }
}

/**
 * A field that is null if its operation finds nothing. Invalid arguments of its lists are refused all the same, as in
 * the other APIs, where such a list is a separate request.
 */
export function looksUp<Op extends AnyOperation>(operation: Op, names?: Names) {
  const { resolve, ...rest } = runs(operation, names)
  return {
    ...rest,
    resolve: async (...given: Parameters<typeof resolve>): Promise<Output<Op> | null> => {
      try {
        return await resolve(...given)
      } catch (error) {
        if (!isNotFound(error)) throw error
        const [, , , info] = given
        parseLists(info)
        return null
      }
    },
  }
}

/** Parses the input of a list of an object. */
type ParseList = (field: Field, args: PageArgs, id: string) => unknown

/** @throws ApiError `invalid_request` for the arguments of a list of an object that does not exist. */
function parseLists({ schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo): void {
  if (!isObjectType(returnType)) return
  for (const [node] of collectSubfields(schema, fragments, variableValues, returnType, fieldNodes).values()) {
    const field = node && returnType.getFields()[node.name.value]
    const parse = field?.extensions.parseList as ParseList | undefined
    if (field) parse?.(field, getArgumentValues(field, node, variableValues), '')
  }
}

/**
 * A field with a page of a list as a connection.
 * @param list name of the list in the output.
 */
export function pages<Op extends AnyOperation>(operation: Op, list: keyof Output<Op>, given?: Names) {
  const names = { ...PAGE_NAMES, ...given }
  return {
    ...runs(operation, names),
    ...binding(operation, names, 'page'),
    complexity: (args: object) => costOfPage(operation, args),
    resolve: async (_root: unknown, args: object, ...[context, info]: Rest): Promise<Connection<{ id: string }>> => {
      const facts: RunFacts = {}
      const output = await run(operation, args, context, info, names, facts)
      const page = toConnection({ ...facts.page!, items: output[list] as { id: string }[] }, args)
      return output.hints ? { ...page, hints: output.hints } : page
    },
  }
}

type Rest = [GraphqlContext, GraphQLResolveInfo]

/**
 * A connection of an object. Rules and input are those of the operation for one such list; a loader fetches the items
 * for all objects together.
 */
export function pagesOf<P extends { id: string }>(
  operation: AnyOperation,
  load: (
    context: GraphqlContext,
    page: { id: string; limit: number; cursor?: string },
  ) => Promise<Page<{ id: string }>>,
) {
  const { extensions } = binding(operation, PAGE_NAMES, 'page')
  const parseList = (field: Field, args: PageArgs, id: string) => {
    try {
      return parseInput(operation.input, { ...toInput(field, { ...args }, PAGE_NAMES), id })
    } catch (error) {
      throw inArguments(field, error, PAGE_NAMES)
    }
  }
  return {
    extensions: { ...extensions, parseList },
    complexity: (args: object) => costOfPage(operation, args),
    resolve: async (parent: P, args: PageArgs, context: GraphqlContext, info: GraphQLResolveInfo) => {
      await assertAllowed(context.deps, operation, context.caller)
      const field = fieldOf(info)
      const page = parseList(field, args, parent.id)
      try {
        return toConnection(await load(context, page as never), args)
      } catch (error) {
        throw inArguments(field, error, PAGE_NAMES)
      }
    },
  }
}

/**
 * A field of an object with the output of an operation for it; null if there is none. A loader fetches it for all
 * objects together.
 * @param cost of the field, in objects.
 */
export function looksUpOf<Op extends AnyOperation>(
  operation: Op,
  cost: number,
  load: (context: GraphqlContext, id: string) => Promise<Output<Op> | undefined>,
) {
  return {
    nullable: true as const,
    ...binding(operation),
    complexity: cost,
    resolve: async ({ id }: { id: string }, _args: object, context: GraphqlContext) =>
      (await load(context, id)) ?? null,
  }
}

/** A subscription with the stream of its operation. */
export function streams<Op extends AnyOperation>(operation: Op, names?: Names) {
  return {
    ...binding(operation, names),
    subscribe: async (_root: unknown, args: object, context: GraphqlContext, info: GraphQLResolveInfo) => {
      assertStream(context)
      context.cost.startStream()
      const field = fieldOf(info)
      try {
        const input = toInput(field, args as Args, names)
        const stream = await openSubscription(context.deps, operation, context.caller, input, context.signal)
        return withErrors(stream, (error) => inArguments(field, error, names))
      } catch (error) {
        throw inArguments(field, error, names)
      }
    },
    resolve: (event: Output<Op>, _args: object, { answer, cost, loaders }: GraphqlContext) => {
      answer.restart()
      cost.restart()
      loaders.restart()
      return event
    },
  }
}

/** Converts the errors of a stream. */
async function* withErrors<T>(
  stream: AsyncIterable<T>,
  translate: (error: unknown) => unknown,
): AsyncGenerator<T, void> {
  try {
    yield* stream
  } catch (error) {
    throw translate(error)
  }
}

function assertStream({ mayStream }: GraphqlContext): void {
  if (mayStream) return
  throw new ApiError(
    'invalid_request',
    'A subscription is a stream: send it alone, not in a batch, with `Accept: text/event-stream`.',
  )
}

async function run<Op extends AnyOperation>(
  operation: Op,
  args: object,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
  names?: Names,
  facts: RunFacts = {},
): Promise<Output<Op>> {
  const field = fieldOf(info)
  try {
    const input = toInput(field, args as Args, names)
    facts.onlyLooks = operation.kind === 'query'
    const output = await context.answer.run(() => runOperation(context.deps, operation, context.caller, input, facts))
    // What was loaded for the mutations before it may have changed.
    if (operation.kind === 'mutation') context.loaders.restart()
    return output
  } catch (error) {
    throw inArguments(field, error, names)
  }
}

const fieldOf = ({ parentType, fieldName }: GraphQLResolveInfo) => parentType.getFields()[fieldName]!
