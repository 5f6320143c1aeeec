/** Builds `console/` into a folder, which is emptied first. */
export function buildConsole(folder: string): Promise<void>
