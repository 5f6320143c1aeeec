import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { etagOf } from '../../lib/http/entity-tag.js'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** How a file may be sent. The build has made the compressed forms. */
export const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

/** A file of the built console. */
export interface ConsoleFile {
  mediaType: string
  etag: string
  body: Buffer
  /** The compressed forms, by the name of their encoding. */
  encoded: Map<string, Buffer>
}

/** Where the build puts the console: beside this program, or in `dist` when this runs from source. */
const FOLDERS = ['../../console/', '../../../dist/console/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** The files of the built console by their paths, like `assets/index-….js`; null if it is not built. */
export function readConsole(folder = FOLDERS.find(isBuilt)): Map<string, ConsoleFile> | null {
  if (folder === undefined || !isBuilt(folder)) return null
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => extname(path) in TYPES)
  return new Map(files.map((path) => [path, readOne(folder, path)]))
}

const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'))

function readOne(folder: string, path: string): ConsoleFile {
  const body = readFileSync(join(folder, path))
  const encoded = ENCODINGS.flatMap(({ name, extension }): [string, Buffer][] => {
    const file = join(folder, path + extension)
    return existsSync(file) ? [[name, readFileSync(file)]] : []
  })
  return {
    mediaType: TYPES[extname(path)]!,
    etag: etagOf(body),
    body,
    encoded: new Map(encoded),
  }
}
