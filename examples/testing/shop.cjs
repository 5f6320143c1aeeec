// The application under test: a shop that welcomes its customers by mail.
exports.createShop = ({ mailUrl, mailKey }) => ({
  async signUp(name, email) {
    const response = await fetch(`${mailUrl}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mailKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        channel: 'email',
        idempotency_key: `welcome-${email}`,
        destination: { email },
        payload: { subject: `Welcome, ${name}!`, body_text: 'Your account is ready.' },
        metadata: { from_email: 'Shop <hello@shop.example>' },
      }),
    })
    if (!response.ok) throw new Error(`The welcome mail was refused: ${await response.text()}`)
    return (await response.json()).id
  },
})
