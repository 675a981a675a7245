// Calls to the shop's own server, which signs them for Likuta. It returns a resume token with each step: encrypted by the server, useless
// for another order or browser, and without it nothing is continued.
import { CheckoutError, codeIn } from './errors.ts'

export type ShopServer = {
  /**
   * Makes one step. A lost request is sent again: every step can be repeated without a second effect.
   * @param attempts how often it is sent at most
   * @throws CheckoutError
   */
  call<Reply>(action: string, fields?: object, attempts?: number): Promise<Reply>
  /** Whether an earlier page began a checkout of this order. */
  canResume(): boolean
  forget(): void
}

const limitMs = 45_000

export const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

export function openShopServer(address: string, order: string): ShopServer {
  const store = openStore(`likuta:${address}:${order}`)
  return {
    async call<Reply>(action: string, fields: object = {}, attempts = 4): Promise<Reply> {
      for (let attempt = 1; ; attempt++) {
        const resume = store.read()
        const { status, body } = await send(address, { action, order, ...(resume && { resume }), ...fields })
        if (status === 200) {
          const { resume: next } = body as { resume?: string }
          if (next) store.write(next)
          return body as Reply
        }
        const isPassing = status === 0 || status === 429 || (status >= 502 && status <= 504)
        if (!isPassing || attempt >= attempts)
          throw new CheckoutError(status === 0 ? 'network' : isPassing ? 'unavailable' : codeIn(body))
        await (navigator.onLine ? pause(attempt * 1000) : online(attempt * 5000))
      }
    },
    canResume: () => store.read() !== '',
    forget: () => store.write(''),
  }
}

/**
 * Status 0: no response, so the server may or may not have acted. So it is with a page or an error of whatever stands between, which says
 * nothing about the step: 503.
 */
async function send(address: string, body: object): Promise<{ status: number; body: unknown }> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limitMs)
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
    })
    const read = await response.json().catch(() => null)
    const isOfShop = response.ok ? read : typeof read?.code === 'string'
    return isOfShop ? { status: response.status, body: read } : { status: 503, body: null }
  } catch {
    return { status: 0, body: null }
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the browser has a network again, at the latest after `ms`. */
function online(ms: number): Promise<void> {
  return new Promise((wake) => {
    const done = () => {
      removeEventListener('online', done)
      clearTimeout(timer)
      wake()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}

/** Tabs share it, so that an order opened twice is one transaction. Browsers may refuse storage: then it lasts as long as the page. */
function openStore(key: string) {
  let own = ''
  return {
    read(): string {
      try {
        return localStorage.getItem(key) ?? ''
      } catch {
        return own
      }
    },
    write(value: string): void {
      own = value
      try {
        if (value) localStorage.setItem(key, value)
        else localStorage.removeItem(key)
      } catch {
        // Kept in `own`.
      }
    },
  }
}
