/*
 * What attributes are called in English, by what their columns are called in English, German, French, Spanish, Italian and
 * Portuguese: in lower case, with underscores and without accents. So a file of any of these languages makes the same attributes.
 */

const WORDS: Record<string, string> = {
  name: 'full_name fullname vollstandiger_name voller_name nom_complet nombre_completo nome_completo',
  phone: [
    'phone_number telephone telephone_number tel mobile mobile_number cell cell_phone telefon telefonnummer handy handynummer',
    'mobil mobilnummer numero_de_telephone portable telephone_portable telefono numero_de_telefono movil celular telefono_movil',
    'numero_di_telefono cellulare telefone numero_de_telefone telemovel',
  ].join(' '),
  company: [
    'company_name organization organisation firma firmenname unternehmen entreprise societe nom_de_l_entreprise empresa',
    'nombre_de_la_empresa compania azienda societa ditta nome_da_empresa companhia',
  ].join(' '),
  title: 'job_title position berufsbezeichnung fonction poste cargo puesto qualifica ruolo posizione',
  street: 'street_address strasse rue calle via rua',
  postal_code: 'postcode zip zip_code zipcode plz postleitzahl code_postal codigo_postal cap cep',
  city: 'town stadt ort wohnort ville ciudad citta cidade',
  country: 'land pays pais paese nazione',
  language: 'sprache langue idioma lingua',
  birthday: [
    'birth_date date_of_birth geburtstag geburtsdatum date_de_naissance anniversaire fecha_de_nacimiento cumpleanos',
    'data_di_nascita compleanno data_de_nascimento aniversario',
  ].join(' '),
}

const BY_NAME = new Map(
  Object.entries(WORDS).flatMap(([attribute, names]) => names.split(' ').map((name) => [name, attribute] as const)),
)

/** What an attribute is called that a column has this name for: the name itself if it is none of these words. */
export const attributeOf = (name: string) => BY_NAME.get(name) ?? name
