import type { Endpoints } from '../../contract/account.js'
import type { ServiceDeps } from '../deps.js'

/** Where programs reach the deployment, as its settings say. */
export function endpointsOf({ baseUrl, compatApis, smtpPort, smtpsPort }: ServiceDeps['config']): Endpoints {
  return {
    base_url: baseUrl,
    compat_apis: compatApis.map((name) => ({ name, url: `${baseUrl}/compat/${name}` })),
    smtp_port: smtpPort || null,
    smtps_port: smtpsPort || null,
  }
}
