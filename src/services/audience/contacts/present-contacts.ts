import type { Contact, ContactStatus } from '../../../contract/contacts.js'
import type { SuppressionState } from '../../../contract/suppressions.js'
import { idTime } from '../../../ids.js'
import type { ContactDoc } from '../../../models/contact.js'
import { orOverloaded } from '../../platform/overload.js'
import { isoTime } from '../../platform/timestamps.js'
import type { SuppressionLookUp } from '../suppressions/suppression-look-up.js'

/** What looks up the statuses of contacts. */
export interface PresentDeps {
  suppressionLookUp: Pick<SuppressionLookUp, 'find'>
}

/**
 * Contacts of an account as callers see them. Their statuses are those of the suppression list, read with one query.
 * @throws ApiError `overloaded`.
 */
export async function presentContacts(
  { suppressionLookUp }: PresentDeps,
  accountId: string,
  rows: readonly ContactDoc[],
): Promise<Contact[]> {
  if (rows.length === 0) return []
  const addresses = rows.map(({ email }) => email)
  const listed = await orOverloaded(suppressionLookUp.find(accountId, addresses))
  return rows.map((row) => present(row, statusOf(listed.get(row.email)?.state)))
}

const statusOf = (state: SuppressionState | undefined): ContactStatus => state ?? 'subscribed'

function present(row: ContactDoc, status: ContactStatus): Contact {
  return {
    id: row._id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    attributes: row.attributes,
    status,
    created_at: isoTime(idTime(row._id)),
    updated_at: isoTime(row.updated_at),
  }
}
