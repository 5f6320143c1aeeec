import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonPackages } from '../support/python-packages.js'
import { type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* SendGrid's SDK for Python, unmodified, with its URL and key changed. */

const NEEDS = ['sendgrid==6.12.5', 'python-http-client==3.3.7']
/** Includes downloads from PyPI. */
const BUILD_MS = 300_000

let app: TestApp
let project: ScratchProject
let packages: string | null = null
/** Why there is no Python to test with; null if there is. */
let missing: string | null = null

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'sendgrid' })
  project = await scratchProject()
  packages = await pythonPackages('python-sendgrid-1', NEEDS).catch((error: Error) => {
    missing = error.message.trim().split('\n').at(-1)!
    // biome-ignore lint/suspicious/noConsole: who runs the tests should know what was not tested
    console.warn(`SendGrid's SDK for Python was not tested: ${missing}`)
    return null
  })
}, BUILD_MS)
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

const withPython = (name: string, body: () => Promise<void>) =>
  test(name, { timeout: BUILD_MS }, async ({ skip }) => {
    if (missing !== null) return skip(`needs python3 with pip, and PyPI: ${missing}`)
    await body()
  })

const HEAD = `
import json, os
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import *
from python_http_client.exceptions import HTTPError, NotFoundError, UnauthorizedError

HOST = os.environ['BASE_URL'] + '/compat/sendgrid'
FROM = ('hello@sandbox.postline.localhost', 'Käthe')
OWNER = os.environ['OWNER']
sg = SendGridAPIClient(os.environ['API_KEY'], host=HOST)
`

/** Runs a program with the SDK. @returns what it prints, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: programs print whatever JSON
async function python(program: string): Promise<any> {
  await project.write('program.py', HEAD + program)
  const env = { BASE_URL: app.url, API_KEY: app.adminKey, OWNER: app.ownerEmail, PYTHONPATH: packages! }
  return JSON.parse(await project.run('python3', ['program.py'], env))
}

withPython('mail with what its helpers set is sent', async () => {
  const { status, id } = await python(`
mail = Mail(from_email=FROM, to_emails=(OWNER, 'Owner'), subject='From Python', html_content='<p>It works.</p>')
mail.add_content('It works.', MimeType.text)
mail.add_category(Category('receipt'))
mail.add_custom_arg(CustomArg('order', '4711'))
mail.add_header(Header('X-Order', '4711'))
mail.reply_to = ReplyTo('answers@example.com', 'Answers')
mail.tracking_settings = TrackingSettings(click_tracking=ClickTracking(True, False), open_tracking=OpenTracking(False))
mail.attachment = Attachment(FileContent('AAAA'), FileName('logo.png'), FileType('image/png'), Disposition('inline'), ContentId('logo'))
response = sg.send(mail)
print(json.dumps({'status': response.status_code, 'id': response.headers['X-Message-Id']}))
`)
  expect(status).toBe(202)
  const { body } = await app.call('GET', `/v1/messages/${id}`)
  expect(body).toMatchObject({ subject: 'From Python', tags: { tag: 'receipt' } })
  expect(body.from).toBe('Käthe <hello@sandbox.postline.localhost>')
  const content = await app.call('GET', `/v1/messages/${id}/content`)
  expect(content.body).toMatchObject({
    body_text: 'It works.',
    reply_to: ['Answers <answers@example.com>'],
    headers: { 'X-Order': '4711' },
    attachments: [{ filename: 'logo.png', content_id: 'logo' }],
  })
})

withPython('each of several recipients gets a mail of its own, with a template', async () => {
  const source = { name: 'Order', subject: 'Order {{ order }}', body_html: '<p>{{ order }}</p>' }
  const template = await app.call('POST', '/v1/templates', { body: source })
  const status = await python(`
mail = Mail(from_email=FROM, to_emails=[To(OWNER, dynamic_template_data={'order': str(n)}) for n in (1, 2)], is_multiple=True)
mail.template_id = 'd-${template.body.id}'
print(sg.send(mail).status_code)
`)
  expect(status).toBe(202)
  const { body } = await app.call('GET', '/v1/messages?limit=2')
  const subjects = body.messages.map(({ subject }: { subject: string }) => subject)
  expect(subjects.toSorted()).toEqual(['Order 1', 'Order 2'])
})

withPython('errors are its own exceptions, and other calls are made by their paths', async () => {
  const result = await python(`
def refusal(call):
    try:
        call()
    except HTTPError as error:
        return [type(error).__name__, error.to_dict['errors'][0]['field']]

mail = Mail(from_email='nobody', to_emails=OWNER, subject='Hello', plain_text_content='Hello')
added = sg.client.asm.suppressions._('global').post(request_body={'recipient_emails': ['python@example.com']})
found = sg.client.asm.suppressions._('global')._('python@example.com').get()
gone = sg.client.asm.suppressions._('global')._('python@example.com').delete()
print(json.dumps([
    refusal(lambda: sg.send(mail)),
    refusal(lambda: SendGridAPIClient('SG.wrong', host=HOST).send(mail)),
    refusal(lambda: sg.client.templates._('d-nothing').get()),
    [added.status_code, found.to_dict, gone.status_code],
]))
`)
  expect(result).toEqual([
    ['BadRequestsError', 'from.email'],
    ['UnauthorizedError', null],
    ['NotFoundError', null],
    [201, { recipient_email: 'python@example.com' }, 204],
  ])
})
