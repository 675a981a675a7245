// Whether a place counts as one that responds, by what became of the looks at it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { silentLog } from '../process/log.ts'
import type { ControlDatabase } from './database.ts'
import { openPresence, type Presence } from './presence.ts'

/** The looks that wait for their reply, oldest first. */
let looks: PromiseWithResolvers<unknown[]>[]
let presence: Presence
beforeEach(() => {
  looks = []
  const rows = () => {
    const look = Promise.withResolvers<unknown[]>()
    looks.push(look)
    return look.promise
  }
  presence = openPresence([{ rows } as unknown as ControlDatabase], silentLog)
})
afterEach(async () => {
  const stopped = presence.stop()
  for (const look of looks) look.resolve([])
  await stopped
})

const nextLook = () => eventually('a look', async () => looks.shift())
const fail = async () => (await nextLook()).reject(new Error('no connection'))
const served = () => presence.within(0, async () => 'served')
const refused = () =>
  served().then(
    () => false,
    () => true,
  )

test('a place is served until a second look has failed, because a process that starts is busy', async () => {
  await fail()
  const second = await nextLook()
  expect(await served()).toBe('served')
  second.reject(new Error('no connection'))
  await eventually('the place is absent', refused)
  ;(await nextLook()).resolve([])
  await eventually('the place is served again', async () => !(await refused()))
})

test('work under way is refused as soon as its place does not respond', async () => {
  const under = presence.within(0, () => new Promise(() => {}))
  under.catch(() => {})
  await fail()
  await fail()
  await expect(under).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
