import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { FOLDERS, linkModules } from './built-program.js'
import { makeOnce } from './make-once.js'

const run = promisify(execFile)

/** Builds of earlier commits. They take long, and never change. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'postline', 'builds')

/** The commit with which upgrades are tested. See docs/decisions/0268-test-upgrades-with-an-earlier-build.md. */
export async function earlierCommit(): Promise<string> {
  return JSON.parse(await readFile('test/support/earlier-version.json', 'utf8')).commit
}

/** Whether this checkout has a commit. A shallow clone has not. */
export function hasCommit(commit: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  )
}

/** The folder of the service as it was at a commit, without the console, with the packages that are installed now. */
export function earlierBuild(commit: string): Promise<string> {
  return makeOnce('earlier-program', async (root) => {
    const kept = join(CACHE, commit)
    // It is renamed into place when it is whole.
    if (!(await exists(join(kept, 'commit')))) await buildInto(kept, commit)
    await cp(kept, root, { recursive: true })
    await linkModules(root)
  })
}

async function buildInto(kept: string, commit: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const work = await mkdtemp(join(CACHE, 'work-'))
  try {
    const sources = join(work, 'sources')
    await mkdir(sources)
    await run('git', ['archive', '--output', join(work, 'sources.tar'), commit])
    await run('tar', ['-xf', join(work, 'sources.tar'), '-C', sources])
    await rm(join(sources, 'console'), { recursive: true })
    await symlink(resolve('node_modules'), join(sources, 'node_modules'))
    const built = join(work, 'built')
    const args = ['scripts/build.mjs', built, '--noCheck', '--declaration', 'false']
    await run(process.execPath, args, { cwd: sources })
    for (const folder of FOLDERS) await cp(join(sources, folder, 'package.json'), join(built, folder, 'package.json'))
    await writeFile(join(built, 'commit'), commit)
    await rm(kept, { recursive: true, force: true })
    // Of two runs that build it at once, one comes second.
    await rename(built, kept).catch(async (error: unknown) => {
      if (!(await exists(join(kept, 'commit')))) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  )
