const KB = 1_000
const MB = 1_000 * KB

/** A size of a file for people, like `48 kB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < KB) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < MB ? `${Math.round(bytes / KB)} kB` : `${(bytes / MB).toFixed(1)} MB`
}
