import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Finds the programs of a script in scripts/install-*.sh, in the folder that its `$tools` names.
 * @returns the folder of the newest version of a tool, whose name begins like this; null if there is none.
 */
export function installedTools(name: string): (tool: string) => string | null {
  const root = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'postline', name)
  return (tool) => {
    const versions = existsSync(root) ? readdirSync(root).filter((folder) => folder.startsWith(tool)) : []
    const newest = versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
    return newest === undefined ? null : join(root, newest)
  }
}
