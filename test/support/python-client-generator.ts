import { pythonPackages } from './python-packages.js'

const GENERATOR = 'openapi-python-client'
const VERSION = '0.29.1'

/**
 * The folder with openapi-python-client and what its clients need, for PYTHONPATH.
 * @throws Error if Python or PyPI is not available
 */
export const pythonClientGenerator = (): Promise<string> =>
  pythonPackages(`${GENERATOR}-${VERSION}`, [`${GENERATOR}==${VERSION}`])
