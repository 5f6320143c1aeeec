import { readFileSync } from 'node:fs'
import { operationList } from '../../src/operations/list.js'
import { toolName, tools, whyNoTool } from '../../src/operations/tools.js'
import { between } from './between.js'

/** The tables of tools in docs/mcp.md, and of the operations that are none. */
export function mcpTools(): Record<string, string> {
  const offered = [...tools.values()].map(
    (operation) => `| \`${toolName(operation)}\` | ${operation.scope} | ${operation.summary} |\n`,
  )
  const leftOut = operationList.flatMap((operation) => {
    const reason = whyNoTool(operation)
    return reason === null
      ? []
      : `| \`${operation.name}\` | ${reason.replace(/^./, (first) => first.toUpperCase())} |\n`
  })
  const text = [
    '\n| Tool | Scope | |\n|---|---|---|\n',
    ...offered,
    '\n### Operations that are not tools\n\n| Operation | Reason |\n|---|---|\n',
    ...leftOut,
    '\n',
  ].join('')
  return { 'docs/mcp.md': between(readFileSync('docs/mcp.md', 'utf8'), '<!-- tools:', '<!-- /tools', text) }
}
