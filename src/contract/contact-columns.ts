import { normalized } from '../lib/text/normalized.js'
import { isAttributeName, MAX_NAME_CHARS } from './attribute-names.js'

/*
 * What the columns of a CSV file of contacts are called. Without zod, because the console reads files, too.
 */

/** The column that says whether somebody has unsubscribed. Several can be it. */
export const UNSUBSCRIBED_COLUMN = 'unsubscribed'

/** What a column can be, besides an attribute. */
export const FIELDS: readonly string[] = ['email', 'first_name', 'last_name', UNSUBSCRIBED_COLUMN]

/** Before the names of attributes. */
export const ATTRIBUTES = 'attributes.'

/** What columns with other names are, by name in lower case with underscores: as services and spreadsheets write them. */
const OTHER_NAMES = new Map(
  Object.entries({
    email: [
      'e_mail mail email_address e_mail_address emailaddress mail_address email_id recipient_email to_email',
      'e_mail_adresse email_adresse emailadresse mail_adresse mailadresse adresse_e_mail adresse_email adresse_mail',
      'courriel correo correo_electronico direccion_de_correo direccion_de_correo_electronico direccion_email',
      'indirizzo_email indirizzo_e_mail posta_elettronica endereco_de_email endereco_de_e_mail e_mailadres emailadres',
      'e_post epost e_postadress epostadress e_postadresse e_posti_aadress sahkoposti sahkopostiosoite adres_e_mail',
    ],
    first_name: [
      'firstname given_name givenname forename fname vorname prenom primer_nombre nombre primeiro_nome nome voornaam',
      'fornavn fornamn etunimi eesnimi imie',
    ],
    last_name: [
      'lastname surname family_name familyname lname nachname familienname zuname nom nom_de_famille apellido apellidos',
      'cognome sobrenome apelido achternaam etternavn efternavn efternamn sukunimi perekonnanimi nazwisko',
    ],
    [UNSUBSCRIBED_COLUMN]: [
      'unsubscribed_at unsubscribe_time unsub_time opt_out optout opted_out opted_out_at opt_out_time email_opt_out',
      'unsubscribed_from_all_email has_opted_out_of_email',
    ],
  }).flatMap(([field, lines]) =>
    lines
      .join(' ')
      .split(' ')
      .map((name) => [name, field] as const),
  ),
)

/** Columns that have the addresses if no other one does. */
const FALLBACK_EMAIL_NAMES = new Set([
  'address',
  'recipient',
  'to',
  'adresse',
  'destinataire',
  'destinatario',
  'empfanger',
])

/** What an export calls attributes that have the names of fields. */
const ATTRIBUTE = /^attributes\.(.+)$/

/** What a column is by its name: a field, or `attributes.` and the name of one. Null if the name does not tell. */
export function columnTarget(name: string): string | null {
  const [, exported] = ATTRIBUTE.exec(name) ?? []
  if (exported !== undefined && isAttributeName(exported)) return `${ATTRIBUTES}${exported}`
  const snake = snakeCased(name)
  if (snake === '') return null
  const field = OTHER_NAMES.get(snake) ?? snake
  return FIELDS.includes(field) ? field : `${ATTRIBUTES}${snake}`
}

/**
 * The column that has the addresses if none is called `email` or the like, such as `address`; -1 if there is none.
 * @param isFree whether the column at a place may be it.
 */
export const fallbackEmailColumn = (names: readonly string[], isFree: (at: number) => boolean = () => true): number =>
  names.findIndex((name, at) => isFree(at) && FALLBACK_EMAIL_NAMES.has(snakeCased(name)))

const MAX_SHOWN_NAMES = 20
const MAX_SHOWN_CHARS = 64

/** The columns of a file, for an error about them: names in quotes. */
export function shownColumns(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN_NAMES).map((name) => JSON.stringify(name.slice(0, MAX_SHOWN_CHARS)))
  const more = names.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Letters that are none with an accent, as they are written where they are missing. */
const LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' }),
)
const LETTER = /[ßæœøłđðþħı]/g

/** Letters without accents, digits and underscores, not starting with a digit. */
export function snakeCased(name: string): string {
  const plain = normalized(name, 'NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS.get(letter)!)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return (/^\d/.test(plain) ? `_${plain}` : plain).slice(0, MAX_NAME_CHARS)
}
