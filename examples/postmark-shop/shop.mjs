/*
 * A small shop, written for Postmark: it confirms orders by mail, its webhook handler notes what became of the mail, and
 * answers of customers come in by the inbound webhook. POSTMARK_HOST and POSTMARK_SERVER_TOKEN decide which service it uses.
 */
import { createServer } from 'node:http'
import { Errors, ServerClient } from 'postmark'

const { PORT = '4000', SHOP_FROM = 'Shop <hello@example.com>', HOOK_PATH = '/hooks' } = process.env
const { POSTMARK_HOST = 'api.postmarkapp.com', POSTMARK_INSECURE, POSTMARK_SERVER_TOKEN } = process.env
const client = new ServerClient(POSTMARK_SERVER_TOKEN, { requestHost: POSTMARK_HOST, useHttps: !POSTMARK_INSECURE })

/** Orders by the id of their mail. */
const orders = new Map()
/** What customers wrote. */
const answers = []

/** Confirms an order. */
async function order({ number, email }) {
  try {
    const { MessageID } = await client.sendEmail({
      From: SHOP_FROM,
      To: email,
      Subject: `Your order ${number}`,
      HtmlBody: `<p>Thank you for order <b>${number}</b>.</p>`,
      Tag: 'order',
      Metadata: { order: number },
    })
    orders.set(MessageID, { number, mail: 'sent' })
    return [201, { mail_id: MessageID }]
  } catch (error) {
    if (error instanceof Errors.InactiveRecipientsError) return [409, { inactive: error.recipients }]
    throw error
  }
}

/** Takes the events and the inbound mail of Postmark, at a path that nobody else knows: Postmark signs nothing. */
function hook(event) {
  const found = orders.get(event.MessageID)
  if (found && event.RecordType === 'Delivery') found.mail = 'delivered'
  if (found && event.RecordType === 'Bounce') found.mail = `bounced: ${event.Type}`
  if (event.RecordType === undefined) {
    const files = event.Attachments.map(({ Name, Content }) => `${Name}: ${Buffer.from(Content, 'base64')}`)
    answers.push({ from: event.FromFull.Email, text: event.StrippedTextReply || event.TextBody, files })
  }
  return [200, {}]
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const [status, answer] = await answerTo(request, body).catch((error) => [400, { message: error.message }])
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})

async function answerTo({ method, url }, body) {
  if (method === 'POST' && url === '/orders') return order(JSON.parse(body))
  if (method === 'POST' && url === HOOK_PATH) return hook(JSON.parse(body))
  if (method === 'GET' && url === '/orders') return [200, [...orders.values()]]
  if (method === 'GET' && url === '/answers') return [200, answers]
  return [404, {}]
}

server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`The shop is open at http://127.0.0.1:${PORT}\n`))
