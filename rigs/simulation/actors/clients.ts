// Merchants' servers, shoppers' browsers and people of the service as callers: what they send, and how they try again.
import { createHmac } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { AdminName, Answer, World } from '../world/world.ts'

type Sent = {
  key?: string
  tries?: number
  /** Once all tries were in vain: again when the key of a caller that died is no longer held. */
  comesBack?: boolean
}

/** What lies between people and the service. */
export type Line = Pick<World, 'request' | 'sleep' | 'chance' | 'adminHeaders'> & {
  time: { now(): number }
  /** How long to `sleep` until a key is no longer held, where people's time is not the service's. */
  keyHeldMs?: number
}

const isOpen = (answer: Answer | undefined) => !answer || answer.status >= 500 || answer.status === 409

export type Clients = ReturnType<typeof openClients>

export function openClients(world: Line) {
  const { request, sleep, chance, time, keyHeldMs = 130_000 } = world

  /** Once more after a while, as long as no answer or a 5xx came; a 409 is not often worth another try. */
  async function persisting(
    tries: number,
    send: () => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    for (let left = tries; ; left--) {
      const answer = await send()
      if (answer?.status === 409) left = Math.min(left, 3)
      if (left <= 1 || !isOpen(answer)) return answer
      await sleep(chance.spread(500, 60_000))
    }
  }

  async function trying({ tries = 1, comesBack }: Sent, send: () => Promise<Answer | undefined>) {
    const answer = await persisting(tries, send)
    if (!comesBack || !isOpen(answer)) return answer
    await sleep(keyHeldMs)
    return persisting(tries, send)
  }

  return {
    newKey: () => `key-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}`,
    signed(as: Credentials, path: string, body: object, sent: Sent = {}) {
      const text = JSON.stringify(body)
      return trying(sent, () => {
        const timestamp = String(Math.floor(time.now() / 1_000))
        const signature = createHmac('sha256', as.api_secret)
          .update(`${timestamp}\nPOST\n${path}\n`)
          .update(text)
          .digest('hex')
        return request({
          method: 'POST',
          path,
          body: text,
          headers: {
            'content-type': 'application/json',
            'x-api-key': as.api_key,
            'x-timestamp': timestamp,
            'x-signature': signature,
            ...(sent.key && { 'idempotency-key': sent.key }),
          },
        })
      })
    },
    basic(as: Credentials, path: string, body: object, sent: Sent = {}) {
      const credentials = Buffer.from(`${as.merchant_code}:${as.merchant_secret}`).toString('base64')
      return trying(sent, () =>
        request({
          method: 'POST',
          path,
          body: JSON.stringify(body),
          headers: {
            'content-type': 'application/json',
            authorization: `Basic ${credentials}`,
            ...(sent.key && { 'idempotency-key': sent.key }),
          },
        }),
      )
    },
    admin(as: AdminName, path: string, body: object, sent: Sent = {}) {
      return trying(sent, () =>
        request({
          method: 'POST',
          path,
          body: JSON.stringify(body),
          headers: {
            'content-type': 'application/json',
            ...world.adminHeaders(as),
            ...(sent.key && { 'idempotency-key': sent.key }),
          },
        }),
      )
    },
    /** One call of the script of the checkout page. */
    page(link: string, act: string, body: object = {}, tries = 1) {
      const { pathname, search } = new URL(link)
      return trying({ tries }, () =>
        request({
          method: 'POST',
          path: `${pathname}/${act}${search}`,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', accept: 'application/json' },
        }),
      )
    },
    form(path: string, fields: Record<string, string>) {
      return request({
        method: 'POST',
        path,
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      })
    },
  }
}
