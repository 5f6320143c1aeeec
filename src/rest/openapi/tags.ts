import { sections, wordOf } from '../../operations/list.js'
import type { AnyOperation } from '../../operations/runner.js'
import type { JsonObject } from './json.js'

const SERVICE = {
  name: 'Service',
  description: 'How the service is, sessions of browsers, what the links in mails lead to, and this documentation.',
}

/** The tag of an operation that has a route. */
export const tagOf = (operation: AnyOperation): string => sections.find(({ word }) => word === wordOf(operation))!.title

/** Every tag with its description, in the order of the documentation. */
export const describeTags = (): JsonObject[] => [
  ...sections.map(({ title, description }) => ({ name: title, description })),
  SERVICE,
]
