import { cp } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltProgram } from '../support/built-program.js'
import { copyPublishedFiles, packedPackage } from '../support/packed-package.js'
import { pack, type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { copyProgram } from '../support/shared-program.js'

/* What `npm publish` would publish, of every package. */

const BUILD_MS = 600_000

/** The files that a package.json names, wherever it does. */
function namedFiles(value: unknown): string[] {
  if (typeof value === 'string') return [posix.normalize(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namedFiles) : []
}

/** The published packages, with the folder that each is packed from. */
const PACKAGES: Record<string, string> = {
  postline: '.',
  '@postline/embedded': 'packages/embedded',
  '@postline/mail-parser': 'packages/mail-parser',
  '@postline/client': 'packages/client',
  '@postline/testing': 'packages/testing',
}

/** Whether a package is packed with its types: the shared build leaves them out, to take less time. */
const hasTypes = (folder: string) => ['packages/client', 'packages/testing'].includes(folder)

let built: BuiltProgram
let project: ScratchProject
/** The tarball of each package. */
const tarballs = new Map<string, string>()

beforeAll(async () => {
  built = await copyProgram()
  project = await scratchProject()
  await copyPublishedFiles(built.root)
  for (const folder of ['packages/embedded', 'packages/mail-parser']) {
    for (const name of ['README.md', 'LICENSE']) await cp(join(folder, name), join(built.root, folder, name))
  }
  for (const [name, folder] of Object.entries(PACKAGES)) {
    const packed = () => pack(join(built.root, folder), project.folder, ['--ignore-scripts'])
    tarballs.set(name, await (hasTypes(folder) ? packedPackage(folder) : packed()))
  }
}, BUILD_MS)
afterAll(async () => {
  await project?.remove()
  await built?.remove()
})

interface Published {
  name: string
  version: string
  unpackedSize: number
  files: { path: string; mode: number }[]
}

describe.each(Object.keys(PACKAGES))('%s', (name) => {
  let published: Published
  let paths: Set<string>
  let manifest: Record<string, unknown>
  beforeAll(async () => {
    // To a registry that is not there: a dry run sends nothing, and does not have to ask again.
    const options = [
      '--dry-run',
      '--ignore-scripts',
      '--json',
      '--registry',
      'http://127.0.0.1:9',
      '--fetch-retries',
      '0',
    ]
    const printed = await project.run('npm', ['publish', tarballs.get(name)!, ...options])
    published = (JSON.parse(printed) as Record<string, Published>)[name]!
    paths = new Set(published.files.map(({ path }) => path))
    const tar = ['--extract', '--to-stdout', '--file', tarballs.get(name)!, 'package/package.json']
    manifest = JSON.parse(await project.run('tar', tar))
  }, BUILD_MS)

  test('can be published, with its licence and its readme', () => {
    expect(published).toMatchObject({ name, version: manifest.version })
    expect(manifest).toMatchObject({ license: 'Apache-2.0', engines: { node: '>=20.19' } })
    for (const file of ['LICENSE', 'README.md', 'package.json']) expect(paths).toContain(file)
  })

  test('has every file that it names', () => {
    const { main, module, types, bin, exports } = manifest
    const all = namedFiles([main, module, types, bin, exports].filter((value) => value !== undefined))
    const named = hasTypes(PACKAGES[name]!) ? all : all.filter((file) => !file.endsWith('.d.ts'))
    expect(all.length).toBeGreaterThan(1)
    for (const file of named) expect(paths).toContain(file)
  })

  test('has no sources, tests, secrets, or maps with sources', () => {
    const strange = [...paths].filter(
      (path) =>
        /(^|\/)(node_modules|tests?|secrets|\.data)\//.test(path.replace('templates/tests/', '')) ||
        /\.(test\.[jt]s|tsbuildinfo|pem|key|log|tgz)$/.test(path) ||
        (/\.tsx?$/.test(path) && !/\.d\.c?ts$/.test(path) && !path.startsWith('examples/')) ||
        /(^|\/)\.(env|npmrc)$/.test(path),
    )
    expect(strange).toEqual([])
  })

  test('depends on our other packages at the same version, and on no sources', () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifest as Record<string, Record<string, string>>
    for (const [other, range] of Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      expect(range, other).not.toMatch(/^(file|link|workspace|git|https?):/)
      if (other in PACKAGES) expect(range, other).toBe(manifest.version)
    }
  })
})
