// Many callers at once want what only some of them can have. Each race knows how many may win: not one more, not one less.

import { exampleTransfer } from '../../server/remittance/acceptance/schemas.ts'
import { billTo } from '../simulation/callers/bill-to.ts'
import { openClients } from '../simulation/callers/clients.ts'
import type { Manners, Place } from '../simulation/callers/place.ts'
import type { RoundResult } from './report.ts'
import type { Scene } from './scene.ts'

type Race = {
  name: string
  winners: number
  isControl?: boolean
  /** @returns how many have won. */
  run(round: number): Promise<number>
}

type Needs = { scene: Scene; place: Place; manners: Manners; callers: number }

/** @param callers how many at once. */
export async function runRaces(needs: Needs, { rounds, tell }: { rounds: number; tell(line: string): void }) {
  const results: RoundResult[] = []
  for (const { name, winners, isControl = false, run } of racesOf(needs)) {
    const counts: number[] = []
    for (let round = 0; round < rounds; round++) counts.push(await run(round))
    const wrong = counts.filter((count) => count !== winners).length
    results.push({ name, clients: needs.callers, rounds, wrong, isControl })
    tell(`${isControl ? 'control: ' : ''}${name}: ${winners} may win; won: ${counts.join(' ')}`)
  }
  return results
}

function racesOf({ scene, place, manners, callers }: Needs): Race[] {
  const clients = openClients(place)
  const as = scene.merchants[0]!
  const callback_url = manners.callbackUrl()
  const tries = 9
  const all = (act: (caller: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: callers }, (_, caller) => act(caller)))
  let counter = 0

  async function order(): Promise<{ link: string; uuid: string }> {
    const wanted = { amount: 10, currency: 'USD', merchant_reference: `RACE-${++counter}`, callback_url, ...billTo }
    const answer = await clients.signed(as, '/api/v1/payment/orders', wanted, { key: clients.newKey(), tries })
    return { link: answer?.body.data.links, uuid: answer?.body.data.transaction_uuid }
  } // biome-ignore format: a call a line

  /** All of the checkout page but the click that pays, with a card that is good. */
  async function atTheCheckout(link: string): Promise<() => Promise<unknown>> {
    const session = await clients.page(link, 'session', {}, tries)
    const card = { jwt: session?.body?.capture_context, number: '4242424242424242', securityCode: '123', expirationMonth: '12', expirationYear: '2030' }
    const made = await scene.control('microform/tokens', card).catch(() => undefined)
    const setup = await clients.page(link, 'setup', { transient_token: made?.transient_token ?? 'none' }, tries)
    return () => clients.page(link, 'pay', { reference_id: setup?.body?.reference_id ?? 'none', browser: {} })
  } // biome-ignore format: a call a line

  async function paid(): Promise<string> {
    const { link, uuid } = await order()
    await (await atTheCheckout(link))()
    for (;;) {
      const [row] = await scene.rows(
        `select cs_payment_id from card_transaction where transaction_uuid = $1 and status = 'SUCCESS'`,
        [uuid],
      )
      if (row) return row.cs_payment_id
      await place.sleep(1_000)
    }
  }

  const count = async (sql: string, ...values: unknown[]): Promise<number> =>
    (await scene.rows(`select count(*)::int as count from ${sql}`, values))[0].count
  const refund = (payment: string, amount: number) =>
    clients.admin(
      'amina',
      `/api/v1/admin/payment/refunds/${payment}`,
      { amount, reason: 'race' },
      { key: clients.newKey(), tries: 3 },
    )
  const ofPayment = 'join card_transaction t on t.id = transaction_id where t.cs_payment_id = $1'
  /** Until nothing is under way for the payment. */
  async function settled(payment: string): Promise<void> {
    while ((await count(`operation o join card_transaction t on t.id = o.card_transaction_id where t.cs_payment_id = $1 and o.state in ('intent', 'sent', 'unknown', 'undoing')`, payment)) > 0)
      await place.sleep(1_000)
  } // biome-ignore format: a query a line

  /** Of somebody else each time: who was released once passes the next time. */
  async function heldTransfer(): Promise<string> {
    const person = { sender_first_name: 'Watchlist', sender_last_name: 'Person', sender_document_number: `RA${100_000 + ++counter}` }
    const held = { ...exampleTransfer, ...person, reference: `RACE-${counter}` }
    const answer = await clients.basic(as, '/api/v1/remittance/inbound', held, { tries })
    return answer?.body.data.transaction_id
  } // biome-ignore format: a body a line

  return [
    {
      name: 'refunds of 1 of a payment of 10',
      winners: 10,
      async run() {
        const payment = await paid()
        await all(() => refund(payment, 1))
        await settled(payment)
        return count(`card_refund r ${ofPayment} and r.status = 'SUCCESS'`, payment)
      },
    },
    {
      name: 'full refunds and voids of one payment',
      winners: 1,
      async run() {
        const payment = await paid()
        const path = `/api/v1/admin/payment/voids/${payment}`
        await all((caller) =>
          caller % 2 === 0
            ? refund(payment, 10)
            : clients.admin('benoit', path, { reason: 'race' }, { key: clients.newKey(), tries: 3 }),
        )
        await settled(payment)
        return (
          (await count(`card_refund r ${ofPayment} and r.status = 'SUCCESS'`, payment)) +
          (await count(`card_void v ${ofPayment} and v.status = 'SUCCESS'`, payment))
        )
      },
    },
    {
      name: 'clicks that pay one order',
      winners: 1,
      async run() {
        const { link, uuid } = await order()
        const pay = await atTheCheckout(link)
        await all(pay)
        const { card_gateway } = await scene.books()
        return card_gateway.payments.filter(
          ({ code, captured_amount, voided, reversed }: Record<string, unknown>) =>
            code === uuid && Number(captured_amount) > 0 && !voided && !reversed,
        ).length
      },
    },
    {
      name: 'visitors of a payment link for one',
      winners: 1,
      async run() {
        const wanted = { amount: 10, currency: 'USD', merchant_reference: `RACE-${++counter}`, callback_url, max_uses: 1 }
        const made = await clients.signed(as, '/api/v1/payment-links', wanted, { key: clients.newKey(), tries })
        const code = made?.body.data.code
        const clicks: (() => Promise<unknown>)[] = []
        await all(async () => {
          const sent = await clients.form(`/pl/${code}/checkout`, { ...billTo, visit: `visit-${++counter}` })
          const address = sent?.headers.location
          if (typeof address === 'string') clicks.push(await atTheCheckout(address))
        })
        await Promise.all(clicks.map((click) => click()))
        return count(`card_transaction t join payment_link l on l.id = t.payment_link_id where l.code = $1 and t.status = 'SUCCESS'`, code)
      }, // biome-ignore format: a query a line
    },
    {
      name: 'transfers from a wallet with money for one',
      winners: 1,
      async run(round) {
        const poor = await scene.register(`Race ${round}`)
        const money = { amount: 1, reason: 'race' }
        await clients.admin('amina', `/api/v1/admin/wallets/${poor.merchant_code}/top-ups`, money, { key: clients.newKey(), tries })
        await all((caller) => clients.basic(poor, '/api/v1/remittance/inbound', { ...exampleTransfer, reference: `POOR-${round}-${caller}`, amount: 1 }, { tries: 3 }))
        return count(`transfer t join merchant m on m.id = t.merchant_id where m.merchant_code = $1 and t.status in ('Submitted', 'Successful')`, poor.merchant_code)
      }, // biome-ignore format: a call a line
    },
    {
      name: "top-ups of 1,000 by one person's two tokens",
      winners: 10,
      async run(round) {
        const { merchant_code } = await scene.register(`Race of sums ${round}`)
        const money = { amount: 1_000, reason: 'race' }
        await all((caller) => clients.admin(caller % 2 === 0 ? 'amina' : 'amina-phone', `/api/v1/admin/wallets/${merchant_code}/top-ups`, money, { key: clients.newKey(), tries }))
        return count('wallet_top_up t join merchant m on m.id = t.merchant_id where m.merchant_code = $1', merchant_code)
      }, // biome-ignore format: a call a line
    },
    {
      name: 'releases and rejections of one held transfer',
      winners: 1,
      async run() {
        const held = await heldTransfer()
        const decide = (act: string) => clients.admin('benoit', `/api/v1/admin/remittance/holds/${held}/${act}`, { reason: 'race' }, { tries: 3 })
        await all((caller) => decide(caller % 2 === 0 ? 'release' : 'reject'))
        return count('transfer_review r join transfer t on t.id = r.transfer_id where t.transaction_id = $1', held)
      }, // biome-ignore format: a call a line
    },
    {
      name: 'refunds that read, then write',
      winners: 10,
      isControl: true,
      async run() {
        await scene.rows('create table naive_payment as select 10 as left_over')
        const results = await Promise.all(
          Array.from({ length: callers }, async () => {
            const [{ left_over }] = await scene.rows('select left_over from naive_payment')
            if (left_over < 1) return false
            await scene.rows('update naive_payment set left_over = $1::int', [left_over - 1])
            return true
          }),
        )
        await scene.rows('drop table naive_payment')
        return results.filter(Boolean).length
      },
    },
  ]
}
