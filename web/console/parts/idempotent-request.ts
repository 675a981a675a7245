// Sends requests that move money under an idempotency key, so that pressing a button twice moves it once. The key is
// kept per subject until the service confirms the request, because a response may be lost, or the dialog closed and
// reopened. A refused request stores nothing under its key, so the next attempt can use the same key.
import { RequestError } from '../../ui/service/client.ts'

/** The service's message when the key was used for a request with other values. */
export const keyReused = 'Idempotency-Key was used with another request'
export const keyRunning = 'A request with this Idempotency-Key is still running'

const keys = new Map<string, string>()

/**
 * Sends a request under the idempotency key of its subject.
 * @param subject the action and what it acts on
 * @param send receives the `Idempotency-Key` to send
 */
export async function once<Reply>(subject: string, send: (key: string) => Promise<Reply>): Promise<Reply> {
  const key = keys.get(subject) ?? newKey()
  keys.set(subject, key)
  const response = await send(key).catch((error) => {
    // The earlier request was executed after all. The admin reads so; pressing again is a new request.
    if (error instanceof RequestError && error.message === keyReused) keys.delete(subject)
    throw error
  })
  keys.delete(subject)
  return response
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
