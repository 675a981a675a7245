// What the samples of a sandbox need: the use cases of payments, opened anew for each day of the past.

import type { CompleteSettings } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import { type Log, silentLog } from '../platform/process/log.ts'
import { openReceipts } from '../receipts/issue-receipt.ts'
import { callbackUrl } from '../remittance/payouts/payout.ts'
import type { SampleNeeds } from '../sample/api.ts'
import type { At } from '../sample/books.ts'
import { type CardNeeds, openCards } from './card-system.ts'
import { payoutRules } from './rules.ts'

type Base = Omit<CardNeeds, 'idempotency' | 'issueReceipt' | 'isPaused' | 'callbackUrlOf'>

export function sampleNeedsOf(settings: CompleteSettings, base: Base): SampleNeeds {
  const log = quiet(base.log)
  return {
    ...base,
    log,
    merchantPrefix: settings.MERCHANT_PREFIX,
    payoutRules: payoutRules(settings),
    openCards: (at) => openCards(settings, cardNeedsAt(base, log, at)),
  }
}

/** Nothing waits for an admin, and nothing is paused in the past. */
function cardNeedsAt(base: Base, log: Log, at: At): CardNeeds {
  const { secrets, baseUrl, approvals } = base
  const needs = { ...base, ...at, wallClock: at.clock, log, wake: () => {} }
  return {
    ...needs,
    approvals: { ...approvals, rules: {} },
    idempotency: { db: at.db, clock: at.clock, secrets },
    issueReceipt: openReceipts(needs),
    isPaused: async () => false,
    callbackUrlOf: (environment: Environment, operator) =>
      callbackUrl({ secrets, baseUrl }, environment, operator),
  }
}

/** Each of its calls would be logged as if it were made now. */
const quiet = ({ warn, error }: Log): Log => ({ ...silentLog, warn, error })
