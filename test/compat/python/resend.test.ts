import { inboundDomain } from '../../support/inbound-domain.js'
import { DOMAIN, received } from '../resend/methods.js'
import { resendForPython } from '../resend/python-methods.js'
import { testPython } from '../support/test-python.js'

testPython({
  table: resendForPython,
  needs: [`resend==${resendForPython.python}`, 'requests==2.34.2', 'typing_extensions==4.16.0', 'httpx==0.28.1'],
  folder: 'python-resend-1',
  program: 'resend_calls.py',
  rowOf: (name) => name.replace(/_async$/, ''),
  prepare: async (app) => {
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
    return { RECEIVED: await received({ app }) }
  },
  ways: ['plain', 'asyncio'],
})
