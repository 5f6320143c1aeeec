import type { z } from 'zod'
import type { operations } from '../../../operations/index.js'
import type { AnyOperation } from '../../../operations/runner.js'

type Operations = Extract<(typeof operations)[keyof typeof operations], AnyOperation>

/** An input of an operation as a client writes it, and the answer to it. */
interface ExchangeOf<Op extends Operations> {
  /** What it shows, in a few words. */
  summary: string
  input: z.input<Op['input']>
  /** Null where the answer is not JSON. */
  output: z.output<Op['output']> | null
}

/** Examples of some operations. */
export type Examples = { [Op in Operations as Op['name']]?: ExchangeOf<Op>[] }
