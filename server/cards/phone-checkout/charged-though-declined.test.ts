// What the page says of an attempt that did not pay, although the wallet was debited.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { collectionControlsOf } from '../../../test/support/collections/controls.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

/** The panels that are shown, without scripts. */
async function shown(link: string): Promise<string> {
  const { pathname, search } = new URL(link)
  const page = await send(world.url, 'GET', `${pathname}${search}&lang=en`, Buffer.alloc(0), {
    accept: 'text/html',
  })
  return page.text.replace(/<section[^>]* hidden>.*?<\/section>/gs, '')
}

test('the page says what goes back to a wallet that was debited another amount', async () => {
  const { transaction_uuid: uuid, links } = await collections.order()
  const number = freshNumber('21', '84')
  await collectionControlsOf(world).setEnding(number, 'other_amount')
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'REFUNDED')
  const page = await shown(links)
  expect(page).toContain('has been refunded to it')
  expect(page).not.toContain('You haven’t been charged')
})

test('an attempt that debited nothing says so', async () => {
  const { transaction_uuid: uuid, links } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, freshNumber('25'))
  await collections.reaches(id, 'DECLINED')
  expect(await shown(links)).toContain('You haven’t been charged')
})
