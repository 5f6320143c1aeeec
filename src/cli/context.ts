/** The surroundings of a command line. */
export interface CliContext {
  /** Environment variables: the settings, and where to find the files of the embedded servers. */
  env: Readonly<Record<string, string | undefined>>
  /** Writes a line to stdout. */
  print: (text: string) => void
  /** Writes a line to stderr. */
  complain: (text: string) => void
}

/** Options of every command. */
export interface OutputOptions {
  json?: boolean
}

/** Prints a result: with `--json` as one line of JSON, otherwise as formatted by `toText`. */
export function show<T>(
  { print }: CliContext,
  { json }: OutputOptions,
  result: T,
  toText: (result: T) => string,
): void {
  print(json ? JSON.stringify(result) : toText(result))
}
