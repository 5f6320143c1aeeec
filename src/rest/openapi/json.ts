/** A value of the document. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** An object of the document. */
export interface JsonObject {
  [key: string]: Json
}
