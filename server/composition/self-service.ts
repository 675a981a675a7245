// Builds merchant self-service. Webhook functions are passed in, because merchants must not import webhooks.

import type { Passwords } from '../accounts/password.ts'
import { activeStaff } from '../admin/users/queries.ts'
import type { ScreeningNeeds } from '../compliance/screening/screening.ts'
import { type CompleteSettings, outboundOptions } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import { formOfName, lookOfName } from '../kernel/text/name-skeleton.ts'
import { distrustDestinations } from '../merchant-payouts/record/hold-payouts.ts'
import type { SelfServiceNeeds } from '../merchants/self-service.ts'
import { openFailureLimit } from '../merchants/sign-in/login.ts'
import type { OperatorFor } from '../operator-calls/operator.ts'
import { walletTermsOf } from '../operator-calls/wallet-terms.ts'
import type { Cells } from '../platform/database/cells.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openSigningKeys } from '../receipts/keys.ts'
import { certifyMerchant } from '../webhooks/certification/certify-merchant.ts'
import { sendTestEvent } from '../webhooks/test-receiver/test-event.ts'
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
    cells: Cells
    secrets: Secrets
    clock: Clock
    wallClock: Clock
    log: Log
    idempotency: Idempotency
    operatorFor: OperatorFor
    screenerFor: ScreeningNeeds['screenerFor']
    environments: readonly Environment[]
    wake: () => void
  },
  settings: CompleteSettings,
  acceptsCallbackUrl: SelfServiceNeeds['acceptsCallbackUrl'],
): SelfService {
  const outbound = needs.outside.openOutbound(outboundOptions(settings))
  const sending = { ...needs, outbound }
  const certifying = { ...sending, signingKey: openSigningKeys(needs) }
  const { RATE_LIMIT_PER_SECOND: perSecond, RATE_LIMIT_BURST: burst } = settings
  return {
    routes: {
      ...needs,
      acceptsCallbackUrl,
      asksPapers: settings.GO_LIVE_PAPERS === 'required',
      screening: needs,
      // Live business is compared with the lists that live transfers are.
      screenedIn: needs.environments.includes('production') ? 'production' : 'sandbox',
      baseUrl: settings.BASE_URL,
      walletTerms: (environment) => walletTermsOf(needs.operatorFor, environment),
      daysUntilAvailable: {
        card: settings.CARD_SETTLEMENT_DAYS,
        mobile_money: settings.MOBILE_MONEY_SETTLEMENT_DAYS,
      },
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
      certifyMerchant: (merchant) => certifyMerchant(certifying, merchant, 'service'),
    },
    async close(served) {
      const timer = setTimeout(() => outbound.close(), gracePeriodMs)
      await served
      clearTimeout(timer)
      await outbound.close()
    },
  }
}

// The names of our own people, under which no user of a merchant may appear: the owners of admin tokens and the admin users, however
// their names are spelled. Their emails need no such rule: one that was not confirmed says nothing about a user.

/** Returns whether a text is the name of one of our own people. */
function openReservedNames({ ADMIN_TOKENS }: CompleteSettings) {
  const ofTokens = ADMIN_TOKENS.flatMap(({ name, owner }) => (owner === undefined ? [name] : [name, owner]))
  return async (sql: Sql, name: string): Promise<boolean> => {
    const reserved = new Set(
      [...ofTokens, ...(await activeStaff(sql)).map((user) => user.name)].flatMap(formsOf),
    )
    return formsOf(name).some((form) => reserved.has(form))
  }
}

/** How a name looks: with its words in any order, and written together from either end. An `l` may be written for an `i`. */
// guard: reserved-name-spelling
function formsOf(name: string): string[] {
  const words = lookOfName(name)
  const forms = [formOfName(name), words.join(''), words.toReversed().join('')]
  return forms.filter((form) => form !== '').map((form) => form.replaceAll('l', 'i'))
}
