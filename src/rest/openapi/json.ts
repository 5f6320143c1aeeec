/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json
}
