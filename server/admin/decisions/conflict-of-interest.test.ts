// An admin who is a user of a merchant decides nothing about it, however the request names the merchant.
import assert from 'node:assert/strict'
import { domainToASCII } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRoutes } from '../../../scripts/api-document.ts'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import {
  accept,
  call,
  invited,
  signedIn,
  stepUpOf,
  userIdOf,
} from '../../../test/support/callers/self-service.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { plantedCollection } from '../../../test/support/collections/collections.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { as, asProven, joinedStaff, type StaffMember } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { ownMerchantProblem } from '../../admin/access.ts'
import { newIdIn } from '../../kernel/id.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

type Merchant = { id: string; code: string }
let world: World
let staff: StaffMember
/** By the name of the parameter of its route, and the first part of the path. */
const subjects = new Map<string, { id: string; merchant: Merchant }>()
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    // Codes of authenticator apps change with the time, which stands still here.
    clock: manualClock(systemClock.now().toString()),
    settings: { ...payoutSettings, ...twoAdmins, APPROVALS: 'refund' },
  })
  staff = await joinedOwner()
  await makeSubjects()
})
afterAll(() => world?.close())

const joinedOwner = () => joinedStaff({ ...world, admin: tokenCall }, 'owner')
const tokenCall: World['admin'] = (method, path, body, headers = {}) =>
  world.admin(method, path, body, {
    ...(!('authorization' in headers) && { 'x-admin-token': 'token-of-amina-0123456789' }),
    ...headers,
  })
const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const idOf = async (code: string): Promise<Merchant> => {
  const [found] = await rows('select id from merchant where merchant_code = $1', [code])
  return { id: found.id, code }
}

async function makeSubjects() {
  const admins = adminsOf(world)
  const own = await idOf(world.merchant.merchant_code)
  const put = (path: string, id: string, merchant = own) => subjects.set(path, { id, merchant })
  put('merchant_code', own.code)
  const paid = async () => {
    const { transactionUuid: uuid, link } = await world.createOrder({ amount: 200 })
    assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
    const text = 'select id, cs_payment_id from card_transaction where transaction_uuid = $1'
    return (await rows(text, [uuid]))[0]
  }
  put('payment', (await paid()).cs_payment_id)
  const { cs_payment_id } = await paid()
  put('collection_id', await plantedCollection(world, (await paid()).id))
  const wanted = { reason: 'The order was cancelled' }
  put('approvals', (await admins.post(`payment/refunds/${cs_payment_id}`, wanted)).body.approval_id)
  const request = newIdIn(cellOfTests)
  await rows(
    `insert into refund_request (public_id, transaction_id, amount_minor, currency, reason, created_at) values ($1, $2, 100, 'USD', 'One shirt came back', now())`,
    [request, (await paid()).id],
  )
  put('refund-requests', request)
  const file = { rows: [{ transaction_uuid: 'unknown', ...wanted }] }
  put('refund-batches', (await admins.act(`merchants/${own.code}/refund-batches`, file)).batch_id)
  const adjusted = await admins.act(`wallets/${own.code}/adjustments`, {
    environment: 'sandbox',
    amount: 5,
    reason: 'Booked twice',
  })
  put('wallets', adjusted.id)
  const funds = { environment: 'sandbox', amount: 50, reason: 'Transfer of 20 November' }
  await admins.act(`wallets/${own.code}/top-ups`, funds)
  const sent = await transfersOf(world).accepted({ reference: 'of an own merchant' })
  put('transaction_id', sent.transaction_id)
  const { as: owner, pay } = await bankMerchant(world)
  const banked = await idOf(owner.merchant_code)
  put('payouts', (await pay(10)).payout_id, banked)
  put('payout-batches', (await batchesOf(world).create()).batch_id, banked)
}

/** The subject of a route. */
function subjectOf(route: string) {
  const path = route.split(' ')[1]!
  const [first = ''] = path.split('/')
  const name = /:(merchant_code|transaction_id|collection_id)/.exec(path)?.[1] ?? first
  const subject = subjects.get(name)
  assert.ok(subject, route)
  return subject
}
const outcomeOf = async (who: StaffMember, route: string, id: string, sent: object = {}) => {
  const [method = '', path = ''] = route.split(' ')
  const { status, body } = await asProven(
    world,
    who.token,
    method,
    path.replace(/:\w+/, id).replaceAll(/:\w+/g, '0'),
    sent,
  )
  // The card specification fixes the error format of some admin routes, which has no codes.
  return [status, body?.message ?? body?.detail]
}
const refused = [403, ownMerchantProblem.detail]
/** Runs `work` while the first user of the merchant has this email or name. */
async function whileUser(
  merchant: Merchant,
  column: 'email' | 'name',
  value: string,
  work: () => Promise<void>,
) {
  const [user] = await rows(
    `select id, ${column} as value from merchant_user where merchant_id = $1 order by id`,
    [merchant.id],
  )
  const set = (text: string) => rows(`update merchant_user set ${column} = $2 where id = $1`, [user.id, text])
  await set(value)
  await work().finally(() => set(user.value))
}

/** The admin routes that decide about one merchant, with what makes an act one against it. */
const deciding = new Map(
  (await readRoutes()).routes.flatMap(({ method, url, endpoint: { conflictOfInterest } }) =>
    typeof conflictOfInterest === 'object'
      ? [[`${method} ${url.replace('/api/v1/admin/', '')}`, conflictOfInterest.against] as const]
      : [],
  ),
)
const favouring = [...deciding.keys()].filter(
  (route) => deciding.get(route) === undefined && route !== 'POST approvals/:id/approve',
)
/** What is stored about the merchant before it is changed: no right, limits of 50.00, and fees. */
async function storeTerms({ id }: Merchant) {
  await rows(
    `update merchant set may_refund_sandbox = false, commission_rate_bp = 350, mobile_money_rate_bp = 400, remittance_fee_bp = 100,
            remittance_fee_fixed_minor = 50 where id = $1`,
    [id],
  )
  await rows(
    `insert into negative_balance_limit (merchant_id, environment, currency, limit_minor)
     select $1, 'sandbox', currency, 5000 from unnest(array['USD', 'CDF']) currency
     on conflict (merchant_id, environment, currency) do update set limit_minor = 5000`,
    [id],
  )
}
const asForCards = (commission_rate: number) => ({ commission_rate, mobile_money_rate: null })
/** Two bodies of a refund right that differ in the limit: what is no better for the merchant, and what is. */
const limited = (allowed: unknown, favour: unknown, currency = '') =>
  [allowed, favour].map((limit) => ({
    may_refund: false,
    [`negative_balance_limit${currency}`]: limit,
  })) as [object, object]
const against = [...deciding].flatMap(([route, act]) => (act === 'always' ? [route] : []))
const grants = 'POST wallets/:merchant_code/top-ups'

describe('an admin who is a user of a merchant', () => {
  test.each(favouring)('is refused %s of this merchant', async (route) => {
    const { id, merchant } = subjectOf(route)
    await whileUser(merchant, 'email', staff.email, async () => {
      expect(await outcomeOf(staff, route, id)).toEqual(refused)
    })
  })

  test.each([...against, 'POST approvals/:id/approve'])('may %s, which favours nobody', async (route) => {
    const { id, merchant } = subjectOf(route)
    await whileUser(merchant, 'email', staff.email, async () => {
      expect(await outcomeOf(staff, route, id)).not.toEqual(refused)
    })
  })

  test.each([
    ['POST merchants/:merchant_code/go-live', { decision: 'reject' }, { decision: 'approve' }],
    ['POST merchants/:merchant_code/go-live', { decision: 'REJECTED' }, { decision: 'APPROVED' }],
    ['PUT merchants/:merchant_code/refund-right', { may_refund: false }, { may_refund: true }],
    ['PUT merchants/:merchant_code/refund-right', { may_refund: false }, {}],
    ['PUT merchants/:merchant_code/refund-right', ...limited('50.00', 50.01)],
    ['PUT merchants/:merchant_code/refund-right', ...limited('0.00', '1e2')],
    ['PUT merchants/:merchant_code/refund-right', ...limited('49.99', '50.01', '_cdf')],
    ['PUT merchants/:merchant_code/rates', { commission_rate: '3.50' }, { commission_rate: '3.49' }],
    ['PUT merchants/:merchant_code/rates', { commission_rate: 5 }, { commission_rate: '' }],
    ['PUT merchants/:merchant_code/rates', { mobile_money_rate: 4 }, { mobile_money_rate: 3.99 }],
    ['PUT merchants/:merchant_code/rates', asForCards(4), asForCards(3.99)],
    ['PUT merchants/:merchant_code/rates', { remittance_fee_rate: 1 }, { remittance_fee_rate: 0.99 }],
    ['PUT merchants/:merchant_code/rates', { remittance_fee_fixed: 0.5 }, { remittance_fee_fixed: 0.49 }],
    ['POST wallets/:merchant_code/adjustments', { amount: -5 }, { amount: 5 }],
    ['POST wallets/:merchant_code/adjustments', { amount: -0.5 }, { amount: 0.5 }],
    ['POST merchants/:merchant_code/balance/adjustments', { type: 'debit' }, { type: 'credit' }],
  ])('may %s with %j, not with %j', async (route, allowed, favour) => {
    const { id, merchant } = subjectOf(route)
    await storeTerms(merchant)
    await whileUser(merchant, 'email', staff.email, async () => {
      expect(await outcomeOf(staff, route, id, favour)).toEqual(refused)
      expect(await outcomeOf(staff, route, id, allowed)).not.toEqual(refused)
    })
  })

  test.each([
    ['refund', {}, true],
    ['void', {}, true],
    ['balance_adjustment', { type: 'debit' }, true],
    ['balance_adjustment', { type: 'credit' }, false],
    ['payout_end', { end: 'paid' }, true],
    ['payout_end', { end: 'declined' }, false],
    ['negative_balance_limit', {}, false],
  ])(
    'may approve %s %j or reject it, whichever is against the merchant',
    async (action, request, isAgainst) => {
      const { id, merchant } = subjectOf('POST approvals/:id/reject')
      await rows('update approval set action = $2, request = $3 where public_id = $1', [
        id,
        action,
        JSON.stringify(request),
      ])
      const isRefused = async (decision: string) =>
        (await outcomeOf(staff, `POST approvals/:id/${decision}`, id))[1] === ownMerchantProblem.detail
      await whileUser(merchant, 'email', staff.email, async () => {
        expect([await isRefused('reject'), await isRefused('approve')]).toEqual([isAgainst, !isAgainst])
      })
    },
  )

  test('rejects a credit of the wallet, which is marked, but no debit, which keeps waiting', async () => {
    const { id: code, merchant } = subjectOf('POST wallets/:merchant_code/adjustments')
    const requested = (amount: number) =>
      adminsOf(world).act(`wallets/${code}/adjustments`, {
        environment: 'sandbox',
        amount,
        reason: 'Booked by mistake',
      })
    const [debit, credit] = [await requested(-5), await requested(7)]
    const reject = (id: string) =>
      asProven(world, staff.token, 'POST', `wallets/adjustments/${id}/reject`, { reason: 'Booked once' })
    await whileUser(merchant, 'email', staff.email, async () => {
      expect((await reject(debit.id)).body.message).toBe(ownMerchantProblem.detail)
      expect((await reject(credit.id)).body.data.state).toBe('REJECTED')
    })
    const states = await rows(
      'select state from wallet_adjustment where id = any($1) order by amount_minor',
      [[debit.id, credit.id]],
    )
    expect(states.map(({ state }) => state)).toEqual(['PENDING', 'REJECTED'])
    const [entry] = await rows('select detail from audit_log where actor = $1 order by seq desc limit 1', [
      staff.email,
    ])
    expect(JSON.parse(entry.detail)).toMatchObject({ own_merchant: true, user: staff.email })
  })

  test('leaves a mark in the audit log when they suspend the merchant', async () => {
    const shop = await world.register()
    const merchant = await idOf(shop.merchant_code)
    await whileUser(merchant, 'email', staff.email, async () => {
      const body = { reason: 'Sells what it does not have' }
      const sent = await asProven(world, staff.token, 'POST', `merchants/${merchant.code}/suspend`, body)
      expect(sent.status).toBe(200)
    })
    const [entry] = await rows(`select detail from audit_log where subject = $1 order by seq desc limit 1`, [
      merchant.code,
    ])
    expect(JSON.parse(entry.detail)).toMatchObject({ own_merchant: true, user: staff.email })
  })

  test('is stopped neither by their name nor by an email that nobody confirmed', async () => {
    const { id, merchant } = subjectOf(grants)
    await whileUser(merchant, 'name', staff.name, async () => {
      expect(await outcomeOf(staff, grants, id)).not.toEqual(refused)
    })
    await rows('update merchant_user set email_confirmed_at = null where merchant_id = $1', [merchant.id])
    await whileUser(merchant, 'email', staff.email, async () => {
      expect(await outcomeOf(staff, grants, id)).not.toEqual(refused)
    })
    await rows('update merchant_user set email_confirmed_at = now() where merchant_id = $1', [merchant.id])
  })

  test('is refused under another spelling of the email, and with a tag in it', async () => {
    const { id, merchant } = subjectOf(grants)
    const [local, domain] = staff.email.split('@')
    for (const email of [`${local}+shop@${domain}`, `${local!.replace('w', 'ẃ\u200b')}@${domain}`])
      await whileUser(merchant, 'email', email, async () => {
        expect(await outcomeOf(staff, grants, id)).toEqual(refused)
      })
  })

  test('is not a user whose domain only looks like theirs, which anybody can register', async () => {
    const { id, merchant } = subjectOf(grants)
    const [local] = staff.email.split('@')
    for (const domain of ['likúta.example', domainToASCII('likúta.example')])
      await whileUser(merchant, 'email', `${local}@${domain}`, async () => {
        expect(await outcomeOf(staff, grants, id)).not.toEqual(refused)
      })
  })

  test('approves a batch without the payouts of this merchant, which wait for the next', async () => {
    const own = await bankMerchant(world)
    const other = await bankMerchant(world)
    const { payout_id: mine } = await own.pay(10)
    const { payout_id: theirs } = await other.pay(20)
    const { batch_id } = await batchesOf(world).create()
    const merchant = await idOf(own.as.merchant_code)
    await whileUser(merchant, 'email', staff.email, async () => {
      const sent = await asProven(world, staff.token, 'POST', `payout-batches/${batch_id}/approve`, {
        reason: 'The sums are right',
      })
      expect([sent.status, sent.body.data?.payouts]).toEqual([200, expect.anything()])
    })
    const states = await rows(
      'select public_id, state, batch_id is null as waits from merchant_payout where public_id = any($1)',
      [[mine, theirs]],
    )
    expect(states).toEqual(
      expect.arrayContaining([
        { public_id: mine, state: 'APPROVED', waits: true },
        { public_id: theirs, state: 'SENT', waits: false },
      ]),
    )
  })

  test('is refused a batch that has nothing but payouts of this merchant, which stays as it is', async () => {
    const { id, merchant } = subjectOf('POST payout-batches/:id/approve')
    await whileUser(merchant, 'email', staff.email, async () => {
      const reason = 'The sums are right'
      expect(await outcomeOf(staff, 'POST payout-batches/:id/approve', id, { reason })).toEqual(refused)
    })
    const [batch] = await rows('select state from payout_batch where public_id = $1', [id])
    expect(batch.state).toBe('WAITING')
  })

  test('is refused also after being removed, for what they requested may still wait', async () => {
    const merchant = await world.register()
    const owner = await signedIn(world, merchant)
    const invitation = await invited(world, owner, { email: staff.email, role: 'accountant' })
    assert.equal((await accept(world, invitation, 'nine green lanterns', 'Kim')).status, 200)
    await rows('update merchant_user set email_confirmed_at = now() where email = $1', [staff.email])
    const headers = await stepUpOf(world, owner, owner.token)
    const path = `users/${await userIdOf(world, owner, staff.email)}`
    assert.equal((await call(world, 'DELETE', path, { token: owner.token, headers })).status, 200)
    expect(await outcomeOf(staff, grants, merchant.merchant_code)).toEqual(refused)
  })

  test('is refused with a token that has the email as its owner', async () => {
    const { id, merchant } = subjectOf('POST wallets/:merchant_code/adjustments')
    await whileUser(merchant, 'email', 'amina', async () => {
      const by = adminsOf(world)
      const body = { environment: 'sandbox', amount: 5, reason: 'Booked twice' }
      const own = await by.post(`wallets/${id}/adjustments`, body, 'amina')
      expect([own.status, own.body.code]).toEqual([403, 'RMT-1021'])
      expect((await by.post(`wallets/${id}/adjustments`, body, 'benoit')).status).toBe(200)
    })
  })

  test('is refused, and for no other merchant, when requests about many arrive at the same time', async () => {
    const route = 'POST wallets/:merchant_code/top-ups'
    const { id, merchant } = subjectOf(route)
    const { merchant_code: other } = await world.register()
    const codes = Array.from({ length: 16 }, (_, n) => (n % 3 === 0 ? id : other))
    await whileUser(merchant, 'email', staff.email, async () => {
      const outcomes = await Promise.all(codes.map((code) => outcomeOf(staff, route, code)))
      const isRefused = outcomes.map(([, message]) => message === ownMerchantProblem.detail)
      expect(isRefused).toEqual(codes.map((code) => code === id))
    })
  })

  test('reads what waits for this merchant, and decides about other merchants', async () => {
    const { id, merchant } = subjectOf('POST merchants/:merchant_code/suspend')
    const other = await world.register()
    await whileUser(merchant, 'email', staff.email, async () => {
      expect((await as(world, staff.token, 'GET', `merchants/${id}`)).status).toBe(200)
      const body = { reason: 'Looks odd' }
      const path = `merchants/${other.merchant_code}/suspend`
      expect((await asProven(world, staff.token, 'POST', path, body)).status).toBe(200)
    })
  })
})

describe('the table of routes about one merchant', () => {
  const changing = () =>
    world.system.app.described.listed.filter(
      ({ method, endpoint }) => method !== 'GET' && endpoint.access.by === 'admin',
    )
  const nameOf = ({ method, url }: { method: string; url: string }) =>
    `${method} ${url.replace('/api/v1/admin/', '')}`

  test('the API document names the refusal at each route that may be refused so, and at no other', () => {
    const named = changing().filter(({ endpoint }) => endpoint.problems?.includes(ownMerchantProblem))
    const refusable = [...deciding].flatMap(([route, how]) => (how === 'always' ? [] : [route]))
    expect(named.map(nameOf).toSorted()).toEqual([...refusable, 'POST payout-batches/:id/approve'].toSorted())
  })
})
