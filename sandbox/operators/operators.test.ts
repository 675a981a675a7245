import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createMischief } from './callbacks/callback-faults.ts'
import { operators } from './constants.generated.ts'
import { about, openGsmaClient } from './gsma/testing.ts'
import { subscriberOf } from './payouts/subscribers.ts'
import { type OperatorWorld, openOperatorWorld, type Received } from './testing.ts'

let world: OperatorWorld | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const jean = '243810000001'
const words = (callbacks: Received[]) => callbacks.map(({ body }) => body.transactionStatus ?? body.errorCode)

describe('mobile numbers', () => {
  test.each(Object.entries(operators))('operator %s has the prefixes %j', (operator, prefixes) => {
    for (const prefix of prefixes) expect(subscriberOf(`243${prefix}7654321`)?.operator).toBe(operator)
  })

  test.each(['243870000001', '243950000001', '24381000001', '2438100000011', '0810000001', '242060000001'])(
    'the number %s belongs to no operator',
    (number) => expect(subscriberOf(number)).toBeNull(),
  )
})

describe('undelivered callbacks', () => {
  test('a callback is retried until the receiver responds with 2xx', async () => {
    world = await openOperatorWorld()
    world.receiver.respondWith((count) => [500, 404, 302, 204][count - 1] ?? 204)
    const client = await openGsmaClient(world)
    const { reference } = await client.pay(jean)
    const callbacks = await world.receiver.waitFor(4)
    expect(new Set(callbacks.map(({ text }) => text)).size).toBe(1)
    const gaps = callbacks.slice(1).map(({ at }, index) => at - callbacks[index]!.at)
    for (const [index, least] of [20, 40, 40].entries()) expect(gaps[index]).toBeGreaterThan(least - 2)
    await expect
      .poll(async () =>
        (await world!.completed(reference, 'succeeded')).callbacks.map(({ result }) => result),
      )
      .toEqual([500, 404, 302, 204])
    await world.quiet()
    expect(world.receiver.received).toHaveLength(4)
  })

  test('a callback is abandoned after the last retry', async () => {
    world = await openOperatorWorld({ operators: { giveUpAfterMs: 50, retryGapsMs: [20] } })
    world.receiver.respondWith(() => 500)
    const client = await openGsmaClient(world)
    const { reference } = await client.pay(jean)
    await world.quiet()
    const tries = world.receiver.received.length
    expect(tries).toBeGreaterThan(1)
    expect(tries).toBeLessThan(5)
    expect((await world.completed(reference, 'succeeded')).callbacks).toHaveLength(tries)
  })
})

describe('injected callback faults', () => {
  const play = async (rates: object, msisdn: string, count: number) => {
    world = await openOperatorWorld()
    await world.control('/operators/callbacks', rates)
    const { reference } = await (await openGsmaClient(world)).pay(msisdn)
    const callbacks = await world.receiver.waitFor(count, about(reference))
    return { callbacks, entry: await world.completed(reference, 'succeeded') }
  }

  test('a duplicated callback is sent twice', async () => {
    const { callbacks } = await play({ duplicate_rate: 1 }, jean, 2)
    expect(callbacks[0]?.text).toBe(callbacks[1]?.text)
  })

  test('a reordered callback reports an older status after the newest', async () => {
    const { callbacks } = await play({ reorder_rate: 1 }, jean, 3)
    expect(words(callbacks)).toEqual(['completed', 'pending', 'completed'])
  })

  test('a late callback is sent long after the payout ended', async () => {
    const start = performance.now()
    const { callbacks } = await play({ late_rate: 1, late_seconds: 0.3 }, jean, 1)
    expect(callbacks[0]!.at - start).toBeGreaterThan(300)
  })

  test('contradictory callbacks report both outcomes, correctly signed, of a single payout', async () => {
    const { callbacks, entry } = await play({ contradict_rate: 1 }, jean, 2)
    expect(words(callbacks).toSorted()).toEqual(['completed', 'requestDeclined'])
    expect(entry.callbacks.map(({ forged }) => forged)).toEqual([false, false])
  })

  test('a forged callback reports the opposite with a wrong signature, before the true one', async () => {
    const { callbacks, entry } = await play({ forge_rate: 1 }, jean, 2)
    expect(words(callbacks)).toEqual(['requestDeclined', 'completed'])
    expect(entry.callbacks[0]).toMatchObject({ said: 'declined', forged: true })
  })

  test('the same seed affects the same payouts, at about the given rate', () => {
    const counts = (seed: number) => {
      const mischief = createMischief()
      mischief.set({ duplicate_rate: 0.3, seed })
      return Array.from({ length: 1000 }, () => mischief.plan('succeeded', false).length)
    }
    expect(counts(3)).toEqual(counts(3))
    expect(counts(3)).not.toEqual(counts(4))
    const doubled = counts(3).filter((count) => count === 2).length
    expect(doubled).toBeGreaterThan(240)
    expect(doubled).toBeLessThan(360)
    expect(new Set(counts(3))).toEqual(new Set([1, 2]))
  })

  test('invalid callback faults are refused, and valid ones can be read back', async () => {
    world = await openOperatorWorld()
    expect((await world.control('/operators/callbacks', { duplicate_rate: 2 })).status).toBe(400)
    await world.control('/operators/callbacks', { forge_rate: 0.25 })
    const { body } = await world.send('GET', '/sandbox/operators/callbacks')
    expect(body).toMatchObject({ forge_rate: 0.25, duplicate_rate: 0 })
  })
})

describe('operator faults', () => {
  const operations = ['/gsma/v1.2/mm/transactions']
  const broken = async (mode: string) => {
    world = await openOperatorWorld()
    const client = await openGsmaClient(world)
    await world.control('/faults', { target: 'operator', mode, operations })
    return { client, reference: randomUUID(), world }
  }

  test('an operator with a lost reply has paid nevertheless', async () => {
    const { client, reference, world } = await broken('lost-reply')
    await expect(client.pay(jean, { reference })).rejects.toThrow('fetch failed')
    expect(await world.completed(reference, 'succeeded')).toMatchObject({ executions: 1 })
    await world.receiver.waitFor(1, about(reference))
    expect((await client.get(`/responses/${reference}`)).status).toBe(200)
  })

  test.each(['down', '5xx', 'timeout'])('an operator with the fault %s has not paid', async (mode) => {
    const { client, reference, world } = await broken(mode)
    const response = client.pay(jean, { reference }).then(
      ({ status, body }) => [status, body.errorCategory],
      () => 'no reply',
    )
    const deadline = new Promise((resolve) => setTimeout(resolve, 200, 'no reply'))
    if (mode === '5xx') expect(await response).toEqual([503, 'serviceUnavailable'])
    else expect(await Promise.race([response, deadline])).toBe('no reply')
    expect((await world.books(`reference=${reference}`)).payouts).toEqual([])
  })
})

describe('restarts', () => {
  test('a restart loses no payout, callback or portal URL, and pays no wallet twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'operators-'))
    const dataFile = join(folder, 'books.sqlite')
    const first = await openOperatorWorld({ dataFile, operators: { retryGapsMs: [500] } })
    await first.control('/operators/portal', { airtel: 'http://127.0.0.1:9/airtel' })
    const client = await openGsmaClient(first)
    world = await openOperatorWorld()
    world.receiver.respondWith((count) => (count === 1 ? 503 : 204))
    const headers = { 'x-callback-url': world.receiver.url }
    const resolved = await client.pay(jean, { headers })
    await world.receiver.waitFor(1)
    const pending = await client.pay(jean, { headers })
    await first.close()

    const second = await openOperatorWorld({ dataFile })
    expect(await second.completed(pending.reference, 'succeeded')).toMatchObject({ executions: 1 })
    await world.receiver.waitFor(1, about(pending.reference))
    await world.receiver.waitFor(2, about(resolved.reference))
    await second.quiet()
    expect(await second.completed(resolved.reference, 'succeeded')).toMatchObject({ executions: 1 })
    const repeated = await openGsmaClient(second)
    const repeat = await repeated.pay(jean, { reference: resolved.reference })
    expect(repeat.body.errorCode).toBe('duplicateRequest')
    const portal = await second.send('GET', '/sandbox/operators/portal')
    expect(portal.body).toMatchObject({ airtel: 'http://127.0.0.1:9/airtel', mpesa: null, pawapay: null })
    expect(portal.body.mpesa_public_key).toBe(first.sandbox.operators.mpesaPublicKey)
    await second.close()
    rmSync(folder, { recursive: true })
  })
})

describe('operator books', () => {
  test('the books are filtered by reference, client reference, number and protocol', async () => {
    world = await openOperatorWorld()
    const client = await openGsmaClient(world)
    const one = await client.pay(jean, { body: { requestingOrganisationTransactionReference: 'IMT-1' } })
    const two = await client.pay('243970000001', {
      body: { requestingOrganisationTransactionReference: 'IMT-2' },
    })
    const references = async (query: string) =>
      (await world!.books(query)).payouts.map(({ reference }) => reference)
    expect(await references('')).toEqual([one.reference, two.reference])
    expect(await references(`reference=${two.reference}`)).toEqual([two.reference])
    expect(await references('client_reference=IMT-1')).toEqual([one.reference])
    expect(await references(`msisdn=${jean}`)).toEqual([one.reference])
    expect(await references('protocol=airtel')).toEqual([])
    const { pay_requests } = await world.books('client_reference=IMT-1')
    expect(pay_requests).toMatchObject([{ reference: one.reference, outcome: 'taken' }])
    const { requests } = await world.books()
    expect(requests).toEqual({ '/gsma/token': 1, '/gsma/v1.2/mm/transactions/type/:type': 2 })
  })
})
