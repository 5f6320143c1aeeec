import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** Escape sequences are unknown to iconv-lite. */
const BY_PLATFORM = /^iso-2022-/
/** Declared as these, mail has the characters of Windows, which are a superset (as browsers have it). */
const ALIASES: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-8-i': 'iso-8859-8',
  'iso-8859-8-e': 'iso-8859-8',
  'ks_c_5601-1987': 'cp949',
  'euc-kr': 'cp949',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'x-sjis': 'shift_jis',
  'unicode-1-1-utf-7': 'utf-7',
}
/** Says nothing about bytes above 127. */
const ASCII = /^(?:us-?ascii|ascii|ansi_x3\.4-19\d\d|7bit|8bit|unknown-8bit|default|binary)$/
/** With more than a byte for every character. */
const WIDE = /^(?:utf-?(?:16|32)|ucs-?[24]|iso-10646|unicode)/i
const REPLACEMENT = '\uFFFD'
const NON_ASCII = /[^\0-\x7f]/g

/**
 * Decodes text. If the charset is absent, unknown, or cannot be right, the bytes decide: UTF-8 if they are valid UTF-8,
 * else Windows-1252, in which every byte means something.
 */
export function decodeCharset(bytes: Uint8Array, charset: string | null): string {
  // Shared memory is not accepted everywhere.
  const own = Buffer.from(bytes)
  const name = canonical(charset)
  if (name === null) return guess(own)
  if (name === 'utf-8' || name === 'utf8') return decodeUtf8(own)
  if (isWide(name) && !own.includes(0) && isUtf8(own)) return guess(own)
  if (name === 'iso-2022-kr') return withoutNul(iconv.decode(unshiftedKorean(own), 'cp949'))
  if (name === 'hz-gb-2312') return withoutNul(iconv.decode(unshiftedChinese(own), 'gb18030'))
  if (BY_PLATFORM.test(name)) return decodeByPlatform(own, name)
  return iconv.encodingExists(name) ? withoutNul(iconv.decode(own, name)) : guess(own)
}

/** Whether text in a charset cannot be read as ASCII. */
export const isWide = (charset: string): boolean => WIDE.test(charset)

/** Decodes text of which nothing is known. */
export function guess(bytes: Buffer): string {
  return withoutNul(isUtf8(bytes) ? bytes.toString('utf8') : iconv.decode(bytes, 'windows-1252'))
}

function canonical(charset: string | null): string | null {
  // RFC 2231 allows a language after an asterisk.
  const name = (charset ?? '')
    .trim()
    .toLowerCase()
    .split('*', 1)[0]!
    .replace(/^["']|["']$/g, '')
  if (name === '' || name.length > 40 || ASCII.test(name)) return null
  return ALIASES[name] ?? name
}

/** Text in which no character above 127 is valid UTF-8 is not UTF-8, whatever it says. */
function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return withoutNul(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  const text = bytes.toString('utf8')
  const isWrong = text.match(NON_ASCII)?.every((character) => character === REPLACEMENT)
  return withoutNul(isWrong ? iconv.decode(bytes, 'windows-1252') : text)
}

function decodeByPlatform(bytes: Buffer, name: string): string {
  try {
    return withoutNul(new TextDecoder(name).decode(bytes))
  } catch {
    return guess(bytes)
  }
}

/** ISO-2022-KR (RFC 1557) as EUC-KR: characters between the controls SO and SI lack the high bit. */
function unshiftedKorean(bytes: Buffer): Buffer {
  const [start = '', ...shifts] = bytes.toString('latin1').replaceAll('\x1b$)C', '').split('\x0e')
  const pieces = shifts.map((shift) => {
    const [korean = '', ...rest] = shift.split('\x0f')
    return withHighBits(korean) + rest.join('')
  })
  return Buffer.from(start + pieces.join(''), 'latin1')
}

/** HZ (RFC 1843) as GB 2312: characters between `~{` and `~}` lack the high bit. */
function unshiftedChinese(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(/~\{([^\r\n]*?)(?:~\}|(?=[\r\n])|$)|~(~|\r?\n)/g, (_match, chinese?: string, escaped?: string) =>
      chinese === undefined ? (escaped === '~' ? '~' : '') : withHighBits(chinese),
    )
  return Buffer.from(text, 'latin1')
}

const withHighBits = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) | 0x80))

const withoutNul = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text)
