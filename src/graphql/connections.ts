import type { z } from 'zod'
import { ApiError } from '../errors.js'
import type { AnyOperation } from '../operations/runner.js'
import { orOverloaded } from '../services/platform/overload.js'
import { MAX_COUNT, type Page } from '../services/platform/pages.js'
import { builder } from './builder.js'
import type { GraphqlContext } from './context.js'
import type { TypeParam } from './contract-types.js'
import { maxPageSize, pageSize } from './page-size.js'

/** A page of a list as a Relay connection. */
export interface Connection<T> extends Page<T> {
  hasPreviousPage: boolean
  /** Of a search. */
  hints?: string[]
}

/** The arguments of a connection. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
}

/** Makes a connection from a page of an operation or a loader. */
export const toConnection = <T>(page: Page<T>, { after }: PageArgs): Connection<T> => ({
  ...page,
  hasPreviousPage: Boolean(after),
})

/** What a count costs, in objects. */
export const COUNT_COST = 20
const counts = new WeakMap<Connection<unknown>, Promise<number>>()

/** Counts a list once. It is paid for when it is counted: before, its cost would be multiplied by the size of the page. */
async function countOf(connection: Connection<unknown>, { answer, cost }: GraphqlContext): Promise<number | null> {
  const { count } = connection
  if (!count) return null
  const known = counts.get(connection)
  if (known) return known
  if (cost.take(COUNT_COST) < COUNT_COST) {
    const message = `The request costs too much with this count, which costs ${COUNT_COST}. Count fewer lists, or request smaller pages.`
    throw new ApiError('invalid_request', message)
  }
  const counted = answer.run(() => orOverloaded(count()))
  counts.set(connection, counted)
  return counted
}

/** The cost of a connection: itself, and the fields below it for each item of the page. */
export function costOfPage(operation: AnyOperation, { first }: PageArgs): { field: number; multiplier: number } {
  return { field: 1, multiplier: pageSize(operation, first) }
}

/**
 * The arguments of a connection.
 * @param operation the list.
 */
// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
export function pageArgs(t: any, operation: AnyOperation) {
  const sizes = `1 to ${maxPageSize(operation)}, default ${pageSize(operation)}`
  return {
    first: t.arg.int({ description: `Items on the page, ${sizes}. Values out of range are clamped.` }),
    after: t.arg.string({ description: 'A cursor of this list, after which the page starts.' }),
  }
}

const PageInfo = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'The position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there may be more items after the page.',
      resolve: ({ nextCursor }) => nextCursor !== null,
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether there are items before the page.' }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first item; null on an empty page.',
      resolve: ({ cursors }) => cursors[0] ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description:
        'For `after` of the next page. It is the cursor of the last item, or one further on if the page is sparse: a search may give short or empty pages before its end. Null if nothing follows an empty page.',
      resolve: ({ cursors, nextCursor }) => nextCursor ?? cursors.at(-1) ?? null,
    }),
  }),
})

/** What the contract says about the hints of a search. */
export const hintsOf = ({ output }: { output: { shape: { hints: z.ZodType } } }): string =>
  output.shape.hints.meta()?.description ?? ''

/**
 * Declares a connection type.
 * @param hints what is said of the hints of a search; undefined if the list is none.
 */
export function connectionOf(name: string, item: TypeParam, plural: string, order = 'newest first', hints?: string) {
  const Edge = builder.objectRef<{ cursor: string; node: unknown }>(`${name}Edge`).implement({
    description: 'An item with its cursor.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'The position of the item in the list.' }),
      node: t.field({ type: item, description: 'The item.', resolve: ({ node }) => node as never }),
    }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: items of any kind
  return builder.objectRef<Connection<any>>(`${name}Connection`).implement({
    description: `A page of ${plural}, ${order}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [item],
        complexity: { field: 1, multiplier: 1 },
        description: 'The items.',
        resolve: ({ items }) => items,
      }),
      edges: t.field({
        type: [Edge],
        complexity: { field: 0, multiplier: 1 },
        description: 'The items with their cursors.',
        resolve: ({ items, cursors }) => items.map((node, index) => ({ cursor: cursors[index]!, node })),
      }),
      pageInfo: t.field({
        type: PageInfo,
        complexity: 0,
        description: 'The position of the page in the list.',
        resolve: (connection) => connection,
      }),
      totalCount: t.int({
        nullable: true,
        complexity: 0,
        description: `How many items the whole list has, at most ${MAX_COUNT}. Null for a search, and for the members of a list, which has \`memberCount\`.`,
        resolve: async (connection, _args, context) => {
          const count = await countOf(connection, context)
          return count === null ? null : Math.min(count, MAX_COUNT)
        },
      }),
      isCapped: t.boolean({
        nullable: true,
        complexity: 0,
        description: `Whether \`totalCount\` is capped, because there are more than ${MAX_COUNT} items. Null without a count.`,
        resolve: async (connection, _args, context) => {
          const count = await countOf(connection, context)
          return count === null ? null : count > MAX_COUNT
        },
      }),
      ...(hints !== undefined && {
        hints: t.stringList({ complexity: 0, description: hints, resolve: (connection) => connection.hints ?? [] }),
      }),
    }),
  })
}
