/** What a command line has around it. */
export interface CliContext {
  /** The settings, and what the embedded servers' files are found by. */
  env: Readonly<Record<string, string | undefined>>
  /** Writes to stdout; a line end follows. */
  print: (text: string) => void
  /** Writes to stderr; a line end follows. */
  complain: (text: string) => void
}

/** Options of every command. */
export interface OutputOptions {
  json?: boolean
}

/** Prints a result: for programs as one line of JSON, for people as `toText` has it. */
export function show<T>(
  { print }: CliContext,
  { json }: OutputOptions,
  result: T,
  toText: (result: T) => string,
): void {
  print(json ? JSON.stringify(result) : toText(result))
}
