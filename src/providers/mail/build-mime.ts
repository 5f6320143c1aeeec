import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64'
import type MimeNode from 'nodemailer/lib/mime-node'
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp'

/*
 * Writes the tree of a mail that is wholly in memory, with Nodemailer's headers and encodings. Nodemailer itself writes each
 * part through several streams, each in several turns of the event loop, but encodes the largest attachment in one.
 */

/** How much of a content is encoded at a time: whole lines of Base64. */
const PIECE_BYTES = 57 * 2_048
const LF = 0x0a

/** The fields of the header, with their folds but without the line breaks at their ends. */
export function headerFields(root: MimeNode): string[] {
  return root.buildHeaders().split(/\r\n(?![ \t])/)
}

/**
 * What follows the header of a node, in pieces that are quickly made. The header must have been built, because it decides on
 * the boundary.
 */
export function* bodyPieces(node: MimeNode): Generator<string> {
  if (!node.multipart) {
    if (node.content) yield* encoded(node)
    return
  }
  for (const [index, child] of node.childNodes.entries()) {
    yield `${index > 0 ? '\r\n' : ''}--${node.boundary}\r\n${child.buildHeaders()}\r\n\r\n`
    yield* bodyPieces(child)
  }
  yield `\r\n--${node.boundary}--\r\n`
}

function* encoded(node: MimeNode): Generator<string> {
  const bytes = Buffer.from(node.content as Buffer)
  const encoding = node.getTransferEncoding()
  const endOf = encoding === 'base64' ? (from: number) => from + PIECE_BYTES : (from: number) => lineEnd(bytes, from)
  for (let from = 0, end = 0; from < bytes.length; from = end) {
    end = endOf(from)
    const piece = bytes.subarray(from, end)
    yield `${encode(piece, encoding)}${end < bytes.length ? lineBreak(piece, encoding) : ''}`
  }
}

function encode(bytes: Buffer, encoding: string | false): string {
  if (encoding === 'base64') return wrapBase64(encodeBase64(bytes))
  if (encoding === 'quoted-printable') return wrapQuotedPrintable(encodeQuotedPrintable(bytes))
  // ASCII. An attached message may have the line breaks of another system.
  return bytes.toString('latin1').replace(/\r?\n/g, '\r\n')
}

/** What separates a piece from the next one, without being part of the content. */
function lineBreak(piece: Buffer, encoding: string | false): string {
  if (encoding === 'base64') return '\r\n'
  return piece.at(-1) === LF ? '' : '=\r\n'
}

/** Where a piece of text ends: after its last line if it has one, otherwise after a character. */
function lineEnd(bytes: Buffer, from: number): number {
  const limit = from + PIECE_BYTES
  if (limit >= bytes.length) return bytes.length
  const afterLine = bytes.lastIndexOf(LF, limit - 1) + 1
  if (afterLine > from) return afterLine
  let end = limit
  while (isContinuation(bytes[end]!)) end -= 1
  return end
}

/** Whether a byte of UTF-8 continues a character. */
const isContinuation = (byte: number) => (byte & 0xc0) === 0x80
