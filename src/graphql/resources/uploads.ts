import { deleteUpload, listUploads } from '../../operations/uploads.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { outputOf } from '../contract-types.js'
import { does, pages } from '../resolve.js'

const Upload = outputOf('Upload', 'An image for the content of mails.', listUploads.output.shape.uploads.element, {
  node: { kind: 'upload', operation: listUploads, service: 'uploads' },
})
const UploadConnection = connectionOf('Upload', Upload, 'uploads')

builder.queryField('uploads', (t) =>
  t.field({ type: UploadConnection, args: pageArgs(t, listUploads), ...pages(listUploads, 'uploads') }),
)

builder.mutationField('deleteUpload', (t) =>
  t.field({
    type: 'Boolean',
    args: { id: t.arg({ type: 'ID', required: true, description: 'The upload.' }) },
    ...does(deleteUpload),
  }),
)
