import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DOCS_PATH } from './pages.js'

/** The folder of the pictures, both from source and from the build. */
const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))

/**
 * The pictures of the documentation, by the names of their files, with their addresses. None if the service was installed
 * without them.
 */
export const PICTURES: ReadonlyMap<string, string> = new Map(
  (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    .filter((name) => name.endsWith('.png'))
    .map((name) => [name, `${DOCS_PATH}/pictures/${name}`]),
)

/** A picture as PNG. */
export const readPicture = (name: string): Buffer => readFileSync(FOLDER + name)
