import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Program } from './built-program.js'

/*
 * Asks a service for its health all the time, and so finds out how long it lets others wait. On a busy machine the
 * answer is late although the service is not to blame: where the system tells it, only the time counts for which its
 * event loop had the processor meanwhile.
 *
 * A thread of its own asks. A test that makes the bodies of an attack would notice an answer late, and count what the
 * service has done for others since.
 */

/** A listener for SMTP, and the address of the client that greets it. */
interface Listener {
  port: number
  localAddress: string
}

/** Watches a process of the service. */
export class LoopWatch {
  readonly #program: Pick<Program, 'pid'>
  readonly #asker: Worker

  /** @param asked the address of the service, or a listener of it. */
  constructor(asked: string | Listener, program: Pick<Program, 'pid'>) {
    this.#program = program
    this.#asker = new Worker(join(import.meta.dirname, 'loop-asker.mjs'), {
      workerData: { asked, pid: program.pid },
      execArgv: [],
    })
  }

  /** The longest wait since this was asked last, with that of a question which has no answer yet. */
  async takeHeldMs(): Promise<number> {
    const answered = once(this.#asker, 'message')
    this.#asker.postMessage('take')
    const [heldMs] = (await answered) as [number]
    return heldMs
  }

  /** The most memory that the process has had, in MiB; null where the system does not tell. */
  residentMiB(): number | null {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${this.#program.pid}/status`)) ?? []
    return kib ? Number(kib) / 1024 : null
  }

  async end(): Promise<void> {
    await this.#asker.terminate()
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
