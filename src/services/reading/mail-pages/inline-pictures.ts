/** A picture of a mail. */
export interface Picture {
  mediaType: string
  bytes: Uint8Array
}

/** Types that cannot run anything. SVG can. */
const SHOWN = /^image\/(?:png|gif|jpeg|webp|avif|bmp)$/i
/** Most characters that pictures add to a page: a mail may show one picture a thousand times. */
const MAX_ADDED_CHARS = 32 * 1024 * 1024

/** Whether a file of a mail is a picture that may be shown in it. */
export const isPicture = (mediaType: string): boolean => SHOWN.test(mediaType.trim())

/**
 * Gives URLs that contain the pictures of a mail, because its frame may load nothing: it has a separate origin, so that
 * the browser sends no session with what it asks for.
 * @returns the URL of a picture by its name; null for an unknown name, and beyond the limit of the page.
 */
export function pictureUrls(pictures: ReadonlyMap<string, Picture>): (name: string) => string | null {
  const urls = new Map<string, string>()
  let left = MAX_ADDED_CHARS
  return (name) => {
    const picture = pictures.get(name)
    if (!picture || !isPicture(picture.mediaType)) return null
    const url = urls.get(name) ?? urlOf(picture)
    urls.set(name, url)
    left -= url.length
    return left < 0 ? null : url
  }
}

const urlOf = ({ mediaType, bytes }: Picture) =>
  `data:${mediaType.trim().toLowerCase()};base64,${Buffer.from(bytes).toString('base64')}`
