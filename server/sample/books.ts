// The use cases of payments, transfers and payouts at a time in the past, within the transaction of one day: what a sample has is made by
// the code that makes everything else, and nobody sees a day before it is whole. Workers therefore never meet a call that is under way.

import type { CheckoutNeeds } from '../cards/checkout/checkout.ts'
import type { CollectNeeds } from '../cards/collections/collection.ts'
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import type { Orders } from '../cards/orders/create-order.ts'
import type { LinkNeeds } from '../cards/payment-links/manage-links.ts'
import type { VoidNeeds } from '../cards/voids/void.ts'
import { openMerchantPayoutCalls } from '../merchant-payouts/dispatch/process-payout.ts'
import type { PayoutNeeds } from '../merchant-payouts/payouts/create-payout.ts'
import type { PayoutRules } from '../merchant-payouts/rules.ts'
import type { OperatorFor } from '../operator-calls/operator.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openAcceptance } from '../remittance/acceptance/accept.ts'
import { openOutcomeApplier } from '../remittance/payouts/apply-outcome.ts'
import type { DispatchNeeds } from '../remittance/payouts/dispatch.ts'
import { callbackUrl } from '../remittance/payouts/payout.ts'
import { newScript, openGateway, openOperators, type Script } from './upstreams.ts'

export type CardParts = CollectNeeds & CheckoutNeeds & VoidNeeds & LinkNeeds & { orders: Orders }

/** Where and when the use cases work, and what they call. */
export type At = { db: Database; clock: Clock; gatewayFor: GatewayFor; operatorFor: OperatorFor }

export type BookNeeds = {
  openCards: (at: At) => CardParts
  secrets: Secrets
  log: Log
  baseUrl: string
  payoutRules: PayoutRules
}

/** A clock that is set to the time of each event. */
export type PastClock = Clock & { set(to: Temporal.Instant): void; forward(seconds: number): void }

export type Books = {
  sql: Tx
  db: Database
  clock: PastClock
  secrets: Secrets
  script: Script
  cards: CardParts
  payouts: PayoutNeeds
  accept: ReturnType<typeof openAcceptance>
  calls: DispatchNeeds
}

export function openBooks(needs: BookNeeds, sql: Tx, names: Script['names']): Books {
  const { secrets, log, baseUrl } = needs
  const db = databaseWithin(sql)
  const clock = pastClock()
  const script = { ...newScript(), names }
  const gateway = openGateway(script)
  const operatorFor = openOperators(script)
  const wake = () => {}
  const calling = {
    ...{ db, clock, log, secrets, operatorFor, wake, baseUrl },
    operatorTimeoutSeconds: 10,
    inquiryAfterSeconds: 60,
    inquiryHorizonSeconds: 900,
  }
  const merchantPayouts = openMerchantPayoutCalls({
    ...calling,
    callbackUrlOf: (environment, operator) => callbackUrl(calling, environment, operator),
  })
  return {
    ...{ sql, db, clock, secrets, script },
    cards: needs.openCards({ db, clock, gatewayFor: () => gateway, operatorFor }),
    // Nobody would approve them.
    payouts: { db, clock, wake, rules: { ...needs.payoutRules, approvalFrom: {} } },
    // Limits count what a person sends, and its people do not exist.
    accept: openAcceptance({
      ...{ db, clock, secrets },
      appliedRules: async () => ({ sandbox: undefined, production: undefined }),
      openJudge: async () => ({
        judge: () => ({ outcome: 'allow', hits: [], version: 0 }),
        count: () => {},
        saveNames: async () => {},
      }),
    }),
    calls: {
      ...calling,
      applyOutcome: openOutcomeApplier({ db, clock, log }),
      merchantPayouts,
      collections: {
        process: async () => {
          throw new Error('no collection of a sample is open')
        },
      },
    },
  }
}

function pastClock(): PastClock {
  let now = Temporal.Instant.fromEpochMilliseconds(0)
  return {
    now: () => now,
    set(to) {
      now = to
    },
    forward(seconds) {
      now = now.add({ seconds })
    },
  }
}

/**
 * A database whose transactions are all part of this one. What fails there fails here, too. The audit log, which is written before a
 * commit, records what people do: the making of a sample, and nothing within it.
 */
function databaseWithin(sql: Tx): Database {
  const within = {
    cell: sql.cell,
    rows: sql.rows,
    beforeCommit: () => {},
    afterCommit: () => {},
  } as unknown as Tx
  return {
    cell: sql.cell,
    rows: sql.rows,
    transaction: (work) => work(within),
    counted: { statements: 0, transactions: 0, named: new Map() },
    connections: () => ({ open: 1, idle: 0, waiting: 0 }),
    close: async () => {},
  }
}
