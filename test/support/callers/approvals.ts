// Admins who request refunds of payments that need the approval of another, in a deployment with rules of approvals.
import assert from 'node:assert/strict'
import { afterAll, beforeAll } from 'vitest'
import { approvalActs } from '../../../server/composition/rules.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { cellOfTests } from '../database/database.setup.ts'
import type { ApiResponse } from '../http/response.ts'
import { raceRounds } from '../race-rounds.ts'
import { openWorld, type World } from '../world/world.ts'
import { noApprovals } from './admins.ts'

/** Amina has two tokens, and her name was typed in two ways. */
const tokens = {
  amina: 'token-of-amina-0123456789',
  aminaPhone: 'token-of-aminas-phone-012',
  benoit: 'token-of-benoit-0123456789',
  chantal: 'token-of-chantal-012345678',
} as const

export type Token = keyof typeof tokens

const admins = {
  amina: { name: 'amina', owner: 'amina' },
  aminaPhone: { name: 'phone', owner: 'amina' },
  benoit: { name: 'benoit', owner: 'benoit' },
  chantal: { name: 'chantal', owner: 'chantal' },
} as const

export const adminOf = (as: Token) => ({ ...admins[as], address: '127.0.0.1', requestId: 'test' })

/** How often each race is run; RACE_ROUNDS sets it. */
export const rounds = raceRounds(4)

export let world: World
/** The pool of another process. */
export let other: Database

export const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: '', text }, values)

export const call = (
  as: Token,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<ApiResponse> =>
  world.admin(method, `/api/v1/admin/${path}`, body, {
    'x-admin-token': tokens[as],
    ...(key && { 'idempotency-key': key }),
  })

export type Paid = { uuid: string; paymentId: string }

export async function paid(order: Record<string, unknown> = { amount: 200 }): Promise<Paid> {
  const { transactionUuid: uuid, link } = await world.createOrder(order)
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const [row] = await rows<{ id: string }>(
    'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
    [uuid],
  )
  return { uuid, paymentId: row!.id }
}

export const reason = 'The order was cancelled'

export const refund = ({ paymentId }: Paid, body: object = {}, as: Token = 'amina', key?: string) =>
  call(as, 'POST', `payment/refunds/${paymentId}`, { reason, ...body }, key)

export const decide = (id: string, act: 'approve' | 'reject', as: Token = 'benoit') =>
  call(as, 'POST', `approvals/${id}/${act}`, { reason: 'Checked the order' })

export const read = async (id: string, as: Token = 'benoit') =>
  (await call(as, 'GET', `approvals/${id}`)).body.data

export const requested = (response: ApiResponse): string => {
  assert.equal(response.status, 202, response.text)
  assert.equal(response.body.state, 'WAITING')
  return response.body.approval_id
}

/** A payment of 200 USD, and a refund of all of it that waits. */
export async function waiting(body?: object) {
  const payment = await paid()
  return { ...payment, id: requested(await refund(payment, body)) }
}

/** What is stored about a payment, and what the gateway gave back. */
export async function stored({ uuid }: { uuid: string }) {
  const [found] = await rows<object>(
    `select t.status, t.refunded_minor::int as refunded, t.refund_reserved_minor::int as reserved,
            (select count(*)::int from operation o where o.card_transaction_id = t.id and o.kind in ('refund', 'void')) as calls,
            (select count(*)::int from audit_log l where l.subject = t.transaction_uuid
                and l.action in ('approval.approved', 'approval.rejected')) as decisions
       from card_transaction t where t.transaction_uuid = $1`,
    [uuid],
  )
  const { payments } = await world.books()
  const refunds = payments.find(({ code }: { code: string }) => code === uuid).refunds ?? []
  return { ...found, gateway: refunds.length }
}

export const untouched = { status: 'SUCCESS', refunded: 0, reserved: 0, calls: 0, decisions: 0, gateway: 0 }
export const refundedOnce = {
  status: 'REFUNDED',
  refunded: 20_000,
  reserved: 0,
  calls: 1,
  decisions: 1,
  gateway: 1,
}

export const acts = (db: Database = world.system.db) => {
  const { cards, secrets } = world.system
  return approvalActs({ ...cards, db, approvals: noApprovals(secrets) }, world.system.remittance, {
    ...world.system.bank,
    ...world.system.staff,
  })
}

export const needs = (db: Database = world.system.db) => ({ ...world.system, db, acts: acts(db) })

export const approved = { event: 'approved', reason: 'Yes' } as const
export const rejected = { event: 'rejected', reason: 'No' } as const

/** Opens the deployment before the tests of a file, and closes it afterwards. */
export function openApprovals(): void {
  beforeAll(async () => {
    world = await openWorld({
      role: 'api',
      settings: {
        ADMIN_TOKENS: `amina:${tokens.amina},phone@Amina :${tokens.aminaPhone},benoit:${tokens.benoit},chantal:${tokens.chantal}`,
        APPROVALS: 'refund:USD=100,refund:CDF=250000,hold:USD=0.50,rates',
      },
    })
    other = openDatabase(world.system.settings.DATABASE_URL, {
      connections: 10,
      name: 'other process',
      cell: cellOfTests,
    })
  })
  afterAll(async () => {
    await other?.close()
    await world?.close()
  })
}
