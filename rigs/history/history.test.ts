// A small run against the whole system in this process: nothing contradicts itself, and each planted fault is found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { adminToken } from '../../test/support/world/settings.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { openJournal } from '../chaos/journal.ts'
import { requestTo } from '../chaos/scene.ts'
import { openChance } from '../simulation/kernel/chance.ts'
import { acknowledgedIn } from './acknowledged.ts'
import { findChecker, go } from './checker.ts'
import type { Place } from './clients/stage.ts'
import { act, judge, openStage, readAll } from './load.ts'
import { type Control, controls, type Middle, openMiddle } from './middle.ts'
import type { Operation } from './operations.ts'

const folder = mkdtempSync(join(tmpdir(), 'likuta-history-test-'))
const checker = await findChecker()
let world: World
beforeAll(async () => {
  world = await openWorld({ settings: { CHECKOUT_TTL_SECONDS: '86400' } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

async function placeBehind(middle: Middle): Promise<Place> {
  const post = (path: string, body: object) =>
    fetch(`${world.sandboxUrl}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    request: requestTo(middle.url, openJournal()),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 60)),
    chance: openChance(1),
    adminHeaders: () => ({ 'x-admin-token': adminToken }),
    store: { rows: (text, values = []) => world.db.rows({ name: '', text }, values) },
    time: Date,
    merchants: [await world.register({ microformOrigins: ['https://shop.test'] })],
    register: (name) => world.register({ name }),
    control: async (path, body) => (await post(path, body)).json(),
    callbackUrl: `${world.url}/api/v1/test/test-callback`,
  }
}

/** Payments and wallets, until it is over. */
async function runSmall(isOver: (middle: Middle, payments: number) => boolean, control?: Control) {
  const middle = await openMiddle(world.url, openChance(2), control)
  middle.lostShare = 0.05
  const stage = openStage(await placeBehind(middle))
  const errors: unknown[] = []
  const size = { payments: 4, wallets: 1, onError: (error: unknown) => errors.push(error) }
  await act(stage, { ...size, isOver: () => isOver(middle, stage.payments.length) })
  middle.lostShare = 0
  const unread = await readAll(stage)
  await middle.close()
  return { ...(await judge(stage, checker, join(folder, 'history.jsonl'))), errors, unread }
}

function skipWithout({ skip }: TestContext): void {
  if (typeof checker === 'string') skip(checker)
}

test('concurrent clients behind a network that loses replies see a sequential history', async () => {
  const { verdict, missing, acknowledged, errors, unread } = await runSmall((_, payments) => payments >= 8)
  expect({ missing, errors, unread }).toEqual({ missing: [], errors: [], unread: 0 })
  expect(acknowledged).toBeGreaterThan(20)
  if (typeof verdict !== 'string') expect(verdict).toMatchObject({ faults: [], undecided: [] })
})

/** A stale status may be true by chance, if it has just changed; a second refund never is. */
const enough: Record<Control, number> = { 'stale read': 5, 'double refund': 1 }

test.for(Object.keys(controls) as Control[])('control: the checker finds a %s', async (control, context) => {
  skipWithout(context)
  const isOver = ({ lies }: Middle) => lies >= enough[control]
  const { verdict } = await runSmall(isOver, control)
  expect(verdict).not.toMatchObject({ faults: [] })
})

test('the models of the checker accept and refuse histories as their own test says', async (context) => {
  skipWithout(context)
  await go('test', '.')
})

test('an acknowledged write that the last reads do not show is missing', () => {
  const operation = (input: Operation['input'], output: Operation['output']): Operation => ({
    ...{ object: 'payment', id: 'u', call: 1, return: 2, input },
    ...(output && { output }),
  })
  const writes = acknowledgedIn([
    operation({ act: 'create' }, { status: 'PENDING' }),
    operation({ act: 'charge' }, { status: 'SUCCESS' }),
    operation({ act: 'refund', key: 'a' }, { total: 100 }),
    operation({ act: 'refund', key: 'b' }, undefined),
    operation({ act: 'status' }, { status: 'PENDING' }),
    operation({ act: 'refunds' }, { keys: ['a'] }),
  ])
  expect(writes.map(({ what, isShown }) => [what.split(' ')[0], isShown])).toEqual([
    ['create', true],
    ['charge', false],
    ['refund', true],
  ])
})
