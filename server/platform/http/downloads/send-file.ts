// Sends a stored file that somebody uploaded. Browsers save it instead of showing it, and it can run nothing.
import anyAscii from 'any-ascii'
import type { FastifyReply } from 'fastify'

/** @param file.name as it was given; only what every system accepts in a file's name is kept. */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Uint8Array },
): FastifyReply {
  const safe = anyAscii(name).replace(/[^A-Za-z0-9._-]+/g, '-')
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${safe}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
}

/** The response of a route that sends one. */
export const storedFile = {
  description: 'The file as it was stored: PDF, JPEG or PNG.',
  type: 'application/octet-stream',
}
