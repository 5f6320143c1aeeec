import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldError } from '../../errors.js'
import type { Choice, Preferences } from '../../services/audience/preferences/preference-service.js'
import { PREFERENCES_PATH } from '../../services/tracking/engagement/links.js'
import { countAddress } from '../authenticate.js'
import { answerFor, sendError } from '../errors.js'
import { MAIL_LINK } from '../host-names.js'
import { checkLinkHosts } from '../link-hosts.js'
import type { DoorDeps } from '../server.js'
import { acceptFormsOnly } from './form-body.js'
import { type Html, html } from './html.js'
import { refuseLink, senderIn, sendPage, wantsPage } from './page.js'

type Route = { Params: { token: string }; Body: FormData | undefined }

/**
 * The page on which a recipient chooses what mail of a sender to get. The token in its URL is the secret, so no other site
 * can send its form. Opening it changes nothing, because programs open every link of a mail.
 */
export function mountPreferencePage(server: FastifyInstance, deps: DoorDeps): void {
  const { preferences } = deps.services
  const url = `${PREFERENCES_PATH}:token`

  server.register(async (scope) => {
    acceptFormsOnly(scope)
    scope.addHook('onRequest', (request, reply) => countAddress(deps, request, reply))
    checkLinkHosts(scope, deps)
    scope.setErrorHandler((failure, request, reply) => {
      if (!wantsPage(request)) return sendError(request, reply, failure)
      const { status, message } = answerFor(request, reply, failure)
      return sendPage(reply, { status, title: 'That did not work', body: html`<p>${message}</p>` })
    })

    scope.get<Route>(url, MAIL_LINK, async (request, reply) => {
      return show(request, reply, await preferences.get(request.params.token))
    })

    scope.post<Route>(url, MAIL_LINK, async (request, reply) => {
      const choice = choiceOf(request.body)
      return show(request, reply, await preferences.change(request.params.token, choice), choice)
    })
  })
}

function choiceOf(form: FormData | undefined): Choice {
  const action = form?.get('action')
  if (action === 'unsubscribe' || action === 'resubscribe') return { action }
  if (!form || action !== 'save') {
    throw fieldError('invalid_request', 'action', 'must be save, unsubscribe or resubscribe')
  }
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  return { action, shown: texts('shown'), wanted: texts('topic') }
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  preferences: Preferences | null,
  choice?: Choice,
): FastifyReply {
  if (preferences === null) return refuseLink(request, reply)
  const { recipient } = preferences
  return sendPage(reply, {
    title: 'Your mail preferences',
    body: html`${choice ? noticeOf(preferences, choice) : null}
<p>What ${senderIn(preferences)} may send to <strong>${recipient}</strong>.</p>
${hintOf(preferences, choice)}
${formOf(preferences)}
<p class="quiet">You will still get mail that you need, such as receipts.</p>`,
  })
}

function noticeOf({ marketing }: Preferences, { action }: Choice): Html {
  const isStopped = action === 'unsubscribe' && marketing !== 'subscribed'
  const text = isStopped ? 'You are unsubscribed from all marketing mail.' : 'Your choice is saved.'
  return html`<p class="notice" role="status">${text}</p>`
}

function hintOf({ marketing, topics }: Preferences, choice?: Choice): Html | null {
  if (marketing === 'subscribed') return null
  if (marketing === 'blocked') {
    return html`<p>At the moment this address gets no marketing mail from them, whatever you choose here. Your choice counts if
that changes.</p>`
  }
  const state = choice?.action === 'unsubscribe' ? [] : ['You have unsubscribed from all marketing mail.']
  const advice = topics.length > 0 ? ['Tick what you want to get again, and save.'] : []
  const text = [...state, ...advice].join(' ')
  return text === '' ? null : html`<p>${text}</p>`
}

function formOf({ marketing, topics }: Preferences): Html | null {
  const buttons = [
    ...(topics.length > 0 ? [html`<button name="action" value="save">Save</button>`] : []),
    ...(marketing === 'subscribed' ? [unsubscribeButton(topics.length > 0)] : []),
    ...(marketing === 'unsubscribed' && topics.length === 0 ? [RESUBSCRIBE] : []),
  ]
  if (buttons.length === 0) return null
  return html`<form method="post">
${topics.length > 0 ? html`<fieldset><legend>Topics</legend>${optionsOf(topics, marketing)}</fieldset>` : null}
${buttons}
</form>`
}

const RESUBSCRIBE = html`<button name="action" value="resubscribe">Get marketing mail again</button>`

function unsubscribeButton(isSecond: boolean): Html {
  const text = 'Unsubscribe from all marketing mail'
  return isSecond
    ? html`<button name="action" value="unsubscribe" class="second">${text}</button>`
    : html`<button name="action" value="unsubscribe">${text}</button>`
}

/** Each says that it was shown: a topic that is made meanwhile must not count as unwanted. */
function optionsOf(topics: Preferences['topics'], marketing: Preferences['marketing']): Html[] {
  return topics.map(({ id, name, description, subscribed }) => {
    const isOn = subscribed && marketing !== 'unsubscribed'
    return html`
<label class="option"><input type="hidden" name="shown" value="${id}">
<input type="checkbox" name="topic" value="${id}"${isOn ? html` checked` : null}>
<span><bdi>${name}</bdi>${description ? html`<bdi class="quiet">${description}</bdi>` : null}</span></label>`
  })
}
