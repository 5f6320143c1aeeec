import { inboundDomain } from '../../support/inbound-domain.js'
import { received } from '../postmark/methods.js'
import { postmarkForPython } from '../postmark/python-methods.js'
import { DOMAIN } from '../postmark/sdk.js'
import { testPython } from '../support/test-python.js'

testPython({
  table: postmarkForPython,
  needs: [
    `postmark-python==${postmarkForPython.python}`,
    ...['email-validator==2.4.0', 'httpx==0.28.1', 'pydantic==2.14.4', 'tenacity==8.5.0'],
  ],
  folder: 'python-postmark-1',
  program: 'postmark_calls.py',
  prepare: async (app) => {
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
    return { RECEIVED: await received(app), TEST_KEY: await app.testKey() }
  },
  ways: ['plain'],
})
