import { z } from 'zod'
import type { IncomingFile } from '../services/incoming-file.js'
import { documentedAs } from './schemas.js'

/** A file in a request. It has no schema of its own: JSON cannot hold it, and the service looks at its bytes. */
export const incomingFile = (description: string): z.ZodType<IncomingFile, IncomingFile> =>
  z
    .unknown()
    .refine(isFile, 'is required: the part `file` of a multipart/form-data body')
    .register(documentedAs, { type: 'string', format: 'binary', description }) as never

function isFile(value: unknown): value is IncomingFile {
  return typeof value === 'object' && value !== null && (value as Partial<IncomingFile>).bytes instanceof Uint8Array
}
