// The steps of races: orders, payments, held transfers, and all callers at once.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import { billTo } from '../../simulation/callers/bill-to.ts'
import { type Clients, openClients } from '../../simulation/callers/clients.ts'
import type { Manners, Place } from '../../simulation/callers/place.ts'
import type { Scene } from '../scene.ts'

export type Race = {
  name: string
  winners: number
  isControl?: boolean
  /** @returns how many callers won. */
  run(round: number): Promise<number>
}

export type Needs = { scene: Scene; place: Place; manners: Manners; callers: number }

/** How often a request is sent while no response comes. */
export const tries = 9

export type Steps = ReturnType<typeof openSteps>

export function openSteps({ scene, place, manners, callers }: Needs) {
  const clients = openClients(place)
  const as = scene.merchants[0]!
  const callback_url = manners.callbackUrl()
  const all = (act: (caller: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: callers }, (_, caller) => act(caller)))
  let counter = 0
  /** A number that no other call of a race has used. */
  const next = () => ++counter
  const ground: Ground = { scene, place, clients, as, callback_url, next }

  const count = async (sql: string, ...values: unknown[]): Promise<number> =>
    (await scene.rows(`select count(*)::int as count from ${sql}`, values))[0].count
  const refund = (payment: string, amount: number) =>
    clients.admin(
      'amina',
      `/api/v1/admin/payment/refunds/${payment}`,
      { amount, reason: 'race' },
      { key: clients.newKey(), tries: 3 },
    )
  /** A request for all of a payment, by its merchant. */
  async function requestRefund(payment: string) {
    const [row] = await scene.rows(
      'select transaction_uuid as uuid from card_transaction where cs_payment_id = $1',
      [payment],
    )
    const path = `payments/${row.uuid}/refund-requests`
    return clients.portal(as, path, { reason: 'race' }, { key: clients.newKey(), tries: 3 })
  }
  /** Waits until no operation of the payment is in progress. */
  async function untilIdle(payment: string): Promise<void> {
    while (
      (await count(
        `operation o join card_transaction t on t.id = o.card_transaction_id where t.cs_payment_id = $1 and o.state in ('intent', 'sent', 'unknown', 'undoing')`,
        payment,
      )) > 0
    )
      await place.sleep(1_000)
  }

  return {
    ...ground,
    ...cardSteps(ground),
    ...{ callers, all, count, refund, requestRefund, untilIdle },
    heldTransfer: () => holdTransfer(ground),
  }
}

export const ofPayment = 'join card_transaction t on t.id = transaction_id where t.cs_payment_id = $1'

type Ground = Pick<Needs, 'scene' | 'place'> & {
  clients: Clients
  as: Credentials
  callback_url: string
  next(): number
}

function cardSteps({ scene, place, clients, as, callback_url, next }: Ground) {
  async function order(): Promise<{ link: string; uuid: string }> {
    const wanted = {
      amount: 10,
      currency: 'USD',
      merchant_reference: `RACE-${next()}`,
      callback_url,
      ...billTo,
    }
    const response = await clients.signed(as, '/api/v1/payment/orders', wanted, {
      key: clients.newKey(),
      tries,
    })
    return { link: response?.body.data.links, uuid: response?.body.data.transaction_uuid }
  }

  /** Everything on the checkout page up to the click that pays, with a card that is approved. */
  async function atTheCheckout(link: string): Promise<() => Promise<unknown>> {
    const session = await clients.page(link, 'session', {}, tries)
    const card = {
      jwt: session?.body?.capture_context,
      number: '4242424242424242',
      securityCode: '123',
      expirationMonth: '12',
      expirationYear: '2030',
    }
    const made = await scene.control('microform/tokens', card).catch(() => undefined)
    const setup = await clients.page(
      link,
      'setup',
      { transient_token: made?.transient_token ?? 'none' },
      tries,
    )
    return () => clients.page(link, 'pay', { reference_id: setup?.body?.reference_id ?? 'none', browser: {} })
  }

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

  return { order, atTheCheckout, paid }
}

/** A transfer of a new sender each time, because a sender released once is cleared for later transfers. */
async function holdTransfer({ clients, as, next }: Ground): Promise<string> {
  const number = next()
  const person = {
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_document_number: `RA${100_000 + number}`,
  }
  const held = { ...exampleTransfer, ...person, reference: `RACE-${number}` }
  const response = await clients.basic(as, '/api/v1/remittance/inbound', held, { tries })
  return response?.body.data.transaction_id
}
