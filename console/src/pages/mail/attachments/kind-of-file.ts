/** How a file is shown in the page: a picture, its text, or in the PDF viewer of the browser. */
export type FileKind = 'picture' | 'text' | 'pdf'

/** Larger files are only for saving, in bytes. Of a text only the beginning is loaded. */
const MAX_SHOWN_BYTES = 25_000_000

/** Raster images. An SVG is a document, and no picture of a stranger's is shown as one. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
/** Media types of text that do not begin with `text/`. Marks in HTML and XML are shown as they are written. */
const TEXTS = new Set(['application/json', 'application/xml', 'application/x-ndjson', 'application/yaml'])
/** Names of texts that programs attach as any bytes. */
const TEXT_NAMES = /\.(?:csv|eml|ics|ini|json|log|md|ndjson|patch|tsv|txt|vcf|ya?ml)$/i

interface File {
  filename: string
  contentType: string
  /** In bytes. */
  size: number
}

/** How a file of a mail is shown; null if it is only for saving. */
export function kindOf({ filename, contentType, size }: File): FileKind | null {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  const isAnything = type === '' || type === 'application/octet-stream'
  if (type.startsWith('text/') || TEXTS.has(type) || (isAnything && TEXT_NAMES.test(filename))) return 'text'
  if (size > MAX_SHOWN_BYTES) return null
  if (PICTURES.has(type)) return 'picture'
  return type === 'application/pdf' || (isAnything && /\.pdf$/i.test(filename)) ? 'pdf' : null
}
