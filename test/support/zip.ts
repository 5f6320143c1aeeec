import { crc32, deflateRawSync } from 'node:zlib'

/** A zip file of these entries. `claimed` is the size that each says to have, instead of its own. */
export function zipOf(
  entries: readonly [name: string, content: Buffer][],
  { claimed }: { claimed?: number } = {},
): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimed ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, more, Buffer.from(name)]))
    files.push(file)
    at += file.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(all.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, all, Buffer.from('PK\x05\x06'), end])
}
