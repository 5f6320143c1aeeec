import type { TestApp } from './start-app.js'

let slots = 50

/** Gives an account a verified domain without asking any name server: its mail may go anywhere, unsigned. */
export async function verifiedDomain({ app, accountId }: TestApp, name: string): Promise<void> {
  slots += 1
  await app.models.domains.create({
    _id: `dom_0000000000000000000000${slots}00`,
    account_id: accountId,
    name,
    verified_name: name,
    mail_from_domain: `send.${name}`,
    slot: slots,
    dkim_status: 'verified',
    spf_status: 'verified',
    dmarc_status: 'verified',
    txt_status: 'verified',
    fully_verified: true,
    created_at: new Date(),
  })
}
