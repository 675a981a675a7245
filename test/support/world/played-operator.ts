// A transfer whose operator is played by the test: the replies it gives, and the state of the transfer afterwards.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { OperatorCode } from '../../../server/kernel/operators.ts'
import { claimDueOperations } from '../../../server/ledger/claim.ts'
import { insertOperations } from '../../../server/ledger/operation.ts'
import { merchantByCode } from '../../../server/merchants/directory/directory.ts'
import { registerMerchant } from '../../../server/merchants/identity/register.ts'
import {
  type ConnectedOperator,
  type InquiryReply,
  type OperatorOutcome,
  operatorQueue,
  type PayoutReply,
  type ReversalReply,
  type TravelRule,
} from '../../../server/operator-calls/operator.ts'
import { type Database, statement } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { openSecrets, type Secrets } from '../../../server/platform/secrets.ts'
import { type Clock, manualClock } from '../../../server/platform/time/clock.ts'
import { applyCallbacks } from '../../../server/remittance/payouts/apply-callbacks.ts'
import { openOutcomeApplier } from '../../../server/remittance/payouts/apply-outcome.ts'
import { startCallbackInquiries } from '../../../server/remittance/payouts/callback-inquiry.ts'
import { startDispatcher } from '../../../server/remittance/payouts/dispatch.ts'
import { openInbox } from '../../../server/remittance/payouts/inbox.ts'
import { newCall } from '../../../server/remittance/payouts/payout.ts'
import { requestReversal, reversalsOf } from '../../../server/remittance/payouts/request-reversal.ts'
import { sealParties } from '../../../server/remittance/transfer/parties.ts'
import { newTransactionId } from '../../../server/remittance/transfer/transfer.ts'
import { addMoney } from '../../../server/remittance/wallets/merchant-reads.ts'
import { lockWallets, move, reserve, saveMovements } from '../../../server/remittance/wallets/wallet.ts'
import { eventually } from '../http/eventually.ts'
import { noCollections, noMerchantPayouts } from './no-merchant-payouts.ts'

const insertTransfer = statement<{ id: bigint }>(
  'test_insert_transfer',
  `insert into transfer (transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator,
     customer_number, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor, rate_micros, parties_sealed, created_at)
   values ($1, $2, 'sandbox', $1, 'Submitted', '\\x00', '{}', $5, '243810000001', 100, 'USD', 100, 'USD', 0, 1000000, $3, $4)
   returning id`,
)
const readState = statement<{
  status: string
  telco_reference: string | null
  state: string
  acknowledged: boolean
  attempts: number
  leased: boolean
  available_minor: bigint
  kinds: string[]
}>(
  'test_read_state',
  `select t.status, t.telco_reference, o.state, o.acknowledged, o.attempts, o.lease_token is not null as leased, w.available_minor,
          array(select kind from transfer_exception e where e.transfer_id = t.id order by e.id) as kinds
     from transfer t join operation o on o.transfer_id = t.id and o.kind = 'payout'
     join wallet w on w.merchant_id = t.merchant_id where t.id = $1`,
)

const readCallbacks = statement<{ state: string }>(
  'test_read_callbacks',
  'select state from operator_callback where reference = $1 order by id',
)
const readReversal = statement<{ id: string }>(
  'test_read_reversal_of_transfer',
  `select id from operation where transfer_id = $1 and kind = 'reversal' order by created_at desc limit 1`,
)
const readTimeline = statement<{ kind: string; detail: string }>(
  'test_read_story',
  'select kind, detail from transfer_event where transfer_id = $1 order by id',
)

type Played = {
  connectionId?: string
  pay: () => Promise<PayoutReply>
  inquire?: () => Promise<InquiryReply>
  reverse?: () => Promise<ReversalReply>
}

const usualOperator = {
  protocol: 'played',
  connectionId: 'the first',
  inquire: async () => ({ kind: 'absent' }) as const,
}

/** A transfer of one dollar out of ten, reserved and due, and its clock. */
export async function submittedTransfer(db: Database, operator: OperatorCode) {
  const clock = manualClock()
  const { secrets, id, transactionId, payout } = await paidTransfer({ db, clock }, operator)
  const applyOutcome = openOutcomeApplier({ db, clock, log: silentLog })
  const inbox = openInbox({ db, clock })
  const merchantPayouts = noMerchantPayouts
  const needs = { db, clock, log: silentLog, applyOutcome, merchantPayouts, wake: () => {} }
  const state = async () => (await db.rows(readState, [id]))[0]
  return {
    clock,
    state,
    receive: (upstreamId: string) =>
      applyOutcome({
        operation: payout.id,
        transfer: id,
        outcome: { kind: 'succeeded', upstreamId },
        source: 'callback',
      }),
    /** Stores a callback of the operator. @param of the payout, or the last reversal of it. */
    async callback(outcome: OperatorOutcome, of: 'payout' | 'reversal' = 'payout') {
      const [reversal] = of === 'reversal' ? await db.rows(readReversal, [id]) : []
      await inbox({ environment: 'sandbox', operator, reference: reversal?.id ?? payout.id, word: outcome })
    },
    /** Applies stored callbacks. Returns false where none counts without an inquiry. */
    apply: () =>
      applyCallbacks({ ...needs, operatorFor: () => ({ protocol: 'played' }) as ConnectedOperator }),
    callbacks: async () => (await db.rows(readCallbacks, [payout.id])).map(({ state }) => state),
    timeline: () => db.rows(readTimeline, [id]),
    /** Runs the inquiries that callbacks requested. */
    inquirer(inquire: () => Promise<InquiryReply>) {
      const connected = () =>
        ({ protocol: 'played', connectionId: 'the first', inquire }) as unknown as ConnectedOperator
      const times = { operatorTimeoutSeconds: 12 }
      return startCallbackInquiries({ ...needs, operatorFor: connected, ...times }, 'sandbox', operator)
    },
    until: (what: string, is: (now: NonNullable<Awaited<ReturnType<typeof state>>>) => boolean) =>
      eventually(what, async () => {
        const now = await state()
        return now && is(now) && now
      }),
    /** Requests a reversal as an admin does; the last of its results is the state. */
    requestReversal: () => reverse({ db, clock, secrets }, { id, transactionId }),
    /** Claims the operation as a worker does that never reports back. */
    async claim() {
      const queue = operatorQueue('sandbox', operator)
      const due = { queue, now: clock.now(), most: 1, leaseSeconds: 30 }
      const [claimed] = await claimDueOperations(db, due)
      assert.ok(claimed)
      return claimed
    },
    worker(played: () => Played) {
      const connected = () => {
        return { ...usualOperator, ...played() } as unknown as ConnectedOperator
      }
      const more = { secrets, operatorFor: connected, baseUrl: 'http://localhost' }
      const times = { operatorTimeoutSeconds: 12, inquiryAfterSeconds: 60, inquiryHorizonSeconds: 900 }
      return startDispatcher({ ...needs, ...more, ...times, collections: noCollections }, 'sandbox', operator)
    },
  }
}

type Ground = { db: Database; clock: Clock }

/** A merchant with ten dollars, and a transfer of one of them that is reserved and due. */
async function paidTransfer({ db, clock }: Ground, operator: OperatorCode) {
  const secrets = openSecrets(randomBytes(32))
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const wanted = { name: 'Twice', email, environment: 'sandbox', password: 'correct horse battery' } as const
  const made = await registerMerchant({ db, secrets, clock, merchantPrefix: 'LKT' }, wanted)
  const merchant = await merchantByCode(db, made.merchant_code)
  assert.ok(merchant)
  const owner = { id: BigInt(merchant.id), environment: 'sandbox' as const }
  await addMoney({ db, clock }, owner, 1_000n)
  const transactionId = newTransactionId(clock.now(), db.cell)
  const sealed = sealParties(secrets, transactionId, {} as TravelRule)
  const [row] = await db.rows(insertTransfer, [transactionId, owner.id, sealed, clock.now(), operator])
  assert.ok(row)
  const payout = newCall(
    'payout',
    { id: row.id, transactionId, environment: 'sandbox', operator, amountMinor: 100n },
    { cell: db.cell, now: clock.now() },
  )
  await db.transaction(async (sql) => {
    const key = { merchantId: owner.id, environment: 'sandbox' as const }
    const wallet = (await lockWallets(sql, [key]))(key)
    const done =
      wallet &&
      move(wallet, reserve({ amount: 100n, fee: 0n }), { key: `reserve:${transactionId}`, transfer: row.id })
    assert.ok(done)
    await saveMovements(sql, [done], clock.now())
    await insertOperations(sql, [payout])
  })
  return { secrets, id: row.id, transactionId, payout }
}

async function reverse(
  { db, clock, secrets }: Ground & { secrets: Secrets },
  { id, transactionId }: { id: bigint; transactionId: string },
) {
  const operatorFor = () => ({ reverses: true }) as ConnectedOperator
  const requested = { db, clock, secrets, operatorFor, wake: () => {} }
  const admin = { name: 'amina', address: '127.0.0.1', requestId: 'test' }
  await requestReversal(requested, transactionId, { reason: 'Wrong person' }, admin)
  return async () => (await reversalsOf(db, id)).at(-1)!
}
