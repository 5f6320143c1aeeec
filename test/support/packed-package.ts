import { cp, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeOnce } from './make-once.js'
import { pack } from './scratch-project.js'

/**
 * The tarball of a package of the workspace, which all tests of a run share: packing builds it in its own `dist`, where
 * only one can build at a time.
 */
export async function packedPackage(source: string): Promise<string> {
  const folder = await makeOnce(`packed-${basename(source)}`, (destination) => pack(source, destination))
  const [tarball] = await readdir(folder)
  return join(folder, tarball!)
}

/** Copies what the package of the service publishes beside its build, into the folder of a built service. */
export async function copyPublishedFiles(root: string): Promise<void> {
  const { files } = JSON.parse(await readFile('package.json', 'utf8')) as { files: string[] }
  const others = files.filter((entry) => !/^!?dist\b/.test(entry))
  for (const path of [...others, 'README.md', 'LICENSE']) await cp(path, join(root, path), { recursive: true })
}
