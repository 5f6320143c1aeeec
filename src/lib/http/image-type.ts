/** An image type that mail programs show. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/**
 * Detects the type of an image from its bytes: the signature, and the start of the structure after it. A name or a
 * stated type proves nothing. Does not check whether the image can be decoded.
 * @returns null for anything else.
 */
export function imageType(bytes: Uint8Array): ImageType | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPng(data)) return 'image/png'
  if (isJpeg(data)) return 'image/jpeg'
  if (isGif(data)) return 'image/gif'
  return isWebp(data) ? 'image/webp' : null
}

const latin1 = (data: Buffer, from: number, to: number) => data.toString('latin1', from, to)

/** PNG (ISO/IEC 15948): starts with the header chunk, with a size. */
function isPng(data: Buffer): boolean {
  if (data.length < 33 || latin1(data, 0, 8) !== '\x89PNG\r\n\x1a\n') return false
  if (data.readUInt32BE(8) !== 13 || latin1(data, 12, 16) !== 'IHDR') return false
  return data.readUInt32BE(16) > 0 && data.readUInt32BE(20) > 0
}

/** JPEG (ITU-T T.81): the start of an image, and a complete segment of tables or a frame. */
function isJpeg(data: Buffer): boolean {
  if (data.length < 6 || data.readUIntBE(0, 3) !== 0xffd8ff) return false
  const marker = data[3]!
  const segmentBytes = data.readUInt16BE(4)
  return marker >= 0xc0 && marker !== 0xff && segmentBytes >= 2 && 4 + segmentBytes <= data.length
}

/** GIF (87a, 89a): a screen with a size, and something after it. */
function isGif(data: Buffer): boolean {
  if (data.length <= 13 || !/^GIF8[79]a$/.test(latin1(data, 0, 6))) return false
  return data.readUInt16LE(6) > 0 && data.readUInt16LE(8) > 0
}

/** WebP: a complete RIFF container that starts with one of the three kinds of images. */
function isWebp(data: Buffer): boolean {
  if (data.length < 20 || latin1(data, 0, 4) !== 'RIFF' || !/^WEBPVP8[ LX]$/.test(latin1(data, 8, 16))) return false
  return 8 + data.readUInt32LE(4) <= data.length
}
