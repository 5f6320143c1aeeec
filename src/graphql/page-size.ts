import type { AnyOperation } from '../operations/runner.js'

/** The items of a page of a list, for what is asked of it: nothing asks for its default. */
export const pageSize = ({ input }: AnyOperation, first?: number | null): number =>
  input.shape.limit.parse(first ?? undefined)

/** The most items of a page of a list. */
export const maxPageSize = (operation: AnyOperation): number => pageSize(operation, Number.MAX_SAFE_INTEGER)
