import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import {
  type ContractWorld,
  inquired,
  isFinal,
  openContractWorld,
  wallets,
} from '../../../remittance/operator.contract.steps.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { tellSandbox } from '../testing.ts'
import { sandboxContract } from './testing.ts'

let opened: ContractWorld | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(changes: Partial<MpesaConnection> = {}) {
  let sandboxUrl = ''
  const contract = sandboxContract(changes, (url) => {
    sandboxUrl = url
  })
  opened = await openContractWorld(contract)
  return { world: opened, tell: (path: string, wanted: object) => tellSandbox(sandboxUrl, path, wanted) }
}

test('a synchronous gateway pays, declines and takes back in its reply', async () => {
  const { world, tell } = await open({ mode: 'sync' })
  await tell('/operators/mpesa', { mode: 'synchronous' })
  const payout = world.payoutTo(wallets.paid)
  const paid = await world.operator.pay(payout)
  if (paid.kind !== 'succeeded') throw new Error(`not paid but ${paid.kind}`)
  expect(await world.booked(payout)).toMatchObject({ status: 'succeeded', upstream_id: paid.upstreamId })
  const declined = await world.operator.pay(world.payoutTo(wallets.declined))
  expect(declined).toMatchObject({ kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'INS-6' })
  const { reference, amount, callbackUrl } = payout
  const original = { reference, upstreamId: paid.upstreamId }
  const wanted = { reference: newId(), original, amount, callbackUrl }
  const reversed = await world.operator.reverse(wanted)
  expect(reversed.kind).toBe('reversed')
  expect(await world.operator.reverse(wanted)).toEqual(reversed)
})

test('a synchronous gateway that lost patience leaves the payout unknown, and an inquiry finds it', async () => {
  const { world, tell } = await open({ mode: 'sync' })
  await tell('/operators/mpesa', { mode: 'synchronous' })
  const payout = world.payoutTo(wallets.silent)
  expect(await world.operator.pay(payout)).toEqual({ kind: 'unknown', cause: 'HTTP 408 INS-9' })
  expect((await inquired(world, payout)).kind).toBe('succeeded')
})

test('a forged result, posted to the right address, never tells what did not happen', async () => {
  const { world, tell } = await open()
  await tell('/operators/callbacks', { forge_rate: 1, contradict_rate: 1 })
  for (const [wallet, kind] of [
    [wallets.paid, 'succeeded'],
    [wallets.declined, 'declined'],
  ] as const) {
    const payout = world.payoutTo(wallet)
    await world.operator.pay(payout)
    const news = await world.news(payout.reference, isFinal)
    expect(news.map(({ callback }) => callback.word.kind)).toEqual(news.map(() => kind))
  }
})

test('a session that ends at once leaves payouts surely not made, until sessions last again', async () => {
  const { world, tell } = await open()
  await tell('/operators/mpesa', { session_life_seconds: 0 })
  const payout = world.payoutTo(wallets.paid)
  expect((await world.operator.pay(payout)).kind).toBe('unreached')
  expect(await world.booked(payout)).toBeUndefined()
  await tell('/operators/mpesa', { session_life_seconds: 600 })
  expect((await world.operator.pay(payout)).kind).toBe('pending')
})
