/** A record of a zone file. Names and hosts are absolute, without the final dot. */
export interface ZoneRecord {
  type: 'CNAME' | 'MX' | 'TXT'
  name: string
  /** The host of a CNAME, `10 host` for an MX, or the complete text of a TXT. */
  value: string
}

/** Longest character-string of a TXT record, in bytes (RFC 1035 3.3). */
const MAX_STRING_BYTES = 255

/**
 * Formats records as a master file (RFC 1035 5). All names are absolute, so that the lines mean the same in any zone.
 * @param comment comment lines at the top.
 */
export function formatZone(records: readonly ZoneRecord[], comment: readonly string[], ttlSeconds = 300): string {
  const head = comment.map((line) => `; ${line}\n`)
  const lines = records.map(
    (record) => `${record.name}. ${ttlSeconds} IN ${record.type} ${formatData(record.type, record.value)}\n`,
  )
  return [...head, ...lines].join('')
}

function formatData(type: ZoneRecord['type'], value: string): string {
  return type === 'TXT' ? formatText(value) : `${value}.`
}

/** A text as quoted strings, which readers join without a separator. */
export function formatText(text: string): string {
  const bytes = Buffer.from(text)
  const count = Math.max(1, Math.ceil(bytes.length / MAX_STRING_BYTES))
  return Array.from({ length: count }, (_none, index) =>
    quote(bytes.subarray(index * MAX_STRING_BYTES, (index + 1) * MAX_STRING_BYTES)),
  ).join(' ')
}

/** Writes characters outside printable ASCII as `\DDD`, and escapes quotes and backslashes. */
function quote(bytes: Buffer): string {
  const shown = Array.from(bytes, (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`
  })
  return `"${shown.join('')}"`
}
