import type { Attack, Kind, Post } from './kind.js'
import { mutated } from './pump.js'
import type { Random } from './random.js'

const FILES = [
  'email,first_name,plan\ngrace@example.com,Grace,pro\nada@example.com,"Ada, Countess",free\n',
  'email;state;reason\r\nada@example.com;active;hard_bounce\r\nnobody;;\r\n',
  'recipient,state,reason\n"ada@example.com","unsubscribed","She said ""no"""\n',
  'email\tfirst_name\n"a\nb"\t"\n"\n',
]
const UNITS = [
  ',',
  ';',
  '\t',
  '"',
  '""',
  '","',
  '\n',
  '\r',
  '\r\n',
  ' ',
  'a@b.cc\n',
  ',\n',
  '"\n',
  '\u0000',
  'é',
  '\ufeff',
]

const ENCODINGS: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  // Half a character too many.
  (text) => Buffer.concat([Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from([0xd8])]),
]

function csvKind(send: (file: Buffer) => Promise<unknown>): Kind {
  return {
    next(random: Random): Attack {
      const encode = random.oneOf(ENCODINGS)
      const file = encode(mutated(random, random.oneOf(FILES), UNITS))
      return { title: `${file.length} bytes`, run: () => send(file) }
    },
  }
}

/** Files of contacts and of suppressions. */
export function csvKinds(post: Post): Record<string, Kind> {
  return {
    contactsCsv: csvKind(async (file) => {
      const { status, text } = await post('/v1/contacts/imports', 'text/csv', file)
      if (status === 201) await post('/v1/contacts/import', 'application/json', text)
    }),
    suppressionsCsv: csvKind((file) =>
      post('/v1/suppressions/import/file', 'multipart/form-data; boundary=the-end', formOf(file)),
    ),
  }
}

const formOf = (file: Buffer) =>
  Buffer.concat([
    Buffer.from('--the-end\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
    file,
    Buffer.from('\r\n--the-end--\r\n'),
  ])
