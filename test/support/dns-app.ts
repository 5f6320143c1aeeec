import type { AppPorts } from '../../src/app.js'
import { type DnsServer, type DnsZone, startDnsServer } from './dns-server.js'
import { type Settings, startApp, type TestApp } from './start-app.js'

/** A service that uses the test's own name server. */
export interface DnsApp extends TestApp {
  dns: DnsServer
}

/** Starts a service together with its name server. */
export async function startDnsApp({
  records = {},
  settings = {},
  ports = {},
}: {
  records?: DnsZone
  settings?: Settings
  ports?: Partial<AppPorts>
} = {}): Promise<DnsApp> {
  const dns = await startDnsServer({ records })
  const app = await startApp({ DNS_SERVERS: dns.address, ...settings }, ports)
  return {
    ...app,
    dns,
    close: async () => {
      await app.close()
      await dns.close()
    },
  }
}
