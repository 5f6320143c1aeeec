import { z } from 'zod'
import { MAX_UPLOAD_BYTES } from '../services/uploads/upload-files.js'
import { incomingFile } from './file.js'
import { operation, post, restOnly, type Tag } from './operation.js'
import { id } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Uploads', description: 'Images for the content of mails.', order: 11 }

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

const uploadId = 'upl_01kajqx5t7v9b1d3f5h7k9m2p4'

export const createUpload = restOnly(
  operation({
    name: 'uploads.create',
    kind: 'mutation',
    scope: 'admin',
    rest: post('/v1/uploads', { status: 201, file: { maxBytes: MAX_UPLOAD_BYTES } }),
    summary: 'Uploads an image for the content of mails.',
    errors: ['payload_too_large', 'overloaded'],
    input: z.object({ file: incomingFile('A PNG, JPEG, GIF or WebP image of at most 2 MiB.') }),
    output: Upload,
    examples: [
      {
        summary: 'A logo',
        input: { file: { bytes: Buffer.from('GIF89a'), filename: 'logo.gif' } },
        output: {
          id: uploadId,
          url: `https://mail.example.com/uploads/${uploadId}`,
          content_type: 'image/gif',
          size: 2_318,
        },
      },
    ],
    run: ({ caller, services }, { file }) => services.uploads.create(caller.accountId, file),
  }),
)
