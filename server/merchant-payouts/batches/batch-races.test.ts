// Batches made, approved and left at the same time. RACE_ROUNDS sets how often the races are run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import { textsAt } from '../../../test/support/iso20022/validate.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

const rounds = raceRounds(2)
const eachRound = Array.from({ length: rounds }, (_, round) => round + 1)

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...payoutSettings, ...twoAdmins } })
})
afterAll(() => world.close())

const idsIn = (file: string) => textsAt(file, '//s:EndToEndId', 'pain.001.001.09')

test.each(eachRound)(
  'batches made at the same time share no payout, and none is left out (round %i)',
  async () => {
    const { pay } = await bankMerchant(world)
    const batches = batchesOf(world)
    const made = await Promise.all(Array.from({ length: 10 }, (_, i) => pay(i + 1)))
    const tried = await Promise.all(
      Array.from({ length: 6 }, (_, i) => batches.tryCreate('USD', i % 2 ? 'amina' : 'benoit')),
    )
    const created = tried.filter(({ status }) => status === 200).map(({ body }) => body.data)
    expect(created.reduce((sum, { payouts }) => sum + payouts, 0)).toBe(10)
    for (const { batch_id, created_by } of created)
      await batches.decide(batch_id, 'approve', created_by === 'amina' ? 'benoit' : 'amina')
    const files = await Promise.all(created.map(({ batch_id }) => batches.file(batch_id)))
    const ids = files.flatMap(({ text }) => idsIn(text)).toSorted()
    expect(ids).toEqual(made.map(({ payout_id }) => payout_id.replaceAll('-', '')).toSorted())
  },
  60_000,
)

test.each(eachRound)(
  'a payout that is cancelled while its batch is approved is in the file or given back (round %i)',
  async () => {
    const { pay, payouts } = await bankMerchant(world)
    const batches = batchesOf(world)
    const made = await Promise.all(Array.from({ length: 6 }, () => pay(10)))
    const { batch_id } = await batches.create()
    const [, ...cancelled] = await Promise.all([
      batches.decide(batch_id, 'approve', 'benoit'),
      ...made.slice(0, 3).map(({ payout_id }) => payouts.cancel(payout_id)),
      ...made.slice(3, 5).map(({ payout_id }) => batches.remove(batch_id, payout_id)),
      batches.decide(batch_id, 'approve', 'benoit'),
    ])
    const gone = made.filter((_, i) => i < 5 && cancelled[i]?.status === 200)
    const sent = made.filter((payout) => !gone.includes(payout))
    const { text } = await batches.file(batch_id)
    expect(idsIn(text).toSorted()).toEqual(
      sent.map(({ payout_id }) => payout_id.replaceAll('-', '')).toSorted(),
    )
    for (const { payout_id } of sent) expect((await payouts.read(payout_id)).state).toBe('SENT')
    for (const { payout_id } of gone) expect((await payouts.read(payout_id)).state).not.toBe('SENT')
    await batches
      .tryCreate()
      .then(({ body }) => body.data && batches.decide(body.data.batch_id, 'reject', 'benoit'))
    for (const { payout_id } of gone) await payouts.cancel(payout_id)
  },
  60_000,
)
