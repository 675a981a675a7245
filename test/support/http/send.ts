// Requests of tests, compared with the API document.
import { type Agent, request as httpRequest } from 'node:http'
import { assertAsDocumented } from './api-traffic.ts'
import type { ApiResponse } from './response.ts'

/**
 * Sends a request unchanged: no header added, redirects not followed. A stream of events is read up to its first event
 * with data, and then closed. Fails where the response differs from the document, or where an undocumented request was
 * accepted, unless the request is deliberately invalid.
 * @param options.agent keeps the connection for later requests; by default each request has its own.
 */
export function send(
  base: string,
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string | string[]>,
  { astray = false, agent = false }: { astray?: boolean; agent?: Agent | false } = {},
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(base)
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...(body.length > 0 && { 'content-length': String(body.length) }), ...headers },
        agent,
      },
      (response) => {
        const chunks: Buffer[] = []
        const finish = () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const reply = {
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            text,
            body: jsonOrUndefined(text),
          }
          try {
            assertAsDocumented({ method, path, body, astray }, reply)
            resolve(reply)
          } catch (difference) {
            reject(difference)
          }
        }
        const isFeed = response.headers['content-type']?.startsWith('text/event-stream')
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!isFeed || !/^data: .*\n\n/m.test(Buffer.concat(chunks).toString('utf8'))) return
          finish()
          response.destroy()
        })
        response.on('end', finish)
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
