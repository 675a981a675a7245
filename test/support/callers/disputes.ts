// What tests of disputes do: pay, let the gateway open and decide a case, read what became of it.

import assert from 'node:assert/strict'
import { applyLines } from '../../../server/cards/disputes/report/read-report.ts'
import { money } from '../../../server/kernel/money.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import { oneCell } from '../world/cells.ts'
import type { World } from '../world/world.ts'

/** Opens a dispute over the whole of a payment, as if the gateway had reported it. Returns its id. */
export const openDispute = (world: World, uuid: string): Promise<string> =>
  reportDispute(world, uuid, 'opened')

/** The same for what follows: the gateway's report has a line about the payment's dispute. */
export async function reportDispute(world: World, uuid: string, kind: 'opened' | 'lost'): Promise<string> {
  const [paid] = await world.db.rows<{
    minor: bigint
    currency: 'USD' | 'CDF'
    environment: 'sandbox' | 'production'
  }>(
    {
      name: 'test_find_disputed',
      text: 'select amount_minor as minor, currency, environment from card_transaction where transaction_uuid = $1',
    },
    [uuid],
  )
  const at = world.clock.now()
  const line = {
    caseNumber: `case-${uuid}`,
    kind,
    paymentId: '',
    code: uuid,
    amount: money(paid!.minor, paid!.currency),
    reasonCode: '13.1',
    reason: 'Goods or services not received',
    respondBy: at.add({ hours: 14 * 24 }),
    at,
  } as const
  const needs = { cells: oneCell(world.db), clock: world.clock, log: silentLog, fees: { USD: 1_500n } }
  assert.deepEqual(await applyLines(needs, paid!.environment, [line]), ['applied'])
  const [made] = await world.db.rows<{ dispute_id: string }>(
    { name: 'test_find_dispute', text: 'select dispute_id from card_dispute where case_number = $1' },
    [line.caseNumber],
  )
  return made!.dispute_id
}

export type DisputeBench = ReturnType<typeof openDisputeBench>

export type Wanted = {
  reason?: string
  stage?: 'inquiry' | 'chargeback'
  amount?: string
  outcome?: 'won' | 'lost'
}

type Rows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export function openDisputeBench(world: World) {
  const rows: Rows = (text, values = []) => world.db.rows({ name: text.slice(0, 60), text }, values)
  const paymentIds = new Map<string, string>()
  return {
    rows,
    async paid(amount: number, card?: string): Promise<{ uuid: string; paymentId: string }> {
      const { transactionUuid: uuid, link } = await world.createOrder({ amount })
      assert.deepEqual((await world.payByCalls(link, card)).body, { state: 'DONE' })
      const text = 'select cs_payment_id as id from card_transaction where transaction_uuid = $1'
      const [row] = await rows<{ id: string }>(text, [uuid])
      paymentIds.set(uuid, row!.id)
      return { uuid, paymentId: row!.id }
    },
    refund: (uuid: string, body: object = {}): Promise<ApiResponse> =>
      world.admin('POST', `/api/v1/admin/payment/refunds/${paymentIds.get(uuid)}`, {
        reason: 'customer asked',
        ...body,
      }),
    ...atTheGateway(world),
    ...atTheMerchant(world, rows),
  }
}

function atTheGateway(world: World) {
  return {
    /** Opens a case at the gateway, or continues and decides the one that is open. */
    async gatewayDispute(uuid: string, wanted: Wanted = {}): Promise<void> {
      const response = await fetch(`${world.sandboxUrl}/sandbox/disputes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ transaction_uuid: uuid, ...wanted }),
      })
      assert.equal(response.status, 200, await response.text())
    },
    /** Waits until the report was read after now. */
    async readReport(): Promise<void> {
      // One reading serves all cells, and is kept in the first.
      const [first] = world.system.cells.all
      const readAt = async (text: string) =>
        (await first!.rows<{ at: Temporal.Instant | null }>({ name: '', text }))[0]?.at
      const before = await readAt('select max(next_read_at) as at from card_dispute_report')
      await eventually('another reading of the report', async () => {
        const now = await readAt('select min(read_through) as at from card_dispute_report')
        return before && now && Temporal.Instant.compare(now, before) > 0
      })
    },
  }
}

/** What the merchant reads of a dispute, and what it gets of one. */
function atTheMerchant(world: World, rows: Rows) {
  const read = async (path: string) => (await world.signed('GET', `/api/v1/payment/${path}`)).body.data
  return {
    /** The detail of the payment's dispute once it is in a state. */
    disputeIn: (uuid: string, state: string): Promise<any> =>
      eventually(`dispute of ${uuid} ${state}`, async () => {
        const { items } = await read('disputes?limit=100')
        const summary = items.find(({ transaction_uuid }: any) => transaction_uuid === uuid)
        return summary?.state === state && read(`disputes/${summary.dispute_id}`)
      }),
    /** Minor units. */
    async available(currency = 'USD'): Promise<bigint> {
      const { balances } = await read('balance')
      return BigInt(balances.find((each: any) => each.currency === currency).available.replace('.', ''))
    },
    /** Type, amount, fee and net of a payment's movements by disputes, oldest first. */
    async movements(uuid: string): Promise<string[][]> {
      const { items } = await read('balance/transactions?limit=100')
      return items
        .filter(({ source, type }: any) => source === uuid && type.startsWith('dispute'))
        .map(({ type, amount, fee, net }: any) => [type, amount, fee, net])
        .reverse()
    },
    async wantDisputeEvents(): Promise<void> {
      await rows(
        `update merchant set callback_url = $2, webhook_events = '{DISPUTE}' where merchant_code = $1`,
        [world.merchant.merchant_code, `${world.url}/api/v1/test/test-callback`],
      )
    },
    /** The bodies of the payment's DISPUTE webhooks that are sent. */
    async events(uuid: string): Promise<object[]> {
      const found = await rows<{ body: string }>(
        `select e.body from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
          where t.transaction_uuid = $1 and e.event_type = 'DISPUTE' and e.url is not null order by e.id`,
        [uuid],
      )
      return found.map(({ body }) => JSON.parse(body))
    },
  }
}
