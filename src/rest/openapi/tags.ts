import { sections, wordOf } from '../../operations/list.js'
import type { AnyOperation } from '../../operations/runner.js'

const SERVICE = {
  name: 'Service',
  description: 'Health, browser sessions, the links in mails, and this documentation.',
}

/** The tag of an operation with a route. */
export const tagOf = (operation: AnyOperation): string => sections.find(({ word }) => word === wordOf(operation))!.title

/** All tags with their descriptions, in the order of the documentation. */
export const describeTags = (): { name: string; description: string }[] => [
  ...sections.map(({ title, description }) => ({ name: title, description })),
  SERVICE,
]
