import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { runOperation } from '../../operations/runner.js'
import { verifyTestRecipient } from '../../operations/test-recipients.js'
import { countAddress } from '../authenticate.js'
import { answerFor } from '../errors.js'
import type { DoorDeps } from '../server.js'
import { acceptFormsOnly } from './form-body.js'
import { html } from './html.js'
import { sendPage } from './page.js'

const MAX_TOKEN_CHARS = 512

/**
 * The page that the link to a test recipient opens. Opening it changes nothing, because mail filters open every link;
 * the button verifies.
 */
export function mountVerifyPage(server: FastifyInstance, deps: DoorDeps): void {
  const { services } = deps
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await countAddress(deps, request, reply)
    if (tokenOf(request).length > MAX_TOKEN_CHARS) throw new ApiError('invalid_token')
  }

  server.register(async (scope) => {
    acceptFormsOnly(scope)
    scope.setErrorHandler((failure, request, reply) => {
      const { status, message } = answerFor(request, reply, failure)
      return sendPage(reply, { status, title: 'That did not work', body: html`<p>${message}</p>` })
    })

    scope.get('/verify/:token', { onRequest }, async (request, reply) => {
      const asked = await services.testRecipients.askedBy(tokenOf(request))
      if (!asked) throw new ApiError('invalid_token')
      return sendPage(reply, {
        title: 'Do you want to receive test mail?',
        body: html`<p><strong>${asked.askedBy}</strong> wants to send test mail to <strong>${asked.email}</strong>.</p>
<form method="post"><button type="submit">Yes, I agree</button></form>
<p class="quiet">If you do not know the sender, close this page. Nothing will be sent.</p>`,
      })
    })

    scope.post('/verify/:token', { onRequest }, async (request, reply) => {
      const { email } = await runOperation(deps, verifyTestRecipient, null, { token: tokenOf(request) })
      return sendPage(reply, {
        title: 'Thank you',
        body: html`<p>Test mail can now be sent to <strong>${email}</strong>. You can close this page.</p>`,
      })
    })
  })
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token
