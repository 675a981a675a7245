// Sessions of the M-Pesa OpenAPI: asked for with the API key, good for hours, and named in every other call.
import { unixSeconds, type Clock } from '../../../platform/clock.ts'

export type Session = { kind: 'session'; bearer: string } | { kind: 'refused'; cause: string }

export type Sessions = {
  /** The session in use; a new one when there is none, or it has grown old. */
  current(): Promise<Session>
  /** A new session in any case. */
  renew(): Promise<Session>
  /** Forgets the session with this bearer, and no newer one. */
  drop(bearer: string): void
}

/**
 * @param lifeSeconds how long a session is used; the portal decides how long the gateway takes it.
 * @param ask one call to the gateway; never two at a time.
 */
export function openSessions(lifeSeconds: number, clock: Clock, ask: () => Promise<Session>): Sessions {
  let known: { bearer: string; openedAt: number } | undefined
  let underway: Promise<Session> | undefined

  async function open(): Promise<Session> {
    const openedAt = unixSeconds(clock.now())
    const session = await ask()
    if (session.kind === 'session') known = { bearer: session.bearer, openedAt }
    return session
  }
  function renew(): Promise<Session> {
    underway ??= open().finally(() => {
      underway = undefined
    })
    return underway
  }

  return {
    async current() {
      const isFresh = known && unixSeconds(clock.now()) - known.openedAt < lifeSeconds
      return known && isFresh ? { kind: 'session', bearer: known.bearer } : renew()
    },
    renew,
    drop(bearer) {
      if (known?.bearer === bearer) known = undefined
    },
  }
}
