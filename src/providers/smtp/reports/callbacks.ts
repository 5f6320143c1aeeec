import { z } from 'zod'
import { ApiError } from '../../../errors.js'
import { isId } from '../../../ids.js'
import type { Findings, GenuineCallback, ProviderCallbacks } from '../../callbacks/provider-callbacks.js'
import { interpretReport } from './findings.js'
import { readReport } from './read-report.js'

/** The only type of what comes back by mail: what kind of report it is, if it is one, is found out later. */
const TYPE = 'Report'
/** What is kept of a report: its own parts come first, and then the mail that it is about. */
const MAX_CHARS = 256 * 1024

const Body = z.object({ message_id: z.string(), mail: z.string() })
type Body = z.output<typeof Body>

/**
 * What came back for a message, to be stored before it is read.
 * @param messageId of the message whose address it came back to.
 * @param digest hex SHA-256 of the mail.
 */
export function callbackOfReport(messageId: string, mail: Buffer, digest: string): GenuineCallback {
  // Latin-1 keeps every byte.
  const body: Body = { message_id: messageId, mail: mail.toString('latin1', 0, MAX_CHARS) }
  return {
    provider: 'smtp',
    source: 'smtp',
    deliveryId: `${messageId}:${digest}`,
    body: JSON.stringify(body),
    notification: { type: TYPE, providerMessageId: null, taggedMessageId: messageId },
  }
}

/** Reads the status and feedback reports that come back for mail sent by SMTP. */
export function createSmtpCallbacks(): ProviderCallbacks {
  return {
    // They come by mail, to an address that nobody can guess.
    open: async () => {
      throw new ApiError('not_found')
    },
    interpret,
    acceptedAt: () => null,
    isKnown: (type) => type === TYPE,
    close: async () => {},
  }
}

function interpret(body: string, receivedAt: Date): Findings | null {
  const parsed = Body.safeParse(parse(body))
  if (!parsed.success || !isId('message', parsed.data.message_id)) return null
  const report = readReport(parsed.data.mail)
  if (!report) return { events: [], unsubscribe: [] }
  return interpretReport({ messageId: parsed.data.message_id, report, receivedAt })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
