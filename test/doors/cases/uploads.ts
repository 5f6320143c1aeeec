import { anImage } from '../../support/images.js'
import type { TestApp } from '../../support/start-app.js'
import { uploadFile } from '../../support/upload-file.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'upl_00000000000000000000000000'

const anUpload = async (app: TestApp) => ({ id: (await uploadFile(app, '/v1/uploads', anImage())).body.id as string })

export const successes: readonly SuccessCase[] = [
  { operation: 'uploads.list', input: async (app) => ({ ...((await anUpload(app)) && {}), limit: 1 }) },
  { operation: 'uploads.delete', input: anUpload },
]

export const errors: readonly ErrorCase[] = [
  unknownCursor('uploads.list'),
  forbidden('uploads.list', 'send'),
  unknownId('uploads.delete', { id: UNKNOWN }),
  forbidden('uploads.delete', 'read', { id: UNKNOWN }),
]
