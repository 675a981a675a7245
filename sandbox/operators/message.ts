// Reading what came in: bodies arrive as bytes, since some protocols sign them.
import type { FastifyRequest } from 'fastify'
import type { Message } from './books/book.ts'

export function bodyBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** The JSON object of the body; null when it is none. */
export function readJson(request: FastifyRequest): Message | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bodyBytes(request)))
    return asObject(value)
  } catch {
    return null
  }
}

export function asObject(value: unknown): Message | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null
}

/** The text, or null when it is absent, empty or no text. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The one value of a header, or null. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  return asText(request.headers[name.toLowerCase()])
}
