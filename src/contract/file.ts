import { z } from 'zod'
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
    .register(documentedAs, { type: 'string', format: 'binary', description }) as never

function isFile(value: unknown): value is IncomingFile {
  return typeof value === 'object' && value !== null && (value as Partial<IncomingFile>).bytes instanceof Uint8Array
}
