import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { codeOf } from './errors.js'
import { identify } from './process-identity.js'

const STOP_TIMEOUT_MS = 10_000
const LOG_LIMIT_BYTES = 10_000_000
const LOG_LINES_SHOWN = 6
const LOG_LINE_LENGTH = 400

/** How to run a server. */
export interface ServerCommand {
  binary: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  logFile: string
  pidFile: string
}

/** A server that this process started. */
export class ServerProcess {
  /** Resolves when the server ends, with its exit code or the signal that ended it; never rejects. */
  readonly exited: Promise<number | string | null>
  private running = true
  private failure: Error | undefined
  private constructor(
    private readonly child: ChildProcess,
    private readonly command: ServerCommand,
    private readonly logStart: number,
  ) {
    this.exited = new Promise((resolve) => {
      const end = (result: number | string | null): void => {
        this.running = false
        resolve(result)
      }
      child.once('exit', (code, signal) => end(code ?? signal))
      child.once('error', (error) => {
        this.failure = error
        if (child.pid === undefined) end(codeOf(error) ?? null)
      })
    })
  }

  /**
   * Starts a server in its own session, so that Ctrl-C in the terminal does not reach it: this process decides when the
   * server ends. Appends its output to the log file and writes its pid file at once.
   */
  static start(command: ServerCommand): ServerProcess {
    const logStart = rotateLog(command.logFile)
    const output = openSync(command.logFile, 'a', 0o600)
    try {
      const child = spawn(command.binary, command.args, {
        cwd: command.cwd,
        // mongod refuses to start with a locale that the machine does not have.
        env: { ...command.env, LC_ALL: 'C' },
        detached: true,
        stdio: ['ignore', output, output],
      })
      const server = new ServerProcess(child, command, logStart)
      if (child.pid !== undefined) server.writePidFile(child.pid)
      return server
    } finally {
      closeSync(output)
    }
  }

  private writePidFile(pid: number): void {
    try {
      writeFileSync(this.command.pidFile, `${JSON.stringify(identify(pid))}\n`, { mode: 0o600 })
    } catch (error) {
      this.child.kill('SIGKILL')
      throw error
    }
  }

  /** Whether the server still runs. */
  isAlive(): boolean {
    return this.running
  }

  /** Asks the server to end, kills it after ten seconds, and removes its pid file. */
  async stop(): Promise<void> {
    if (this.running) {
      this.child.kill('SIGTERM')
      const killer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await this.exited
      clearTimeout(killer)
    }
    rmSync(this.command.pidFile, { force: true })
  }

  /** What the server has written to its log since it was started. */
  output(): string {
    try {
      return readFileSync(this.command.logFile).subarray(this.logStart).toString('utf8')
    } catch {
      return ''
    }
  }

  /** Why the server ended, according to its log: its last errors, or else its last lines. */
  explain(): string {
    const lines = this.output().trim().split('\n').filter(Boolean).map(readLogLine)
    const complaints = lines.filter((line) => line.grave)
    const shown = (complaints.length > 0 ? complaints : lines).slice(-LOG_LINES_SHOWN)
    if (this.failure) shown.push({ text: this.failure.message, grave: true })
    return [...shown.map((line) => `  ${line.text}`), `  (log: ${this.command.logFile})`].join('\n')
  }
}

/** Renames a large log, and returns the offset at which the new output will begin. */
function rotateLog(file: string): number {
  try {
    const { size } = statSync(file)
    if (size < LOG_LIMIT_BYTES) return size
    renameSync(file, `${file}.1`)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return 0
}

/** mongod logs JSON; other lines are shown unchanged. */
function readLogLine(line: string): { text: string; grave: boolean } {
  try {
    const { s: severity, msg, attr } = JSON.parse(line) as { s: string; msg: string; attr?: object }
    const text = attr ? `${msg} ${JSON.stringify(attr)}` : msg
    return { text: text.slice(0, LOG_LINE_LENGTH), grave: severity === 'F' || severity === 'E' }
  } catch {
    return { text: line.slice(0, LOG_LINE_LENGTH), grave: false }
  }
}
