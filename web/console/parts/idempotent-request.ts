// Money moves once, however often a button is pressed. A request keeps its key, by what it is about, until the service has
// said that it is done: an answer may be lost, the dialog closed and opened again. A refusal leaves nothing under the key,
// so the key serves the next try as well.
import { RequestError } from '../../ui/service/client.ts'

/** What the service says of a key that stands for a request with other values. */
export const keyReused = 'Idempotency-Key was used with another request'
export const keyRunning = 'A request with this Idempotency-Key is still running'

const keys = new Map<string, string>()

/** @param subject the act and what it is done to @param send is given the `Idempotency-Key` to send. */
export async function once<Reply>(subject: string, send: (key: string) => Promise<Reply>): Promise<Reply> {
  const key = keys.get(subject) ?? newKey()
  keys.set(subject, key)
  const response = await send(key).catch((error) => {
    // The request before was done after all. Who is told so and presses again wants another one.
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
