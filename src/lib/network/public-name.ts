import { parse } from 'tldts'

/** Whether a host is a name that anybody can look up: no address, and below a public top-level domain. */
export function isPublicName(host: string): boolean {
  const { isIp, isIcann, domain } = parse(host, { validateHostname: false })
  return !isIp && isIcann === true && domain !== null
}

/** Whether a host is, or ends in, an address or `localhost`: DNS can tell nobody where it is. */
export function isMachineName(host: string): boolean {
  return /(^|\.)(localhost|\d{1,3}(\.\d{1,3}){3})$|\]$/i.test(host)
}
