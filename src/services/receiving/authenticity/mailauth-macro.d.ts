/** The library has no types for this file. */
declare module 'mailauth/lib/spf/macro.js' {
  /** Expands the macros of a name (RFC 7208, section 7). */
  export default function macro(input: string, values: { ip: string; helo: string; sender: string }): string
}
