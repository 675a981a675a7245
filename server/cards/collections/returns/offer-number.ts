// Sends money that the paying number does not take back to another number of the same person. One admin offers it, and another approves
// it: a rule of the deployment cannot lift that.

import { z } from 'zod'
import type { Admin } from '../../../admin/access.ts'
import type { Act } from '../../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../../admin/approvals/request-approval.ts'
import { audit } from '../../../admin/audit.ts'
import { isBlacklisted } from '../../../compliance/blacklist.ts'
import { compareNames } from '../../../compliance/names/match.ts'
import { money } from '../../../kernel/money.ts'
import { operatorCodes } from '../../../kernel/operators.ts'
import { Problem } from '../../../kernel/problem.ts'
import { insertOperation, newOperationId, withdrawIntendedUndo } from '../../../ledger/operation.ts'
import { type OperatorFor, operatorQueue } from '../../../operator-calls/operator.ts'
import type { Database, Sql, Tx } from '../../../platform/database/database.ts'
import { fingerprint, type Secrets } from '../../../platform/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { refusedRefund, reopenRefund } from '../../refunds/queries.ts'
import { maskedNumber } from '../../transaction/paid-with.ts'
import { cardProblems } from '../../transaction/problems.ts'
import { lockedTransaction } from '../../transaction/queries.ts'
import { type CollectionContext, payingNumber } from '../queries.ts'
import { approveOtherNumber, type Payee, saveOtherNumber, shownOtherNumber } from './other-number.ts'
import { insertReturn, returnOf } from './return-money.ts'

export type OfferNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  approvals: Approvals
  operatorFor: OperatorFor
  wake: () => void
}

export type Offer = {
  collection: CollectionContext
  /** The refund that was refused; undefined for money that came too late. */
  refundId: number | undefined
  payee: Payee
  /** The payer's name, as the admin knows it. */
  name: string | undefined
  reason: string
  admin: Admin
  key: string | undefined
}

/**
 * Requests that money goes to another number, which another admin approves.
 * @throws Problem 400 for a number without a wallet, 403 for one that is never paid or without a second admin, 409 where nothing was
 * refused or the wallet is somebody else's, 503 if the operator does not reply.
 */
export async function offerNumber(needs: OfferNeeds, offer: Offer): Promise<RequestedApproval> {
  const { db, clock, secrets, approvals } = needs
  const { transaction, collection } = offer.collection
  const { environment } = collection
  const { payee, reason, admin, key } = offer
  const refused = await refusedMoney(db, offer)
  // guard: blacklisted-other-number
  if (await isBlacklisted(db, environment, payee.msisdn)) throw new Problem(cardProblems.number_not_allowed)
  const names = await comparedNames(needs, offer)
  const requested = await db.transaction(async (sql) => {
    const now = clock.now()
    const { operation } = refused
    const number = { ...payee, ...names, operation, transactionId: transaction.id, environment, now }
    const id = await saveOtherNumber(sql, secrets, number)
    return requestApproval(sql, approvals, {
      action: 'other_number',
      subject: transaction.transaction_uuid,
      owner: { merchantId: transaction.merchant_id, environment },
      amount: refused.amount,
      request: {
        id: String(id),
        operation,
        transaction_id: String(transaction.id),
        refund_id: offer.refundId ?? 0,
        number: maskedNumber(payee.msisdn.slice(-3)),
        operator: payee.operator,
      },
      ...{ reason, admin, key, now },
    })
  })
  if (requested instanceof Problem) throw requested
  return requested
}

/** The money that was refused: of a refund that failed, or of a collection that waits for its next attempt. @throws Problem 409 */
async function refusedMoney(sql: Sql, { collection: { collection, transaction }, refundId }: Offer) {
  if (refundId !== undefined) {
    const refund = await refusedRefund(sql, BigInt(refundId), transaction.id)
    // guard: refund-of-collection
    if (!refund || transaction.cs_payment_id !== collection.collection_id)
      throw new Problem(cardProblems.refund_not_refused)
    return { operation: refund.operation, amount: money(refund.amount_minor, refund.currency) }
  }
  const { refused, waiting } = await returnOf(sql, collection.operation)
  // guard: refused-return
  if (refused === 0 || waiting === undefined) throw new Problem(cardProblems.refund_not_refused)
  return { operation: collection.operation, amount: money(waiting, collection.currency) }
}

/**
 * Compares the owner of the wallet with the payer: the owner of the wallet that paid, or else whom the payment or the admin names.
 * @returns the names; none where the operator has none.
 * @throws Problem 400, 409, 503
 */
async function comparedNames(
  { operatorFor, secrets }: OfferNeeds,
  { collection: context, payee, name }: Offer,
) {
  const { collection, transaction } = context
  const { environment } = collection
  const reply = await operatorFor(environment, payee.operator)?.lookUp(payee)
  if (reply === undefined || reply.kind === 'unavailable')
    throw new Problem(cardProblems.operator_unavailable)
  if (reply.kind === 'no_wallet' || (reply.kind === 'found' && !reply.active))
    throw new Problem(cardProblems.no_wallet)
  const { operator } = collection
  const paying =
    collection.number_sealed === null
      ? undefined
      : await operatorFor(environment, operator)?.lookUp({
          operator,
          msisdn: payingNumber(secrets, collection),
        })
  const { bill_to_forename, bill_to_surname } = transaction
  const named = [`${bill_to_forename} ${bill_to_surname}`.trim(), name?.trim()].find(Boolean)
  const payerName = paying?.kind === 'found' ? paying.name : named
  if (reply.kind === 'unsupported') return { walletName: undefined, payerName }
  if (payerName === undefined) throw new Problem(cardProblems.payee_name_needed)
  // guard: other-number-name
  if (compareNames(payerName, reply.name).decision === 'NO_MATCH')
    throw new Problem(cardProblems.payee_name_differs)
  return { walletName: reply.name, payerName }
}

const requestSchema = z.object({
  id: z.string().transform(BigInt),
  operation: z.string(),
  transaction_id: z.string().transform(BigInt),
  refund_id: z.int(),
  operator: z.enum(operatorCodes),
})
type Requested = z.output<typeof requestSchema>

const requestOf = ({ request }: ApprovalRow): Requested => requestSchema.parse(request)

const fields = {
  other_number: z
    .object({
      number: z.string(),
      operator: z.enum(operatorCodes),
      wallet_name: z.string().nullable().meta({ description: 'The owner, if the operator has names.' }),
      payer_name: z.string().nullable().meta({ description: 'With which the owner was compared.' }),
    })
    .meta({ id: 'OtherNumber' })
    .nullable(),
}

/** Sends the money to the approved number, with a call of its own. */
export function openOtherNumberAct({ db, clock, secrets, wake }: OfferNeeds): Act {
  return {
    problems: [
      cardProblems.refund_not_refused,
      cardProblems.operation_running,
      cardProblems.number_not_allowed,
    ],
    about: {
      fields,
      async read(_, approval, admin) {
        const shown = await shownOtherNumber(db, secrets, requestOf(approval).id)
        if (!shown) return { other_number: null }
        const entry = {
          admin,
          action: 'refund.other_number_viewed',
          subject: approval.subject,
          detail: {},
          now: clock.now(),
        }
        await db.transaction(async (sql) => audit(sql, secrets, entry))
        return { other_number: shown }
      },
    },
    async lock(sql, approval) {
      await lockedTransaction(sql, requestOf(approval).transaction_id)
    },
    async perform(sql, approval) {
      const { public_id, environment } = approval
      const { id, operator, ...of } = requestOf(approval)
      const shown = await shownOtherNumber(sql, secrets, id)
      if (!shown) throw new Problem(cardProblems.refund_not_refused)
      if (await isBlacklisted(sql, environment!, shown.number.slice(1)))
        throw new Problem(cardProblems.number_not_allowed)
      const now = clock.now()
      await approveOtherNumber(sql, id, now)
      const call = { queue: operatorQueue(environment!, operator), approval: public_id, now }
      const operation = of.refund_id ? await payRefund(sql, of, call) : await payReturn(sql, of, call)
      return { operation, after: async () => wake() }
    },
  }
}

type Call = { queue: string; approval: string; now: Temporal.Instant }

/** @throws Problem 409 if it was paid otherwise meanwhile. */
async function payRefund(
  sql: Tx,
  { refund_id, transaction_id: cardTransactionId }: Pick<Requested, 'refund_id' | 'transaction_id'>,
  { queue, approval, now }: Call,
): Promise<string> {
  const refund = await refusedRefund(sql, BigInt(refund_id), cardTransactionId)
  if (!refund) throw new Problem(cardProblems.refund_not_refused)
  const id = newOperationId(sql.cell)
  await insertOperation(sql, {
    id,
    kind: 'refund',
    state: 'intent',
    subject: { cardTransactionId, queue },
    fingerprint: fingerprint([refund.operation, approval]),
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    nextCheckAt: now,
    now,
  })
  if (!(await reopenRefund(sql, refund, id))) throw new Problem(cardProblems.operation_running)
  return id
}

/** The attempt that waits for the paying number is ended first. @throws Problem 409 while it is being made. */
async function payReturn(
  sql: Tx,
  { operation, transaction_id }: Pick<Requested, 'operation' | 'transaction_id'>,
  { queue, now }: Call,
): Promise<string> {
  const reason = 'another number was approved'
  const amount = await withdrawIntendedUndo(sql, operation, { now, reason })
  if (!amount) throw new Problem(cardProblems.operation_running)
  return insertReturn(
    sql,
    { operation, card_transaction_id: transaction_id },
    { queue, amount, nextCheckAt: now, now },
  )
}
