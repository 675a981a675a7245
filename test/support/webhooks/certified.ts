// Sends the checks of `likuta webhooks certify` to the handler of a guide, an example or a client.
import { expect } from 'vitest'
import { openOutbound } from '../../../server/platform/network/outbound.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'
import { certifyHandler } from '../../../server/webhooks/certification/certify.ts'
import { checks as known } from '../../../server/webhooks/certification/checks.ts'

/** Fails unless every check passes, but for those of orders, of which handlers in samples say nothing. */
export async function assertCertified(url: string, secret: string): Promise<void> {
  const outbound = openOutbound({ reach: 'private' })
  const handler = { url, secrets: [secret], headers: {} }
  const { checks } = await certifyHandler({ outbound, wallClock: systemClock }, handler).finally(() =>
    outbound.close(),
  )
  const others = checks.filter(({ result }) => result !== 'passed')
  expect(others.filter(({ result }) => result !== 'not_observed')).toEqual([])
  for (const { id } of others) expect(known.find((check) => check.id === id)).toHaveProperty('order')
}
