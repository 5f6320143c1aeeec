import { printedSchema } from '../../src/graphql/schema.js'
import { apiRoutes } from './api-routes.js'
import { chartFiles } from './chart.js'
import { compatPages } from './compat.js'
import { consoleSchema } from './console.js'
import { coverage } from './coverage.js'
import { mcpTools } from './mcp-tools.js'
import { openapiFiles } from './openapi.js'
import { filesWithSettings } from './settings.js'
import { trpcProcedures } from './trpc-procedures.js'

/** The expected text of every generated file except the folder indexes, by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  return {
    ...(await openapiFiles()),
    'schema.graphql': printedSchema(),
    ...(await consoleSchema()),
    ...filesWithSettings(),
    ...chartFiles(),
    ...apiRoutes(),
    ...mcpTools(),
    ...compatPages(),
    'docs/coverage.md': coverage(),
    'docs/trpc.md': trpcProcedures(),
  }
}
