import type { TestApp } from './start-app.js'

/** Every route of the server, like `POST /v1/send`, from the tree that Fastify prints. */
export function servedRoutes({ app }: TestApp): string[] {
  const ancestors: string[] = []
  const tree = app.doors!.server.printRoutes({ commonPrefix: false })
  return tree.split('\n').flatMap((line) => {
    const parsed = /^([│ ├└─]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!parsed?.[2]) return []
    const depth = parsed[1]!.length / 4
    ancestors.splice(depth - 1, Number.POSITIVE_INFINITY, parsed[2])
    return (parsed[3]?.split(', ') ?? []).map((method) => `${method} ${ancestors.join('')}`)
  })
}
