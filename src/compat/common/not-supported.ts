import { ApiError } from '../../errors.js'

/** The error for a field without a counterpart. @param instead a sentence that says what to use. */
export const notSupported = (field: string, instead: string): ApiError =>
  new ApiError('not_supported', `${field}: has no counterpart here. ${instead}`)
