// Requests to our own server. A response that never arrived has status 0: the server may or may not have acted.

export type ServiceResponse = { status: number; body: unknown }

export type Service = {
  request(step: string): Promise<ServiceResponse>
  /** @param limitMs time after which the response counts as lost, although the server may still be working */
  post(step: string, body: object, limitMs?: number): Promise<ServiceResponse>
}

export const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

export function openService(path: string, sig: string): Service {
  const call = async (step: string, init: RequestInit, limitMs: number): Promise<ServiceResponse> => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), limitMs)
    try {
      const response = await fetch(
        `${path}/${step}?sig=${encodeURIComponent(sig)}&lang=${document.documentElement.lang}`,
        {
          ...init,
          signal: abort.signal,
          cache: 'no-store',
        },
      )
      return { status: response.status, body: await response.json() }
    } catch {
      return { status: 0, body: null }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    request: (step) => call(step, { headers: { Accept: 'application/json' } }, 15_000),
    post: (step, body, limitMs = 30_000) =>
      call(
        step,
        {
          method: 'POST',
          headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
        limitMs,
      ),
  }
}
