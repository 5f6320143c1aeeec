import type { ApiError } from '../../errors.js'
import type { FieldNames } from './api.js'

/** An error about fields of ours, with the names that the other API has for them. */
export const renameFields = (error: ApiError, names: FieldNames): ApiError =>
  error.withPaths((path) => renamePath(path, names))

/** The same for a message that begins with the path of a field, of an item of a batch. */
export const renameInMessage = (message: string, names: FieldNames): string =>
  message.replace(/^[\w.]+(?=: )/, (path) => renamePath(path, names))

/** The name that the other API has for a path of ours. */
export function renamePath(path: string, names: FieldNames): string {
  const found = names.find(([ours]) => path === ours || path.startsWith(`${ours}.`))
  return found ? found[1] + path.slice(found[0].length) : path
}
