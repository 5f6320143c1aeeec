import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { isLargeJson } from '../lib/json/json-pieces.js'
import type { RequestContext } from './context.js'

/**
 * Leaves large results to the route, which writes them piece by piece. As one text they would hold the event loop: to be
 * written, and to be made bytes, then text, then bytes again.
 */
export function useLargeResults(): Plugin<object, RequestContext> {
  return {
    onResultProcess({ result, serverContext }) {
      if (isAsyncIterable(result) || !isLargeJson([result].flat().map(dataOf))) return
      for (const each of [result].flat()) {
        each.stringify = (own) => {
          serverContext.large.push(own)
          return ''
        }
      }
    },
  }
}

const dataOf = (result: { data?: unknown }) => result.data
