import type { ServiceName } from '../../../../src/cli/import/services.js'

/** How a program that uses another service is changed: each as the documentation of that service's SDK says. */
export interface Program {
  title: string
  code: string
}

/** @param url of the API of that service at this deployment. */
export function programsOf(service: Exclude<ServiceName, 'ses'>, url: string): Program[] {
  const { protocol, host, pathname } = new URL(url)
  switch (service) {
    case 'resend':
      return [
        {
          title: 'Node.js',
          code: `const resend = new Resend(process.env.POSTLINE_KEY, { baseUrl: '${url}' })`,
        },
        { title: 'Environment of a Node.js program', code: `RESEND_BASE_URL=${url}` },
        {
          title: 'Python',
          code: `resend.api_key = os.environ['POSTLINE_KEY']
resend.api_url = '${url}'`,
        },
      ]
    case 'postmark': {
      const plain = protocol === 'http:' ? ', useHttps: false' : ''
      return [
        {
          title: 'Node.js',
          code: `const client = new ServerClient(process.env.POSTLINE_KEY, { requestHost: '${host}${pathname}'${plain} })`,
        },
        {
          title: 'Python',
          code: `client = postmark.sync.ServerClient(os.environ['POSTLINE_KEY'], base_url='${url}')`,
        },
      ]
    }
    case 'sendgrid':
      return [
        {
          title: 'Node.js',
          code: `client.setApiKey(process.env.POSTLINE_KEY)
client.setDefaultRequest('baseUrl', '${url}')
sgMail.setClient(client)`,
        },
        { title: 'Python', code: `sg = SendGridAPIClient(os.environ['POSTLINE_KEY'], host='${url}')` },
      ]
    case 'mailgun':
      return [
        {
          title: 'Node.js',
          code: `const mailgun = new Mailgun(FormData).client({
  username: 'api',
  key: process.env.POSTLINE_KEY,
  url: '${url}',
})`,
        },
        {
          title: 'Python',
          code: `client = Client(auth=('api', os.environ['POSTLINE_KEY']), api_url='${url}')`,
        },
      ]
  }
}
