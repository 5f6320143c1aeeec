import { posix } from 'node:path'
import { DOCS_PAGES } from './pages.js'

/** Files of the repository that this server serves under another address than their own. */
const SERVED: Record<string, string> = {
  'openapi.json': '/openapi.json',
  'schema.graphql': '/graphql',
  ...Object.fromEntries(DOCS_PAGES.map(({ file, path }) => [posix.join('docs', file), path])),
}

/**
 * The address of a link in a Markdown file: that of the served page if it leads to a file of the repository, null if that
 * file is not served.
 * @param file the Markdown file, below the folder `docs`.
 */
export function addressOf(link: string, file: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(link)) return link
  const [path = '', fragment] = link.split('#', 2)
  const address = SERVED[posix.join('docs', posix.dirname(file), path)]
  if (address === undefined) return null
  return fragment === undefined ? address : `${address}#${fragment}`
}
