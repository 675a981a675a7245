// Refuses bytes that never became an HTTP request, on the raw socket but in the usual error format.
import type { Socket } from 'node:net'
import { newId } from '../../../kernel/id.ts'
import type { Log } from '../../observability/log.ts'
import { requestProblems } from '../problems.ts'

/** Responds to a request that could not be parsed and closes its connection. */
export function refuseConnection(log: Log, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const spec =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? requestProblems.headers_too_large
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? { status: 408, detail: 'Request Timeout' }
        : requestProblems.bad_request
  const body = JSON.stringify({ detail: spec.detail })
  const id = newId()
  log.info('request refused', {
    request_id: id,
    route: 'none',
    http_status: spec.status,
    reason: spec.detail,
  })
  socket.end(
    `HTTP/1.1 ${spec.status} ${spec.detail}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
