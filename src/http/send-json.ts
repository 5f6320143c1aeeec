import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isLargeJson, jsonPieces } from '../lib/json/json-pieces.js'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a body. A large one is written piece by piece, and so does not hold the event loop. */
export const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  isLargeJson(body) ? reply.type(JSON_TYPE).send(Readable.from(jsonPieces(body))) : reply.send(body)
