// A file of disputes that a person has written is compared with the payments that it names.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDisputeBench } from '../../../../test/support/callers/disputes.ts'
import { oneCell } from '../../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { money } from '../../../kernel/money.ts'
import type { DisputeLine } from '../../gateway/gateway.ts'
import { faultsOfFile } from './import-file.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

test('a line of a file may name neither two payments nor a sum of more than twice the payment', async () => {
  const bench = openDisputeBench(world)
  const [first, second] = [await bench.paid(30), await bench.paid(31)]
  const line = (paymentId: string, minor: bigint): DisputeLine => ({
    caseNumber: 'CB-5',
    kind: 'opened',
    paymentId,
    code: first.uuid,
    amount: money(minor, 'USD'),
    reasonCode: '',
    reason: '',
    at: world.clock.now(),
  })
  const faults = (paymentId: string, minor = 3_000n) =>
    faultsOfFile(oneCell(world.db), 'sandbox', [line(paymentId, minor)])
  expect(await faults(first.paymentId)).toEqual([])
  expect(await faults(second.paymentId)).toEqual([
    `case CB-5: payment_id ${second.paymentId} is not that of ${first.uuid}`,
  ])
  expect(await faults('', 6_000n)).toEqual([])
  expect(await faults('', 6_001n)).toEqual(['case CB-5: amount is more than twice what was paid'])
})
