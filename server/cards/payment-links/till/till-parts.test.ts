// The till takes a part of a link: who finds which links, and what the till learns about the payment whose code it shows.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutOfLink, fillLinkForm, html } from '../../../../test/support/callers/payment-links.ts'
import { call, joined, signedIn } from '../../../../test/support/callers/self-service.ts'
import { orderBody } from '../../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'

let world: World
let cashier: string
beforeAll(async () => {
  world = await openWorld({})
  const owner = await signedIn(world, world.merchant)
  cashier = (await joined(world, owner, 'cashier')).token
})
afterAll(() => world?.close())

const path = '/api/v1/payment-links'
async function newLink(more: object = {}): Promise<string> {
  const link = { kind: 'parts', total: 100, minimum_part: 10, currency: 'USD', merchant_reference: 'P-0417' }
  const { body } = await world.signed('POST', path, { ...link, ...more })
  return body.data.code
}
const found = async (q: string, token = cashier) => {
  const { status, body } = await call(world, 'GET', `till/parts?q=${encodeURIComponent(q)}`, { token })
  expect(status).toBe(200)
  return body.data.items
}
const references = async (q: string) =>
  (await found(q)).map(({ merchant_reference }: { merchant_reference: string }) => merchant_reference)
const at = async (code: string, sale: string) =>
  (await call(world, 'GET', `till/parts/${code}?sale=${sale}`, { token: cashier })).body.data
/** Fills in the page as a payer who scanned the code of a sale. */
const begun = (code: string, sale: string, amount: string) =>
  checkoutOfLink(world, code, { part: amount, sale })

describe('links in parts are found at the till', () => {
  test('a cashier finds a part of a name without accents, of a reference, a code and a scanned address', async () => {
    const code = await newLink({ merchant_reference: 'ELEVE-77', payer_label: 'Ève Mukendi', group: '6e A' })
    for (const q of ['eve muk', 'ELEVE-7', code, code.toLowerCase().slice(0, 4), `${world.url}/pl/${code}`])
      expect(await references(q), q).toContain('ELEVE-77')
    const [link] = await found(code)
    expect(link).toEqual({
      ...{ code, url: `${world.url}/pl/${code}`, payer_label: 'Ève Mukendi', merchant_reference: 'ELEVE-77' },
      ...{ description: '', group: '6e A', currency: 'USD', remaining: '100.00', available: '100.00' },
      ...{ minimum_part: '10.00', due_so_far: '0.00', next_due: null },
    })
  })

  test('all that is due until today is one sum, beside the first day that is not paid', async () => {
    const code = await newLink({
      schedule: [
        { due_on: '2026-09-15', amount: 30 },
        { due_on: '2026-10-15', amount: 30 },
        { due_on: '2030-01-15', amount: 40 },
      ],
    })
    expect(await found(code)).toMatchObject([
      { due_so_far: '60.00', next_due: { due_on: '2026-09-15', amount: '30.00' } },
    ])
  })

  test('two letters, a link of another kind, and one that is cancelled or of another merchant find nothing', async () => {
    expect((await call(world, 'GET', 'till/parts?q=P-', { token: cashier })).status).toBe(400)
    const cancelled = await newLink({ merchant_reference: 'GONE-1' })
    await world.signed('POST', `${path}/${cancelled}/cancel`)
    await world.signed('POST', path, { amount: 5, currency: 'USD', merchant_reference: 'GONE-2' })
    const other = await world.register()
    await world.signed(
      'POST',
      path,
      { kind: 'parts', total: 9, minimum_part: 1, currency: 'USD', merchant_reference: 'GONE-3' },
      { as: other },
    )
    expect(await found('GONE')).toEqual([])
    const own = await newLink()
    const stranger = await signedIn(world, other)
    const read = `till/parts/${own}?sale=${randomUUID()}`
    expect((await call(world, 'GET', read, { token: stranger.token })).status).toBe(404)
    expect(await found(own, stranger.token)).toEqual([])
  })

  test('at most ten links are found, the one that is meant exactly first', async () => {
    for (const number of Array.from({ length: 12 }, (_, index) => index + 1))
      await newLink({ merchant_reference: `MANY-${number}` })
    const all = await references('many-1')
    expect(all).toHaveLength(4)
    expect(all[0]).toBe('MANY-1')
    expect(await found('MANY')).toHaveLength(10)
  })

  test('a link of one amount cannot be read as a part, and a viewer uses no till', async () => {
    const { body } = await world.signed('POST', path, {
      amount: 5,
      currency: 'USD',
      merchant_reference: 'ONE',
    })
    const read = `till/parts/${body.data.code}?sale=${randomUUID()}`
    expect((await call(world, 'GET', read, { token: cashier })).status).toBe(404)
    const viewer = await joined(world, await signedIn(world, world.merchant), 'viewer')
    expect((await call(world, 'GET', 'till/parts?q=MANY', { token: viewer.token })).status).toBe(403)
  })
})

describe('a sale at the till', () => {
  test('the till follows the payment of its own code, also when others pay, and has its receipt', async () => {
    const code = await newLink()
    const [sale, other] = [randomUUID(), randomUUID()]
    expect(await at(code, sale)).toMatchObject({ status: 'ACTIVE', payment: null })
    await world.payByCalls(await begun(code, other, '40.00'))
    const checkout = await begun(code, sale, '30.00')
    expect((await at(code, sale)).payment).toEqual({
      ...{ state: 'open', amount: '30.00', prompt: null, receipt_link: null },
    })
    await world.payByCalls(checkout)
    const { payment, remaining } = await at(code, sale)
    expect([payment.state, payment.amount, remaining]).toEqual(['paid', '30.00', '30.00'])
    const receipt = await fetch(payment.receipt_link, { headers: { accept: 'text/html' } })
    expect(await receipt.text()).toMatch(/30[.,]00/)
    expect((await at(code, other)).payment.amount).toBe('40.00')
    expect(JSON.stringify(await at(code, sale))).not.toMatch(/Grâce|Example|0991234567/i)
  })

  test('the page proposes the amount of the till, and says at once when it is too much', async () => {
    const code = await newLink()
    const open = async (amount: string) =>
      (
        await fetch(`${world.url}/pl/${code}/checkout?sale=${randomUUID()}&amount=${amount}`, {
          headers: html,
        })
      ).text()
    expect(await open('100.00')).toMatch(/value="100\.00" checked/)
    expect(await open('35.50')).toMatch(/value="other" checked[\s\S]*id="amount"[^>]*value="35\.50"/)
    expect(await open('120.00')).toMatch(/amount-error[^>]*>Vous pouvez payer au plus 100,00/)
    expect(await open('nothing')).not.toMatch(/amount-error|nothing/)
  })

  test('of two tills and a phone at the last part, one pays; the others learn what is left', async () => {
    const code = await newLink()
    const [first, second] = [randomUUID(), randomUUID()]
    const order = await world.signed('POST', `${path}/${code}/orders`, orderBody(world.url, { amount: 100 }))
    const checkouts = [
      await begun(code, first, '100.00'),
      await begun(code, second, '100.00'),
      order.body.data.links,
    ]
    const outcomes = await Promise.all(checkouts.map((checkout) => world.payByCalls(checkout)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const sales = [await at(code, first), await at(code, second)]
    for (const sale of sales) expect(sale).toMatchObject({ status: 'EXHAUSTED', available: '0.00' })
    const paid = sales.filter(({ payment }) => payment.state === 'paid').length
    expect(paid).toBe(outcomes.slice(0, 2).filter(({ status }) => status === 200).length)
    const late = await fillLinkForm(world, code, { part: '100.00', sale: first })
    expect([late.status, late.text.includes('Tout est payé')]).toEqual([410, true])
  })

  test('the day of a cashier has the parts that they took, also of links of others, and those of no colleague', async () => {
    const owner = await signedIn(world, await world.register())
    const [own, colleague] = [await joined(world, owner, 'cashier'), await joined(world, owner, 'cashier')]
    const body = { kind: 'parts', total: 100, minimum_part: 10, currency: 'USD', merchant_reference: 'P-9' }
    const made = await call(world, 'POST', 'links', { token: owner.token, body })
    const code: string = made.body.data.code
    const day = async (token: string) => (await call(world, 'GET', 'till/day', { token })).body.data
    const take = async (token: string, amount: string) => {
      const sale = randomUUID()
      const shown = await call(world, 'GET', `till/parts/${code}?sale=${sale}`, { token })
      expect(shown.status).toBe(200)
      await world.payByCalls(await begun(code, sale, amount))
      return sale
    }
    const sale = await take(own.token, '30.00')
    await take(colleague.token, '25.00')
    await world.payByCalls(await checkoutOfLink(world, code, { part: '15.00' }))
    // Whoever else looks at a sale does not take it.
    await call(world, 'GET', `till/parts/${code}?sale=${sale}`, { token: colleague.token })
    expect(await day(own.token)).toMatchObject({
      totals: [{ currency: 'USD', count: 1, amount: '30.00' }],
      items: [{ merchant_reference: 'P-9', amount: '30.00' }],
    })
    expect((await day(colleague.token)).totals).toEqual([{ currency: 'USD', count: 1, amount: '25.00' }])
    // The link is the owner's own, so each of its payments counts once.
    expect((await day(owner.token)).totals).toEqual([{ currency: 'USD', count: 3, amount: '70.00' }])
  })
})
