import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { manualClock } from '../../../platform/time/clock.ts'
import type { OperatorReply } from '../call.ts'
import { openCallbackKeys } from './callback-keys.ts'
import { pemOf } from './testing.ts'

const first = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
const second = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
const removed: OperatorReply = { kind: 'no_reply', cause: 'DEADLINE', sent: true }

function listOf(keys: Record<string, string>): OperatorReply {
  return { kind: 'reply', status: 200, json: Object.entries(keys).map(([id, key]) => ({ id, key })) }
}

/** A key list with this reply, and how often it was fetched. */
function world(reply: OperatorReply) {
  const clock = manualClock()
  const state = { reply, received: 0 }
  const keys = openCallbackKeys(async () => {
    state.received += 1
    await Promise.resolve()
    return state.reply
  }, clock)
  return { clock, state, keys }
}

test('the key list is fetched once, by the first caller', async () => {
  const { keys, state } = world(listOf({ 'K:1': pemOf(first) }))
  const found = await Promise.all(['K:1', 'K:1', 'K:2'].map((id) => keys.find(id)))
  expect(found.map((key) => key?.equals(first))).toEqual([true, true, undefined])
  await keys.find('K:1')
  expect(state.received).toBe(1)
})

test('the key list is refetched for an unknown key, but not for every forgery', async () => {
  const { keys, state, clock } = world(listOf({ 'K:1': pemOf(first) }))
  await keys.find('K:1')
  state.reply = listOf({ 'K:1': pemOf(first), 'K:2': pemOf(second) })
  for (let i = 0; i < 5; i++) expect(await keys.find('K:2')).toBeUndefined()
  expect(state.received).toBe(1)
  clock.forward({ minutes: 1 })
  expect((await keys.find('K:2'))?.equals(second)).toBe(true)
  expect(state.received).toBe(2)
})

test('a key removed from the list is dropped once the list can be fetched', async () => {
  const { keys, state, clock } = world(listOf({ 'K:1': pemOf(first) }))
  await keys.find('K:1')
  clock.forward({ hours: 12 })
  state.reply = removed
  expect(await keys.find('K:1')).toBeDefined()
  clock.forward({ minutes: 1 })
  state.reply = listOf({ 'K:2': pemOf(second) })
  expect(await keys.find('K:1')).toBeUndefined()
})

test.each<[string, OperatorReply]>([
  ['no reply', removed],
  ['an error', { kind: 'reply', status: 500, json: [] }],
  ['a reply that is no list', { kind: 'reply', status: 200, json: { id: 'K:1' } }],
  ['a list of invalid keys', listOf({ 'K:1': 'AAAA', 'K:2': '' })],
])('no key is available after %s', async (_name, reply) => {
  expect(await world(reply).keys.find('K:1')).toBeUndefined()
})
