/*
 * The base subject of a mail: what is left of its subject without what programs add to it when mail is answered,
 * forwarded or sent to a list (RFC 5256 2.1, with the prefixes of more languages).
 */

import { escapeRegex } from '../../../lib/text/escape-regex.js'
import { normalized } from '../../../lib/text/normalized.js'

const REPLY = [
  ...['re', 'r', 'rif', 'rép', 'rep', 'res', 'resp', 'respuesta', 'aw', 'antw', 'antwort', 'sv', 'vs', 'svar', 'ynt'],
  ...['odp', 'odg', 'odpoveď', 'vá', 'válasz', 'vast', 'ha', 'на', 'отв', 'ответ', 'відп', 'απ', 'σχετ', 'atb', 'ats'],
  ...['bls', 'tl'],
  ...['رد', 'השב', 'תגובה', 'תשובה', '回复', '回覆', '答复', '答覆', '返信', '답장', '회신', 'ตอบ', 'ตอบกลับ'],
]
const FORWARD = [
  ...[
    'fwd',
    'fw',
    'i',
    'wg',
    'tr',
    'rv',
    'reenv',
    'enc',
    'vb',
    'vl',
    'fs',
    'doorst',
    'pd',
    'podaj dalej',
    'i̇lt',
    'ilt',
    // Unlike other capitals, this one has no lower case that the expression takes for the same.
    'İlt',
  ],
  ...[
    'továbbítás',
    'tov',
    'пер',
    'пересл',
    'πρθ',
    'προώθ',
    'pārs',
    'trs',
    'ct',
    'yml',
    'proslj',
    'redir',
    'videresend',
  ],
  ...['إعادة توجيه', 'הועבר', '转发', '轉寄', '轉發', '転送', '전달', 'ส่งต่อ'],
]
const AUTOMATIC = [
  ...[
    'automatic reply',
    'auto reply',
    'autoreply',
    'automatische antwort',
    'réponse automatique',
    'respuesta automática',
  ],
  ...['resposta automática', 'risposta automatica', 'automatisch antwoord', 'autosvar', '自动答复', '自動返信'],
]

const WORDS = [...REPLY, ...FORWARD, ...AUTOMATIC].toSorted((one, other) => other.length - one.length).map(escapeRegex)
/** A prefix with an optional count: `Re:`, `AW :`, `Re[2]:`, `Re(3):`, `RE^2:`, and the wide colon of Chinese. */
const PREFIX = new RegExp(`^(?:${WORDS.join('|')})\\s?(?:\\[\\d+\\]|\\(\\d+\\)|\\^\\d+|\\*\\d+)?\\s?[:：]\\s?`, 'iu')
const LIST_TAG = /^\[[^[\]]*\]\s?/u
const WRAPPED = /^\[(?:fwd|fw)\s?:\s?(.*)\]$/iu
const TRAILER = /\s?\((?:fwd|fw)\)$/iu

/** Longest base subject that is compared as it is, in characters. */
const MAX_LENGTH = 256
/** Nobody writes longer subjects; the rest would only cost time. */
const MAX_SUBJECT = 4_096
/** More layers of prefixes than that are an attack. */
const MAX_ROUNDS = 200

/**
 * The base subject, in lower case. Mails with the same one can be in one thread.
 *
 * Removes, as often as there is one: prefixes of answers and forwards, tags of lists in brackets (unless nothing else is
 * left), `(fwd)` at the end and `[fwd: …]` around it. White space counts as one blank.
 */
export function baseSubject(subject: string): string {
  return strip(normalized(squeeze(subject), 'NFC').toLowerCase()).slice(0, MAX_LENGTH)
}

/** The subject without what answers and forwards add, in its own spelling. */
export const strippedSubject = (subject: string): string => strip(normalized(squeeze(subject), 'NFC'))

function strip(subject: string): string {
  let text = subject
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const shorter = peel(text)
    if (shorter === text) break
    text = shorter
  }
  return text
}

function squeeze(subject: string): string {
  return (
    subject
      .slice(0, MAX_SUBJECT)
      // Blanks of any kind, and marks that cannot be seen.
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  )
}

/** Takes one layer off. */
function peel(text: string): string {
  const inner = WRAPPED.exec(text)?.[1]
  if (inner !== undefined) return inner.trim()
  const bare = text.replace(TRAILER, '').replace(PREFIX, '').trim()
  if (bare !== text) return bare
  const untagged = text.replace(LIST_TAG, '').trim()
  return untagged === '' ? text : untagged
}
