import { NewUpload, Upload } from '../contract/uploads.js'
import { MAX_UPLOAD_BYTES } from '../services/uploads/upload-files.js'
import { operation, post, restOnly, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Uploads', description: 'Images for the content of mails.', order: 11 }

const uploadId = 'upl_01kajqx5t7v9b1d3f5h7k9m2p4'

export const createUpload = restOnly(
  operation({
    name: 'uploads.create',
    kind: 'mutation',
    scope: 'admin',
    rest: post('/v1/uploads', { status: 201, file: { maxBytes: MAX_UPLOAD_BYTES } }),
    summary: 'Uploads an image for the content of mails.',
    errors: ['payload_too_large', 'overloaded'],
    input: NewUpload,
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
