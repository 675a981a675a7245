import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
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
      openPawapay(connectionTo(`${operatorsUrl}/pawapay`, { token: secret, ...changes }), needs),
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
