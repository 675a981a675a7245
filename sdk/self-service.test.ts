// Tests the client's self-service against the real server.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openReceiver, type Receiver } from '../test/support/callers/merchant-client.ts'
import { withApp } from '../test/support/factors/factors.ts'
import { openWorld, type World } from '../test/support/world/world.ts'
import { AuthenticationError, ConflictError, Likuta, NotFoundError, verifyWebhook } from './likuta.ts'
import type { Delivery } from './types/self-service.ts'

const password = 'a long and unusual pass phrase'
let world: World
let receiver: Receiver
let likuta: Likuta
beforeAll(async () => {
  receiver = await openReceiver()
  world = await openWorld()
  likuta = new Likuta({ baseUrl: world.url })
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

async function newcomer() {
  const email = `${randomUUID()}@example.com`
  const merchant = await likuta.selfService.signUp({ name: 'Boutique Newcomer', email, password })
  return { email, merchant, session: await likuta.selfService.logIn({ email, password }) }
}

const orderOf = ({ url }: Receiver) =>
  ({
    amount: 5,
    currency: 'USD',
    merchant_reference: 'D-1',
    callback_url: url,
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'grace@example.com',
    bill_to_phone: '0991234567',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
    bill_to_address_country: 'CD',
  }) as const

describe('self-service by the client', () => {
  test('a new merchant is signed in, reads its profile, and is refused once signed out', async () => {
    const { email, merchant, session } = await newcomer()
    assert.equal(session.login.merchant_code, merchant.merchant_code)
    const me = await session.me()
    expect(me).toMatchObject({ email, environment: 'sandbox', is_test: true, api_key: merchant.api_key })
    const stored = likuta.selfService.withToken(session.accessToken)
    assert.deepEqual(await stored.me(), me)
    await session.logOut()
    await expect(stored.me()).rejects.toBeInstanceOf(AuthenticationError)
    await expect(likuta.selfService.logIn({ email, password: 'wrong' })).rejects.toMatchObject({
      code: 'RMT-401',
    })
  })

  test('an access token is not revealed when its session is logged or serialized', async () => {
    const { session } = await newcomer()
    const token = session.accessToken
    assert.equal(session.login.access_token, token)
    for (const held of [session, session.login, likuta.selfService.withToken(token)])
      for (const hidden of [false, true]) {
        const shown = inspect(held, { depth: 9, showHidden: hidden }) + JSON.stringify(held)
        assert(!shown.includes(token), shown)
      }
  })

  test('a rotated secret is refused, and the new one works', async () => {
    const { merchant, session } = await newcomer()
    const old = clientOf(world.url, { ...merchant, password })
    const keys = await session.rotate.apiKeys()
    const { merchant_secret } = await session.rotate.merchantSecret()
    const renewed = clientOf(world.url, { ...merchant, ...keys, merchant_secret, password })
    await expect(old.payments.status('x')).rejects.toBeInstanceOf(AuthenticationError)
    await expect(old.remittance.balance()).rejects.toBeInstanceOf(AuthenticationError)
    await expect(renewed.payments.status('x')).rejects.toBeInstanceOf(NotFoundError)
    assert.equal((await renewed.remittance.balance()).total, 0)
  })

  test('a merchant sets its callback and receives a test event signed with its current secret', async () => {
    const { session } = await newcomer()
    await expect(session.callback.test()).rejects.toBeInstanceOf(ConflictError)
    const set = { callback_url: receiver.url, events: [], credentials: null }
    assert.deepEqual(await session.callback.set({ callback_url: receiver.url }), set)
    assert.deepEqual(await session.callback.read(), set)
    const { callback_secret } = await session.rotate.callbackSecret()
    expect(await session.callback.test()).toMatchObject({ delivered: true, http_status: 200 })
    const event = await verifyWebhook({ ...receiver.received.at(-1)!, secret: callback_secret })
    assert.equal(event.type, 'TEST')
  })

  test('a merchant changes its settings, requests to go live and changes its password', async () => {
    const { email, session } = await newcomer()
    const addresses = ['127.0.0.0/8', '::1']
    assert.deepEqual(await session.whitelist.set({ addresses }), { addresses })
    assert.deepEqual(await session.whitelist.read(), { addresses })
    const microform = { microform_enabled: true, microform_allowed_origins: ['https://shop.example'] }
    assert.deepEqual(await session.microform.set(microform), microform)
    const brand = { logo: null, accent: '#0b625c', support: '+243991234567' }
    const checkout = { checkout_attempts: 3, brand: { accent: '#0B625C', support: '+243 991 234 567' } }
    const { methods, ...stored } = await session.checkout.set(checkout)
    assert.deepEqual(stored, { checkout_attempts: 3, payment_methods: ['card'], brand })
    assert.deepEqual(
      methods.map(({ method }) => method),
      ['card', 'mobile_money'],
    )
    assert.deepEqual(await session.checkout.read(), { ...stored, methods })
    assert.equal((await session.goLive.read()).state, 'NONE')
    const company = {
      company_name: 'Boutique',
      registration_number: 'CD/GOM/1',
      country: 'CD',
      contact_name: 'Grâce Mukendi',
      contact_email: email,
      contact_phone: '+243991234567',
    }
    const { step_up_token: proof } = await session.stepUp({ password })
    assert.equal((await session.goLive.request(company, proof)).state, 'PENDING')
    const new_password = 'another long and unusual phrase'
    await session.changePassword({ current_password: password, new_password })
    assert.equal((await likuta.selfService.logIn({ email, password: new_password })).login.expires_in, 3600)
  })

  test('a merchant lists its deliveries and resends one', async () => {
    const { merchant, session } = await newcomer()
    const client = clientOf(world.url, { ...merchant, password })
    const order = orderOf(receiver)
    for (let i = 0; i < 2; i++)
      await world.checkout((await client.payments.orders.create(order)).links, 'cancel')
    const found: Delivery[] = []
    for await (const delivery of session.deliveries.list({ limit: 3 })) found.push(delivery)
    assert.equal(found.length, 4)
    const times = found.map(({ created_at }) => created_at)
    assert.deepEqual(times, times.toSorted().toReversed())
    const ids = found.map(({ id }) => id)
    assert.equal((await session.deliveries.resend(ids[0]!)).status, 'PENDING')
    const { event_type } = JSON.parse((await session.deliveries.read(ids.at(-1)!)).body)
    assert.equal(event_type, 'PAYMENT_CANCELLATION')
    await expect(session.deliveries.read(randomUUID())).rejects.toBeInstanceOf(NotFoundError)
  })

  test('a merchant with the right to refund refunds a payment at once, and once though it repeats the call', async () => {
    const { merchant, session } = await newcomer()
    const client = clientOf(world.url, { ...merchant, password })
    const { transaction_uuid: uuid, links } = await client.payments.orders.create(orderOf(receiver))
    assert.deepEqual((await world.payByCalls(links)).body, { state: 'DONE' })
    const part = { amount: 2, reason: 'One of two came back' }
    const made = await session.refundRequests.create(uuid, part, { idempotencyKey: 'first' })
    expect(made).toMatchObject({ amount: '2.00', state: 'REFUNDED', refund: { status: 'SUCCESS' } })
    const again = await session.refundRequests.create(uuid, part, { idempotencyKey: 'first' })
    assert.equal(again.id, made.id)
    assert.deepEqual(await session.refundRequests.list(uuid), [made])
    assert.deepEqual(await session.refundRequests.read(uuid, made.id), made)
    await expect(session.refundRequests.withdraw(uuid, made.id)).rejects.toBeInstanceOf(ConflictError)
    await expect(session.refundRequests.read(uuid, '1')).rejects.toBeInstanceOf(NotFoundError)
  })

  test('a server refunds a payment with its key, and once though it repeats the call', async () => {
    const { merchant, session } = await newcomer()
    const client = clientOf(world.url, { ...merchant, password })
    const { transaction_uuid: uuid, links } = await client.payments.orders.create(orderOf(receiver))
    assert.deepEqual((await world.payByCalls(links)).body, { state: 'DONE' })
    const { refundRequests } = client.payments
    const part = { amount: 2, reason: 'One of two came back' }
    const made = await refundRequests.create(uuid, part, { idempotencyKey: 'first' })
    expect(made).toMatchObject({ amount: '2.00', state: 'REFUNDED', refund: { status: 'SUCCESS' } })
    assert.equal((await refundRequests.create(uuid, part, { idempotencyKey: 'first' })).id, made.id)
    expect((await session.refundRequests.list(uuid)).map(({ id }) => id)).toEqual([made.id])
    await expect(refundRequests.create('LKT-X', part)).rejects.toBeInstanceOf(NotFoundError)
  })

  test('an owner invites a user, who joins with the link; the role decides what they may call', async () => {
    const { session } = await newcomer()
    const { step_up_token: proof } = await session.stepUp({ password })
    const email = `${randomUUID()}@example.com`
    const { url, ...invitation } = await session.team.invite({ email, role: 'viewer' }, proof)
    assert.deepEqual(await session.team.invitations(), [invitation])
    const token = new URL(url).hash.slice(1)
    const accepted = await likuta.selfService.acceptInvitation({ token, name: 'Aline', password })
    expect(accepted).toMatchObject({ email, role: 'viewer' })
    const member = await likuta.selfService.logIn({ email, password })
    await expect(member.rotate.apiKeys()).rejects.toMatchObject({ status: 403, code: 'RMT-403' })
    expect(await member.sessions.list()).toMatchObject([{ current: true }])
    const [owner, viewer] = await session.team.users()
    await expect(session.team.removeUser(owner!.user_id, proof)).rejects.toBeInstanceOf(ConflictError)
    const changed = await session.team.changeUser(viewer!.user_id, { role: 'developer' }, proof)
    assert.equal(changed.role, 'developer')
    await expect(member.me()).rejects.toBeInstanceOf(AuthenticationError)
    await session.team.removeUser(viewer!.user_id, proof)
    assert.equal((await session.team.users()).length, 1)
    const again = await session.team.invite({ email, role: 'viewer' }, proof)
    await session.team.revokeInvitation(again.invitation_id)
    await session.sessions.endOthers()
    await expect(session.sessions.end('none')).rejects.toBeInstanceOf(NotFoundError)
  })

  test('a user with a second factor signs in with a code, and renews keys with a step-up', async () => {
    const { email, session: first } = await newcomer()
    const { codes } = await withApp(world, { email, password, token: first.accessToken })
    const [signIn = '', stepUp = ''] = codes
    await expect(likuta.selfService.logIn({ email, password })).rejects.toMatchObject({ code: 'RMT-1027' })
    const session = await likuta.selfService.logIn({ email, password, recovery_code: signIn })
    await expect(session.rotate.apiKeys()).rejects.toMatchObject({ status: 403, code: 'RMT-1025' })
    const { step_up_token: stepUpToken } = await session.stepUp({ recovery_code: stepUp })
    assert.match((await session.rotate.apiKeys({ stepUpToken })).api_key, /^pk_test_/)
    const [owner] = await session.team.users()
    assert.equal(owner?.second_factor, true)
    await session.team.resetFactors(owner!.user_id, stepUpToken)
    await expect(session.me()).rejects.toBeInstanceOf(AuthenticationError)
    assert.equal((await (await likuta.selfService.logIn({ email, password })).me()).email, email)
  })
})
