import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/* The programs of scripts/install-operator-tools.sh. Each is null if it is missing. */

const TOOLS = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'postline/operator-tools-1')

/** The path of a file of a tool, whose folder begins with this name. */
function fileOf(tool: string, ...path: string[]): string | null {
  const folders = existsSync(TOOLS) ? readdirSync(TOOLS).filter((name) => name.startsWith(tool)) : []
  const newest = folders.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
  const file = newest === undefined ? null : join(TOOLS, newest, ...path)
  return file && existsSync(file) ? file : null
}

function onPath(program: string): string | null {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  return files.find((file) => existsSync(file)) ?? null
}

/** A script for Node.js. */
export const mongosh = fileOf('mongosh-', 'node_modules/mongosh/bin/mongosh.js')
export const redisCli = onPath('redis-cli')
export const promtool = fileOf('prometheus', 'usr/bin/promtool')
