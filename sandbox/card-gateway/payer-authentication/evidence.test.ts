import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Message, valueAt } from '../message.ts'
import {
  type Basket,
  basket,
  challenge,
  enrolled,
  proofFrom,
  saleOf,
  tokenId,
  validated,
} from '../testing/journey.ts'
import { device, openWorld, orderInformation, type Reply, type World } from '../testing/testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.sandbox.close())

const visa = '4242424242424242'
const mastercard = '5555555555554444'
const challengeCard = '4000000000003220'

async function pay(token: string, order: Basket, proof: Message): Promise<Reply> {
  return await world.post('/pts/v2/payments', saleOf(token, order, proof))
}

function reasonOf(reply: Reply): unknown {
  return valueAt(reply.body, 'errorInformation.reason')
}

async function enrolledVisa(): Promise<{ token: string; order: Basket; proof: Message }> {
  const token = await world.token(visa)
  const order = basket()
  return { token, order, proof: proofFrom(await enrolled(world, token, order)) }
}

test('a payment without authentication is declined, and nothing is authorized', async () => {
  const order = basket()
  const reply = await pay(await world.token(visa), order, {})
  expect([reply.status, reply.body.status, reasonOf(reply)]).toEqual([
    201,
    'DECLINED',
    'CONSUMER_AUTHENTICATION_REQUIRED',
  ])
  expect(await world.books(order.code)).toMatchObject([{ authorized_amount: '0.00' }])
})

test('a made-up cryptogram is refused', async () => {
  const proof = { cavv: 'AAABCSIIAAAAAAACcwgAEMCoNh+=', eciRaw: '05', paresStatus: 'Y', veresEnrolled: 'Y' }
  expect(reasonOf(await pay(await world.token(visa), basket(), proof))).toBe(
    'CONSUMER_AUTHENTICATION_REQUIRED',
  )
})

const mismatches: [
  string,
  (facts: { order: Basket; proof: Message }) => { order?: Basket; proof?: Message },
][] = [
  ['another amount', ({ order }) => ({ order: { ...order, amount: '26.00' } })],
  ['another currency', ({ order }) => ({ order: { ...order, currency: 'EUR' } })],
  ['a better result than issued', ({ proof }) => ({ proof: { ...proof, eciRaw: '06' } })],
  [
    'another directory transaction',
    ({ proof }) => ({ proof: { ...proof, directoryServerTransactionId: 'x' } }),
  ],
]

test.each(mismatches)('evidence with %s is declined', async (_what, change) => {
  const facts = await enrolledVisa()
  const { order, proof } = { ...facts, ...change(facts) }
  expect(reasonOf(await pay(facts.token, order, proof))).toBe('CONSUMER_AUTHENTICATION_FAILED')
})

test('a payment with evidence for another token is declined', async () => {
  const { order, proof } = await enrolledVisa()
  expect(reasonOf(await pay(await world.token(visa), order, proof))).toBe('CONSUMER_AUTHENTICATION_FAILED')
})

test('a token can be used for one payment only', async () => {
  const { token, order, proof } = await enrolledVisa()
  expect((await pay(token, order, proof)).body.status).toBe('AUTHORIZED')
  const repeated = await pay(token, { ...order, reference: basket().reference }, proof)
  expect([repeated.status, repeated.body.reason]).toEqual([400, 'INVALID_DATA'])
})

test('evidence can be used once, also for a card without a token', async () => {
  const card = { number: visa, expirationMonth: '12', expirationYear: '2040' }
  const enrolment = await world.post('/risk/v1/authentications', {
    clientReferenceInformation: { code: 'plain' },
    orderInformation: orderInformation(),
    paymentInformation: { card },
    deviceInformation: device,
    consumerAuthenticationInformation: { deviceChannel: 'Browser' },
  })
  const payOnce = async () => {
    const { tokenInformation: _none, ...sale } = saleOf('', basket(), proofFrom(enrolment))
    return await world.post('/pts/v2/payments', { ...sale, paymentInformation: { card } })
  }
  expect((await payOnce()).body.status).toBe('AUTHORIZED')
  expect(reasonOf(await payOnce())).toBe('CONSUMER_AUTHENTICATION_FAILED')
})

test('where a cryptogram was issued, the directory transaction id alone is not enough', async () => {
  const { token, order, proof } = await enrolledVisa()
  const { directoryServerTransactionId } = proof
  expect(reasonOf(await pay(token, order, { directoryServerTransactionId }))).toBe(
    'CONSUMER_AUTHENTICATION_REQUIRED',
  )
})

test('Mastercard evidence has its own fields, all of them required', async () => {
  const token = await world.token(mastercard)
  const order = basket()
  const proof = proofFrom(await enrolled(world, token, order))
  expect(proof).toMatchObject({ eciRaw: '02', ucafCollectionIndicator: '2' })
  expect(proof.cavv).toBeUndefined()
  const { directoryServerTransactionId: _left, ...incomplete } = proof
  const refused = await pay(token, order, incomplete)
  expect([refused.status, refused.body.reason]).toEqual([400, 'MISSING_FIELD'])
  const paid = await pay(token, order, proof)
  expect(paid.body.status).toBe('AUTHORIZED')
  expect(valueAt(paid.body, 'processorInformation.consumerAuthenticationResponse')).toBeUndefined()
})

test.each([
  ['4000000000001026', '3'],
  ['4000000000001034', 'U'],
  ['340000000001007', '2'],
])('the issuer result for the cryptogram of %s is %s', async (number, code) => {
  const token = await world.token(number)
  const order = basket()
  const paid = await pay(token, order, proofFrom(await enrolled(world, token, order)))
  expect(valueAt(paid.body, 'processorInformation.consumerAuthenticationResponse.code')).toBe(code)
})

test('an unfinished challenge allows no payment and can still be completed', async () => {
  const token = await world.token(challengeCard)
  const order = basket()
  const enrolment = await enrolled(world, token, order)
  const early = await validated(world, enrolment, order)
  expect(early.body.status).toBe('AUTHENTICATION_FAILED')
  expect(reasonOf(await pay(token, order, proofFrom(enrolment)))).toBe('CONSUMER_AUTHENTICATION_REQUIRED')
  await challenge(world, enrolment, '1234')
  expect((await validated(world, enrolment, order)).body.status).toBe('AUTHENTICATION_SUCCESSFUL')
})

test.each([
  ['three wrong codes', ['1', '2', '3'], 'N', undefined],
  ['a right code after three wrong ones', ['1', '2', '3', '1234'], 'N', undefined],
  ['two wrong codes and the right one', ['1', 'resend', '2', '1234'], 'Y', undefined],
  ['cancelling', ['cancel'], 'N', '01'],
])('a challenge with %s ends with paresStatus %s', async (_what, codes, paresStatus, cancelCode) => {
  const token = await world.token(challengeCard)
  const order = basket()
  const enrolment = await enrolled(world, token, order)
  const page = await challenge(world, enrolment, ...codes)
  expect(page).toContain('action="http://localhost:5555/back"')
  expect(page).toContain('name="MD" value="md-1"')
  const validation = await validated(world, enrolment, order)
  expect(valueAt(validation.body, 'consumerAuthenticationInformation.paresStatus')).toBe(paresStatus)
  expect(valueAt(validation.body, 'consumerAuthenticationInformation.challengeCancelCode')).toBe(cancelCode)
  const paid = await pay(token, order, proofFrom(validation))
  expect(paid.body.status).toBe(paresStatus === 'Y' ? 'AUTHORIZED' : 'DECLINED')
})

test('repeated validation returns the same cryptogram', async () => {
  const order = basket()
  const enrolment = await enrolled(world, await world.token(challengeCard), order)
  await challenge(world, enrolment, '1234')
  const [first, second] = [await validated(world, enrolment, order), await validated(world, enrolment, order)]
  expect(proofFrom(first)).toEqual(proofFrom(second))
})

test('a payment can enrol in the same call', async () => {
  const order = basket()
  const combined = (token: string) => ({
    ...saleOf(token, order, { deviceChannel: 'Browser', returnUrl: 'http://localhost:5555/back' }),
    processingInformation: { capture: true, actionList: ['CONSUMER_AUTHENTICATION'] },
    deviceInformation: device,
  })
  const paid = await world.post('/pts/v2/payments', combined(await world.token(visa)))
  expect(paid.body.status).toBe('AUTHORIZED')
  expect(valueAt(paid.body, 'consumerAuthenticationInformation.paresStatus')).toBe('Y')
  order.reference = basket().reference
  const pending = await world.post('/pts/v2/payments', combined(await world.token(challengeCard)))
  expect([pending.status, pending.body.status]).toEqual([201, 'PENDING_AUTHENTICATION'])
  expect(valueAt(pending.body, 'consumerAuthenticationInformation.stepUpUrl')).toContain('/V2/Cruise/StepUp')
})

test('a payment can validate in the same call', async () => {
  const order = basket()
  const token = await world.token(challengeCard)
  const enrolment = await enrolled(world, token, order)
  const authenticationTransactionId = valueAt(
    enrolment.body,
    'consumerAuthenticationInformation.authenticationTransactionId',
  )
  const combined = () =>
    world.post('/pts/v2/payments', {
      clientReferenceInformation: { code: order.code, transactionId: basket().reference },
      processingInformation: { capture: true, actionList: ['VALIDATE_CONSUMER_AUTHENTICATION'] },
      tokenInformation: { jti: tokenId(token) },
      orderInformation: orderInformation(order.amount),
      consumerAuthenticationInformation: { authenticationTransactionId },
    })
  expect(reasonOf(await combined())).toBe('CONSUMER_AUTHENTICATION_FAILED')
  await challenge(world, enrolment, '1234')
  expect((await combined()).body.status).toBe('AUTHORIZED')
})

test('a profile without mandatory authentication accepts plain payments', async () => {
  const own = await openWorld({ cardGateway: { imposesAuthentication: false } })
  const reply = await own.post('/pts/v2/payments', saleOf(await own.token(visa), basket(), {}))
  expect(reply.body.status).toBe('AUTHORIZED')
  await own.sandbox.close()
})
