import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LINK_VARIABLES } from '../../../../src/contract/template-vars.js'
import { withLinks } from '../../../../src/services/tracking/engagement/link-variables.js'
import { expectError } from '../../../support/expect-error.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { aSend, eventually } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: SmtpApp
beforeAll(async () => {
  app = await startSmtpApp({ BASE_URL: 'https://post.acme.example' })
  await verifiedDomain(app, 'acme.example')
})
afterAll(() => app.close())

/** Sends a mail, and reads what arrives: its subject, its bodies, and the link in its header. */
async function mailed(more: Record<string, unknown>) {
  const body = aSend({
    message_type: 'marketing',
    destination: { email: 'ada@there.example' },
    metadata: { from_email: 'shop@acme.example' },
    ...more,
  })
  const sent = await app.call('POST', '/v1/send', { body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const { raw } = await eventually('the mail', () => app.sink.mails.find((mail) => mail.raw.includes(sent.body.id)))
  const { subject, html, text, headerLines } = await simpleParser(raw)
  const { line = '' } = headerLines.find(({ key }) => key === 'list-unsubscribe') ?? {}
  return {
    id: sent.body.id,
    subject,
    html: String(html).trim(),
    text: text?.trim(),
    link: line.replaceAll(/\s/g, '').slice(18, -1),
  }
}

async function aTemplate(body_html: string, more: object = {}): Promise<string> {
  const body = {
    name: 'News',
    channel: 'email',
    subject: 'News',
    body_html,
    body_text: 'Stop: {{ unsubscribe_url }}',
    ...more,
  }
  return (await app.call('POST', '/v1/templates', { body })).body.id
}

test('in the bodies of marketing mail it is the link of the header, which is not tracked', async () => {
  const { html, text, link } = await mailed({
    payload: {
      subject: 'News',
      body_html: '<a href="{{ unsubscribe_url }}">Stop</a> <a href="https://acme.example/">Shop</a>',
      body_text: 'Stop: {{unsubscribe_url}}',
    },
    tracking: { clicks: true },
  })
  expect(link).toMatch(/^https:\/\/post\.acme\.example\/unsubscribe\/\S+$/)
  expect(html).toMatch(/<a href="https:\/\/post\.acme\.example\/c\//)
  expect(html).toContain(`<a href="${link}">Stop</a>`)
  expect(text).toBe(`Stop: ${link}`)
  const page = await fetch(link.replace('https://post.acme.example', app.url))
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('ada@there.example')])
})

test('in a template it is a variable of marketing mail, also in conditions', async () => {
  const template_id = await aTemplate(
    '{% if unsubscribe_url %}<a href="{{ unsubscribe_url }}">Stop, {{ name }}</a>{% endif %}',
  )
  const { html, text, link } = await mailed({
    ...{ template_id, template_vars: { name: '<Ada>' } },
    payload: undefined,
  })
  expect([html, text]).toEqual([`<a href="${link}">Stop, &lt;Ada&gt;</a>`, `Stop: ${link}`])
})

test('in the subject of a template it is nothing', async () => {
  const template_id = await aTemplate('<p>[{{ unsubscribe_url }}]</p>', {
    subject: 'News{% if unsubscribe_url %}!{% endif %} {{ unsubscribe_url }}',
  })
  expect((await mailed({ template_id, payload: undefined })).subject).toBe('News')
})

test('the same text in the value of a variable is no link, and the content shows the place of the link', async () => {
  const template_id = await aTemplate('<p>{{ name }}: {{ unsubscribe_url }}</p>')
  const name = '{{ unsubscribe_url }}{{-unsubscribe_url}}'
  const { id, html, link } = await mailed({ template_id, template_vars: { name }, payload: undefined })
  const shown = '{\u2060{ unsubscribe_url }}{\u2060{-unsubscribe_url}}'
  expect(html).toBe(`<p>${shown}: ${link}</p>`)
  const { body } = await app.call('GET', `/v1/messages/${id}/content`)
  expect(body.body_html).toBe(`<p>${shown}: {{ unsubscribe_url }}</p>`)
})

test.each(LINK_VARIABLES)('%s cannot be given, nor declared by a template', async (name) => {
  const template_id = await aTemplate('<p>x</p>')
  const refused = async (method: string, path: string, body: object, field: string) => {
    const result = await app.call(method, path, { body })
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details).toEqual([
      { path: field, message: "is reserved: it stands for the recipient's own link" },
    ])
  }
  const vars = { [name]: 'https://acme.example/' }
  const content = { subject: 'x', body_html: 'x' }
  const variables = [{ name: 'other' }, { name }]
  await refused('POST', '/v1/send', aSend({ template_id, template_vars: vars }), `template_vars.${name}`)
  await refused('POST', `/v1/templates/${template_id}/render`, { vars }, `vars.${name}`)
  await refused('POST', '/v1/templates/preview', { ...content, vars }, `vars.${name}`)
  await refused('POST', '/v1/templates/preview', { ...content, variables }, 'variables.1.name')
  await refused('PUT', `/v1/templates/${template_id}`, { variables }, 'variables.1.name')
  await refused('POST', '/v1/templates', { ...content, name: 'x', channel: 'email', variables }, 'variables.1.name')
  const { body } = await app.call('POST', '/v1/send/batch', { body: [aSend({ template_id, template_vars: vars })] })
  expect(body[0].error.details).toMatchObject([{ path: `template_vars.${name}` }])
})

test('transactional mail has none: a body stays as it is, and a template renders it to nothing', async () => {
  const message_type = 'transactional'
  const payload = { subject: 'Receipt', body_html: '<p>{{ unsubscribe_url }}</p>' }
  expect((await mailed({ message_type, payload })).html).toBe('<p>{{ unsubscribe_url }}</p>')
  const template_id = await aTemplate('<p>[{{ unsubscribe_url }}]</p>')
  expect((await mailed({ message_type, template_id, payload: undefined })).html).toBe('<p>[]</p>')
})

test('preferences_url is the link to the page of the recipient, in bodies and templates, and is not tracked', async () => {
  const payload = {
    subject: 'News',
    body_html: '<a href="{{preferences_url}}">Choose</a>',
    body_text: '{{- preferences_url -}}',
  }
  const { html, text } = await mailed({ payload, tracking: { clicks: true } })
  expect(text).toMatch(/^https:\/\/post\.acme\.example\/preferences\/\S+$/)
  expect(html).toBe(`<a href="${text}">Choose</a>`)
  const page = await fetch(text!.replace('https://post.acme.example', app.url))
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('ada@there.example')])

  const template_id = await aTemplate(
    '{% if preferences_url %}<a href="{{ preferences_url }}">{{ name }}</a>{% endif %}',
  )
  const rendered = await mailed({ template_id, template_vars: { name: '{{ preferences_url }}' }, payload: undefined })
  const [, href, shown] = /^<a href="([^"]+)">(.*)<\/a>$/.exec(rendered.html)!
  expect(href).toMatch(/^https:\/\/post\.acme\.example\/preferences\/\S+$/)
  expect(href).not.toBe(text)
  expect(shown).toBe('{\u2060{ preferences_url }}')

  const receipt = {
    message_type: 'transactional',
    payload: { subject: 'Receipt', body_html: '<p>{{ preferences_url }}</p>' },
  }
  expect((await mailed(receipt)).html).toBe('<p>{{ preferences_url }}</p>')
})

test('a body gets at most 100 links, and reading it takes time in proportion to its size', () => {
  const links = { unsubscribe_url: 'x', preferences_url: 'x' }
  const body = '{{ unsubscribe_url }}{{ preferences_url }}'.repeat(100_000)
  expect(withLinks(body, links).replaceAll(/[^x]/g, '')).toHaveLength(100)
  const cpu = process.cpuUsage()
  expect(withLinks(`${'{{ '.repeat(500_000)}{{${' '.repeat(4_000_000)}`, links)).toHaveLength(5_500_002)
  expect(process.cpuUsage(cpu).user).toBeLessThan(3_000_000)
})
