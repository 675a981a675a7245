// Sends a stored file that somebody uploaded. Browsers save it instead of showing it, and it can run nothing.
import anyAscii from 'any-ascii'
import type { FastifyReply } from 'fastify'

/** By the types of stored files: how their names end, the usual one first. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
}

/**
 * @param file.name as it was given; only what every system accepts in a file's name is kept. Systems open a file by how its name
 * ends, so that follows the type.
 * @param file.type as the content was checked to be.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Uint8Array },
): FastifyReply {
  const plain = anyAscii(name).replace(/[^A-Za-z0-9._-]+/g, '-')
  const endings = extensions[type] ?? ['.bin']
  // guard: download-extension
  const safe = endings.some((ending) => plain.toLowerCase().endsWith(ending)) ? plain : plain + endings[0]
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
