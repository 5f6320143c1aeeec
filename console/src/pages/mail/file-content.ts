import type { AttachmentInput } from './mail-operations'

/** Most bytes that all files of a mail have together. */
export const MAX_FILES_BYTES = 7 * 1024 * 1024

/** Files as the API takes them. */
export const attachmentsOf = (files: readonly File[]): Promise<AttachmentInput[]> =>
  Promise.all(files.map(attachmentOf))

async function attachmentOf(file: File): Promise<AttachmentInput> {
  return { filename: file.name, contentType: file.type || 'application/octet-stream', content: await base64Of(file) }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
