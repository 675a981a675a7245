// Sessions of the M-Pesa gateway: opened with the API key, named in every other call, and short of life.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'

export type Sessions = { open(): string; isOpen(id: string): boolean }

/** `lifeSeconds` is read at each look, as the portal lets it be changed. */
export function openSessions(clock: Clock, lifeSeconds: () => number): Sessions {
  const openedAt = new Map<string, number>()
  const isAlive = (at: number) => clock.now() - at < lifeSeconds() * 1000
  return {
    open() {
      for (const [id, at] of openedAt) if (!isAlive(at)) openedAt.delete(id)
      const id = randomBytes(16).toString('hex')
      openedAt.set(id, clock.now())
      return id
    },
    isOpen(id) {
      const at = openedAt.get(id)
      return at !== undefined && isAlive(at)
    },
  }
}
