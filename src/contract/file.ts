import { z } from 'zod'
import { isSafeName } from '../lib/mail/addresses.js'
import { documentedAs } from './fields.js'

/** An uploaded file. */
export interface IncomingFile {
  bytes: Buffer
  /** The sender's name for it, not trusted; null if it has none. */
  filename: string | null
}

/** A file in a request. It has no JSON schema; the service checks its bytes. */
export const incomingFile = (description: string): z.ZodType<IncomingFile, IncomingFile> =>
  z
    .unknown()
    .refine(isFile, 'is required: the part `file` of a multipart/form-data body')
    .refine(hasSafeName, 'must have a file name without control characters and text direction marks')
    .register(documentedAs, { type: 'string', format: 'binary', description }) as never

function isFile(value: unknown): value is IncomingFile {
  return typeof value === 'object' && value !== null && (value as Partial<IncomingFile>).bytes instanceof Uint8Array
}

/** What is not a file is reported as such. */
function hasSafeName(value: unknown): boolean {
  return !isFile(value) || value.filename === null || isSafeName(value.filename)
}
