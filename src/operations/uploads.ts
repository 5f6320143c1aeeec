import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { NewUpload, Upload, UploadPage } from '../contract/uploads.js'
import { MAX_UPLOAD_BYTES } from '../services/sending/uploads/upload-files.js'
import { del, get, operation, post, restOnly, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Uploads', description: 'Images for the content of mails.', order: 11 }

const uploadId = 'upl_01kajqx5t7v9b1d3f5h7k9m2p4'

const upload = {
  id: uploadId,
  url: `https://mail.example.com/uploads/${uploadId}`,
  content_type: 'image/gif' as const,
  size: 2_318,
}

export const createUpload = restOnly(
  operation({
    name: 'uploads.create',
    kind: 'mutation',
    scope: 'admin',
    rest: post('/v1/uploads', { status: 201, file: { maxBytes: MAX_UPLOAD_BYTES } }),
    summary: 'Uploads an image for the content of mails.',
    forBoundKeys: true,
    errors: ['payload_too_large', 'overloaded'],
    input: NewUpload,
    output: Upload,
    examples: [
      {
        summary: 'A logo',
        input: { file: { bytes: Buffer.from('GIF89a'), filename: 'logo.gif' } },
        output: upload,
      },
    ],
    run: ({ caller, services }, { file }) => services.uploads.create(caller.accountId, file),
  }),
)

export const listUploads = operation({
  name: 'uploads.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/uploads'),
  summary: 'Lists uploaded images, newest first.',
  errors: [],
  input: PageRequest,
  output: UploadPage,
  examples: [{ summary: 'All images', input: { limit: 50 }, output: { uploads: [upload], next_cursor: null } }],
  run: ({ caller, services }, page) => answerPage('uploads', services.uploads.list(caller.accountId, page)),
})

export const deleteUpload = operation({
  name: 'uploads.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/uploads/:id', { status: 204 }),
  summary: 'Deletes an uploaded image. Its URL then answers 404, even in mail already sent.',
  errors: ['not_found', 'overloaded'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A logo that is replaced', input: { id: uploadId }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.uploads.delete(caller.accountId, id)
    return null
  },
})
