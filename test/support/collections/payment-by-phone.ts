// A payment by phone from the request to its outcome, with the worker that finds it out, for a test that counts its cost.
import assert from 'node:assert/strict'
import { openCollectionCalls } from '../../../server/cards/collections/collection-calls.ts'
import { collectionNeeds } from '../../../server/composition/remittance-workers.ts'
import { claimDueOperations } from '../../../server/ledger/claim.ts'
import type { collectionKinds } from '../../../server/operator-calls/collection-calls.ts'
import { operatorQueue } from '../../../server/operator-calls/operator.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { openReceipts } from '../../../server/receipts/issue-receipt.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'
import { collectionsOf, freshNumber } from './collections.ts'

type Stage = { world: World; workDb: Database }

/** The operator of these payments replies at once and calls back. Nothing else is in its queue. */
const queue = operatorQueue('sandbox', 'africell')
const prefix = '90'

/** Without a callback, the first inquiry is due later than this. */
const reported = "state = 'unknown' and next_check_at < created_at + interval '30 seconds'"

/** @param together sends all requests at the same moment. */
export async function paymentByPhone(
  stage: Stage,
  together: (requests: (() => Promise<ApiResponse>)[]) => () => Promise<void>,
) {
  const collections = collectionsOf(stage.world, await stage.world.register())
  await collections.offer()
  const work = openWorker(stage)
  const count = async (condition: string) => {
    const text = `select count(*)::integer as count from operation where queue = $1 and ${condition}`
    return (await collections.rows<{ count: number }>(text, [queue]))[0]!.count
  }
  return async (payments: number) => {
    const orders = await Promise.all(Array.from({ length: payments }, () => collections.order()))
    const ask = together(
      orders.map(
        ({ transaction_uuid: uuid }) =>
          () =>
            collections.ask(uuid, freshNumber('21', prefix)),
      ),
    )
    return async () => {
      await ask()
      await eventually('every callback has come', async () => (await count(reported)) === payments)
      await work(payments)
      assert.equal(await count("state <> 'confirmed'"), 0)
    }
  }
}

/** What the queue of the operator does: it claims what is due, inquires, and records the outcomes. */
function openWorker({ world: { system }, workDb: db }: Stage) {
  const { clock, secrets, settings, remittance } = system
  const issueReceipt = openReceipts({ db, secrets, clock, baseUrl: settings.BASE_URL })
  const given = { settings, clock, secrets, issueReceipt, log: silentLog, wake() {} }
  const { process } = openCollectionCalls(collectionNeeds(given, { operatorFor: remittance.operatorFor, db }))
  return async (most: number) => {
    const now = clock.now()
    const claimed = await claimDueOperations<Kind>(db, { queue, now, most, leaseSeconds: 60 })
    await Promise.all(claimed.map(process))
  }
}
type Kind = (typeof collectionKinds)[number]
