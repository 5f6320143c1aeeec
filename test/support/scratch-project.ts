import { execFile } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** A folder outside the checkout, like the project of a published package's user. */
export interface ScratchProject {
  folder: string
  write(name: string, text: string): Promise<void>
  read(name: string): Promise<string>
  /** Installs packages into it. */
  install(packages: string[], options?: string[]): Promise<void>
  /** Runs a program in it. @throws with the output of the program */
  run(program: string, args: string[], env?: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

/** Makes an empty project. */
export async function scratchProject(): Promise<ScratchProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'postline-scratch-')))
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const runHere = (program: string, args: string[], env?: Record<string, string>) => run(folder, program, args, env)
  return {
    folder,
    write: (name, text) => writeFile(join(folder, name), text),
    read: (name) => readFile(join(folder, name), 'utf8'),
    install: async (packages, options = []) => {
      await runHere('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...options, ...packages])
    },
    run: runHere,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Packs a package as for the registry, with or without its build scripts. @returns the tarball */
export async function pack(source: string, destination: string, options: string[] = []): Promise<string> {
  const printed = await run(destination, 'npm', ['pack', resolve(source), '--json', '--loglevel', 'error', ...options])
  return join(destination, JSON.parse(printed.slice(printed.indexOf('[')))[0].filename)
}

async function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { cwd, env: { ...process.env, ...env } })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error([`${program} ${args.join(' ')} failed`, stdout, stderr].filter(Boolean).join('\n'))
  }
}
