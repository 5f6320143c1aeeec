import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import { aLogo } from '../support/logo.js'
import { publish, type WantedRecord } from '../support/publish-domain.js'
import { uploadFile } from '../support/upload-file.js'
import { useBrowser } from '../support/use-browser.js'

let app: DnsApp
let count = 0
const freshName = () => {
  count += 1
  return `shop${count}.acme.com`
}

interface Added {
  id: string
  domain: string
  dns_records: WantedRecord[]
}

describe.skipIf(!hasBrowser)('domains', () => {
  beforeAll(async () => {
    app = await startDnsApp({ ports: { consoleFolder: await builtConsole() } })
  })
  afterEach(async () => {
    app.dns.records = {}
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  const add = async (domain = freshName()): Promise<Added> =>
    (await app.call('POST', '/v1/domains', { body: { domain } })).body
  async function addVerified(): Promise<Added> {
    const added = await add()
    publish(app.dns.records, added.dns_records)
    const { body } = await app.call('POST', `/v1/domains/${added.id}/verify`)
    expect(body.fully_verified).toBe(true)
    return added
  }
  const check = (page: Page) => page.getByRole('button', { name: 'Check the records' }).click()
  const badges = (page: Page) => page.locator('.records li .badge').allTextContents()

  test('one is added, its records are shown as its DNS host calls them, and found one after the other', async () => {
    app.dns.records['acme.com'] = {
      NS: ['ada.ns.cloudflare.com'],
      SOA: { mname: 'ns1.example.net', rname: 'admin.example.net' },
    }
    const { page, expectClean } = await open('/domains')
    await page.getByText('sandbox.postline.localhost').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Add a domain' }).click()
    const name = freshName()
    await page.getByLabel('Domain', { exact: true }).fill(name)
    await expectClean()
    await page.getByRole('button', { name: 'Add the domain' }).click()
    await page.waitForURL('**/domains/dom_*')
    await page.getByText('5 of 5 needed records are missing').waitFor()
    await page.getByText('Managed at Cloudflare, in the zone').waitFor()
    await page.getByText('DNS only').waitFor()
    const label = name.slice(0, -'.acme.com'.length)
    await page.getByRole('button', { name: `pl1._domainkey.${label}`, exact: true }).waitFor()
    expect(await badges(page)).toEqual(Array(6).fill('missing'))
    await expectClean()

    const { body } = await app.call('GET', `/v1/domains/${name}`)
    const records: WantedRecord[] = body.dns_records
    publish(
      app.dns.records,
      records.filter(({ type }) => type === 'CNAME'),
    )
    publish(app.dns.records, [{ type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; nonsense' }])
    await check(page)
    await page.getByText('3 of 5 needed records found').waitFor()
    await page.getByText('1 of 5 needed records is missing, and 1 has another value').waitFor()
    expect(await badges(page)).toEqual(['found', 'found', 'found', 'missing', 'missing', 'other value'])
    await page.getByText('and again every 15 seconds').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Stop checking' }).click()

    for (const { name: own } of records) delete app.dns.records[own]
    publish(app.dns.records, records)
    await check(page)
    await page.getByText(`Ready: you can send from any address @${name}`).waitFor()
    await page.locator('.page-head .badge', { hasText: 'verified' }).waitFor()
    await page.getByText('5 of 5 needed records found').waitFor()
    await page.getByRole('button', { name: 'Stop checking' }).waitFor({ state: 'detached' })
    await expectClean()
  })

  test('what is no name of a domain is refused beside its field', async () => {
    const { page } = await open('/domains')
    await page.getByRole('button', { name: 'Add a domain' }).click()
    await page.getByLabel('Domain', { exact: true }).fill('co.uk')
    await page.getByRole('button', { name: 'Add the domain' }).click()
    await page.locator('.fault').waitFor()
    expect(new URL(page.url()).pathname).toBe('/domains')
  })

  test('records are copied by a click, and come as a zone file', async () => {
    const added = await add()
    const { page, context, expectClean } = await open(`/domains/${added.id}`)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { value } = added.dns_records[0]!
    await page.getByRole('button', { name: value }).click()
    await page.getByText('Copied').first().waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(value)
    await page.locator('summary', { hasText: 'zone file' }).click()
    const zone = (await page.getByRole('figure', { name: 'Zone file' }).locator('pre').textContent())!
    expect(zone).toContain(`IN CNAME ${value}.`)
    await expectClean()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${added.domain}.zone`)
    expect(await readFile((await file.path())!, 'utf8')).toBe(zone)
  })

  test('one that is verified elsewhere is shown as verified without a click', async () => {
    const added = await add()
    const { page } = await open(`/domains/${added.id}`)
    await page.getByText('0 of 5 needed records found').waitFor()
    publish(app.dns.records, added.dns_records)
    await app.call('POST', `/v1/domains/${added.id}/verify`)
    await page.locator('.page-head .badge', { hasText: 'verified' }).waitFor()
    await page.getByText('5 of 5 needed records found').waitFor()
  })

  test('its sender name, receiving and logo are set', async () => {
    const added = await addVerified()
    const stored = async () => (await app.call('GET', `/v1/domains/${added.id}`)).body
    const { page, expectClean } = await open(`/domains/${added.id}`)
    await page.getByLabel('Name', { exact: true }).fill('Acme Billing')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await page.getByText('Saved. New mail has this name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('=?utf-8?q?name?=')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await page.locator('.fault', { hasText: 'encoded word' }).waitFor()
    expect(await stored()).toMatchObject({ from_name: 'Acme Billing' })

    await page.getByRole('button', { name: 'Receive mail' }).click()
    await page.getByText('this MX record has to be at').waitFor()
    const { mx_record } = (await app.call('POST', `/v1/domains/${added.id}/inbound`, { body: { enabled: true } })).body
    await page.getByRole('button', { name: mx_record.value }).waitFor()
    await expectClean()
    // Also later, when it was not turned on a moment ago.
    await page.reload()
    await page.getByRole('button', { name: mx_record.value }).waitFor()
    await page.getByRole('button', { name: 'Stop receiving' }).click()
    await page.getByText('Off. Mail to this domain is no longer accepted.').waitFor()
    expect(await stored()).toMatchObject({ inbound_enabled: false })

    await page.getByText('too weak').waitFor()
    await page.getByLabel('Address of the logo').fill('http://example.com/logo.svg')
    await page.getByRole('button', { name: 'Save the logo' }).click()
    await page.locator('.fault').waitFor()
    await uploadFile(app, `/v1/domains/${added.id}/bimi/logo`, aLogo(), { filename: 'logo.svg' })
    await page.reload()
    await page.getByRole('img', { name: 'Your logo' }).waitFor()
    // Waits until the picture has come; fails if it is broken.
    await page.evaluate("document.querySelector('.face img').decode()")
    await page.getByText('v=BIMI1; l=').waitFor()
    await expectClean()
    await page.getByLabel('Address of the logo').fill('')
    await page.getByRole('button', { name: 'Save the logo' }).click()
    await page.getByText('The logo is removed.').waitFor()
    await page.getByText('Without a logo, most mail programs show a letter.').waitFor()
  })

  test('links get its own name: the record is shown and found, and it is turned off and on', async () => {
    const added = await addVerified()
    const { page, expectClean } = await open(`/domains/${added.id}`)
    const panel = page.locator('.panel', { has: page.getByRole('heading', { name: 'Links', exact: true }) })
    await panel.getByText('missing').waitFor()
    const { body } = await app.call('GET', `/v1/domains/${added.id}/dns-setup`)
    await panel.getByRole('button', { name: body.links.record.host, exact: true }).waitFor()
    publish(app.dns.records, [body.links.record])
    await check(page)
    await panel.getByText('found', { exact: true }).waitFor()
    await expectClean()
    await panel.getByRole('button', { name: 'Do not use it' }).click()
    await page.getByText('Off. Links in new mail have the name of this service.').waitFor()
    expect((await app.call('GET', `/v1/domains/${added.id}`)).body.links.enabled).toBe(false)
    await panel.getByRole('button', { name: 'Use it for links' }).click()
    await panel.getByText('found', { exact: true }).waitFor()
  })

  test('what is wrong with the records themselves is said', async () => {
    const added = await add()
    const { page, expectClean } = await open(`/domains/${added.id}`)
    await page.getByRole('alert').getByText('has to set BASE_URL').waitFor()
    await expectClean()
  })

  test('what the API refuses goes back with the reason', async () => {
    const added = await addVerified()
    const { page } = await open(`/domains/${added.id}`, { key: await app.key('read'), takenFor: 'admin' })
    await page.getByRole('button', { name: 'Receive mail' }).click()
    await page.getByText(/^Not turned on: /).waitFor()
    await page.getByRole('button', { name: 'Receive mail' }).waitFor()
    await check(page)
    await page.getByText(/^Not checked: /).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the domain' }).click()
    await page.getByText(/^Not deleted: /).waitFor()
    expect((await app.call('GET', `/v1/domains/${added.id}`)).body.inbound_enabled).toBe(false)
  })

  test('one is deleted after a question', async () => {
    const added = await add()
    const { page, expectClean } = await open(`/domains/${added.id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect((await app.call('GET', `/v1/domains/${added.id}`)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the domain' }).click()
    await page.waitForURL('**/domains')
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
    await page.getByText(added.domain, { exact: true }).waitFor({ state: 'detached' })
    expect((await app.call('GET', `/v1/domains/${added.id}`)).status).toBe(404)
    await page.goto(`${app.url}/domains/${added.id}`)
    await page.getByRole('heading', { name: 'There is no such domain' }).waitFor()
    await expectClean()
  })

  test('the built-in one says what it is for', async () => {
    const { page, expectClean } = await open('/domains')
    await page.locator('.domains a.row', { hasText: 'sandbox.postline.localhost' }).click()
    await page.getByText('The domain of the shared sender').waitFor()
    await expectClean()
  })

  test.each(['light', 'dark'] as const)('fit a phone in %s colors', async (colorScheme) => {
    const added = await add()
    const { page, expectClean } = await open('/domains', { colorScheme, viewport: { width: 360, height: 700 } })
    for (const [path, text] of [
      ['/domains', added.domain],
      [`/domains/${added.id}`, 'v=DMARC1; p=none;'],
    ] as const) {
      await page.goto(app.url + path)
      await page.locator('main').getByText(text).first().waitFor()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360)
      await expectClean()
    }
  })
})
