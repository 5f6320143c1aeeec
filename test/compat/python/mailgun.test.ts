import { inboundDomain } from '../../support/inbound-domain.js'
import { mailgunForPython } from '../mailgun/python-methods.js'
import { DOMAIN } from '../mailgun/sdk.js'
import { testPython } from '../support/test-python.js'

const rows = new Set(mailgunForPython.methods.map(({ name }) => name))

testPython({
  table: mailgunForPython,
  needs: [`mailgun==${mailgunForPython.python}`, 'requests==2.34.2', 'httpx2==2.16.2'],
  folder: 'python-mailgun-1',
  program: 'mailgun_calls.py',
  rowOf: (name) => (rows.has(name) ? name : name.replace(/[^.]+$/, '*')),
  prepare: async (app) => {
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
    return {}
  },
  ways: ['plain', 'asyncio'],
})
