import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import {
  type CollectorContract,
  openCollectorWorld,
  payers,
} from '../../../operator-calls/collector.contract.steps.ts'
import { collectorContract } from '../../../operator-calls/collector.contract.ts'
import {
  type ContractWorld,
  inquired,
  isFinal,
  type OperatorContract,
  openContractWorld,
  wallets,
} from '../../../operator-calls/operator.contract.steps.ts'
import { operatorContract } from '../../../operator-calls/operator.contract.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { openPawapay } from './adapter.ts'
import { connectionTo, pemOf } from './testing.ts'
import { paymentIdOf } from './wire.ts'

for (const product of ['payouts', 'remittances'] as const) operatorContract(contractWith({ product }))
const collections: CollectorContract = {
  ...contractWith({}),
  name: 'pawaPay deposits against the sandbox',
  collectPath: '/pawapay/v2/deposits',
  collectionReference: ({ reference }) => paymentIdOf(reference),
  reasons: {
    wrong_pin: 'MM_WRONG_PIN',
    cancelled: 'MM_CANCELLED',
    lapsed: 'MM_NO_ANSWER',
    limit: 'MM_LIMIT',
    blocked: 'MM_DECLINED',
    busy: 'MM_DECLINED',
  },
}
collectorContract(collections)

let opened: ContractWorld | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(changes: Partial<PawapayConnection> = {}): Promise<ContractWorld> {
  opened = await openContractWorld(contractWith(changes))
  return opened
}

function contractWith(changes: Partial<PawapayConnection>): OperatorContract {
  const { product } = connectionTo('', changes)
  return {
    name: `the pawaPay adapter for ${product} against the sandbox`,
    operator: 'orange',
    prefix: '84',
    payPath: `/pawapay/v2/${product}`,
    portal: 'pawapay',
    lacks: { names: true, reversals: true },
    bookReference: ({ reference }) => paymentIdOf(reference),
    open: ({ operatorsUrl, secret, ...needs }) =>
      openPawapay(
        connectionTo(`${operatorsUrl}/pawapay`, { token: secret, collections: {}, ...changes }),
        needs,
      ),
  }
}

test('callbacks signed with the raw r‖s of the RFC are trusted like those in DER', async () => {
  const world = await open()
  await world.control('/operators/pawapay', { signature_encoding: 'raw' })
  const payout = world.payoutTo(wallets.paid)
  await world.operator.pay(payout)
  const report = await world.callbackFor(payout.reference, isFinal)
  expect(report.at(-1)?.callback).toMatchObject({ outcome: { kind: 'succeeded' }, amount: payout.amount })
})

test('an account that requires signed requests accepts only those signed with our key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signed = await open({ signingKey: { id: 'LIKUTA:1', privateKeyPem } })
  const keys = [{ id: 'LIKUTA:1', key: pemOf(publicKey) }]
  await signed.control('/operators/pawapay', { signed_requests_only: true, public_keys: keys })
  expect((await signed.operator.pay(signed.payoutTo(wallets.paid))).kind).toBe('pending')
  await signed.close()

  const unsigned = await open()
  await unsigned.control('/operators/pawapay', { signed_requests_only: true, public_keys: keys })
  const payout = unsigned.payoutTo(wallets.paid)
  expect((await unsigned.operator.pay(payout)).kind).toBe('unreached')
  expect(await unsigned.booked(payout)).toBeUndefined()
})

test('a closed provider declines a payout, and a delayed one keeps it pending', async () => {
  const world = await open()
  await world.control('/operators/pawapay', { availability: { ORANGE_COD: 'CLOSED' } })
  expect(await world.operator.pay(world.payoutTo(wallets.paid))).toMatchObject({
    kind: 'declined',
    code: 'PROVIDER_TEMPORARILY_UNAVAILABLE',
  })
  await world.control('/operators/pawapay', { availability: { ORANGE_COD: 'DELAYED' } })
  const payout = world.payoutTo(wallets.paid)
  expect((await world.operator.pay(payout)).kind).toBe('pending')
  expect((await world.operator.inquire(payout)).kind).toBe('pending')
  await world.control('/operators/pawapay', { availability: { ORANGE_COD: 'OPERATIONAL' } })
  expect((await inquired(world, payout)).kind).toBe('succeeded')
})

test('a provider that is closed or delayed takes no deposit, and its terms say so', async () => {
  const world = await openCollectorWorld(collections)
  opened = world
  await world.control('/operators/pawapay', { availability: { ORANGE_COD: 'DELAYED' } })
  const collection = world.collectionFrom(payers.approves)
  const refused = { kind: 'unreached', cause: 'PROVIDER_TEMPORARILY_UNAVAILABLE' }
  expect(await world.collector.request(collection)).toEqual(refused)
  expect(await world.collected(collection)).toBeUndefined()
  expect(await world.collector.terms('orange', 'USD')).toMatchObject({ isOpen: false })
})

test("limits, decimals and the way to approve come from the account's configuration", async () => {
  const world = await openCollectorWorld(collections)
  opened = world
  const { collector } = world
  expect(await collector.terms('vodacom', 'CDF')).toEqual({
    min: money(1_000_00n, 'CDF'),
    max: money(1_000_000_00n, 'CDF'),
    decimals: 0,
    isOpen: true,
    approvalHint: null,
  })
  const { approvalHint } = await collector.terms('airtel', 'USD')
  expect(approvalHint?.fr[0]).toMatch(/^Composez \*501#\./)
  expect(approvalHint?.en[0]).toMatch(/^Dial \*501#\./)
  expect(await collector.terms('africell', 'USD')).toMatchObject({ isOpen: false })
})
