import { describe, expect, test } from 'vitest'
import { columnsOf, guess, guessAll } from '../../console/src/pages/contact-import/read-file.js'
import { readCsv } from '../../console/src/pages/suppressions/read-csv.js'

/* The console reads files as the API does. */

describe('the columns of a file of contacts', () => {
  test('are found by the first separator, with values that contain it and line breaks', () => {
    expect(columnsOf('\nName;Email, City\n')).toEqual([
      { name: 'Name', example: '' },
      { name: 'Email, City', example: '' },
    ])
    expect(columnsOf('"name; first";Email;City\n"a; ""b""\nc";ada@example.com;x\n')).toEqual([
      { name: 'name; first', example: 'a; "b"\nc' },
      { name: 'Email', example: 'ada@example.com' },
      { name: 'City', example: 'x' },
    ])
    expect(columnsOf('')).toEqual([])
  })

  test.each([
    ['E-Mail', 'email'],
    ['EmailAddress', 'email'],
    ['GivenName', 'first_name'],
    ['Städte', 'stadte'],
    ['PostalCode', 'postal_code'],
    ['2nd line', '_2nd_line'],
    ['attributes.plan', 'plan'],
    ['attributes.email', 'attributes_email'],
    ['???', ''],
    ['', ''],
  ])('%j is %j', (name, target) => {
    expect(guess(name)).toBe(target)
  })
})

test.each([
  ['English', 'Email address,First name,Last name,Full name,Phone number,Company name,City,Country'],
  ['German', 'E-Mail-Adresse,Vorname,Nachname,Vollständiger Name,Telefonnummer,Firma,Stadt,Land'],
  ['French', 'Adresse e-mail,Prénom,Nom de famille,Nom complet,Téléphone,Entreprise,Ville,Pays'],
  ['Spanish', 'Correo electrónico,Nombre,Apellidos,Nombre completo,Teléfono,Empresa,Ciudad,País'],
  ['Italian', 'Indirizzo e-mail,Nome,Cognome,Nome completo,Telefono,Azienda,Città,Paese'],
  ['Portuguese', 'Endereço de e-mail,Primeiro nome,Sobrenome,Nome completo,Telefone,Empresa,Cidade,País'],
])('columns in %s make the same fields and attributes', (_language, head) => {
  expect(guessAll(head.split(','))).toEqual([
    ...['email', 'first_name', 'last_name', 'name', 'phone', 'company', 'city', 'country'],
  ])
})

test('two columns for one attribute stay two attributes, and an exported one keeps its name', () => {
  expect(guessAll(['Telefon', 'Handy', 'attributes.telefon'])).toEqual(['phone', 'handy', 'telefon'])
})

test('a file of suppressions may have line breaks in quotes', () => {
  expect(readCsv('email,reason\nada@example.com,"asked\nby phone"\nbob@example.com,"x" y\n')).toEqual({
    entries: [{ line: 2, entry: { email: 'ada@example.com', reason: 'asked\nby phone', state: null } }],
    bad: [{ line: 3, reason: 'has text after a quoted value' }],
  })
})
