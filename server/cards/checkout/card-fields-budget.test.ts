// How often the card fields of one payment can be opened: each time costs a call to the gateway and a stored key.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

function openFields(link: string) {
  const { pathname, search } = new URL(link)
  return send(world.url, 'POST', `${pathname}/session${search}`, Buffer.from('{}'), {
    'content-type': 'application/json',
    origin: world.url,
  })
}

test('the card fields of a payment open 60 times in a row, and those of others independently', async () => {
  const [one, other] = [await world.createOrder(), await world.createOrder()]
  for (let count = 0; count < 60; count++) {
    const opened = await openFields(one.link)
    assert.equal(opened.status, 200, opened.text)
  }
  // Some more were earned meanwhile, at most one in ten seconds.
  const more = await Promise.all(Array.from({ length: 20 }, () => openFields(one.link)))
  const refused = more.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await openFields(other.link)).status).toBe(200)
})

test('the page of a payment whose budget is spent is shown, and its script asks again', async () => {
  const { link } = await world.createOrder()
  await Promise.all(Array.from({ length: 65 }, () => openFields(link)))
  const { pathname, search } = new URL(link)
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const page = await send(world.url, 'GET', pathname + search, Buffer.alloc(0), headers)
  expect(page.status).toBe(200)
  expect(page.text).toContain('card-form')
})
