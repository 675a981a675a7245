// Builds merchant self-service. Webhook functions are passed in, because merchants must not import webhooks.

import type { Passwords } from '../accounts/passwords/password.ts'
import { outboundOptions } from '../config/outbound-rules.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { distrustDestinations } from '../merchant-payouts/destinations/distrust.ts'
import { callbackSecretContext } from '../merchants/identity/credentials.ts'
import type { SelfServiceNeeds } from '../merchants/self-service.ts'
import { openFailureLimit } from '../merchants/sign-in/login.ts'
import type { Database } from '../platform/database/database.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { deliveryDetail, listDeliveries, resend } from '../webhooks/delivery/deliveries.ts'
import { sendTestEvent } from '../webhooks/test-receiver/test-event.ts'
import { openReservedNames } from './roles/reserved-names.ts'
import { type Outside, testInboxOf } from './upstreams.ts'

/** How long a test event in flight may continue when the system stops. */
const gracePeriodMs = 5_000
/** Allows ten test events at once, then one every six seconds. */
const testEvents = { perSecond: 1 / 6, burst: 10 }

export type SelfService = {
  routes: SelfServiceNeeds
  /** Waits for `served`, the end of all requests; test events still in flight after the grace period are aborted. */
  close(served: Promise<unknown>): Promise<void>
}

/** @param needs.wake notifies the workers that a webhook is due. */
export function openSelfService(
  needs: {
    outside: Outside
    passwords: Passwords
    db: Database
    secrets: Secrets
    clock: Clock
    wallClock: Clock
    log: Log
    idempotency: Idempotency
    wake: () => void
  },
  settings: CompleteSettings,
  acceptsCallbackUrl: SelfServiceNeeds['acceptsCallbackUrl'],
): SelfService {
  const { db, clock, wake } = needs
  const outbound = needs.outside.openOutbound(outboundOptions(settings))
  const sending = { ...needs, outbound, secretContext: callbackSecretContext }
  const { RATE_LIMIT_PER_SECOND: perSecond, RATE_LIMIT_BURST: burst } = settings
  return {
    routes: {
      ...needs,
      acceptsCallbackUrl,
      baseUrl: settings.BASE_URL,
      testInbox: testInboxOf(settings),
      merchantPrefix: settings.MERCHANT_PREFIX,
      signUpOpen: settings.SIGN_UP === 'on',
      failures: openFailureLimit(settings.RATE_LIMIT_FAILED_LOGINS_PER_MINUTE),
      mailsInvitations: settings.messages.smtp !== undefined,
      mailsLinks: settings.messages.smtp !== undefined || testInboxOf(settings) !== null,
      limit: openRateLimit({ perSecond, burst }),
      distrustDestinations,
      isReserved: openReservedNames(settings),
      testEventLimit: openRateLimit(testEvents),
      sendTestEvent: (event) => sendTestEvent(sending, event),
      deliveries: {
        list: (owner, range, filter) => listDeliveries(db, owner, range, filter),
        find: (owner, id) => deliveryDetail(db, owner, id),
        async resend({ merchantId, environment }, id) {
          const result = await resend({ db, clock }, { merchantId, environment, id })
          wake()
          return result
        },
      },
    },
    async close(served) {
      const timer = setTimeout(() => outbound.close(), gracePeriodMs)
      await served
      clearTimeout(timer)
      await outbound.close()
    },
  }
}
