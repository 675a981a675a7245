// Every state machine against its table: each legal and each illegal move is tried through the product's own functions on
// real rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginEnrolments } from '../../server/cards/authentication/authentication-store.ts'
import {
  moveAuthentication,
  releaseAuthentication,
} from '../../server/cards/authentication/move-authentication.ts'
import {
  type AuthenticationEvent,
  type AuthenticationRow,
  type AuthenticationState,
  authenticationMoves,
} from '../../server/cards/authentication/queries.ts'
import { claimCharges } from '../../server/cards/charges/charge-store.ts'
import {
  type LinkEvent,
  type LinkStatus,
  linkMoves,
  moveLink,
} from '../../server/cards/transaction/payment-link.ts'
import {
  type TransactionEvent,
  type TransactionStatus,
  transactionMoves,
} from '../../server/cards/transaction/transaction.ts'
import { newId } from '../../server/kernel/id.ts'
import type { Moves } from '../../server/kernel/moves.ts'
import { claimDueOperations } from '../../server/ledger/claim.ts'
import {
  abandonOperation,
  loseContact,
  type OperationEvent,
  type OperationState,
  operationMoves,
  rescheduleOperation,
  resolveOperation,
} from '../../server/ledger/operation.ts'
import { resolveOperations } from '../../server/ledger/operation-parts.ts'
import { type Database, statement, type Tx } from '../../server/platform/database/database.ts'
import {
  moveTransfer,
  type TransferEvent,
  type TransferStatus,
  transferMoves,
} from '../../server/remittance/transfer/transfer.ts'
import { movePayment } from '../../test/support/world/move-payment.ts'
import { type ModelRows, now, openModelRows } from './model-rows.ts'

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
const makeTransfer = statement<{ id: bigint }>(
  'model_make_transfer',
  `insert into transfer (transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator,
     customer_number, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor, parties_sealed, created_at,
     completed_at, reversed_at)
   values ('IMT-IN-' || upper(substr(md5($1), 1, 16)), $2, 'sandbox', $1, $3, '', '', 'orange', '243840000001', 100, 'USD', 100,
           'USD', 0, '', $4, case when $3 not in ('Submitted', 'Hold') then $4::timestamptz end,
           case when $3 = 'Reversed' then $4::timestamptz end) returning id`,
)
const readTransfer = statement<{ status: TransferStatus; moves: bigint }>(
  'model_read_transfer',
  'select status, (select count(*) from transfer_move m where m.transfer_id = t.id) as moves from transfer t where id = $1',
)
const makeLink = statement<{ id: bigint }>(
  'model_make_link',
  `insert into payment_link (code, merchant_id, environment, status, amount_minor, currency, merchant_reference, callback_url,
     max_uses, created_at, expires_at)
   values (upper(substr(md5($1), 1, 12)), $2, 'sandbox', $3, 100, 'USD', 'MODEL', 'https://shop.test', 1, $4, $4) returning id`,
)
const readLink = statement<{ status: LinkStatus; moves: bigint }>(
  'model_read_link',
  'select status, (select count(*) from payment_link_move m where m.payment_link_id = l.id) as moves from payment_link l where id = $1',
)
const makeAuthentication = statement(
  'model_make_authentication',
  `insert into card_authentication (id, transaction_id, state, reference_id, token_id, card, amount_minor, currency,
     created_at, expires_at)
   values ($1::uuid, $2, $3, $1::uuid::text, $1::uuid::text, '{}', 1000, 'USD', $4, $5)`,
)
const readAuthentication = statement<{ state: AuthenticationState }>(
  'model_read_authentication',
  'select state from card_authentication where id = $1',
)
const makeOperation = statement(
  'model_make_operation',
  `insert into operation (id, kind, state, card_transaction_id, queue, upstream_ref, fingerprint, amount_minor, currency, created_at,
     next_check_at, lease_token)
   values ($1::uuid, 'charge', $2, $3, $4, $1::uuid::text, '', 100, 'USD', $5, $5, $6)`,
)
const readOperation = statement<{ state: OperationState }>(
  'model_read_operation',
  'select state from operation where id = $1',
)

let rows: ModelRows
let db: Database
let merchant: bigint
beforeAll(async () => {
  rows = await openModelRows()
  ;({ db, merchant } = rows)
})
afterAll(() => rows.close())

let made = 0

const statesOf = <State extends string>(moves: Record<State, unknown>) => Object.keys(moves) as State[]
const eventsOf = <State extends string, Event extends string>(moves: Moves<State, Event>) =>
  [...new Set(statesOf(moves).flatMap((state) => Object.keys(moves[state])))] as Event[]

/** Every actual state of a row, every state the caller believes it to be in, every event. */
async function tryAll<State extends string, Event extends string>(
  moves: Moves<State, Event>,
  attempt: (
    actual: State,
    believed: State,
    event: Event,
  ) => Promise<{ moved: boolean; status: State; written: boolean }>,
): Promise<{ legal: number; illegal: number; wrong: string[] }> {
  const found = { legal: 0, illegal: 0, wrong: [] as string[] }
  for (const actual of statesOf(moves))
    for (const believed of statesOf(moves))
      for (const event of eventsOf(moves)) {
        const to = actual === believed ? moves[actual][event] : undefined
        const { moved, status, written } = await attempt(actual, believed, event)
        found[to === undefined ? 'illegal' : 'legal'] += 1
        const isRight = moved === (to !== undefined) && status === (to ?? actual) && written === moved
        if (!isRight)
          found.wrong.push(`${actual}, believed ${believed}, ${event}: ${moved} ${status} ${written}`)
      }
  return found
}

describe('every move of every state machine', () => {
  test('a payment moves only as its state table allows', async () => {
    const refundedIn = (status: TransactionStatus) =>
      ({ REFUNDED: 1000n, PARTIALLY_REFUNDED: 300n })[status as 'REFUNDED'] ?? 0n
    const found = await tryAll<TransactionStatus, TransactionEvent>(
      transactionMoves,
      async (actual, believed, event) => {
        const before = refundedIn(actual)
        const isLegal = actual === believed && transactionMoves[actual][event] !== undefined
        const part = !isLegal
          ? 0n
          : event === 'refunded'
            ? 1000n - before
            : event === 'refunded_in_part'
              ? 200n
              : 0n
        const id = await rows.payment(actual, before, part)
        const moved = await db.transaction((sql) =>
          movePayment(sql, { id, status: believed }, event, {
            at: now,
            refundedMinor: part,
          }),
        )
        const [row] = await db.rows(readPayment, [id])
        return { moved, status: row!.status, written: row!.moves === 1n }
      },
    )
    expect(found).toEqual({ legal: 10, illegal: 8 * 8 * 8 - 10, wrong: [] })
  })

  test('a transfer moves only as its state table allows', async () => {
    const found = await tryAll<TransferStatus, TransferEvent>(
      transferMoves,
      async (actual, believed, event) => {
        const [{ id }] = (await db.rows(makeTransfer, [`MODEL-${++made}`, merchant, actual, now])) as [
          { id: bigint },
        ]
        const moved = await db.transaction((sql) =>
          moveTransfer(sql, { id, status: believed, created_at: now, limit_subjects: null }, event, {}, now),
        )
        const [row] = await db.rows(readTransfer, [id])
        return { moved, status: row!.status, written: row!.moves === 1n }
      },
    )
    expect(found).toEqual({ legal: 5, illegal: 5 * 5 * 5 - 5, wrong: [] })
  })

  test('a link moves only as its state table allows', async () => {
    const found = await tryAll<LinkStatus, LinkEvent>(linkMoves, async (actual, believed, event) => {
      const [{ id }] = (await db.rows(makeLink, [`MODEL-${++made}`, merchant, actual, now])) as [
        { id: bigint },
      ]
      const moved = await moveLink(db, { id, status: believed }, event, now)
      const [row] = await db.rows(readLink, [id])
      return { moved, status: row!.status, written: row!.moves === 1n }
    })
    expect(found).toEqual({ legal: 4, illegal: 4 * 4 * 4 - 4, wrong: [] })
  })

  test('an authentication moves only as its state table allows', async () => {
    const clock = { now: () => now }
    const act = async (
      id: string,
      subject: bigint,
      believed: AuthenticationState,
      event: AuthenticationEvent,
    ) => {
      if (event === 'charged')
        return claimCharges(db, [
          {
            now,
            operation: newId(),
            transaction: {
              id: subject,
              amount_minor: 1000n,
              currency: 'USD',
              charge_fingerprint: null,
              declined_attempts: 0,
            },
            authentication: { id },
            fingerprint: Buffer.alloc(32),
            nextCheckAt: now,
          },
        ])
      if (event === 'enrolment_started')
        return beginEnrolments(db, [
          {
            now,
            transaction: { id: subject, amount_minor: 1000n, currency: 'USD' },
            referenceId: id,
            device: {},
            browser: undefined,
          },
        ])
      if (event === 'not_sent' || (event === 'abandoned' && believed === 'used'))
        return releaseAuthentication(db, id, now, event)
      return (
        (await moveAuthentication(db, clock.now(), { id, state: believed } as AuthenticationRow, event)) !==
        undefined
      )
    }
    const tried = { legal: 0, illegal: 0, wrong: [] as string[] }
    for (const actual of statesOf(authenticationMoves))
      for (const believed of statesOf(authenticationMoves))
        for (const event of eventsOf(authenticationMoves)) {
          // These depend on the row alone, whatever state the caller believes it to be in.
          const isAskedOfRow = event === 'charged' || event === 'not_sent' || event === 'enrolment_started'
          if (isAskedOfRow && believed !== actual) continue
          const [id, subject] = [newId(), await rows.payment('PENDING')]
          await db.rows(makeAuthentication, [id, subject, actual, now, now.add({ minutes: 15 })])
          await act(id, subject, believed, event)
          const [row] = await db.rows(readAuthentication, [id])
          const to = actual === believed ? authenticationMoves[actual][event] : undefined
          tried[to === undefined ? 'illegal' : 'legal'] += 1
          if (row!.state !== (to ?? actual))
            tried.wrong.push(`${actual}, believed ${believed}, ${event}: ${row!.state}`)
        }
    expect(tried).toEqual({ legal: 16, illegal: 8 * 8 * 5 + 8 * 3 - 16, wrong: [] })
  })

  test.each([
    [
      'an operation moves only as its state table allows',
      (sql: Tx, id: string, event: 'approved' | 'refused') => resolveOperation(sql, id, event, { now }),
    ],
    [
      'an operation resolved together with others moves only as its state table allows',
      async (sql: Tx, id: string, event: 'approved' | 'refused') =>
        (
          await resolveOperations(sql, [
            { id: newId(), event, now },
            { id, event, now },
          ])
        ).has(id),
    ],
  ])('%s', async (_, resolve) => {
    const subject = await rows.payment('PENDING')
    const act: Record<
      OperationEvent,
      (sql: Tx, id: string, queue: string, token: string) => Promise<boolean>
    > = {
      dispatched: async (sql, id, queue) =>
        (await claimDueOperations(sql, { queue, now, most: 1, leaseSeconds: 9 })).some(
          (one) => one.id === id && one.found_as === 'intent',
        ),
      approved: (sql, id) => resolve(sql, id, 'approved'),
      refused: (sql, id) => resolve(sql, id, 'refused'),
      undone: (sql, id) => resolveOperation(sql, id, 'undone', { now }),
      contact_lost: (sql, id) => loseContact(sql, id, { nextCheckAt: now, cause: 'model' }),
      abandoned: (sql, id) => abandonOperation(sql, id),
      never_arrived: (sql, id, _queue, leaseToken) =>
        rescheduleOperation(sql, id, { nextCheckAt: now, cause: 'model', leaseToken }),
    }
    const tried = { legal: 0, illegal: 0, wrong: [] as string[] }
    for (const state of statesOf(operationMoves))
      for (const event of eventsOf(operationMoves)) {
        const [id, queue, token] = [newId(), `model-${++made}`, newId()]
        await db.rows(makeOperation, [id, state, subject, queue, now, token])
        const moved = await db.transaction((sql) => act[event](sql, id, queue, token))
        const [row] = await db.rows(readOperation, [id])
        const to = operationMoves[state][event]
        tried[to === undefined ? 'illegal' : 'legal'] += 1
        if (moved !== (to !== undefined) || row!.state !== (to ?? state))
          tried.wrong.push(`${state} ${event}: ${moved} ${row!.state}`)
      }
    expect(tried).toEqual({ legal: 13, illegal: 7 * 7 - 13, wrong: [] })
  })
})
