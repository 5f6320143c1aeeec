/**
 * Loads the package with the embedded servers; null if it is not installed. A deployment with its own servers does not
 * need it.
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
