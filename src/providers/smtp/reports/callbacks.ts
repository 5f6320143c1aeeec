import { ApiError } from '../../../errors.js'
import { TaskKilledError } from '../../../lib/threads/task-thread.js'
import type { NotificationEffects, ProviderCallbacks } from '../../callbacks/provider-callbacks.js'
import { interpretReport } from './findings.js'
import { REPORT_TYPE, type StoredReport } from './stored-report.js'

export interface SmtpCallbackDeps {
  /**
   * Reads the body of a stored callback where it holds nobody up: see `readStoredReport`.
   * @throws TaskKilledError if it takes too much.
   */
  readStoredReport: (body: string) => Promise<StoredReport | null>
}

const NOTHING: NotificationEffects = { events: [], unsubscribe: [] }

/** Reads the status and feedback reports that come back for mail sent by SMTP. */
export function createSmtpCallbacks({ readStoredReport }: SmtpCallbackDeps): ProviderCallbacks {
  return {
    // They come by mail, to an address that nobody can guess.
    open: async () => {
      throw new ApiError('not_found')
    },
    interpret: async (body, receivedAt) => {
      try {
        const stored = await readStoredReport(body)
        if (!stored) return null
        const { messageId, report } = stored
        return report ? interpretReport({ messageId, report, receivedAt }) : NOTHING
      } catch (error) {
        // It would take as much the next time.
        if (error instanceof TaskKilledError) return NOTHING
        throw error
      }
    },
    acceptedAt: () => null,
    isKnown: (type) => type === REPORT_TYPE,
    close: async () => {},
  }
}
