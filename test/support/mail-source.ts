/** A mail from its lines, with CRLF line ends. Texts are UTF-8. */
export const mailOf = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'))
