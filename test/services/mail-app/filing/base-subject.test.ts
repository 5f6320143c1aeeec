import { expect, test } from 'vitest'
import { baseSubject, strippedSubject } from '../../../../src/services/mail-app/filing/base-subject.js'
import { stopwatch } from '../../../support/stopwatch.js'

test.each([
  ['Invoice 7', 'invoice 7'],
  ['Re: Invoice 7', 'invoice 7'],
  ['RE : Invoice 7', 'invoice 7'],
  ['Re:Re: Fwd: FW: Invoice 7', 'invoice 7'],
  ['Re[2]: Invoice 7', 'invoice 7'],
  ['Re (3): Invoice 7', 'invoice 7'],
  ['RE^2: Invoice 7', 'invoice 7'],
  ['AW: WG: Invoice 7', 'invoice 7'],
  ['Antw: Invoice 7', 'invoice 7'],
  ['SV: VS: VB: Invoice 7', 'invoice 7'],
  ['TR: RV: ENC: RES: Invoice 7', 'invoice 7'],
  ['R: I: Invoice 7', 'invoice 7'],
  ['Odp: PD: Invoice 7', 'invoice 7'],
  ['YNT: İLT: Invoice 7', 'invoice 7'],
  ['ΑΠ: ΠΡΘ: Invoice 7', 'invoice 7'],
  ['На: Пер: Invoice 7', 'invoice 7'],
  ['回复：Invoice 7', 'invoice 7'],
  ['转发: 答复: Invoice 7', 'invoice 7'],
  ['返信: 転送: Invoice 7', 'invoice 7'],
  ['رد: Invoice 7', 'invoice 7'],
  ['Automatic reply: Invoice 7', 'invoice 7'],
  ['[list] Re: [list] Invoice 7', 'invoice 7'],
  ['Re: [a] [b] Invoice 7', 'invoice 7'],
  ['Invoice 7 (fwd)', 'invoice 7'],
  ['[Fwd: Re: Invoice 7]', 'invoice 7'],
  ['  Re:\t Invoice \r\n  7 ', 'invoice 7'],
  ['\u200eRe: Invoice 7', 'invoice 7'],
  ['ÄRGER', 'ärger'],
  ['A\u0308RGER', 'ärger'],
  // Not prefixes.
  ['Reservation: two beds', 'reservation: two beds'],
  ['Retry: no', 'retry: no'],
  ['[list]', '[list]'],
  ['Re: [list]', '[list]'],
  ['1: first', '1: first'],
  // Nothing is left.
  ['', ''],
  ['Re:', ''],
  ['Re: Fwd:', ''],
  ['(fwd)', ''],
])('%j has the base subject %j', (subject, base) => {
  expect(baseSubject(subject)).toBe(base)
})

const PREFIXES = ['Re', 'Fwd', 'AW', 'Vast', 'Rép', 'Vá', 'İlt', 'Ilt', 'ΑΠ', 'Σχετ', 'Ответ', 'Podaj dalej', 'Re[2]']
const SPELLINGS = [
  ...[(word: string) => word, (word: string) => word.toUpperCase(), (word: string) => word.toLowerCase()],
  (word: string) => word.normalize('NFD'),
]

test.each(PREFIXES)(
  '%s is a prefix for threads and for the subject of an answer alike, however it is spelled',
  (word) => {
    for (const spell of SPELLINGS) {
      const subject = `${spell(word)}: Order 17`
      expect([baseSubject(subject), strippedSubject(subject)], subject).toEqual(['order 17', 'Order 17'])
    }
  },
)

test.each([
  ...['Vastly: Order 17', 'Havast: Order 17', 'Order: Vast'],
  // Words that begin or end like a prefix.
  ...[
    'Replay: Order 17',
    'Resume: Order 17',
    'Trip: Order 17',
    'Encore: Order 17',
    'Ivory: Order 17',
    'Atlas: Order 17',
  ],
  ...['Hare: Order 17', 'Draw: Order 17', 'Shards: Order 17', 'Pre-re: Order 17', 'Re order 17', 'Vast order 17'],
])('%s keeps all its words, here and there', (subject) => {
  expect([baseSubject(subject), strippedSubject(subject)]).toEqual([subject.toLowerCase(), subject])
})

test('a subject of a megabyte of prefixes takes no time', () => {
  const tookMs = stopwatch()
  baseSubject('Re: '.repeat(250_000))
  baseSubject('['.repeat(1_000_000))
  baseSubject(`${' '.repeat(1_000_000)}x`)
  expect(tookMs()).toBeLessThan(200)
})
