/**
 * Loads the package with the embedded servers. It is optional: a deployment that names its own servers neither loads it
 * nor needs it installed. Null when it is not installed.
 */
export async function loadEmbedded(): Promise<typeof import('@postline/embedded') | null> {
  try {
    return await import('@postline/embedded')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes("package '@postline/embedded'")) return null
    throw error
  }
}
