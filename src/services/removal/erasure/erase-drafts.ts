import { isDeepStrictEqual } from 'node:util'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import type { Models } from '../../../models/index.js'
import type { MailDraftDoc } from '../../../models/mail-draft.js'
import { revised, writeDraft } from '../../mail-app/drafts/draft-rows.js'
import { filenameWithout } from './erased-row.js'
import type { Erasing } from './message-eraser.js'
import { searchRows } from './search-rows.js'

/** Erases an address from drafts of mail: it is no recipient any more, and texts lose it. Repeatable. */
export async function eraseDrafts(models: Models, accountId: string, erasing: Erasing): Promise<void> {
  const search = { filter: { account_id: accountId } }
  for await (const { ids } of searchRows(models, models.mailDrafts, erasing, search)) {
    for (const id of ids) await eraseDraft(models, accountId, id, erasing)
  }
}

/** Repeats if somebody changes the draft meanwhile. */
async function eraseDraft(models: Models, account_id: string, _id: string, erasing: Erasing): Promise<void> {
  for (;;) {
    const row = await models.mailDrafts.collection.findOne({ _id, account_id })
    if (!row) return
    const clean = await withoutAddress(row, erasing)
    const isClean = Object.entries(clean).every(([name, value]) =>
      isDeepStrictEqual(value, row[name as keyof MailDraftDoc]),
    )
    const $set = { ...clean, ...revised(row, { ...row, ...clean }) }
    if (isClean || (await writeDraft(models, row, { $set }))) return
  }
}

async function withoutAddress(row: MailDraftDoc, { traces }: Erasing): Promise<Partial<MailDraftDoc>> {
  const others = (addresses: string[]) => addresses.filter((text) => traces.removeFrom(text) === text)
  const { own_address = null, subject, body_text, body_html, attachments } = row
  const [to, cc] = [others(row.to), others(row.cc)]
  // An answer without its own recipients would go to others than those it was written to.
  const isLost = (row.to.length > 0 && to.length === 0) || (row.cc.length > 0 && cc.length === 0)
  return {
    ...(isLost && { kind: 'new' as const, thread_id: null }),
    own_address: own_address !== null && traces.removeFrom(own_address) === own_address ? own_address : null,
    from: row.from !== null && traces.removeFrom(row.from) === row.from ? row.from : null,
    ...{ to, cc, bcc: others(row.bcc) },
    ...(await traces.removeFromAll({ subject, body_text, body_html })),
    attachments: await mapInSlices(attachments, async ({ filename, ...file }) => ({
      ...(filename !== undefined && { filename: filenameWithout(filename, traces) }),
      ...(await traces.removeFromAll(file)),
    })),
  }
}
