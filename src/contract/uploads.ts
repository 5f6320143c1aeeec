import { z } from 'zod'
import { id, nextCursor } from './fields.js'
import { incomingFile } from './file.js'

export const Upload = z
  .object({
    id: id('upload').meta({ description: 'For `upload_id` in attachments.' }),
    url: z.string().meta({ description: 'The public URL; its content never changes.' }),
    content_type: z
      .enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
      .meta({ description: 'Detected from the content.' }),
    size: z.int().meta({ description: 'Size in bytes.' }),
  })
  .meta({ id: 'Upload' })
export type Upload = z.output<typeof Upload>

export const UploadPage = z.object({ uploads: z.array(Upload), next_cursor: nextCursor() })

export const NewUpload = z.strictObject({ file: incomingFile('A PNG, JPEG, GIF or WebP image of at most 2 MiB.') })
