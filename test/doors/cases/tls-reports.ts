import type { TestApp } from '../../support/start-app.js'
import { storeTlsReport } from '../../support/tls-reports.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { MAILBOX_DOMAIN } from '../mailbox-account.js'
import { unknownCursor, unknownId } from '../refusals.js'

/** A domain with a report. */
async function aReport(app: TestApp): Promise<{ domain: string }> {
  const one = { account_id: app.accountId, domain: MAILBOX_DOMAIN }
  if (!(await app.app.models.tlsReports.collection.findOne(one))) await storeTlsReport(app, MAILBOX_DOMAIN)
  return { domain: MAILBOX_DOMAIN }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'domains.tlsReports', input: async (app) => ({ ...(await aReport(app)), limit: 1 }) },
  { operation: 'domains.tlsSummary', input: aReport },
]

const UNKNOWN = { domain: 'unknown.acme.test' }

export const errors: readonly ErrorCase[] = [
  { ...unknownCursor('domains.tlsReports'), input: { domain: 'sandbox.postline.localhost', cursor: 'x' } },
  unknownId('domains.tlsReports', UNKNOWN),
  unknownId('domains.tlsSummary', UNKNOWN),
]
