import { mkdir, readdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { samplesIn } from './doc-samples.js'
import { packedPackage } from './packed-package.js'
import { type ScratchProject, scratchProject } from './scratch-project.js'

/** What projects with these frameworks have in `tsconfig.json`. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    jsx: 'react-jsx',
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  },
}

/** The programs on a page, by the names of their files: each begins with a comment that names it. */
export function programsOn(page: string): Record<string, string> {
  const programs = samplesIn(page).filter(({ language }) => language.startsWith('ts'))
  return Object.fromEntries(programs.map(({ code }) => [/^\/\/ (\S+)\n/.exec(code)![1]!, code]))
}

/** The packages that a page tells its readers to install. */
export function packagesOn(page: string): string[] {
  const [install] = samplesIn(page).filter(({ language }) => language === 'sh')
  return install!.code.trim().replace('npm install ', '').split(' ')
}

/**
 * A project outside the checkout with the client as it is published, the packages that are installed here, and TypeScript
 * programs, which are checked and compiled beside their sources.
 */
export async function frameworkProject(programs: Record<string, string>): Promise<ScratchProject> {
  const project = await scratchProject()
  await project.write('package.json', '{ "private": true, "type": "module" }\n')
  await project.install([await packedPackage('packages/client')])
  await linkPackages(join(project.folder, 'node_modules'))
  await project.write('tsconfig.json', JSON.stringify(TSCONFIG))
  for (const [name, code] of Object.entries(programs)) {
    await mkdir(dirname(join(project.folder, name)), { recursive: true })
    await project.write(name, code)
  }
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  await project.run(process.execPath, [tsc, '-p', '.'])
  return project
}

async function linkPackages(modules: string): Promise<void> {
  const names = (await readdir('node_modules')).filter((name) => !name.startsWith('.') && name !== '@postline')
  await Promise.all(names.map((name) => symlink(resolve('node_modules', name), join(modules, name))))
}

/** A program of a project in TypeScript, compiled. */
export const compiled = (name: string) => name.replace(/\.tsx?$/, '.js')
