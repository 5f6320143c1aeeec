import { posix } from 'node:path'
import { DOCS_PAGES } from './pages.js'
import { PICTURES } from './pictures.js'

/** Where a link leads. */
export interface Target {
  address: string
  /** The name of the page, for a link whose text is the name of a file. */
  title?: string
}

/** Files of the repository that this server serves under another address than their own. */
const SERVED: Record<string, Target> = {
  'openapi.json': { address: '/openapi.json' },
  'schema.graphql': { address: '/graphql' },
  ...Object.fromEntries([...PICTURES].map(([name, address]) => [`docs/pictures/${name}`, { address }])),
  ...Object.fromEntries(
    DOCS_PAGES.map(({ file, path, title }) => [posix.join('docs', file), { address: path, title }]),
  ),
}

/**
 * The target of a link in a Markdown file: the served page if it leads to a file of the repository, null if that file is
 * not served.
 * @param file the Markdown file, below the folder `docs`.
 */
export function targetOf(link: string, file: string): Target | null {
  if (/^(https?:|mailto:|#|\/)/.test(link)) return { address: link }
  const [path = '', fragment] = link.split('#', 2)
  const target = SERVED[posix.join('docs', posix.dirname(file), path)]
  if (target === undefined) return null
  return fragment === undefined ? target : { ...target, address: `${target.address}#${fragment}` }
}
