import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRecords } from '../../console/src/pages/move-here/open-records.js'
import { programsOf } from '../../console/src/pages/move-here/programs.js'
import { SERVICE_NAMES, SERVICES } from '../../src/cli/import/services.js'
import { KEY, startResend } from '../cli/import/services.js'
import { postline } from '../cli/support.js'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* The page that says how an account comes from another service. */

describe.skipIf(!hasBrowser)('Move here', () => {
  let app: TestApp
  /** Another deployment: no API of others but one, and SMTP. */
  let other: TestApp
  beforeAll(async () => {
    const consoleFolder = await builtConsole()
    ;[app, other] = await Promise.all([
      startApp({ COMPAT_APIS: 'all' }, { consoleFolder }),
      startApp({ COMPAT_APIS: 'mailgun', SMTPS_PORT: '0', SMTP_PORT: '2525', ROLES: 'api' }, { consoleFolder }),
    ])
  })
  afterAll(() => Promise.all([app?.close(), other?.close()]))

  const openPage = useBrowser()
  const open = (options: OpenOptions = {}): Promise<WatchedPage> => openPage(app, { path: '/move-here', ...options })
  const codeOf = ({ page }: WatchedPage, label: string) =>
    page.getByRole('figure', { name: label, exact: true }).locator('pre').textContent()

  test('the command that it shows brings a domain, which appears with its records', async () => {
    const service = await startResend(3)
    try {
      const watched = await open()
      const { page, expectClean } = watched
      await page.getByText('No domain yet.').waitFor()
      await expectClean()
      const [program, ...words] = (await codeOf(watched, 'Bring it'))!.split(' ')
      expect([program, ...words]).toEqual(['postline', 'import', 'resend', '--account', app.accountId])
      // The stand-in takes the place of the service.
      const run = (args: string[]) =>
        postline({ ...app.settings, RESEND_API_KEY: KEY }, ...args, '--url', service.url, '--json')
      const tried = (await codeOf(watched, 'Try it out'))!.split(' ').slice(1)
      const dry = await run(tried)
      expect(dry.json()).toMatchObject({ dry_run: true, kinds: { domains: { created: 1 } } })
      expect((await app.call('GET', '/v1/domains/moved.acme.test')).status).toBe(404)
      const brought = await run(words)
      expect(brought.json()).toMatchObject({ kinds: { domains: { created: 1 }, contacts: { created: 3 } } })

      await page.getByRole('link', { name: 'moved.acme.test' }).waitFor()
      await page.getByText('records missing').waitFor()
      await page.getByRole('link', { name: '3 contacts' }).waitFor()
      await page.getByRole('link', { name: '2 lists', exact: true }).waitFor()
      const { body } = await app.call('GET', '/v1/domains/moved.acme.test')
      const wanted = body.dns_records.filter(({ type }: { type: string }) => type !== 'MX')
      const shown = page.getByRole('list', { name: 'Records of moved.acme.test' })
      for (const { value } of wanted) await shown.getByRole('button', { name: value, exact: true }).first().waitFor()
      await expectClean()
      await page.getByRole('link', { name: 'moved.acme.test' }).click()
      await page.waitForURL('**/domains/dom_*')
    } finally {
      await service.close()
    }
  })

  test.each(SERVICE_NAMES)('%s: everything is filled in, for a phone in the dark and by keyboard', async (name) => {
    const watched = await open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page, expectClean } = watched
    const { title, brings } = SERVICES[name]
    await page.getByRole('tab', { name: 'Resend' }).focus()
    for (let step = SERVICE_NAMES.indexOf(name); step > 0; step -= 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: title, selected: true }).waitFor()
    await page.getByText(`from ${title}. They run where`).waitFor()
    expect(await codeOf(watched, 'Bring it')).toBe(`postline import ${name} --account ${app.accountId}`)
    expect(brings).toContain('domains')
    if (name !== 'ses') {
      const url = `${app.app.config.baseUrl}/compat/${name}`
      await page.getByRole('button', { name: url, exact: true }).waitFor()
      for (const { title: language, code } of programsOf(name, url)) expect(await codeOf(watched, language)).toBe(code)
      const link = page.getByRole('link', { name: 'What works with it, method by method' })
      expect(await link.getAttribute('href')).toBe(`/docs/compat/${name}`)
      expect((await app.call('GET', `/docs/compat/${name}`)).status).toBe(200)
    }
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBe(390)
    await expectClean()
  })

  test('the service is in the address, and one click copies a command', async () => {
    const watched = await open({ path: '/move-here?from=mailgun' })
    const { page, context } = watched
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('figure', { name: 'Bring it' }).getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('figure', { name: 'Bring it' }).getByText('Copied').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      `postline import mailgun --account ${app.accountId}`,
    )
    await page.getByRole('tab', { name: 'Postmark' }).click()
    await page.waitForURL('**/move-here?from=postmark')
    await page.getByRole('link', { name: 'Create a key' }).click()
    await page.waitForURL('**/keys')
  })

  test('an API that is turned off, and SMTP, are told', async () => {
    const { page, expectClean } = await openPage(other, { path: '/move-here', key: await other.key('read') })
    await page.getByText('The API of Resend is turned off at this service').waitFor()
    await page.getByText('Whoever may create keys gives it to you').waitFor()
    await page.getByText('2525 with STARTTLS').waitFor()
    await page.getByRole('tab', { name: 'Mailgun' }).click()
    await page.getByRole('button', { name: `${other.app.config.baseUrl}/compat/mailgun` }).waitFor()
    await expectClean()
  })
})

test.each(SERVICE_NAMES.filter((name) => name !== 'ses'))(
  '%s: the lines to change are those of the documentation, which other tests run',
  async (name) => {
    const page = await readFile(`docs/compat/${name}.md`, 'utf8')
    for (const { code } of programsOf(name, `https://post.example.com/compat/${name}`))
      expect(page.includes(code), code).toBe(true)
  },
)

test('without TLS, the SDK of Postmark is told', () => {
  const [program] = programsOf('postmark', 'http://127.0.0.1:3000/compat/postmark')
  expect(program!.code).toContain(`{ requestHost: '127.0.0.1:3000/compat/postmark', useHttps: false }`)
})

test('records that were found need not be published, and an MX record is not needed', () => {
  const record = (type: string, name: string) => ({ type, name, value: 'v' })
  const dnsRecords = [
    record('CNAME', 'pl1._domainkey.a.example'),
    record('TXT', 'pl1._domainkey.a.example'),
    record('MX', 'bounce.a.example'),
    record('TXT', 'bounce.a.example'),
    record('TXT', '_dmarc.a.example'),
  ]
  const open = openRecords({ dnsRecords, dkimStatus: 'verified', spfStatus: 'pending', dmarcStatus: 'failed' })
  expect(open.map(({ type, name, status }) => [type, name, status])).toEqual([
    ['TXT', 'bounce.a.example', 'pending'],
    ['TXT', '_dmarc.a.example', 'failed'],
  ])
})
