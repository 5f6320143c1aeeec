import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { choosePort } from '../../packages/embedded/src/ports.js'
import { makeScratch } from './scratch.js'
import { keepErrors } from './service-log.js'

const run = promisify(execFile)

/** The folders that are built, each from its `src` into its `dist`. */
export const FOLDERS = ['.', 'packages/embedded', 'packages/mail-parser']

/** The service built for production, in a folder of the test. */
export interface BuiltProgram {
  /** The folder, with `dist`, `package.json` and the installed packages. */
  root: string
  /** Path of `dist/main.js`. */
  main: string
  remove(): Promise<void>
}

/** Builds the service into a folder of the caller. Does not change the checkout's own `dist`. */
export async function buildProgram(): Promise<BuiltProgram> {
  const root = await makeScratch('built')
  await buildInto(root)
  return programIn(root)
}

/** The service in a folder that it was built into, or that was copied from there. */
export function programIn(root: string): BuiltProgram {
  return { root, main: join(root, 'dist/main.js'), remove: () => rm(root, { recursive: true, force: true }) }
}

/** Builds the service into a folder, or copies a current build of `npm run build`. */
export async function buildInto(root: string): Promise<void> {
  if (await isUpToDate()) {
    for (const folder of FOLDERS) await cp(join(folder, 'dist'), join(root, folder, 'dist'), { recursive: true })
  } else {
    // Without type checks, which `npm run check` makes, the build takes a third of the time.
    await run(process.execPath, ['scripts/build.mjs', root, '--noCheck', '--declaration', 'false'])
  }
  for (const folder of FOLDERS) await copyFile(join(folder, 'package.json'), join(root, folder, 'package.json'))
  await linkModules(root)
}

/** Whether every `dist` of the checkout is newer than every file of its sources. */
async function isUpToDate(): Promise<boolean> {
  const isNewer = await Promise.all(
    FOLDERS.map(async (folder) => {
      const builtAt = await changedAt(join(folder, 'dist/.tsbuildinfo'))
      const sources = await readdir(join(folder, 'src'), { recursive: true })
      const changes = await Promise.all(sources.map((source) => changedAt(join(folder, 'src', source))))
      return builtAt > Math.max(...changes)
    }),
  )
  return !isNewer.includes(false) && (await isConsoleUpToDate())
}

async function isConsoleUpToDate(): Promise<boolean> {
  const sources = await readdir('console', { recursive: true })
  const changes = await Promise.all(sources.map((source) => changedAt(join('console', source))))
  return (await changedAt('dist/console/index.html')) > Math.max(...changes)
}

/** When a file was last written, in ms since 1970; 0 if it does not exist. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}

/** Links the installed packages, with the workspace's own packages replaced by those built into this folder. */
export async function linkModules(root: string): Promise<void> {
  const modules = join(root, 'node_modules')
  await mkdir(join(modules, '@postline'), { recursive: true })
  for (const name of await readdir('node_modules')) {
    if (name !== '@postline') await symlink(resolve('node_modules', name), join(modules, name))
  }
  await symlink('../../packages/embedded', join(modules, '@postline/embedded'))
}

export interface ProgramOptions {
  env: Record<string, string>
  /** Folder to start in. */
  cwd?: string
  uid?: number
  gid?: number
  args?: string[]
}

/** A process of the service, watched from outside. */
export class Program {
  /** What it has printed so far. */
  stdout = ''
  stderr = ''
  /** Its exit code, or the signal that ended it. Resolves when its output has ended too. */
  readonly ended: Promise<number | string>
  readonly #child: ChildProcess
  #running = true

  /** Starts it as the leader of a process group, as a shell does. */
  constructor(main: string, { env, cwd, uid, gid, args = [] }: ProgramOptions) {
    this.#child = spawn(process.execPath, [main, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd !== undefined && { cwd }),
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    })
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      keepErrors(text)
    })
    this.ended = once(this.#child, 'exit').then(([code, signal]) => code ?? signal)
    void this.ended.then(() => {
      this.#running = false
    })
  }

  get pid(): number {
    return this.#child.pid!
  }

  get isRunning(): boolean {
    return this.#running
  }

  /** Everything it has said, for the message of a test that fails. */
  get output(): string {
    return `${this.stdout}\n${this.stderr}`
  }

  /** Sends a signal to the process alone. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Sends a signal to its process group, as the terminal does on Ctrl-C. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal)
  }

  /** Ends it, in whatever state a test has left it. */
  async dispose(): Promise<void> {
    if (this.#running) this.signal('SIGTERM')
    await this.ended
  }
}

/** Ids of a process and of everything below it. */
export async function processTree(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    rows.flatMap(([child, of]) => (of === parent ? [child!, ...below(child!)] : []))
  return [pid, ...below(pid)]
}

/** Those of the processes that still run. */
export const stillRunning = (pids: number[]): number[] => pids.filter(isRunning)

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const givenPorts = new Set<number>()

/** A port of loopback that nobody uses, outside the range that systems assign from. A process gets each port once. */
export async function freePort(): Promise<number> {
  const port = await choosePort('a test', {})
  if (givenPorts.has(port)) return freePort()
  givenPorts.add(port)
  return port
}
