import { z } from 'zod'
import { id } from './fields.js'
import { incomingFile } from './file.js'

export const Upload = z
  .object({
    id: id('upload').meta({ description: 'What an attachment names as `upload_id`.' }),
    url: z.string().meta({ description: 'Where anybody can fetch it, unchanged for good.' }),
    content_type: z
      .enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
      .meta({ description: 'Told by its bytes.' }),
    size: z.int().meta({ description: 'In bytes.' }),
  })
  .meta({ id: 'Upload' })
export type Upload = z.output<typeof Upload>

export const NewUpload = z.object({ file: incomingFile('A PNG, JPEG, GIF or WebP image of at most 2 MiB.') })
