import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.js'
import { type Session, SessionInput, SessionLinkInput } from '../contract/session.js'
import { operationList } from '../operations/list.js'
import { mayRun, parseInput } from '../operations/runner.js'
import { SESSION_SECONDS } from '../services/accounts/sessions/session-service.js'
import type { Caller } from '../services/caller.js'
import { admit, authenticate, countAddress, isUnauthorized } from './authenticate.js'
import { clientOf } from './client-address.js'
import { SECTIONS, type Section } from './console/sections.js'
import { assertOwnSite } from './own-site.js'
import { NEVER_STORED } from './response-headers.js'
import type { DoorDeps } from './server.js'
import { SESSION_COOKIE, sessionToken } from './session-cookie.js'

/** Browser sessions: the browser sends a key once and gets an HttpOnly cookie in its place. */
export function mountSession(server: FastifyInstance, deps: DoorDeps): void {
  const { services, config } = deps
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: new URL(config.baseUrl).protocol === 'https:',
  } as const
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(NEVER_STORED)
    assertOwnSite(request, config.baseUrl)
  }

  async function open(reply: FastifyReply, caller: Caller): Promise<Session> {
    reply.setCookie(SESSION_COOKIE, await services.sessions.open(caller), { ...cookie, maxAge: SESSION_SECONDS })
    return present(config, caller)
  }

  // Cookies are parsed only for authentication.
  server.register(fastifyCookie, { hook: false })

  // For the console, which offers only what its session may do.
  server.get('/session', async (request, reply): Promise<Session> => {
    reply.headers(NEVER_STORED)
    return present(config, await authenticate(deps, request, reply))
  })

  server.post('/session', { onRequest }, async (request, reply): Promise<Session> => {
    const { key } = parseInput(SessionInput, request.body)
    const authorization = `Bearer ${key}`
    const finding = services.apiKeys.authenticate(authorization)
    const caller = await admit(deps, request, reply, finding).catch(async (error: unknown) => {
      // After the rate limit has let it pass.
      if (isUnauthorized(error)) await services.sessions.noteRefused(authorization, clientOf(request))
      throw error
    })
    return open(reply, caller)
  })

  // A POST, because mail filters and chat programs follow every link, and would use it up.
  server.post('/session/link', { onRequest }, async (request, reply): Promise<Session> => {
    await countAddress(deps, request, reply)
    const { token } = parseInput(SessionLinkInput, request.body)
    const caller = await services.signInLinks.use(token)
    request.caller = { ...caller, client: clientOf(request) }
    return open(reply, request.caller)
  })

  server.delete('/session', { onRequest }, async (request, reply) => {
    const token = sessionToken(request)
    if (token !== null) await services.sessions.close(token, clientOf(request))
    return reply.clearCookie(SESSION_COOKIE, cookie).code(204).send()
  })
}

function present(config: Config, caller: Caller): Session {
  const { accountId, scope, testMode } = caller
  const mayUse = ({ operation: name }: Section) => {
    const operation = operationList.find((each) => each.name === name)
    return !operation || mayRun(config, operation, caller)
  }
  const sections = SECTIONS.filter(mayUse).map(({ path }) => path)
  return { account_id: accountId, scope, sections, test_mode: testMode }
}
