import { expect, test } from 'vitest'
import { startApp } from '../support/start-app.js'

test('operations of a call after the first count against the rate limit, and wait for it', async () => {
  const app = await startApp({ COMPAT_APIS: 'all', RATE_LIMIT_PER_SECOND: '4' })
  try {
    const addresses = Array.from({ length: 10 }, (_, index) => `gone${index}@example.com`)
    await app.app.services.suppressions.import(app.accountId, { entries: addresses.map((email) => ({ email })) })
    const beganAt = Date.now()
    const response = await fetch(`${app.url}/compat/postmark/message-streams/outbound/suppressions/delete`, {
      method: 'POST',
      headers: { 'x-postmark-server-token': app.adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({ Suppressions: addresses.map((EmailAddress) => ({ EmailAddress })) }),
    })
    expect(response.status).toBe(200)
    expect(Date.now() - beganAt).toBeGreaterThan(1_500)
    const { Suppressions } = (await response.json()) as { Suppressions: { Status: string }[] }
    expect(Suppressions.map(({ Status }) => Status)).toEqual(addresses.map(() => 'Deleted'))
    expect(await app.app.models.suppressions.countDocuments({ account_id: app.accountId })).toBe(0)
  } finally {
    await app.close()
  }
})
