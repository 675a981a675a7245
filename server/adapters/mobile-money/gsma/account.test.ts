import { afterEach, expect, test } from 'vitest'
import type { PlayedReply } from '../testing.ts'
import { openBefore, unknownThere } from './testing.ts'

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function lookUp(name: PlayedReply, status: PlayedReply) {
  const world = await openBefore(({ path }) => (path.endsWith('/accountname') ? name : status))
  opened.push(world)
  const reply = await world.operator.lookUp({ operator: 'africell', msisdn: '243900000001' })
  return { reply, received: world.received }
}

const named: PlayedReply = { status: 200, body: { name: { fullName: 'Jean Mukendi', firstName: 'Jean' } } }
const available: PlayedReply = { status: 200, body: { accountStatus: 'available' } }

test('a wallet is looked up by its international number, for its name and its status', async () => {
  const { reply, received: requests } = await lookUp(named, available)
  expect(reply).toEqual({ kind: 'found', name: 'Jean Mukendi', active: true })
  expect(requests.map(({ path }) => path).sort()).toEqual([
    '/v1.2/mm/accounts/msisdn/%2B243900000001/accountname',
    '/v1.2/mm/accounts/msisdn/%2B243900000001/status',
  ])
})

const parts = { firstName: 'Jean', middleName: 'Kalala', lastName: 'Mukendi' }
const responses: [string, PlayedReply, PlayedReply, object][] = [
  [
    'a name in parts is joined',
    { status: 200, body: { name: parts } },
    available,
    { name: 'Jean Kalala Mukendi' },
  ],
  [
    'a wallet that cannot receive payments is found as inactive',
    named,
    { status: 200, body: { accountStatus: 'unavailable' } },
    { kind: 'found', active: false },
  ],
  [
    'an unregistered number has no wallet',
    named,
    { status: 200, body: { accountStatus: 'unregistered' } },
    { kind: 'no_wallet' },
  ],
  [
    'a number that is unknown to the operator has no wallet',
    unknownThere,
    unknownThere,
    { kind: 'no_wallet' },
  ],
  [
    'an HTML page with status 404 is no result',
    { status: 404, body: 'x' },
    available,
    { kind: 'unavailable' },
  ],
  ['a server error is no result', { status: 500 }, available, { kind: 'unavailable' }],
  [
    'an unknown status is no result',
    named,
    { status: 200, body: { accountStatus: 'odd' } },
    { kind: 'unavailable' },
  ],
  [
    'a wallet without a name is no result',
    { status: 200, body: { name: {} } },
    available,
    { kind: 'unavailable' },
  ],
  ['a missing reply is no result', 'silence', available, { kind: 'unavailable' }],
]
test.each(responses)('wallet look-up: %s', async (_name, name, status, expected) => {
  expect((await lookUp(name, status)).reply).toMatchObject(expected)
})

const beats: [string, PlayedReply, 'up' | 'down'][] = [
  ['available', { status: 200, body: { serviceStatus: 'available' } }, 'up'],
  ['degraded', { status: 200, body: { serviceStatus: 'degraded' } }, 'up'],
  ['unavailable', { status: 200, body: { serviceStatus: 'unavailable' } }, 'down'],
  ['without a service status', { status: 200, body: {} }, 'down'],
  ['broken', { status: 500 }, 'down'],
  ['gone', 'reset', 'down'],
]
test.each(beats)('an operator that is %s is %s', async (_name, beat, kind) => {
  const world = await openBefore(() => beat)
  opened.push(world)
  expect((await world.operator.health()).kind).toBe(kind)
})
