// Reads requests. Bodies arrive as bytes, because some protocols sign them.
import type { FastifyRequest } from 'fastify'
import type { Message } from './books/book.ts'

export function bodyBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** The JSON object of the body; null when it is not one. */
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

/** The text; null when the value is absent, empty or not text. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The single value of a header, or null. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  return asText(request.headers[name.toLowerCase()])
}
