/*
 * A small shop, written for Resend: it confirms orders by mail, and its webhook handler notes what became of the mail.
 * Nothing here knows of Postline. RESEND_BASE_URL and RESEND_API_KEY decide which service it uses.
 */
import { createServer } from 'node:http'
import { Resend } from 'resend'

const { PORT = '4000', SHOP_FROM = 'Shop <hello@example.com>', RESEND_WEBHOOK_SECRET } = process.env
const resend = new Resend(process.env.RESEND_API_KEY)

/** Orders by the id of their mail. */
const orders = new Map()

/** Confirms an order. A repeat of the request sends no second mail. */
async function order({ number, email }) {
  const { data, error } = await resend.emails.send(
    {
      from: SHOP_FROM,
      to: email,
      subject: `Your order ${number}`,
      html: `<p>Thank you for order <b>${number}</b>.</p>`,
      tags: [{ name: 'order', value: number }],
      attachments: [{ filename: 'invoice.txt', content: Buffer.from(`Invoice ${number}`) }],
    },
    { idempotencyKey: `order-${number}` },
  )
  if (error) return [error.statusCode ?? 500, { error: error.name, message: error.message }]
  orders.set(data.id, orders.get(data.id) ?? { number, mail: 'sent' })
  return [201, { mail_id: data.id }]
}

/** Takes the events of Resend. */
function hook(payload, headers) {
  const { type, data } = resend.webhooks.verify({
    payload,
    headers: {
      id: headers['svix-id'],
      timestamp: headers['svix-timestamp'],
      signature: headers['svix-signature'],
    },
    webhookSecret: RESEND_WEBHOOK_SECRET,
  })
  const found = orders.get(data.email_id)
  if (found && type === 'email.delivered') found.mail = 'delivered'
  if (found && type === 'email.bounced') found.mail = `bounced: ${data.bounce.message}`
  return [200, {}]
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const [status, answer] = await answerTo(request, body).catch((error) => [400, { message: error.message }])
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})

async function answerTo({ method, url, headers }, body) {
  if (method === 'POST' && url === '/orders') return order(JSON.parse(body))
  if (method === 'POST' && url === '/hooks') return hook(body, headers)
  if (method === 'GET' && url === '/orders') return [200, [...orders.values()]]
  return [404, {}]
}

server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`The shop is open at http://127.0.0.1:${PORT}\n`))
