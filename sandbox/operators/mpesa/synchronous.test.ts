import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OperatorWorld, openOperatorWorld } from '../testing.ts'
import { type Client, openClient, queryOf } from './testing.ts'

let world: OperatorWorld
let client: Client

beforeEach(async () => {
  world = await openOperatorWorld({ operators: { mpesa: { mode: 'synchronous' } } })
  await world.control('/operators/portal', { mpesa: `${world.receiver.url}/mpesa` })
  client = await openClient(world)
})
afterEach(() => world.close())

test('a synchronous reply is the result, and nothing is posted', async () => {
  const { status, body, reference } = await client.pay('243810000001')
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      output_ResponseCode: 'INS-0',
      output_TransactionID: expect.stringMatching(/^SIM-VODACOM-/),
    }),
  ])
  const { executions, callbacks } = await world.completed(reference, 'succeeded')
  expect(executions).toBe(1)
  expect(callbacks.filter(({ result }) => typeof result === 'number')).toEqual([])
  expect(world.receiver.received).toEqual([])
})

test.each([
  ['02', 401, 'INS-6'],
  ['03', 408, 'INS-9'],
  ['05', 400, 'INS-2051'],
  ['06', 201, 'INS-0'],
  ['07', 201, 'INS-0'],
  ['08', 201, 'INS-0'],
])('wallet %s: the synchronous reply is %i %s', async (last, status, code) => {
  const reply = await client.pay(`2438100000${last}`)
  expect([reply.status, reply.body.output_ResponseCode]).toEqual([status, code])
})

test('wallet 03: the synchronous reply is a timeout, but an inquiry finds it paid', async () => {
  const { reference } = await client.pay('243810000003')
  expect((await client.status(reference)).body.output_ResponseTransactionStatus).toBe('Completed')
})

test('wallet 04: reversed after the synchronous reply, with a result to the portal', async () => {
  await client.pay('243810000004')
  const [posted] = await world.receiver.waitFor(1)
  expect(posted?.body.input_TransactionStatus).toBe('Reversed')
})

test('a synchronous reversal is complete when its reply is sent', async () => {
  const { body, reference } = await client.pay('243810000001')
  const wanted = { ...queryOf(), input_TransactionID: String(body.output_TransactionID) }
  const { body: taken } = await client.call('PUT', 'reversal/', wanted)
  expect(taken.output_TransactionID).toMatch(/^SIM-VODACOM-/)
  expect((await client.status(reference)).body.output_ResponseTransactionStatus).toBe('Reversed')
})

test('the mode can be changed at runtime', async () => {
  const changed = await world.control('/operators/mpesa', { mode: 'asynchronous' })
  expect(changed.body).toMatchObject({ mode: 'asynchronous', session_life_seconds: 3600 })
  expect((await client.pay('243810000001')).body).not.toHaveProperty('output_TransactionID')
  const refused = await world.control('/operators/mpesa', { mode: 'sometimes' })
  expect(refused.status).toBe(400)
})

test('the portal key can be configured', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
  const other = await openOperatorWorld({
    mpesaPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const shown = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(other.sandbox.operators.mpesaPublicKey).toBe(shown)
  expect((await (await openClient(other)).pay('243810000001')).status).toBe(201)
  await other.close()
})
