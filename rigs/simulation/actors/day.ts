// What people do in a simulated day, each by chance: shops and their customers, senders of money, people of the service.
// Whatever was acknowledged to them is noted, to be looked for at the end.

import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import type { Chance } from '../world/chance.ts'
import { type AdminName, type Answer, admins } from '../world/world.ts'
import { billTo } from './bill-to.ts'
import type { CardBooks, CardWord } from './card-gateway.ts'
import { type Clients, type Line, openClients } from './clients.ts'

/** Something a caller was told has been done. The query answers a row where it has. */
export type Acknowledged = { what: string; sql: string; values: unknown[] }

export type Day = {
  /** Does one thing, by chance; returns once its people have gone away. */
  doSomething(only?: readonly ActName[]): Promise<void>
  readonly acknowledged: readonly Acknowledged[]
  /** What was sent under one key or reference, however often: each query answers one row at most. */
  readonly singular: readonly Acknowledged[]
}

/** Where a day takes place: simulated, or with real processes. */
export type Place = Line & {
  merchants: readonly Credentials[]
  store: { rows(sql: string, values?: readonly unknown[]): Promise<Record<string, any>[]> }
  now(): Temporal.Instant
}

/** What people have at hand in that place, and how stubborn they are. */
export type Manners = {
  /** How often something is sent where no answer comes. */
  tries(): number
  callbackUrl(): string
  /** What the gateway's fields make of a card. @param context what the fields were opened with. */
  cardToken(context: string | undefined): Promise<string>
  /** Works through the challenge of the bank, which then sends the customer back to us. */
  answerBank(stepUp: StepUp, clients: Pick<Clients, 'form'>): Promise<void>
  /** Who a transfer goes to. */
  receiver(): Record<string, unknown>
}

export type StepUp = { url: string; accessToken: string }

/** Passes a simulated challenge, whose token says where the bank's page sends the customer afterwards and what to name. */
export async function returnFromBank(
  { accessToken }: Pick<StepUp, 'accessToken'>,
  { form }: Pick<Clients, 'form'>,
  { passedChallenges }: Pick<CardBooks, 'passedChallenges'>,
): Promise<void> {
  const [returnUrl = '', TransactionId = ''] = accessToken.split(' ')
  passedChallenges.add(TransactionId)
  const { pathname, search } = new URL(returnUrl)
  await form(pathname + search, { TransactionId })
}

/** As in the simulated world, where the gateway reads in a token what becomes of it. */
export function simulatedManners(chance: Chance, books: CardBooks): Manners {
  let counter = 0
  return {
    tries: () => chance.pick([1, 1, 3]),
    callbackUrl: () => `https://shop-${chance.below(3)}.test/hook`,
    async cardToken(context) {
      const how = chance.pick(['frictionless', 'frictionless', 'challenge', 'unauthenticated'] as const)
      const word: CardWord = `${how}.${chance.happens(0.85) ? 'good' : 'bad'}`
      return [`token-${++counter}-${chance.below(1e9)}`, word, context].filter(Boolean).join(' ')
    },
    answerBank: (stepUp, clients) => returnFromBank(stepUp, clients, books),
    receiver: () => ({
      customer_number: chance.pick(['+243810000001', '+243840000001', '+243890000001']),
    }),
  }
}

export type ActName =
  | 'hosted payment'
  | 'custom checkout'
  | 'payment link'
  | 'refund'
  | 'void'
  | 'transfer'
  | 'held transfer'
  | 'reversal'
  | 'top-up'
  | 'large top-up'
  | 'adjustment'

const weights: Record<ActName, number> = {
  'hosted payment': 6,
  'custom checkout': 3,
  'payment link': 2,
  refund: 5,
  void: 2,
  transfer: 6,
  'held transfer': 2,
  reversal: 2,
  'top-up': 1,
  'large top-up': 1,
  adjustment: 1,
}

const minute = 60_000

export function openDay(world: Place, manners: Manners): Day {
  const { chance, sleep, store } = world
  const { tries, callbackUrl, cardToken } = manners
  const clients = openClients(world)
  const acknowledged: Acknowledged[] = []
  const singular: Acknowledged[] = []
  let counter = 0
  let topUps = 0

  const merchant = () => chance.pick(world.merchants)
  const admin = (): AdminName => chance.pick(admins)
  const amount = () => (chance.below(20_000) + 100) / 100
  const isOk = (answer: Answer | undefined): answer is Answer => answer !== undefined && answer.status < 300
  const acknowledge = (what: string, sql: string, ...values: unknown[]) =>
    acknowledged.push({ what, sql, values })
  const isOnce = (what: string, sql: string, ...values: unknown[]) => singular.push({ what, sql, values })
  const newKey = () => ({ key: clients.newKey(), comesBack: chance.happens(0.3) })
  const maybeKey = (): { key?: string; comesBack?: boolean } => (chance.happens(0.5) ? newKey() : {})

  async function order(as: Credentials): Promise<{ uuid: string; link: string } | undefined> {
    const body = {
      amount: amount(),
      currency: chance.pick(['USD', 'CDF']),
      merchant_reference: `INV-${++counter}`,
      callback_url: callbackUrl(),
      return_url: 'https://shop.test/done',
      ...billTo,
    }
    const key = maybeKey()
    if (key.key)
      isOnce('order', 'select 1 from card_transaction where merchant_reference = $1', body.merchant_reference)
    const answer = await clients.signed(as, '/api/v1/payment/orders', body, { ...key, tries: tries() })
    if (!isOk(answer)) return undefined
    const { transaction_uuid: uuid, links: link } = answer.body.data
    acknowledge('order', 'select 1 from card_transaction where transaction_uuid = $1', uuid)
    return { uuid, link }
  }

  /** Somebody at the checkout page; clicks twice, reloads, waits, cancels, as people do. */
  async function visit(link: string): Promise<void> {
    await sleep(chance.spread(1_000, chance.happens(0.1) ? 21 * minute : minute))
    if (chance.happens(0.05)) return
    const session = await clients.page(link, 'session')
    const transient_token = await cardToken(session?.body?.capture_context)
    const setup = await clients.page(link, 'setup', { transient_token }, tries())
    if (!isOk(setup)) return
    const pay = () =>
      clients.page(link, 'pay', { reference_id: setup.body.reference_id, browser: {} }, tries())
    const [paid] = await Promise.all([
      pay(),
      ...(chance.happens(0.2) ? [pay()] : []),
      ...(chance.happens(0.1)
        ? [sleep(chance.spread(1, 2_000)).then(() => clients.page(link, 'cancel'))]
        : []),
    ])
    if (paid?.body?.state !== 'CHALLENGE') return
    await sleep(chance.spread(2_000, chance.happens(0.1) ? 20 * minute : minute))
    if (chance.happens(0.1)) return void (await clients.page(link, 'restart'))
    const stepUp = { url: paid.body.step_up_url, accessToken: paid.body.access_token }
    await manners.answerBank(stepUp, clients)
    await Promise.all([
      clients.page(link, 'continue', {}, tries()),
      ...(chance.happens(0.2) ? [clients.page(link, 'continue')] : []),
    ])
  }

  async function customCheckout(): Promise<void> {
    const as = merchant()
    const opened = await clients.signed(as, '/api/v1/microform/capture-context', {
      target_origin: 'https://shop.test',
      merchant_reference: `CUS-${++counter}`,
    })
    if (!isOk(opened)) return
    const { transaction_uuid, jwt: capture_context } = opened.body.data ?? opened.body
    if (chance.happens(0.1)) {
      const foreign = { transaction_uuid, transient_token: await cardToken('context-of-another') }
      if (isOk(await clients.signed(as, '/api/v1/microform/pa-setup', foreign)))
        acknowledge('refusal of a foreign card token', 'select 1 where false')
    }
    const transient_token = await cardToken(capture_context)
    const setup = await clients.signed(as, '/api/v1/microform/pa-setup', { transaction_uuid, transient_token })
    if (!isOk(setup)) return
    const payment = {
      transaction_uuid,
      transient_token,
      amount: amount(),
      currency: 'USD',
      bill_to: {
        first_name: 'Grâce',
        last_name: 'Mukendi',
        email: 'grace@example.com',
        phone_number: '0991234567',
        address_line1: '12 avenue du Lac',
        address_city: 'Goma',
        address_country: 'CD',
      },
    }
    const { reference_id } = setup.body.data ?? setup.body
    const enrolled = await clients.signed(as, '/api/v1/microform/pa-enroll', { ...payment, reference_id })
    if (!isOk(enrolled)) return
    const facts = enrolled.body.data ?? enrolled.body
    await sleep(chance.spread(500, 2 * minute))
    const charge = {
      ...payment,
      merchant_reference: `CUS-${counter}`,
      callback_url: callbackUrl(),
      ...(facts.authentication_transaction_id && { authentication_transaction_id: facts.authentication_transaction_id }),
    }
    const send = () => clients.signed(as, '/api/v1/microform/charge', charge, { tries: tries() })
    const bank = () => manners.answerBank({ url: facts.step_up_url, accessToken: facts.access_token }, clients)
    // A shop's server that does not wait for the bank: refused, or just in time.
    if (facts.challenge_required) await Promise.all([bank(), ...(chance.happens(0.3) ? [send()] : [])])
    const [charged] = await Promise.all([send(), ...(chance.happens(0.3) ? [send()] : [])])
    const answer = charged?.body?.data ?? charged?.body
    if (isOk(charged) && answer?.status === 'SUCCESS')
      acknowledge('charge', `select 1 from card_transaction where transaction_uuid = $1 and status not in ('PENDING', 'FAILED', 'EXPIRED', 'CANCELLED')`, transaction_uuid)
  } // biome-ignore format: a query a line

  async function paymentLink(): Promise<void> {
    const as = merchant()
    const key = maybeKey()
    const merchant_reference = `LNK-${++counter}`
    if (key.key) isOnce('link', 'select 1 from payment_link where merchant_reference = $1', merchant_reference)
    const made = await clients.signed(as, '/api/v1/payment-links', {
      amount: amount(),
      currency: 'USD',
      merchant_reference,
      ...(chance.happens(0.9) && { callback_url: callbackUrl() }),
      max_uses: 1 + chance.below(3),
      ...(chance.happens(0.2) && { expires_at: world.now().add({ minutes: 30 }).toString({ smallestUnit: 'second' }) }),
    }, { ...key, tries: tries() })
    if (!isOk(made)) return
    const { code } = made.body.data
    acknowledge('link', 'select 1 from payment_link where code = $1', code)
    const visitor = async () => {
      await sleep(chance.spread(10, 10 * minute))
      const sent = await clients.form(`/pl/${code}/checkout`, { ...billTo, visit: `visit-${++counter}` })
      const address = sent?.headers.location
      if (typeof address === 'string') await visit(address)
    }
    await Promise.all([
      ...Array.from({ length: 1 + chance.below(4) }, visitor),
      ...(chance.happens(0.15) ? [sleep(chance.spread(10, 5 * minute)).then(() => clients.signed(as, `/api/v1/payment-links/${code}/cancel`, {}))] : []),
    ])
  } // biome-ignore format: a body a line

  async function somePayment(): Promise<Record<string, any> | undefined> {
    const rows = await store.rows(
      `select cs_payment_id, amount_minor, transaction_uuid from card_transaction where cs_payment_id is not null and status in ('SUCCESS', 'PARTIALLY_REFUNDED') order by id desc limit 50`,
    )
    return rows.length > 0 ? chance.pick(rows) : undefined
  }

  async function refund(): Promise<void> {
    const payment = await somePayment()
    if (!payment) return
    const path = `/api/v1/admin/payment/refunds/${payment.cs_payment_id}`
    const once = async () => {
      const part = (chance.below(Number(payment.amount_minor)) + 1) / 100
      const body = {
        reason: `refund ${++counter}`,
        ...(chance.happens(0.7) && { amount: part }),
        ...(chance.happens(0.2) && { notify_merchant: false }),
      }
      const key = maybeKey()
      if (key.key)
        isOnce('refund', `select 1 from card_refund where reason = $1 and status <> 'FAILED'`, body.reason)
      const answer = await clients.admin(admin(), path, body, { ...key, tries: tries() })
      if (isOk(answer) && answer.body.refund_id !== undefined)
        acknowledge(
          'refund',
          `select 1 from card_refund where id = $1 and status = 'SUCCESS'`,
          answer.body.refund_id,
        )
    }
    await Promise.all(Array.from({ length: chance.pick([1, 1, 2, 3]) }, once))
  }

  async function cancelPayment(): Promise<void> {
    const payment = await somePayment()
    if (!payment) return
    const act = async () => {
      const [key, reason] = [maybeKey(), `not wanted ${++counter}`]
      if (key.key) isOnce('void', `select 1 from card_void where reason = $1 and status <> 'FAILED'`, reason)
      const answer = await clients.admin(admin(), `/api/v1/admin/payment/voids/${payment.cs_payment_id}`, { reason }, { ...key, tries: tries() })
      if (isOk(answer)) acknowledge('void', `select 1 from card_transaction where transaction_uuid = $1 and status = 'VOIDED'`, payment.transaction_uuid)
    }
    await Promise.all([act(), ...(chance.happens(0.3) ? [act()] : []), ...(chance.happens(0.3) ? [refund()] : [])])
  } // biome-ignore format: a query a line

  async function transfer(sender: Record<string, unknown> = {}): Promise<{ id: string; status: string } | undefined> {
    const as = merchant()
    const reference = `T-${++counter}-${chance.below(1e9)}`
    const body = {
      ...exampleTransfer,
      reference,
      // A sandbox transfer is one dollar at most.
      ...chance.pick([{ amount: 1 }, { amount: 0.4 }, { amount: 2_500, currency: 'UGX' }, { amount: 0.55, currency: 'EUR' }, { amount: 0.6, currency: 'CAD' }]),
      ...manners.receiver(),
      ...(chance.happens(0.8) && { callback_url: callbackUrl() }),
      ...sender,
    }
    isOnce('transfer', 'select 1 from transfer where reference = $1', reference)
    const send = (more: object = {}) => clients.basic(as, '/api/v1/remittance/inbound', { ...body, ...more }, { tries: tries() })
    const answers = await Promise.all([send(), ...(chance.happens(0.2) ? [send()] : []), ...(chance.happens(0.1) ? [send({ amount: 0.7 })] : [])])
    for (const answer of answers.filter(isOk))
      acknowledge('transfer', 'select 1 from transfer where transaction_id = $1 and reference = $2', answer.body.data.transaction_id, reference)
    const accepted = answers.find(isOk)
    return accepted && { id: accepted.body.data.transaction_id, status: accepted.body.data.status }
  } // biome-ignore format: a query a line

  async function heldTransfer(): Promise<void> {
    // Most times somebody else: who was released once is let pass afterwards.
    const sender_document_number = `WL${100_000 + chance.below(900_000)}`
    const held = await transfer({
      sender_first_name: 'Watchlist',
      sender_last_name: 'Person',
      sender_document_number,
    })
    if (!held) return
    await sleep(chance.spread(1_000, 20 * minute))
    const decide = async () => {
      const act = chance.pick(['release', 'release', 'reject'])
      const answer = await clients.admin(admin(), `/api/v1/admin/remittance/holds/${held.id}/${act}`, { reason: 'looked at it' }, { tries: tries() })
      if (isOk(answer)) acknowledge('review', `select 1 from transfer_review r join transfer t on t.id = r.transfer_id where t.transaction_id = $1 and r.decision = $2`, held.id, act === 'release' ? 'released' : 'rejected')
    }
    await Promise.all([decide(), ...(chance.happens(0.4) ? [decide()] : [])])
  } // biome-ignore format: a query a line

  async function reversal(): Promise<void> {
    const rows = await store.rows(`select transaction_id from transfer where status = 'Successful' order by id desc limit 50`)
    if (rows.length === 0) return
    const { transaction_id } = chance.pick(rows)
    const ask = async () => {
      const answer = await clients.admin(admin(), `/api/v1/admin/transfers/${transaction_id}/reverse`, { reason: 'sent by mistake' }, { tries: tries() })
      if (isOk(answer)) acknowledge('reversal', `select 1 from transfer_reversal r join transfer t on t.id = r.transfer_id where t.transaction_id = $1`, transaction_id)
    }
    await Promise.all([ask(), ...(chance.happens(0.3) ? [ask()] : [])])
  } // biome-ignore format: a query a line

  /** Of an amount that no other has: so it is seen whether it was booked, and how often. */
  async function topUp(): Promise<void> {
    const as = merchant()
    const cents = 300 + ++topUps
    const booked = `select 1 from wallet_entry where kind = 'TOPUP' and amount_minor = $1`
    const isOwn = chance.happens(0.5)
    const sent = isOwn ? { ...maybeKey(), tries: tries() } : { ...newKey(), tries: 3 }
    if (sent.key) isOnce('top-up', booked, cents)
    const answer = await (isOwn
      ? clients.basic(as, '/api/v1/remittance/sandbox/topup', { amount: cents / 100 }, sent)
      : clients.admin(admin(), `/api/v1/admin/wallets/${as.merchant_code}/top-ups`, { amount: cents / 100, reason: 'bank transfer' }, sent))
    if (isOk(answer)) acknowledge('top-up', booked, cents)
  } // biome-ignore format: a call a line

  /** More than once a day of it, and one person may not book it alone. */
  async function largeTopUp(): Promise<void> {
    const as = merchant()
    const cents = 600_000 + ++topUps
    const booked = `select 1 from wallet_entry where kind = 'TOPUP' and amount_minor = $1`
    isOnce('large top-up', booked, cents)
    const asked = await clients.admin(admin(), `/api/v1/admin/wallets/${as.merchant_code}/top-ups`, { amount: cents / 100, reason: 'bank transfer' }, { ...newKey(), tries: 3 })
    if (!isOk(asked)) return
    const { id } = asked.body.data
    if (id === undefined) return void acknowledge('large top-up', booked, cents)
    acknowledge('top-up that waits', `select 1 from wallet_adjustment where id = $1 and kind = 'TOPUP'`, id)
    const answer = await clients.admin(admin(), `/api/v1/admin/wallets/adjustments/${id}/approve`, { reason: 'seen the slip' }, { ...maybeKey(), tries: tries() })
    if (isOk(answer)) acknowledge('top-up that waited', booked, cents)
  } // biome-ignore format: a call a line

  async function adjustment(): Promise<void> {
    const as = merchant()
    const wanted = { amount: chance.pick([-4, -1, 1, 4]), reason: `put right by hand ${++counter}` }
    isOnce('adjustment', 'select 1 from wallet_adjustment where reason = $1', wanted.reason)
    const asked = await clients.admin('amina', `/api/v1/admin/wallets/${as.merchant_code}/adjustments`, wanted, { ...newKey(), tries: 3 })
    const id = asked?.body?.data?.id
    if (!isOk(asked) || id === undefined) return
    acknowledge('adjustment', 'select 1 from wallet_adjustment where id = $1', id)
    const act = chance.pick(['approve', 'approve', 'reject'])
    const decide = async () => {
      const answer = await clients.admin('benoit', `/api/v1/admin/wallets/adjustments/${id}/${act}`, { reason: 'checked' }, { ...maybeKey(), tries: tries() })
      if (isOk(answer)) acknowledge(`adjustment: ${act}`, 'select 1 from wallet_adjustment where id = $1 and state = $2', id, act === 'approve' ? 'APPROVED' : 'REJECTED')
    }
    await Promise.all([decide(), ...(chance.happens(0.3) ? [decide()] : [])])
  } // biome-ignore format: a call a line

  const acts: Record<ActName, () => Promise<void>> = {
    'hosted payment': async () => {
      const made = await order(merchant())
      if (!made) return
      await Promise.all([visit(made.link), ...(chance.happens(0.2) ? [visit(made.link)] : [])])
    },
    'custom checkout': customCheckout,
    'payment link': paymentLink,
    refund,
    void: cancelPayment,
    transfer: async () => void (await transfer()),
    'held transfer': heldTransfer,
    reversal,
    'top-up': topUp,
    'large top-up': largeTopUp,
    adjustment,
  }
  const bag = (Object.keys(acts) as ActName[]).flatMap((name) => Array(weights[name]).fill(name) as ActName[])
  return {
    doSomething: (only) => acts[chance.pick(only ? bag.filter((name) => only.includes(name)) : bag)](),
    acknowledged,
    singular,
  }
}
