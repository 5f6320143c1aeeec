import type { AttachmentInput } from './mail-operations'

/** Most bytes that all files of a mail have together. */
export const MAX_FILES_BYTES = 7 * 1024 * 1024

/** A file that a mail takes along. */
export interface ChosenFile {
  name: string
  /** In bytes. */
  size: number
  /** Null if this page does not have it, or cannot read it any more. */
  content: File | null
  /** Its place among the files of the draft that the API has; null if it is not there. */
  stored: number | null
}

export const chosenFile = (content: File): ChosenFile => ({
  ...{ name: content.name, size: content.size, content, stored: null },
})

/** Whether it has to be chosen again: nobody has it. */
export const isLost = ({ content, stored }: ChosenFile): boolean => content === null && stored === null

/** The files that cannot be read any more, and what to do; null if there are none. */
export function wordsForLost(files: readonly ChosenFile[]): string | null {
  const names = files.filter(isLost).map(({ name }) => name)
  if (names.length === 0) return null
  const [what, they, them] =
    names.length === 1 ? ['The file', 'it was', 'it'] : [`${names.length} files`, 'they were', 'them']
  return `${what} can no longer be read: ${names.join(', ')}. Perhaps ${they} changed, moved or deleted, or this page was loaded again. Choose ${them} again, or remove ${them}.`
}

/** A file as the API takes it; null if it cannot be read. */
export async function attachmentOf({ name, content: file }: ChosenFile): Promise<AttachmentInput | null> {
  // A browser refuses to read a file that has changed on the disk since it was chosen.
  const content = file && (await base64Of(file).catch(() => null))
  return content === null ? null : { filename: name, contentType: file?.type || 'application/octet-stream', content }
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
