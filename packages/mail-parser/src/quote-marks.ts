/** Longer lines are text. */
const MAX_CHARS = 400

/** How lines that introduce a quote end, before the colon, in the languages of common mail programs. */
const WROTE = [
  'wrote',
  'writes',
  'schrieb(?:\\s.{1,120})?',
  'a écrit\\s?',
  'a ecrit\\s?',
  'escribió',
  'escribio',
  'va escriure',
  'escreveu',
  'ha scritto',
  'schreef(?:\\s.{1,120})?',
  'skrev(?:\\s.{1,120})?',
  'skreiv',
  'skrifaði',
  'kirjoitti',
  'napisał(?:\\(a\\)|a)?',
  'pisze',
  'napsal(?:\\(a\\)|a)?',
  'napísal(?:\\(a\\)|a)?',
  'je napisao(?:\\/la)?',
  'је написао(?:\\/ла)?',
  'írta',
  'a scris',
  'yazdı',
  'şunu yazdı',
  'написал(?:\\(а\\)|а)?',
  'пишет',
  'пише',
  'написав(?:\\(ла\\)|ла)?',
  'έγραψε',
  'kirjutas',
  'rakstīja',
  'rašė',
  'menulis',
  'đã viết',
  'เขียนว่า',
  '작성',
  '님이 작성',
  'כתב(?:\\/ה|ה)?',
  'كتب',
].join('|')
const INTRODUCTION = new RegExp(
  `(?:(?:^|[\\s>,"\\])])(?:${WROTE})|写道|寫道|のメール|のメッセージ|が書きました)\\s*[:：]\\s*$`,
  'iu',
)
/** How introductions begin. */
const BEGINNING =
  /^\s*(?:(?:on|am|le|el|em|il|op|den|på|dnia|w dniu|dne|pe|la|στις|pada|vào)\s|\p{L}{2,3}\.?,|\d{1,4}[ ./年-]).*\d/iu
/** With a date or an address, so that "She wrote:" stays. */
const HAS_DATE_OR_ADDRESS = /\d|@/

const DAYS = [
  '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|yesterday|today',
  'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|gestern|heute',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hier',
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo|ayer',
  '(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|ontem',
  'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|ieri',
  'maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|gisteren',
  'måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mandag|tirsdag|lørdag|søndag|i ?går',
  'maanantaina|tiistaina|keskiviikkona|torstaina|perjantaina|lauantaina|sunnuntaina|eilen',
  'poniedziałek|wtorek|środ[aę]|czwartek|piątek|sobot[aę]|niedziel[aę]|wczoraj',
  'понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье|вчера',
].join('|')
/** A day without a date, behind a word such as "on". */
const DAY = new RegExp(`^\\s*(?:\\p{L}{1,3}\\s+)?(?:${DAYS})(?!\\p{L})`, 'iu')
/** Only a name. Sentences have words in lower case. */
const NAME_WROTE = new RegExp(
  `^\\s*["'“]?(?:[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}.'’-]*["'”]?,?\\s+){1,5}(?:${WROTE})\\s*[:：]\\s*$`,
  'u',
)

const ORIGINAL_WORDS = [
  'original message',
  'original appointment',
  'ursprüngliche nachricht',
  'ursprüngliche mail',
  'originalnachricht',
  'message d.origine',
  'message original',
  'mensaje original',
  'mensagem original',
  'messaggio originale',
  'oorspronkelijk bericht',
  'originalmeddelande',
  'oprindelig meddelelse',
  'opprinnelig melding',
  'ursprungligt meddelande',
  'alkuperäinen viesti',
  'wiadomość oryginalna',
  'původní zpráva',
  'pôvodná správa',
  'eredeti üzenet',
  'mesaj original',
  'orijinal mesaj',
  'исходное сообщение',
  'оригинальное сообщение',
  'αρχικό μήνυμα',
  '元のメッセージ',
  '原始邮件',
  '原始郵件',
  '원본 메시지',
].join('|')
const ORIGINAL = new RegExp(`^\\s*[-_*]{2,}\\s*(?:${ORIGINAL_WORDS})\\s*[-_*]{2,}\\s*$`, 'iu')

const NAMES = {
  from: 'from|von|de|da|van|från|fra|lähettäjä|od|feladó|от|від|από|発信者|差出人|发件人|寄件者|보낸 사람|gönderen|kimden',
  sent: 'sent|date|gesendet|datum|envoyé|enviado(?: el| em)?|fecha|data|inviato|verzonden|skickat|sendt|dato|lähetetty|wysłano|odesláno|elküldve|отправлено|дата|надіслано|στάλθηκε|送信日時|日時|发送时间|日期|寄件日期|보낸 날짜|gönderme tarihi|tarih',
  to: 'to|an|à|para|a|aan|till|til|vastaanottaja|do|komu|címzett|кому|προς|宛先|收件人|받는 사람|kime',
  subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|tárgy|тема|θέμα|件名|主题|主旨|제목|konu',
}
const header = (names: string) => new RegExp(`^\\s*\\*?(?:${names})\\s?[:：]\\*?\\s*\\S`, 'iu')
const FROM = header(NAMES.from)
const OTHERS = [header(NAMES.sent), header(NAMES.to), header(NAMES.subject)]
/** Lines after the sender in which the other headers are: addresses may take more than one. */
const BLOCK_LINES = 8
/** A sender alone may be text. */
const MIN_OTHERS = 2

const SENT = [
  '(?:sent|envoyé|enviado|gesendet|inviato|verzonden|skickat|sendt|wysłane|отправлено|odesláno)',
  '(?:from|via|with|using|de|d|depuis|à partir|avec|desde|con|do|da|com|von|mit|dal|vanaf|met|från|med|fra|z|za|с|со|ze)',
].join('\\s')
const DEVICE = '(?:iphone|ipad|android|galaxy|samsung|blackberry|outlook|huawei|xiaomi|pixel|smartphone)[^.!?<]{0,60}'
/** Sentences have these words, too. So the line ends with them, and another word, such as "my", comes before. */
const EVERYDAY_DEVICE = '\\S.{0,60}[\\s-](?:e-?mail|phone|mobile|windows|telefon|handy|device)(?: \\d+| app)?'
const SENT_FROM = new RegExp(
  [
    `^${SENT}(?:[\\s'’].{0,60}${DEVICE}|\\s${EVERYDAY_DEVICE})\\s?(?:<[^>]*>)?\\.?$`,
    '^von meine[mr] .{1,40} gesendet\\.?$',
    '^(?:get outlook for (?:ios|android|mac)|télécharger outlook pour|holen sie sich outlook für)',
    '^(?:iphoneから送信|发自我的.|從我的.{1,20}傳送|나의 .{1,20}에서 보냄)',
  ].join('|'),
  'iu',
)

/**
 * Whether a text, of one line or a few joined ones, introduces a quote, such as "On Monday, 2 November, Ada wrote:".
 * @param isBeforeQuote whether quoted lines follow: then a date and an address do in any language, and "wrote" with a day
 *   or behind nothing but a name.
 */
export function introducesQuote(text: string, isBeforeQuote: boolean): boolean {
  if (text.length > MAX_CHARS) return false
  if (HAS_DATE_OR_ADDRESS.test(text) && INTRODUCTION.test(text)) return true
  if (!isBeforeQuote) return false
  if (/\d/.test(text) && /@/.test(text) && BEGINNING.test(text)) return true
  return NAME_WROTE.test(text) || (DAY.test(text) && INTRODUCTION.test(text))
}

/** Whether a line begins such a text. */
export const beginsIntroduction = (line: string): boolean =>
  line.length <= MAX_CHARS && (BEGINNING.test(line) || DAY.test(line))

/** Whether a line is such as "-----Original Message-----". */
export const isOriginalMessageMark = (line: string): boolean => line.length <= MAX_CHARS && ORIGINAL.test(line)

/** Whether a line says which device or program the mail is from, such as "Sent from my iPhone". */
export const isSentFrom = (line: string): boolean => line.length <= MAX_CHARS && SENT_FROM.test(line.trim())

/** Whether a line begins a block of headers (From, Sent, To, Subject), as Outlook puts it above what it quotes. */
export function startsHeaderBlock(lines: readonly string[], index: number): boolean {
  const isHeader = (line: string, pattern: RegExp) => pattern.test(line.slice(0, MAX_CHARS))
  if (!isHeader(lines[index]!, FROM)) return false
  const next = lines.slice(index + 1, index + 1 + BLOCK_LINES)
  return OTHERS.filter((pattern) => next.some((line) => isHeader(line, pattern))).length >= MIN_OTHERS
}
