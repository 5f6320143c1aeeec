import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { atExit } from '../at-exit.js'

export interface Command {
  program: string
  args: string[]
  env: Record<string, string>
  cwd?: string
  /** What it prints once it works. */
  ready: string
}

/** A process that is started, killed and started again under one name, with one log. */
export class Child {
  readonly name: string
  /** How often it ended without being told to, once it worked. */
  crashes = 0
  /** How often it ended before. */
  failedStarts = 0
  readonly #command: Command
  readonly #log: WriteStream
  #process: ChildProcess | null = null
  #isExpected = false

  /** @param logFile what it prints is added to this file. */
  constructor(name: string, logFile: string, command: Command) {
    this.name = name
    this.#command = command
    this.#log = createWriteStream(logFile, { flags: 'a' })
  }

  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  get isRunning(): boolean {
    return this.#process !== null
  }

  /** Starts it and waits until it works. False if it ended before. */
  start(): Promise<boolean> {
    const { program, args, env, cwd, ready } = this.#command
    const child = spawn(program, args, {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd !== undefined && { cwd }),
    })
    this.#process = child
    this.#isExpected = false
    // Whatever ends the run ends its processes.
    const hasEnded = atExit(() => child.kill('SIGKILL'))
    return new Promise((resolve) => {
      let seen: string | null = ''
      const look = (text: string) => {
        this.#log.write(text)
        if (seen === null) return
        seen = (seen + text).slice(-10_000)
        if (!seen.includes(ready)) return
        seen = null
        resolve(true)
      }
      for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', look)
      child.once('exit', () => {
        resolve(false)
        hasEnded()
        if (this.#process !== child) return
        this.#process = null
        if (this.#isExpected) return
        if (seen === null) this.crashes += 1
        else this.failedStarts += 1
      })
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  /** Ends it in any state and waits for that. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (!child) return
    this.#isExpected = true
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }
}
