// Approvals that expire, are decided at once in two processes, or whose process dies: what was requested is done once.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import {
  adminOf,
  approved,
  decide,
  needs,
  openApprovals,
  other,
  paid,
  read,
  refund,
  refundedOnce,
  rejected,
  requested,
  rounds,
  rows,
  stored,
  untouched,
  waiting,
  world,
} from '../../../test/support/callers/approvals.ts'
import { resolveDueOperations } from '../../cards/charges/resolve-unknown.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { decideApproval } from './decide-approval.ts'
import { expireApprovals } from './queries.ts'

openApprovals()

let ahead = 0
const clock = { now: () => systemClock.now().add({ seconds: ahead }) }

describe('a request that expires', () => {
  test('an expired request is refused before a worker has ended it, and can be made again', async () => {
    const { id, ...payment } = await waiting()
    const late = { now: () => systemClock.now().add({ hours: 72, seconds: 1 }) }
    const deciding = decideApproval({ ...needs(), clock: late }, id, adminOf('benoit'), approved)
    await expect(deciding).rejects.toThrow('This request is expired already')
    await expireApprovals({ db: world.db, clock: { now: () => systemClock.now().add({ hours: 71 }) } })
    expect((await read(id)).state).toBe('WAITING')
    await expireApprovals({ db: world.db, clock: late })
    expect(await read(id)).toMatchObject({ state: 'EXPIRED', decided_by: null })
    refusedWith(await decide(id, 'approve'), 409, 'RMT-1008')
    expect(await stored(payment)).toEqual(untouched)
    expect(requested(await refund(payment))).not.toBe(id)
  })
})

describe('refunds requested at once', () => {
  test('parts requested at once never exceed the sum without a second admin', async () => {
    const payment = await paid()
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => refund(payment, { amount: 20 + n })))
    const made = all.filter(({ status }) => status === 200)
    const sum = made.reduce((total, { body }) => total + Number(body.amount), 0)
    assert.ok(sum > 0 && sum < 100, String(sum))
    expect(all.filter(({ status }) => status === 202)).toHaveLength(8 - made.length)
  })

  test('one request is stored when the same refund is requested twenty times at once', async () => {
    const payment = await paid()
    const all = await Promise.all(Array.from({ length: 20 }, () => refund(payment)))
    expect(new Set(all.map(requested)).size).toBe(1)
  })
})

describe('two processes at once', () => {
  const inBoth = (count: number, act: (db: Database, n: number) => Promise<unknown>) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, n) => act([world.system.db, other][n % 2] as Database, n)),
    )

  test('of many approvals by two admins at once, one refunds', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, ...payment } = await waiting()
      const results = await inBoth(12, (db, n) =>
        decideApproval(needs(db), id, adminOf(n % 3 ? 'benoit' : 'chantal'), approved),
      )
      assert.ok(results.some(({ status }) => status === 'fulfilled'))
      expect(await stored(payment)).toEqual(refundedOnce)
    }
  })

  test('of an approval, a rejection and its expiry at once, one counts', async () => {
    const reached = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const { id, ...payment } = await waiting()
      const [row] = await rows<{ at: Temporal.Instant }>(
        "update approval set expires_at = now() + interval '1 hour' where public_id = $1 returning expires_at as at",
        [id],
      )
      const due = { now: () => row!.at }
      await inBoth(9, (db, n) => {
        if (n % 3 === 0) return decideApproval(needs(db), id, adminOf('benoit'), approved)
        if (n % 3 === 1) return decideApproval(needs(db), id, adminOf('chantal'), rejected)
        return expireApprovals({ db, clock: due })
      })
      const { state } = await read(id)
      reached.add(state)
      const now = await stored(payment)
      if (state === 'APPROVED') expect(now).toEqual(refundedOnce)
      else expect(now).toEqual({ ...untouched, decisions: state === 'REJECTED' ? 1 : 0 })
    }
    expect(reached).not.toContain('WAITING')
  })

  test('an expiry that comes while an admin approves leaves the approval', async () => {
    const { id, ...payment } = await waiting()
    const late = { now: () => systemClock.now().add({ hours: 80 }) }
    const meeting: Database = {
      ...world.system.db,
      transaction: (work, options) =>
        world.system.db.transaction((sql) => {
          const meet: Tx['rows'] = async (statement, values) => {
            if (statement.name === 'decide_approval') await expireApprovals({ db: other, clock: late })
            return sql.rows(statement, values)
          }
          return work({ ...sql, rows: meet })
        }, options),
    }
    await decideApproval({ ...needs(), db: meeting }, id, adminOf('benoit'), approved)
    expect((await read(id)).state).toBe('APPROVED')
    expect(await stored(payment)).toEqual(refundedOnce)
  })
})

describe('a process that dies', () => {
  /** A process that dies when it runs this statement. */
  const dyingAt = (name: string): Database => {
    const db = world.system.db
    return {
      ...db,
      rows: async (statement, values) => {
        if (statement.name === name) throw new Error('the process died')
        return db.rows(statement, values)
      },
      transaction: (work, options) =>
        db.transaction((sql) => {
          const die: Tx['rows'] = async (statement, values) => {
            if (statement.name === name) throw new Error('the process died')
            return sql.rows(statement, values)
          }
          return work({ ...sql, rows: die })
        }, options),
    }
  }
  async function round(seconds: number): Promise<void> {
    ahead += seconds
    const { cards } = world.system
    await resolveDueOperations({ ...cards, clock, inquiryHorizonSeconds: 900 })
  }

  test('a process that dies before the approval commits: the request waits, nothing is refunded', async () => {
    const { id, ...payment } = await waiting()
    const dying = decideApproval(needs(dyingAt('decide_approval')), id, adminOf('benoit'), approved)
    await expect(dying).rejects.toThrow('died')
    expect((await read(id)).state).toBe('WAITING')
    expect(await stored(payment)).toEqual(untouched)
    assert.equal((await decide(id, 'approve')).status, 200)
    expect(await stored(payment)).toEqual(refundedOnce)
  })

  test('a process that dies between the approval and the refund: a worker refunds once', async () => {
    const { id, ...payment } = await waiting()
    const dying = decideApproval(needs(dyingAt('send_intended_operation')), id, adminOf('benoit'), approved)
    await expect(dying).rejects.toThrow('died')
    expect(await read(id)).toMatchObject({ state: 'APPROVED', outcome: 'PENDING' })
    expect(await stored(payment)).toMatchObject({ reserved: 20_000, gateway: 0 })
    await round(6)
    expect(await read(id)).toMatchObject({ state: 'APPROVED', outcome: 'SUCCESS' })
    expect(await stored(payment)).toEqual(refundedOnce)
  })

  test('a refund that a worker made for an approval is not taken for the next equal one', async () => {
    const payment = await paid({ amount: 400 })
    const id = requested(await refund(payment, { amount: 120 }))
    const dying = decideApproval(needs(dyingAt('send_intended_operation')), id, adminOf('benoit'), approved)
    await expect(dying).rejects.toThrow('died')
    await round(6)
    expect(await stored(payment)).toMatchObject({ refunded: 12_000, gateway: 1 })
    for (const key of ['next-slip', undefined])
      expect(requested(await refund(payment, { amount: 120 }, 'amina', key))).not.toBe(id)
  })
})
