import type { FastifyInstance } from 'fastify'
import type { DoorDeps } from '../http/server.js'
import type { CompatName } from '../settings/compat-apis.js'
import type { CompatApi } from './common/api.js'
import { mountApi } from './common/mount-api.js'
import { mailgun } from './mailgun/mailgun.js'
import { postmark } from './postmark/postmark.js'
import { resend } from './resend/resend.js'
import { sendgrid } from './sendgrid/sendgrid.js'

/** The APIs by name. */
export const APIS: Record<CompatName, CompatApi> = { resend, postmark, sendgrid, mailgun }

/** The APIs of other services, as far as the deployment has them: programs for those change only URL and key. */
export function mountCompat(server: FastifyInstance, deps: DoorDeps): void {
  for (const name of deps.config.compatApis) mountApi(server, deps, `/compat/${name}`, APIS[name])
}
