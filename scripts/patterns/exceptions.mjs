// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source of templates.
// Patterns that are safe for a reason that no tool can see: what is made at run time, and what has a bound.
const QUOTES = 'packages/mail-parser/src/quote-marks.ts'
const ADDRESS = 'src/services/removal/erasure/address-patterns.ts'
const OF_THE_DOCS = 'It reads our own documentation.'
const A_LINE = 'A line of a mail, in a thread with limits. Anchored, and nothing in it repeats a repetition.'

/** See exceptions.d.mts. */
export const EXCEPTIONS = [
  {
    file: 'src/services/mail-app/search/fold-letters.ts',
    begins: 'new RegExp(`[${Object',
    bound: null,
    reason: 'One character.',
  },
  {
    file: 'src/services/platform/search/term-index.ts',
    begins: 'new RegExp(`^${escapeRegex',
    bound: null,
    reason: 'A fixed text at the beginning.',
  },
  { file: 'src/settings/settings.ts', begins: '^(?!mongodb', bound: null, reason: 'An operator writes it.' },
  { file: 'src/http/docs/highlight.ts', begins: 'new RegExp(parts', bound: null, reason: OF_THE_DOCS },
  { file: 'src/http/docs/search-index.ts', begins: '<!--', bound: null, reason: OF_THE_DOCS },
  { file: 'packages/client/src/trpc.ts', begins: '\\/+$', bound: null, reason: 'The address that a program gives.' },
  { file: 'src/http/docs/render-markdown.ts', begins: '<!--', bound: null, reason: OF_THE_DOCS },
  { file: 'src/http/docs/search-index.ts', begins: '\\]\\(', bound: null, reason: OF_THE_DOCS },
  {
    file: 'src/lib/csv/csv.ts',
    begins: 'new RegExp(SIGN',
    bound: null,
    reason: 'A character, and what stands before it.',
  },
  {
    file: 'src/lib/csv/csv.ts',
    begins: "new RegExp(`'${SIGN}",
    bound: null,
    reason: 'Two characters, and what stands before them.',
  },
  {
    file: 'src/lib/text/normalized.ts',
    begins: 'new RegExp(`([',
    bound: null,
    reason: 'A run is consumed as a whole, or has at most 30 characters.',
  },
  {
    file: 'src/services/platform/encryption/keys-in-use.ts',
    begins: 'new RegExp(`^${ROW}`)',
    bound: null,
    reason: 'A fixed text at the beginning.',
  },
  {
    file: 'src/services/platform/encryption/sealer.ts',
    begins: 'new RegExp(`^${PREFIX}',
    bound: null,
    reason: 'A fixed text at the beginning.',
  },
  {
    file: ADDRESS,
    begins: 'new RegExp(`${pattern}',
    bound: null,
    reason: 'Fixed texts; an address has at most 254 characters.',
  },
  {
    file: ADDRESS,
    begins: 'new RegExp(pattern',
    bound: null,
    reason: 'Fixed texts; an address has at most 254 characters.',
  },
  {
    file: ADDRESS,
    begins: 'new RegExp([locals',
    bound: null,
    reason: 'Fixed texts; an address has at most 254 characters.',
  },
  { file: ADDRESS, begins: 'new RegExp(coded', bound: null, reason: 'A fixed number of characters.' },
  {
    file: 'src/services/tracking/events/policy-refusals.ts',
    begins: 'new RegExp(`(?<![',
    bound: null,
    reason: 'Codes do not overlap: each begins after something else than digits and dots.',
  },
  {
    file: 'src/services/mail-app/filing/base-subject.ts',
    begins: 'new RegExp(`^(?:',
    bound: 4_096,
    reason: 'Subjects are cut there.',
  },
  { file: QUOTES, begins: 'new RegExp(', bound: null, reason: A_LINE },
  { file: 'packages/testing/src/outbox.ts', begins: 'new RegExp(wanted', bound: null, reason: 'A test gives it.' },
  {
    file: 'packages/mail-parser/src/body-text.ts',
    begins: '<meta',
    bound: 2_048,
    reason: 'Only the beginning of HTML is looked at.',
  },
  {
    file: 'packages/mail-parser/src/mail-date.ts',
    begins: '(\\d{1,2})',
    bound: 200,
    reason: 'Longer dates are cut.',
  },
  {
    file: 'packages/mail-parser/src/uuencoded-files.ts',
    begins: '^begin ',
    bound: 300,
    reason: 'Longer lines are not looked at.',
  },
  {
    file: 'src/services/sending/templates/template-language.ts',
    begins: '(, line:',
    bound: 1_000,
    reason: 'Only the end of a message is looked at.',
  },
]

export const exceptionOf = ({ file, source, expression }) =>
  EXCEPTIONS.find((one) => one.file === file && (source ?? expression).startsWith(one.begins))
