import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installedTools } from './installed-tools.js'

/* The programs of scripts/install-operator-tools.sh. Each is null if it is missing. */

const folderOf = installedTools('operator-tools-1')

function fileOf(tool: string, path: string): string | null {
  const folder = folderOf(tool)
  const file = folder && join(folder, path)
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
