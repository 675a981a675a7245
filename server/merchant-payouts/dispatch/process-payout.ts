// Pays merchants through the queues of the operators: what a payout's call contains, and what is recorded around it.
import { isBlacklisted } from '../../compliance/blacklist.ts'
import { compareNames } from '../../compliance/names/match.ts'
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { beginSending, type ClaimedOperation } from '../../ledger/claim.ts'
import { operationById, rescheduleOperation, resolveOperation } from '../../ledger/operation.ts'
import { openPayoutException } from '../../operator-calls/exceptions.ts'
import type { MerchantPayoutCalls } from '../../operator-calls/judge-outcome.ts'
import type {
  ConnectedOperator,
  Inquiry,
  Operator,
  OperatorFor,
  Payout,
  TravelRule,
} from '../../operator-calls/operator.ts'
import {
  type PayoutCall,
  type PayoutCallNeeds,
  processPayoutCall,
  usableConnection,
} from '../../operator-calls/payout-call.ts'
import { resend } from '../../operator-calls/reschedule.ts'
import { commonStatement, type Tx } from '../../platform/database/database.ts'
import { holdLocked } from '../record/hold-payouts.ts'
import { movePayout, recordPayoutEventOnce } from '../record/move-payout.ts'
import {
  isDestinationActive,
  lockDebt,
  lockedPayout,
  type PayoutRow,
  payoutById,
  payoutOfOperation,
  type WalletPayout,
  walletPayout,
} from '../record/queries.ts'
import { applyPayoutOutcome } from './apply-outcome.ts'

export type PayoutDispatchNeeds = PayoutCallNeeds & {
  operatorFor: OperatorFor
  callbackUrlOf: (environment: Environment, operator: OperatorCode) => string
}

/** What the queues and callbacks of the operators need in order to pay merchants. */
export function openMerchantPayoutCalls(needs: PayoutDispatchNeeds): MerchantPayoutCalls {
  const { db, clock } = needs
  return {
    process: (operation) => processPayout(needs, operation),
    applyOutcome: (report) => applyPayoutOutcome(needs, report),
    inquire: (operation) => inquireOperator(needs, operation),
    async alertAmount(operation, detail) {
      const payout = await payoutById(db, await payoutOfOperation(db, operation))
      await openPayoutException(db, { payout, kind: 'amount_differs', detail, now: clock.now() })
    },
  }
}

async function processPayout(needs: PayoutDispatchNeeds, operation: ClaimedOperation): Promise<void> {
  const payout = walletPayout(await payoutById(needs.db, operation.subject_id))
  const alert: PayoutCall['alert'] = (kind, problem) =>
    alertStaff(needs, operation, payout, { kind, problem })
  const { operator: code, environment } = payout
  const connected = needs.operatorFor(environment, code)
  const operator = await usableConnection(needs, operation, { operator: connected, code, alert })
  if (!operator) return
  await processPayoutCall(needs, {
    operation,
    operator,
    alert,
    subject: payout.public_id,
    inquiry: inquiryAbout(payout, operation),
    payout: () => contentOf(needs, payout, operation),
    begin: async () =>
      (await isStillTheirs(needs, payout, operation, operator)) && begin(needs, payout, operation, operator),
    apply: (outcome, source) => applyPayoutOutcome(needs, { operation: operation.id, outcome, source }),
    recordInquiry: (detail) =>
      recordPayoutEventOnce(needs.db, payout.id, { kind: 'inquiry', detail, now: needs.clock.now() }),
  })
}

/** Whether the wallet has the owner that its merchant knows. If not, the payout fails; if nobody can tell, it is tried again later. */
async function isStillTheirs(
  needs: PayoutDispatchNeeds,
  payout: WalletPayout,
  operation: ClaimedOperation,
  operator: ConnectedOperator,
): Promise<boolean> {
  // What was sent before may have arrived: its outcome is all that counts.
  if (payout.state !== 'APPROVED') return true
  const owner = await ownerOfWallet(operator, payout)
  if (owner.kind === 'unavailable') await resend(needs, operation, owner.cause)
  if (owner.kind === 'changed') await refuseChanged(needs, payout, operation)
  return owner.kind === 'same'
}

async function refuseChanged(
  { db, clock }: PayoutDispatchNeeds,
  { id }: WalletPayout,
  operation: ClaimedOperation,
): Promise<void> {
  await db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, id)
    if (payout.state !== 'APPROVED') return
    await refuse(
      sql,
      payout,
      operation,
      { cause: 'wallet owner changed', code: 'WALLET_OWNER_CHANGED' },
      clock.now(),
    )
  })
}

/**
 * Records that the payout is sent, before the call and under the lock that a cancellation takes, too. False: it was cancelled, its
 * destination is no longer active, its merchant is suspended or owes us money, its number is blacklisted, or another worker has it.
 */
function begin(
  { db, clock }: PayoutDispatchNeeds,
  { id, operator, number }: WalletPayout,
  operation: ClaimedOperation,
  { connectionId, protocol }: ConnectedOperator,
): Promise<boolean> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const payout = await lockedPayout(sql, id)
    const held = { operation, kind: 'held', cause: 'destination not active', now } as const
    // It was held after its approval; its call waits until it is approved again.
    if (payout.state === 'REQUESTED') return hold(sql, payout, held)
    if (payout.state !== 'APPROVED' && payout.state !== 'SENT') return false
    // guard: call-to-inactive
    if (payout.state === 'APPROVED' && !(await isDestinationActive(sql, payout)))
      return hold(sql, await holdLocked(sql, payout, now), held)
    // guard: payout-of-suspended-merchant
    if (!(await isMerchantActive(sql, payout)))
      return hold(sql, payout, { operation, kind: 'held', cause: 'merchant suspended', now })
    // guard: payout-call-of-debtor
    if (payout.state === 'APPROVED' && (await lockDebt(sql, payout)))
      return hold(sql, payout, { operation, kind: 'held', cause: 'balance below zero', now })
    // guard: blacklisted-call
    if (await isBlacklisted(sql, payout.environment, number)) {
      const cause = 'number blacklisted'
      if (payout.state !== 'APPROVED') return hold(sql, payout, { operation, kind: 'blocked', cause, now })
      return refuse(sql, payout, operation, { cause, code: 'NUMBER_BLACKLISTED' }, now)
    }
    if (!(await beginSending(sql, operation, connectionId, now))) return false
    if (payout.state === 'APPROVED')
      await movePayout(sql, payout, 'sent', { now, detail: `to ${operator} by ${protocol}` })
    return true
  })
}

/** How long a payout that is held waits for the next look at its merchant. */
const holdSeconds = 60

/** One payout at a time: payouts that shared the lock, one after another, would keep an admin from suspending the merchant. */
// guard: suspension-beside-payouts
const lockStatus = commonStatement<{ status: string }>(
  'lock_status_of_paid_merchant',
  'select status from merchant where id = $1 for no key update',
)

/** A suspension that is committed stops every later call: the status cannot change before this transaction ends. */
export async function isMerchantActive(
  sql: Tx,
  { merchant_id }: Pick<PayoutRow, 'merchant_id'>,
): Promise<boolean> {
  return (await sql.rows(lockStatus, [merchant_id]))[0]?.status === 'active'
}

type Held = { operation: ClaimedOperation; kind: 'held' | 'blocked'; cause: string; now: Temporal.Instant }

/** Puts the call back into the queue, as it was before it was claimed. Returns false, since nothing may be sent. */
async function hold(
  sql: Tx,
  payout: PayoutRow,
  { operation: { id, lease_token: leaseToken }, kind, cause, now }: Held,
): Promise<false> {
  const nextCheckAt = now.add({ seconds: holdSeconds })
  await rescheduleOperation(sql, id, { nextCheckAt, cause, leaseToken, held: true })
  await recordPayoutEventOnce(sql, payout.id, { kind, detail: cause, now })
  return false
}

/**
 * Fails a payout that was approved and must not be sent; the money is available again. One that was sent before and did not arrive is
 * held instead: its first call could still come through. Returns false, since nothing may be sent.
 */
async function refuse(
  sql: Tx,
  payout: PayoutRow,
  operation: ClaimedOperation,
  { cause, code }: { cause: string; code: string },
  now: Temporal.Instant,
): Promise<false> {
  if (await resolveOperation(sql, operation.id, 'refused', { now, reason: cause }))
    await movePayout(sql, payout, 'refused', { now, detail: cause, failureCode: code })
  return false
}

/** Makes one inquiry at the operator account that was called. @param id of the operation. */
export async function inquireOperator(
  { db, operatorFor }: Pick<PayoutDispatchNeeds, 'db' | 'operatorFor'>,
  id: string,
) {
  const operation = await operationById(db, id)
  if (operation?.kind !== 'merchant_payout') throw new Error('the operation pays no merchant')
  const payout = walletPayout(await payoutById(db, operation.subject_id))
  const isOpen = payout.state === 'SENT'
  const operator = operatorFor(payout.environment, payout.operator)
  if (!operator || (operation.sent_by ?? operator.connectionId) !== operator.connectionId) {
    const cause = 'no connection to the operator account that the payout was sent to'
    return { found: { kind: 'unavailable', cause } as const, isOpen }
  }
  return { found: await operator.inquire(inquiryAbout(payout, operation)), isOpen }
}

/** The id that support staff on both sides search for. Operators take letters and digits only. */
const supportId = ({ public_id }: PayoutRow) => public_id.replaceAll('-', '')

function inquiryAbout(
  payout: WalletPayout,
  { upstream_ref, upstream_id }: Pick<ClaimedOperation, 'upstream_ref' | 'upstream_id'>,
): Inquiry {
  return {
    reference: upstream_ref,
    transactionId: supportId(payout),
    operator: payout.operator,
    msisdn: payout.number,
    amount: money(payout.amount_minor, payout.currency),
    ...(upstream_id && { upstreamId: upstream_id }),
  }
}

function contentOf(
  { callbackUrlOf }: PayoutDispatchNeeds,
  payout: WalletPayout,
  operation: ClaimedOperation,
): Payout {
  const amount = money(payout.amount_minor, payout.currency)
  const { upstream_ref: reference } = operation
  const { operator, number: msisdn, environment } = payout
  return {
    reference,
    transactionId: supportId(payout),
    operator,
    msisdn,
    amount,
    // Nothing is converted, and the fee is between the merchant and us.
    origin: { amount: formatMoney(amount), currency: amount.currency, rate: '1', fee: '0.00' },
    travelRule: partiesOf(payout),
    callbackUrl: callbackUrlOf(environment, operator),
  }
}

/** The merchant pays itself: it is the sender, and whoever owns the wallet the receiver. */
function partiesOf({ merchant_name, subscriber_name }: WalletPayout): TravelRule {
  const unknown = { firstName: '', middleName: '', birthDate: '', birthPlace: '', address: '' }
  const document = { type: 'OTHER', number: '' } as const
  return {
    sender: {
      ...unknown,
      lastName: merchant_name,
      country: 'CD',
      city: '',
      msisdn: '',
      profession: '',
      document: { ...document, issued: '', expires: '' },
    },
    receiver: { ...unknown, name: subscriber_name ?? merchant_name, lastName: '', document },
    purpose: 'GENERAL',
    sourceOfFunds: 'BUSINESS_INCOME',
  }
}

async function alertStaff(
  { db, clock, log }: PayoutDispatchNeeds,
  operation: ClaimedOperation,
  payout: PayoutRow,
  { kind, problem }: { kind: string; problem: string },
): Promise<void> {
  const detail = `the payout ${problem}`
  if (!(await openPayoutException(db, { payout, kind, detail, now: clock.now() }))) return
  log.error('payout needs a decision', {
    operation: operation.id,
    transaction_uuid: payout.public_id,
    attempt: operation.attempts,
    reason: detail,
  })
}

// Operators give abandoned numbers to somebody else. A destination may be years old, so a wallet's owner is looked up again before
// each payout, and compared with the name that the merchant saw when it added the wallet.

/** `unavailable`: the operator does not answer, so nobody knows. */
export type WalletOwner = { kind: 'same' } | { kind: 'changed' } | { kind: 'unavailable'; cause: string }

/**
 * Whether the wallet belongs to whom it belonged to when it was added. A wallet that was added without a name, at an operator without
 * look-ups, cannot be compared; one that no longer exists is left to the operator, which refuses the payout.
 */
async function ownerOfWallet(
  operator: Pick<Operator, 'lookUp'>,
  { operator: code, number, subscriber_name: known }: WalletPayout,
): Promise<WalletOwner> {
  if (known === null) return { kind: 'same' }
  const reply = await operator.lookUp({ operator: code, msisdn: number })
  if (reply.kind === 'unavailable') return reply
  // guard: wallet-owner
  const isAnother = reply.kind === 'found' && !isSameOwner(known, reply.name)
  return { kind: isAnother ? 'changed' : 'same' }
}

/** Operators may spell a name anew. Businesses are compared as they are written: the name check reads the names of persons. */
function isSameOwner(known: string, found: string): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return plain(known) === plain(found) || compareNames(known, found).decision === 'MATCH'
}
