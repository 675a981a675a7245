// Refunds of a payment and movements of a wallet against a model: long random sequences must leave the rows in its state.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRefund } from '../../server/cards/refunds/queries.ts'
import { recordRefundOutcome } from '../../server/cards/refunds/send-refund.ts'
import { type TransactionStatus, transactionMoves } from '../../server/cards/transaction/transaction.ts'
import { money } from '../../server/kernel/money.ts'
import { cardQueue, newOperationId } from '../../server/ledger/operation.ts'
import { type Database, statement } from '../../server/platform/database/database.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import {
  adjust,
  confirm,
  ensureWallet,
  lockWallets,
  type Movement,
  move,
  release,
  reserve,
  reverse,
  saveMovements,
  topUp,
} from '../../server/remittance/wallets/wallet.ts'
import { movePayment } from '../../test/support/world/move-payment.ts'
import { type ModelRows, now, openModelRows } from './model-rows.ts'

const runs = Number(process.env.MODEL_RUNS ?? 12)
const readPayment = statement<{
  status: TransactionStatus
  refunded: bigint
  reserved: bigint
  moves: bigint
}>(
  'model_read_payment',
  `select status, refunded_minor as refunded, refund_reserved_minor as reserved,
          (select count(*) from card_transaction_move m where m.transaction_id = t.id) as moves
     from card_transaction t where id = $1`,
)
const readWallet = statement<{ available: bigint; reserved: bigint }>(
  'model_read_wallet',
  'select available_minor as available, reserved_minor as reserved from wallet where merchant_id = $1',
)

let rows: ModelRows
let db: Database
let merchant: bigint
beforeAll(async () => {
  rows = await openModelRows()
  ;({ db, merchant } = rows)
})
afterAll(() => rows.close())

type Reserved = { operation: string; amount: bigint }
type PaymentModel = { status: TransactionStatus; refunded: bigint; reserved: Reserved[] }

/** Claims a refund; undefined when the payment does not allow it. */
async function claimRefund(id: bigint, amount: bigint): Promise<Reserved | undefined> {
  const operation = newOperationId(1)
  const values = [id, amount, false, now, operation, 'sent', Buffer.alloc(0), now, now, null]
  const claimed = await db.rows(insertRefund, [...values, 'model', 'model', false, null, false, cardQueue])
  return claimed.length === 1 ? { operation, amount } : undefined
}

const endRefund = async (transactionId: bigint, { operation, amount }: Reserved, isAccepted: boolean) => {
  const needs = { db, clock: { now: () => now }, log: silentLog, inquiryAfterSeconds: 10 }
  await recordRefundOutcome(
    needs,
    { id: operation, subject_id: transactionId },
    isAccepted
      ? { kind: 'accepted', refundId: operation, amount: money(amount, 'USD') }
      : { kind: 'declined', reason: 'model' },
  )
}

test('refunds in any order keep a payment in the state of the model', async () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant('ask' as const), amount: fc.bigInt(1n, 700n) }),
    fc.record({ act: fc.constantFrom('book' as const, 'fail' as const), which: fc.nat(5) }),
    fc.record({
      act: fc.constant('move' as const),
      event: fc.constantFrom('voided' as const, 'charged' as const, 'expired' as const),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const id = await rows.payment('SUCCESS')
      const model: PaymentModel = { status: 'SUCCESS', refunded: 0n, reserved: [] }
      const reserved = () => model.reserved.reduce((sum, { amount }) => sum + amount, 0n)
      for (const one of steps) {
        if (one.act === 'ask') {
          const fits =
            ['SUCCESS', 'PARTIALLY_REFUNDED'].includes(model.status) &&
            model.refunded + reserved() + one.amount <= 1000n
          const claimed = await claimRefund(id, one.amount)
          expect(claimed !== undefined).toBe(fits)
          if (claimed) model.reserved.push(claimed)
        } else if (one.act === 'move') {
          const to = transactionMoves[model.status][one.event]
          // The rules of voids exclude payments with refunds in progress.
          if (one.event === 'voided' && reserved() > 0n) continue
          expect(
            await db.transaction((sql) =>
              movePayment(sql, { id, status: model.status }, one.event, { at: now }),
            ),
          ).toBe(to !== undefined)
          model.status = to ?? model.status
        } else {
          const [taken] = model.reserved.splice(one.which, 1)
          if (taken === undefined) continue
          await endRefund(id, taken, one.act === 'book')
          if (one.act === 'book') {
            model.refunded += taken.amount
            const event = model.refunded === 1000n ? 'refunded' : 'refunded_in_part'
            model.status = transactionMoves[model.status][event]!
          }
        }
        const [row] = await db.rows(readPayment, [id])
        expect(row).toMatchObject({ status: model.status, refunded: model.refunded, reserved: reserved() })
      }
    }),
    { numRuns: runs },
  )
})

test('a wallet follows the model after any movements and refuses overdrafts', async () => {
  const key = { merchantId: merchant, environment: 'sandbox' as const }
  await ensureWallet(db, key)
  const cost = fc.record({ amount: fc.bigInt(1n, 500n), fee: fc.bigInt(0n, 30n) })
  const step = fc.oneof(
    fc.record({ act: fc.constant('add' as const), amount: fc.bigInt(1n, 900n) }),
    fc.record({
      act: fc.constant('adjust' as const),
      amount: fc.bigInt(-300n, 300n).filter((amount) => amount !== 0n),
    }),
    fc.record({ act: fc.constant('reserve' as const), cost }),
    fc.record({
      act: fc.constantFrom('confirm' as const, 'release' as const, 'reverse' as const),
      which: fc.nat(5),
    }),
  )
  const [first] = await db.rows(readWallet, [merchant])
  const model = {
    ...first!,
    underWay: [] as { amount: bigint; fee: bigint }[],
    spent: [] as { amount: bigint; fee: bigint }[],
  }
  let postings = 0

  /** Whether the wallet allowed it. */
  const carryOut = (movement: Movement) =>
    db.transaction(async (sql) => {
      const wallet = (await lockWallets(sql, [key]))(key)!
      const done = move(wallet, movement, { key: `model:${++postings}` })
      await saveMovements(sql, done ? [done] : [], now)
      return done !== undefined
    })

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      for (const one of steps) {
        if (one.act === 'add') {
          expect(await carryOut(topUp(one.amount))).toBe(true)
          model.available += one.amount
        } else if (one.act === 'adjust') {
          const fits = model.available + one.amount >= 0n
          expect(await carryOut(adjust(one.amount))).toBe(fits)
          if (fits) model.available += one.amount
        } else if (one.act === 'reserve') {
          const total = one.cost.amount + one.cost.fee
          const fits = model.available >= total
          expect(await carryOut(reserve(one.cost))).toBe(fits)
          if (!fits) continue
          model.available -= total
          model.reserved += total
          model.underWay.push(one.cost)
        } else {
          const from = one.act === 'reverse' ? model.spent : model.underWay
          const [taken] = from.splice(one.which, 1)
          if (!taken) continue
          const total = taken.amount + taken.fee
          expect(await carryOut({ confirm, release, reverse }[one.act](taken))).toBe(true)
          if (one.act !== 'reverse') model.reserved -= total
          if (one.act === 'confirm') model.spent.push(taken)
          else model.available += total
        }
        const [row] = await db.rows(readWallet, [merchant])
        expect(row).toEqual({ available: model.available, reserved: model.reserved })
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
