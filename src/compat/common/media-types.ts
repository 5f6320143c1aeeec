/** For APIs whose attachments need no type: the usual kinds of files by the end of their name (IANA media types). */
const MEDIA_TYPES = new Map([
  ['csv', 'text/csv'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['gif', 'image/gif'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['ics', 'text/calendar'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['vcf', 'text/vcard'],
  ['webp', 'image/webp'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['zip', 'application/zip'],
])

/** The media type of what is known to be nothing else. */
export const ANY_BYTES = 'application/octet-stream'

/** The media type of a file with this name; that of any bytes if its end is not known. */
export const mediaTypeOfName = (name: string): string =>
  MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? ANY_BYTES
