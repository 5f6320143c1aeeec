/** Raster images cannot run anything, so browsers may show them in a page. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/

/** A media type of a file from a stranger, as it may be in a header. */
export function safeMediaType(type: string): string {
  const known = type.trim().toLowerCase()
  return MEDIA_TYPE.test(known) ? known : 'application/octet-stream'
}

/**
 * The Content-Disposition of a file from a stranger (RFC 6266): its name in ASCII, and if it has other characters also in
 * UTF-8 (RFC 8187). Everything but raster images is for saving.
 */
export function contentDisposition(filename: string, mediaType: string): string {
  const kind = SHOWN.has(mediaType) ? 'inline' : 'attachment'
  const name = filename.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' ')
  // Programs that know no more than the first form may decode percent signs.
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%/]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, percent)
  return `${kind}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
