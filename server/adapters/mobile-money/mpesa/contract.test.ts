import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import {
  inquiredCollection,
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
import type { MpesaConnection } from '../operator-settings.ts'
import { openMpesa } from './adapter.ts'
import { conversationOf } from './wire.ts'

operatorContract(contractWith({}))

const reasons = {
  wrong_pin: 'MM_WRONG_PIN',
  cancelled: 'MM_CANCELLED',
  lapsed: 'MM_NO_ANSWER',
  limit: 'MM_LIMIT',
  blocked: 'MM_BLOCKED',
  busy: 'MM_DECLINED',
} as const
collectorContract({
  ...contractWith({}),
  collectPath: '/mpesa/sandbox/ipg/v2/vodacomDRC/c2bPayment',
  collectionReference: ({ reference }) => conversationOf(reference, 'collection'),
  reasons,
  silentAbout: { amounts: true },
})

test('a synchronous gateway replies when the payer has answered', async () => {
  const world = await openCollectorWorld({
    ...contractWith({ collections: { mode: 'sync' } }),
    collectPath: '/mpesa/sandbox/ipg/v2/vodacomDRC/c2bPayment',
    reasons,
  })
  opened = world
  await world.control('/operators/mpesa', { mode: 'synchronous' })
  const { collector, collectionFrom } = world
  expect(collector.requestTimeoutMs).toBe(120_000)
  const approved = await collector.request(collectionFrom(payers.approvesSlowly))
  expect(approved).toEqual({ kind: 'approved', upstreamId: expect.stringMatching(/^SIM-VODACOM-/) })
  const declined = { kind: 'declined', reason: 'MM_WRONG_PIN', code: 'INS-2001' }
  expect(await collector.request(collectionFrom(payers.entersWrongPin))).toMatchObject(declined)
  // A lapsed prompt is a time-out there, which proves nothing; the status does.
  const lapsed = collectionFrom(payers.ignoresPrompt)
  expect(await collector.request(lapsed)).toEqual({ kind: 'unknown', cause: 'HTTP 408 INS-9' })
  expect(await collector.inquire(lapsed)).toMatchObject({ kind: 'declined', reason: 'MM_NO_ANSWER' })
})

test('a collection that is not yet indexed is absent, and found later', async () => {
  const world = await openCollectorWorld({
    ...contractWith({}),
    collectPath: '/mpesa/sandbox/ipg/v2/vodacomDRC/c2bPayment',
    reasons,
  })
  opened = world
  await world.control('/operators/mpesa', { indexed_after_seconds: 0.5 })
  const collection = world.collectionFrom(payers.approves)
  await world.collector.request(collection)
  expect(await world.collector.inquire(collection)).toEqual({ kind: 'absent' })
  expect((await inquiredCollection(world, collection)).kind).toBe('approved')
})

let opened: ContractWorld | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(changes: Partial<MpesaConnection> = {}): Promise<ContractWorld> {
  opened = await openContractWorld(contractWith(changes))
  return opened
}

function contractWith(changes: Partial<MpesaConnection>): OperatorContract {
  return {
    name: 'the M-Pesa adapter against the sandbox',
    operator: 'vodacom',
    prefix: '81',
    payPath: '/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment',
    portal: 'mpesa',
    lacks: { signedCallbacks: true },
    bookReference: ({ reference }) => conversationOf(reference),
    async open({ operatorsUrl, sandboxUrl, secret, ...needs }) {
      const connection: MpesaConnection = {
        protocol: 'mpesa',
        url: `${operatorsUrl}/mpesa/sandbox/ipg/v2/vodacomDRC`,
        apiKey: secret,
        publicKey: await portalKeyOf(sandboxUrl),
        serviceProviderCode: '000000',
        notFoundCode: 'INS-23',
        origin: '*',
        mode: 'async',
        confirmCallbacks: true,
        sessionSeconds: 600,
        collections: { mode: 'async' },
        ...changes,
      }
      return openMpesa(connection, needs)
    },
  }
}

async function portalKeyOf(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/operators/portal`)
  const { mpesa_public_key: key } = (await response.json()) as { mpesa_public_key: string }
  return key
}

test('a synchronous gateway pays, declines and reverses in its reply', async () => {
  const world = await open({ mode: 'sync' })
  await world.control('/operators/mpesa', { mode: 'synchronous' })
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

test('a payout that times out at a synchronous gateway is found by an inquiry', async () => {
  const world = await open({ mode: 'sync' })
  await world.control('/operators/mpesa', { mode: 'synchronous' })
  const payout = world.payoutTo(wallets.silent)
  expect(await world.operator.pay(payout)).toEqual({ kind: 'unknown', cause: 'HTTP 408 INS-9' })
  expect((await inquired(world, payout)).kind).toBe('succeeded')
})

test('a forged result posted to the right URL never reports a false outcome', async () => {
  const world = await open()
  await world.control('/operators/callbacks', { forge_rate: 1, contradict_rate: 1 })
  for (const [wallet, kind] of [
    [wallets.paid, 'succeeded'],
    [wallets.declined, 'declined'],
  ] as const) {
    const payout = world.payoutTo(wallet)
    await world.operator.pay(payout)
    const report = await world.callbackFor(payout.reference, isFinal)
    expect(report.map(({ callback }) => callback.outcome.kind)).toEqual(report.map(() => kind))
  }
})

test('payouts are certainly not made while sessions expire at once', async () => {
  const world = await open()
  await world.control('/operators/mpesa', { session_life_seconds: 0 })
  const payout = world.payoutTo(wallets.paid)
  expect((await world.operator.pay(payout)).kind).toBe('unreached')
  expect(await world.booked(payout)).toBeUndefined()
  await world.control('/operators/mpesa', { session_life_seconds: 600 })
  expect((await world.operator.pay(payout)).kind).toBe('pending')
})
