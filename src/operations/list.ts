import { resources } from './index.js'
import type { Tag } from './operation.js'
import type { AnyOperation } from './runner.js'

/** All operations, each with its own type. */
export type Operations = (typeof resources)[keyof typeof resources]['operations'][number]

/** The operations of a file in the order of their declaration, and the section of the documentation that it has. */
interface Resource {
  tag?: Tag
  operations: readonly AnyOperation[]
}
type Resources = Readonly<Record<string, Resource>>

/** A section of the documentation, with the first part of its operations' names. */
export interface Section extends Tag {
  word: string
}

/** The sections of the documentation, in order. */
export const sections: readonly Section[] = sectionsOf(resources)

/** All operations, in the order of the documentation. Doors bind only to these. */
export const operationList: readonly AnyOperation[] = listOperations(resources)

/** The first part of an operation's name: its resource. */
export function wordOf({ name }: { name: string }): string {
  return name.split('.', 1)[0]!
}

/** Whether an operation exists only in REST, without tRPC procedure and GraphQL field. */
export const isRestOnly = (operation: AnyOperation): boolean => 'restOnly' in operation

/**
 * The operations of some files: section by section, first those of the file that has the section.
 * @throws Error when two operations have one name or one route, when one name begins with another, when two files have a
 *   section for one word, or when an operation has a route and no section.
 */
export function listOperations(files: Resources): AnyOperation[] {
  const words = sectionsOf(files).map(({ word }) => word)
  const sectionOf = (operation: AnyOperation) => words.indexOf(wordOf(operation))
  const hostsFirst = Object.values(files).toSorted((one, other) => Number(!one.tag) - Number(!other.tag))
  const list = hostsFirst
    .flatMap(({ operations }) => operations)
    .toSorted((one, other) => sectionOf(one) - sectionOf(other))
  assertDistinct('name', list, ({ name }) => name)
  assertDistinct('route', list, ({ rest }) => rest && `${rest.method} ${withoutNames(rest.path)}`)
  const names = new Set(list.map(({ name }) => name))
  const nested = [...names].find((name) => names.has(name.replace(/\.[^.]+$/, '')) && name.includes('.'))
  if (nested) throw new Error(`${nested} begins with the name of another operation: rename one`)
  const stray = list.find((operation) => operation.rest && !words.includes(wordOf(operation)))
  if (stray) throw new Error(`${stray.name} is in no section of the documentation: export a tag beside it`)
  return list
}

/** A file with a tag has the section of its operations. */
function sectionsOf(files: Resources): Section[] {
  const all = Object.values(files).flatMap(({ tag, operations: [first] }) =>
    tag && first ? [{ word: wordOf(first), ...tag }] : [],
  )
  const [twice] = all.map(({ word }) => word).filter((word, index, words) => words.indexOf(word) < index)
  if (twice) throw new Error(`two files have a section for ${twice}: one of them needs no tag`)
  return all.sort((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity))
}

/** Paths that differ only in parameter names match the same requests. */
function withoutNames(path: string): string {
  return path.replaceAll(/:\w+/g, ':')
}

function assertDistinct(what: string, list: AnyOperation[], keyOf: (operation: AnyOperation) => string | undefined) {
  const owners = new Map<string, string>()
  for (const operation of list) {
    const key = keyOf(operation)
    if (key === undefined) continue
    const owner = owners.get(key)
    if (owner) throw new Error(`two operations have the ${what} ${key}: ${owner} and ${operation.name}`)
    owners.set(key, operation.name)
  }
}
