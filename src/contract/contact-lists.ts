import { z } from 'zod'
import { isSafeName } from '../lib/mail/addresses.js'
import { Contact } from './contacts.js'
import { atMostChars, id, idParam, nextCursor, optional, pageCursor, pageLimit, timestamp } from './fields.js'
import { NewFilter, SegmentFilter } from './segments.js'

const MAX_NAME_CHARS = 255
const MAX_DESCRIPTION_CHARS = 1_000

const contactList = z.object({
  id: id('contactList'),
  name: z.string().meta({ description: 'Its name. Recipients see that of a topic.' }),
  description: z
    .string()
    .nullable()
    .meta({ description: 'What it is for; null for nothing. Recipients see that of a topic.' }),
  is_topic: z.boolean().meta({ description: 'Whether recipients can leave it on the preference page.' }),
  filter: SegmentFilter.nullable().meta({
    description: 'For a dynamic list, who is in it; null for a list whose members are added.',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const ContactList = contactList.meta({ id: 'ContactList' })
export type ContactList = z.output<typeof ContactList>

export const ContactListDetails = contactList
  .extend({
    member_count: z.int().meta({
      description:
        'How many contacts are in it. For a dynamic list of an account with many contacts, some minutes ago.',
    }),
    member_counted_at: timestamp().meta({ description: 'When its contacts were counted.' }),
  })
  .meta({ id: 'ContactListDetails' })
export type ContactListDetails = z.output<typeof ContactListDetails>

const isUnicode = (text: string) => !/\p{Cs}/u.test(text)
const NOT_UNICODE = 'must be valid Unicode, without unpaired surrogates'

const name = () =>
  z
    .string()
    .max(...atMostChars(MAX_NAME_CHARS))
    .refine(isSafeName, 'must not contain control characters or text direction marks')
    .refine((text) => text.trim() !== '', 'must not be empty')

const description = () =>
  z
    .string()
    .max(...atMostChars(MAX_DESCRIPTION_CHARS))
    .refine(isUnicode, NOT_UNICODE)

const isTopic = () => z.boolean('must be true or false')

export const NewContactList = z.strictObject({
  name: name().meta({ description: 'Its name.' }),
  description: optional(description()).meta({ description: 'What it is for.' }),
  is_topic: optional(isTopic()).meta({
    description: 'Whether recipients can leave it on the preference page. `false` if left out.',
  }),
  filter: optional(NewFilter).meta({
    description: 'Makes it a dynamic list: its members are the contacts that match whenever it is used.',
  }),
})
export type NewContactList = z.output<typeof NewContactList>

export const ContactListChanges = z.strictObject({
  id: idParam(),
  name: optional(name()).meta({ description: 'Another name.' }),
  description: description().nullable().optional().meta({ description: 'Null removes it.' }),
  is_topic: optional(isTopic()).meta({ description: 'Whether recipients can leave it on the preference page.' }),
  filter: NewFilter.nullable().optional().meta({
    description:
      'Another filter, for a dynamic list. A list cannot become dynamic, and a dynamic list cannot stop being dynamic.',
  }),
})
export type ContactListChanges = z.output<typeof ContactListChanges>

export const ContactListFilter = z.strictObject({
  contact_id: optional(z.string()).meta({
    description: 'Only lists that this contact is in. Of dynamic lists, the newest 200 are looked at.',
  }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type ContactListFilter = z.output<typeof ContactListFilter>

export const ContactListPage = z.object({ contact_lists: z.array(ContactList), next_cursor: nextCursor() })

export const ContactListMember = z
  .object({ list_id: id('contactList'), contact_id: id('contact'), created_at: timestamp() })
  .meta({ id: 'ContactListMember' })
export type ContactListMember = z.output<typeof ContactListMember>

export const NewMember = z.strictObject({
  id: idParam().meta({ description: 'The list.' }),
  contact_id: z.string('is required: the contact to add').meta({ description: 'The contact.' }),
})
export type NewMember = z.output<typeof NewMember>

export const MemberRef = z.strictObject({ id: idParam(), contact_id: idParam() })
export type MemberRef = z.output<typeof MemberRef>

export const MemberPage = z.object({ members: z.array(Contact), next_cursor: nextCursor() })
