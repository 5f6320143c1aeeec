import { fieldError } from '../errors.js'
import { encodeCursor } from '../services/pages.js'
import { builder } from './builder.js'
import type { TypeParam } from './contract-types.js'

const MAX_PAGE = 100
const DEFAULT_PAGE = 50

/** A page of a list as a Relay connection. */
export interface Connection<T> {
  items: T[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  cursorOf: (item: T) => string
}

/** The arguments of a connection. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
}

/**
 * Makes a connection from a page of an operation or a loader.
 * @param cursorOf an item's cursor in lists that are not sorted by id.
 */
export function toConnection<T extends { id: string }>(
  items: T[],
  nextCursor: string | null,
  { after }: PageArgs,
  cursorOf: (item: T) => string = (item) => encodeCursor(item.id),
): Connection<T> {
  return {
    items,
    hasNextPage: nextCursor !== null,
    hasPreviousPage: Boolean(after),
    cursorOf,
  }
}

/**
 * Page sizes above the maximum count as the maximum.
 * @throws ApiError `invalid_request` for a negative size, as Relay requires.
 */
export function assertPage({ first }: PageArgs): void {
  if (typeof first !== 'number' || first >= 0) return
  const message = `must not be negative: use 1 to ${MAX_PAGE}, default ${DEFAULT_PAGE}`
  throw fieldError('invalid_request', 'first', message)
}

/** The cost of a connection: itself, and the fields below it for each item of the page. */
export function costOfPage({ first }: PageArgs): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.min(MAX_PAGE, Math.max(1, first ?? DEFAULT_PAGE)) }
}

/** The arguments of every connection. */
// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
export function pageArgs(t: any, size = DEFAULT_PAGE) {
  return {
    first: t.arg.int({
      description: `Items on the page, 1 to ${MAX_PAGE}, default ${size}. Larger values count as ${MAX_PAGE}.`,
    }),
    after: t.arg.string({ description: 'The cursor after which the page starts.' }),
  }
}

const PageInfo = builder.objectRef<Connection<{ id: string }>>('PageInfo').implement({
  description: 'The position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether there are more items after the page.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether there are items before the page.' }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first item; null on an empty page.',
      resolve: cursorAt(0),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last item, for `after` of the next page.',
      resolve: cursorAt(-1),
    }),
  }),
})

function cursorAt(index: number) {
  return ({ items, cursorOf }: Connection<{ id: string }>) => {
    const item = items.at(index)
    return item ? cursorOf(item) : null
  }
}

/** Declares a connection type. */
export function connectionOf(name: string, item: TypeParam, plural: string, order = 'newest first') {
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
        resolve: ({ items, cursorOf }) => items.map((node) => ({ cursor: cursorOf(node), node })),
      }),
      pageInfo: t.field({
        type: PageInfo,
        complexity: 0,
        description: 'The position of the page in the list.',
        resolve: (connection) => connection,
      }),
    }),
  })
}
