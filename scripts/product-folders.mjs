import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folders with TypeScript of the product: that of the service and of every package that has some. */
export const productFolders = () => [
  'src',
  ...readdirSync('packages')
    .map((name) => join('packages', name, 'src'))
    .filter((folder) => existsSync(folder)),
]
