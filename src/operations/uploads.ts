import { z } from 'zod'
import { incomingFile } from './file.js'
import { operation, restOnly } from './operation.js'
import { id } from './schemas.js'

const Upload = z
  .object({
    id: id('upload').meta({ description: 'What an attachment names as `upload_id`.' }),
    url: z.string().meta({ description: 'Where anybody can fetch it, unchanged for good.' }),
    content_type: z
      .enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
      .meta({ description: 'Told by its bytes.' }),
    size: z.int().meta({ description: 'In bytes.' }),
  })
  .meta({ id: 'Upload' })

export const createUpload = restOnly(
  operation({
    name: 'uploads.create',
    kind: 'mutation',
    scope: 'admin',
    summary: 'Uploads an image for the content of mails.',
    errors: ['payload_too_large', 'overloaded'],
    input: z.object({ file: incomingFile('A PNG, JPEG, GIF or WebP image of at most 2 MiB.') }),
    output: Upload,
    run: ({ caller, services }, { file }) => services.uploads.create(caller.accountId, file),
  }),
)
