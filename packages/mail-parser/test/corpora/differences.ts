/**
 * Where Postline and Python's email package read a mail of the corpora differently, and why. A mail may be in several
 * groups. The table in README.md says the same.
 */
export const DIFFERENCES: { why: string; mails: Record<string, string[]> }[] = [
  {
    why: 'An address without another name is named by its comment; Python drops comments.',
    mails: {
      'cpython/msg_01.txt': ['from'],
      'cpython/msg_03.txt': ['from'],
      'cpython/msg_04.txt': ['from'],
      'cpython/msg_06.txt': ['from'],
      'cpython/msg_14.txt': ['from'],
      'cpython/msg_20.txt': ['from'],
      'cpython/msg_27.txt': ['from', 'to'],
      'cpython/msg_29.txt': ['from'],
      'cpython/msg_44.txt': ['from'],
      'mime4j/mimetools-testmsgs/german.msg': ['from'],
      'mime4j/mimetools-testmsgs/not-mime.msg': ['from'],
    },
  },
  {
    why: 'Tabs and blanks between words are one space; Python keeps them.',
    mails: { 'cpython/msg_27.txt': ['subject'], 'mime4j/mimetools-testmsgs/intl.msg': ['cc'] },
  },
  {
    why: 'A multipart whose boundary is missing or wrong shows its text; Python has an attachment that holds everything.',
    mails: {
      'cpython/msg_15.txt': ['attachments'],
      'cpython/msg_17.txt': ['text', 'attachments'],
      'cpython/msg_25.txt': ['text', 'attachments'],
      'cpython/msg_31.txt': ['text', 'attachments'],
      'cpython/msg_39.txt': ['attachments'],
      'cpython/msg_41.txt': ['text', 'attachments'],
      'enmime/mail/header-only.raw': ['text', 'attachments'],
      'enmime/mail/multipart-wo-boundary.raw': ['text', 'attachments'],
      'mime4j/mimetools-testmsgs/badbound.msg': ['text', 'attachments'],
      'mime4j/testmsgs/missing-boundary.msg': ['text', 'attachments'],
      'mime4j/testmsgs/missing-inner-boundary.msg': ['text', 'attachments'],
      'mime4j/testmsgs/missing-inner-start-boundary.msg': ['text', 'attachments'],
      'mime4j/testmsgs/multipartnopart.msg': ['text', 'attachments'],
    },
  },
  {
    why: 'Text after a boundary, on its line, is ignored (RFC 2046 section 5.1.1); Python does not see the boundary.',
    mails: {
      'mime4j/testmsgs/ending-boundaries.msg': ['text', 'attachments'],
      'mime4j/testmsgs/very-long-boundary.msg': ['text'],
      'mime4j/testmsgs/very-very-long-boundary.msg': ['text'],
      'mime4j/testmsgs/weird-boundary.msg': ['text'],
    },
  },
  {
    why: 'A part between two boundary lines without anything is an empty text; Python skips it.',
    mails: { 'cpython/msg_37.txt': ['text'], 'mime4j/testmsgs/multipartemptypart.msg': ['text'] },
  },
  {
    why: 'Bytes that are not in the declared charset are read as what they are; Python has replacement characters.',
    mails: {
      'enmime/low-quality/incorrect-charset.raw': ['text'],
      'enmime/mail/non-mime-missing-charset.raw': ['html'],
      'enmime/parts/chardet-fail.raw': ['text'],
      'enmime/parts/chardet-success-big-5.raw': ['text'],
      'enmime/parts/chardet-success-iso-8859-1.raw': ['text'],
      'mime4j/mimetools-testmsgs/infinite.msg': ['text'],
    },
  },
  {
    why: 'A Content-Type without its semicolon, or with a stray character, is mended; Python keeps all of it as the type.',
    mails: {
      'enmime/mail/mime-bad-content-type.raw': ['attachments'],
      'enmime/mail/mime-blank-media-name.raw': ['attachments'],
      'enmime/parts/ctype-invalid-characters.raw': ['text', 'attachments'],
      'enmime/parts/empty-ctype-bad-content.raw': ['text', 'html'],
    },
  },
  {
    why: 'A parameter that begins a line continues the header; Python begins the body there.',
    mails: { 'enmime/low-quality/bad-header-wrap.raw': ['attachments'] },
  },
  {
    why: 'Base64 with characters too many is decoded, and text that says it is base64 stays text; Python gives up on the first, and joins the lines of the second.',
    mails: {
      'enmime/parts/extra-base64-character.raw': ['text', 'html'],
      'enmime/mail/mime-bad-content-transfer-encoding.raw': ['text'],
      'mime4j/mimetools-testmsgs/twopart.msg': ['attachments'],
    },
  },
  {
    why: 'Two mailboxes without a comma are two; Python drops the second, or all of the header.',
    mails: {
      'enmime/mail/malformed-multiple-address-header-values.raw': ['from'],
      'enmime/mail/qp-utf8-header-recursed.raw': ['from'],
    },
  },
  {
    why: 'A blank before the colon of a header is allowed (RFC 5322 section 4.5.8); Python begins the body there.',
    mails: { 'mime4j/testmsgs/obsolete.msg': ['subject', 'text'] },
  },
  {
    why: 'File names: from the name parameter too, without folders, encoded words decoded; an empty one is none.',
    mails: {
      'enmime/parts/barren-content-type.raw': ['attachments'],
      'mime4j/mimetools-testmsgs/multi-2evil.msg': ['attachments'],
      'mime4j/mimetools-testmsgs/multi-nested.msg': ['attachments'],
      'mime4j/mimetools-testmsgs/multi-nested2.msg': ['attachments'],
      'mime4j/mimetools-testmsgs/russian.msg': ['attachments'],
      'mime4j/testmsgs/russian-headers.msg': ['attachments'],
    },
  },
  {
    why: 'Uuencoded files inside of a text are attachments; for Python they are text.',
    mails: { 'mime4j/mimetools-testmsgs/sig-uu.msg': ['text', 'attachments'] },
  },
  {
    why: 'An empty address is empty; Python says `<>`.',
    mails: { 'cpython/msg_43.txt': ['from'] },
  },
]

/** The fields in which a mail is known to be read differently. */
export function knownDifferences(mail: string): string[] {
  return DIFFERENCES.flatMap(({ mails }) => mails[mail] ?? [])
}
