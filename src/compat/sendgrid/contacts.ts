import { z } from 'zod'
import type { ContactImport } from '../../contract/contact-imports.js'
import { type Contact, MAX_ATTRIBUTES } from '../../contract/contacts.js'
import { cutAbove } from '../../contract/fields.js'
import { fieldError } from '../../errors.js'
import { mapInSlices } from '../../lib/concurrency/time-slices.js'
import { toLine } from '../../lib/csv/csv.js'
import { getContactImport, importContacts, storeContactFile } from '../../operations/contact-imports.js'
import { listContactLists } from '../../operations/contact-lists.js'
import { changeContacts, getContact, listContacts } from '../../operations/contacts.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { contactByAddress } from '../common/contact-by-address.js'
import { notSupported } from '../common/not-supported.js'

const MAX_CONTACTS = 30_000
const MAX_SEARCHED = 100

const text = () => z.string().nullish()

/** The fields of SendGrid that are no fields of contacts here. They become attributes with the same name. */
const RESERVED_FIELDS = [
  ...['address_line_1', 'address_line_2', 'city', 'state_province_region', 'country', 'postal_code'],
  ...['phone_number', 'phone_number_id', 'whatsapp', 'line', 'facebook', 'unique_name', 'external_id', 'anonymous_id'],
] as const

const UpsertedContact = z.strictObject({
  email: z.string(),
  first_name: text(),
  last_name: text(),
  ...(Object.fromEntries(RESERVED_FIELDS.map((name) => [name, text()])) as Record<
    (typeof RESERVED_FIELDS)[number],
    ReturnType<typeof text>
  >),
  custom_fields: z.record(z.string(), z.union([z.string(), z.number()]).nullable()).nullish(),
})
type UpsertedContact = z.output<typeof UpsertedContact>

const Upsert = z.strictObject({
  list_ids: z.array(z.string()).nullish(),
  contacts: cutAbove(
    MAX_CONTACTS,
    z
      .array(UpsertedContact)
      .min(1, 'must have at least 1 contact')
      .max(MAX_CONTACTS, `must have at most ${MAX_CONTACTS.toLocaleString('en')} contacts`),
  ),
})

const Emails = z.strictObject({
  emails: cutAbove(
    MAX_SEARCHED,
    z.array(z.string()).min(1).max(MAX_SEARCHED, `must have at most ${MAX_SEARCHED} addresses`),
  ),
})

const Deletion = z.strictObject({ ids: z.string().optional(), delete_all_contacts: z.string().optional() })

const STATUSES = { running: 'pending', done: 'completed', failed: 'failed' } as const

export const contacts: readonly CompatRoute[] = [
  {
    method: 'PUT',
    path: '/v3/marketing/contacts',
    operation: storeContactFile,
    status: 202,
    names: [
      ['columns', 'contacts'],
      ['list_id', 'list_ids.0'],
    ],
    answer: upsert,
  },
  {
    method: 'GET',
    path: '/v3/marketing/contacts/imports/:id',
    operation: getContactImport,
    answer: async ({ param, run }) => presentImport(await run(getContactImport, { id: param('id') })),
  },
  {
    method: 'POST',
    path: '/v3/marketing/contacts/search/emails',
    operation: listContacts,
    answer: searchEmails,
  },
  {
    method: 'GET',
    path: '/v3/marketing/contacts',
    operation: listContacts,
    answer: async ({ run }) => {
      const { contacts } = await run(listContacts, { limit: 50 })
      return { result: contacts.map(present) }
    },
  },
  {
    method: 'GET',
    path: '/v3/marketing/contacts/:id',
    operation: getContact,
    answer: async ({ param, run }) => {
      const contact = await run(getContact, { id: param('id') })
      const { contact_lists } = await run(listContactLists, { contact_id: contact.id, limit: 100 })
      return { ...present(contact), list_ids: contact_lists.map(({ id }) => id) }
    },
  },
  {
    method: 'DELETE',
    path: '/v3/marketing/contacts',
    operation: changeContacts,
    status: 202,
    names: [['contact_ids', 'ids']],
    answer: async ({ query, run }) => {
      const { ids, delete_all_contacts } = query(Deletion)
      if (delete_all_contacts === 'true') throw notSupported('delete_all_contacts', 'Name the contacts by ids.')
      await run(changeContacts, { contact_ids: idsIn(ids), delete: true })
      return {}
    },
  },
]

/** The ids of a list with commas. */
export const idsIn = (list: string | undefined): string[] => (list ? list.split(',').map((id) => id.trim()) : [])

async function upsert({ body, run, ignore }: CompatCall) {
  const { list_ids, contacts } = body(Upsert)
  const [list_id, ...further] = list_ids ?? []
  if (further.length > 0) throw notSupported('list_ids.1', 'Send one request for each list.')
  const { storage_key } = await run(storeContactFile, { csv: await toCsv(contacts) })
  const { id } = await run(importContacts, { storage_key, list_id, on_duplicate: 'update' })
  if (contacts.some(({ custom_fields }) => Object.values(custom_fields ?? {}).includes(null))) {
    ignore('contacts.*.custom_fields.*')
  }
  return { job_id: id }
}

/** A file of all contacts. An empty cell changes nothing. */
async function toCsv(contacts: readonly UpsertedContact[]): Promise<string> {
  const rows = await mapInSlices(contacts, (contact) => ({ contact, attributes: attributesOf(contact) }))
  const names = new Set<string>()
  for (const { attributes } of rows) {
    for (const name of Object.keys(attributes)) names.add(name)
    if (names.size > MAX_ATTRIBUTES) {
      throw fieldError('invalid_request', 'contacts', `must have at most ${MAX_ATTRIBUTES} custom fields together`)
    }
  }
  const columns = [...names]
  const heading = ['email', 'first_name', 'last_name', ...columns.map((name) => `attributes.${name}`)]
  const lines = await mapInSlices(rows, ({ contact: { email, first_name, last_name }, attributes }) =>
    toLine([email, first_name, last_name, ...columns.map((name) => attributes[name])]),
  )
  return toLine(heading) + lines.join('')
}

function attributesOf(contact: UpsertedContact): Record<string, string | number | null | undefined> {
  const own = RESERVED_FIELDS.flatMap((name) => (contact[name] ? [[name, contact[name]] as const] : []))
  return { ...Object.fromEntries(own), ...contact.custom_fields }
}

async function searchEmails({ body, run }: CompatCall) {
  const { emails } = body(Emails)
  const found: [string, { contact: object } | { error: string }][] = []
  for (const email of new Set(emails)) {
    const contact = await contactByAddress(run, email)
    found.push([email, contact ? { contact: present(contact) } : { error: 'contact not found' }])
  }
  return { result: Object.fromEntries(found) }
}

function presentImport({ id, status, processed, imported, updated, skipped, created_at, updated_at }: ContactImport) {
  return {
    id,
    status: status === 'done' && skipped > 0 ? 'errored' : STATUSES[status],
    job_type: 'upsert_contacts',
    results: { requested_count: processed, created_count: imported, updated_count: updated, errored_count: skipped },
    started_at: created_at,
    finished_at: status === 'running' ? null : updated_at,
  }
}

const present = ({ id, email, first_name, last_name, attributes, created_at, updated_at }: Contact) => ({
  id,
  email,
  first_name: first_name ?? '',
  last_name: last_name ?? '',
  custom_fields: attributes,
  created_at,
  updated_at,
})
