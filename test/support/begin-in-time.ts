import { TestRunner, test } from 'vitest'
import { NOT_RUN } from './not-run.js'

const { TESTS_BEGIN_UNTIL = 'never' } = process.env
/** When the last file may begin, in seconds since 1970. */
const BEGIN_UNTIL = TESTS_BEGIN_UNTIL === 'never' ? Number.POSITIVE_INFINITY : Number(TESTS_BEGIN_UNTIL)
if (!(BEGIN_UNTIL > 0)) throw new Error('TESTS_BEGIN_UNTIL must be a time, in seconds since 1970, or `never`')

/** Vitest's runner, which begins no file when the time is up. Its result says so. */
export default class InTimeRunner extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    if (source === 'setup' || Date.now() / 1_000 < BEGIN_UNTIL) return super.importFile(path, source)
    test.skip(NOT_RUN, () => undefined)
    return undefined
  }
}
