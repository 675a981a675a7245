import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import {
  type ContractWorld,
  inquired,
  isFinal,
  openContractWorld,
  wallets,
} from '../../../remittance/operator.contract.steps.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { tellSandbox } from '../testing.ts'
import { pemOf, sandboxContract } from './testing.ts'

let opened: ContractWorld | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(changes: Partial<PawapayConnection> = {}) {
  let sandboxUrl = ''
  const contract = sandboxContract(changes, (url) => {
    sandboxUrl = url
  })
  opened = await openContractWorld(contract)
  return { world: opened, tell: (path: string, wanted: object) => tellSandbox(sandboxUrl, path, wanted) }
}

test('callbacks signed with the bare r‖s of the RFC are believed as those in DER', async () => {
  const { world, tell } = await open()
  await tell('/operators/pawapay', { signature_encoding: 'raw' })
  const payout = world.payoutTo(wallets.paid)
  await world.operator.pay(payout)
  const news = await world.news(payout.reference, isFinal)
  expect(news.at(-1)?.callback).toMatchObject({ word: { kind: 'succeeded' }, amount: payout.amount })
})

test('forged callbacks tell nothing beside the true one', async () => {
  const { world, tell } = await open()
  await tell('/operators/callbacks', { forge_rate: 1 })
  const payout = world.payoutTo(wallets.paid)
  await world.operator.pay(payout)
  const news = await world.news(payout.reference, isFinal)
  expect(news.map(({ callback }) => callback.word.kind)).toEqual(['succeeded'])
})

test('an account that takes signed requests only takes ours with our key, and nothing without', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signed = await open({ signingKey: { id: 'MOSOLO:1', privateKeyPem } })
  const keys = [{ id: 'MOSOLO:1', key: pemOf(publicKey) }]
  await signed.tell('/operators/pawapay', { signed_requests_only: true, public_keys: keys })
  expect((await signed.world.operator.pay(signed.world.payoutTo(wallets.paid))).kind).toBe('pending')
  await signed.world.close()

  const unsigned = await open()
  await unsigned.tell('/operators/pawapay', { signed_requests_only: true, public_keys: keys })
  const payout = unsigned.world.payoutTo(wallets.paid)
  expect((await unsigned.world.operator.pay(payout)).kind).toBe('unreached')
  expect(await unsigned.world.booked(payout)).toBeUndefined()
})

test('a provider that is closed declines, and one that is delayed keeps the payout pending', async () => {
  const { world, tell } = await open()
  await tell('/operators/pawapay', { availability: { ORANGE_COD: 'CLOSED' } })
  expect(await world.operator.pay(world.payoutTo(wallets.paid))).toMatchObject({
    kind: 'declined',
    code: 'PROVIDER_TEMPORARILY_UNAVAILABLE',
  })
  await tell('/operators/pawapay', { availability: { ORANGE_COD: 'DELAYED' } })
  const payout = world.payoutTo(wallets.paid)
  expect((await world.operator.pay(payout)).kind).toBe('pending')
  expect((await world.operator.inquire(payout)).kind).toBe('pending')
  await tell('/operators/pawapay', { availability: { ORANGE_COD: 'OPERATIONAL' } })
  expect((await inquired(world, payout)).kind).toBe('succeeded')
})
