import { z } from 'zod'
import { isId } from '../../../ids.js'
import { parseJson } from '../../../lib/json/parse-json.js'
import type { VerifiedCallback } from '../../callbacks/provider-callbacks.js'
import { type Report, readReport } from './read-report.js'

/** The only type of what comes back by mail: what kind of report it is, if it is one, is found out later. */
export const REPORT_TYPE = 'Report'
/** What is kept of a report: its own parts come first, and then the mail that it is about. */
const MAX_CHARS = 256 * 1024

const Body = z.object({ message_id: z.string(), mail: z.string() })
type Body = z.output<typeof Body>

/** What came back for a message. */
export interface StoredReport {
  messageId: string
  /** Null if it is no report. */
  report: Report | null
}

/**
 * What came back for a message, to be stored before it is read.
 * @param messageId of the message whose address it came back to.
 * @param digest hex SHA-256 of the mail.
 */
export function callbackOfReport(messageId: string, mail: Buffer, digest: string): VerifiedCallback {
  // Latin-1 keeps every byte.
  const body: Body = { message_id: messageId, mail: mail.toString('latin1', 0, MAX_CHARS) }
  return {
    provider: 'smtp',
    source: 'smtp',
    deliveryId: `${messageId}:${digest}`,
    body: JSON.stringify(body),
    notification: { type: REPORT_TYPE, providerMessageId: null, taggedMessageId: messageId },
  }
}

/** Reads the body of a stored callback; null if it has another form. */
export function readStoredReport(body: string): StoredReport | null {
  const parsed = Body.safeParse(parseJson(body))
  if (!parsed.success || !isId('message', parsed.data.message_id)) return null
  return { messageId: parsed.data.message_id, report: readReport(parsed.data.mail) }
}
