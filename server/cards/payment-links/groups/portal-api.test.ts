// Links of a class in the portal: made by a file as an office writes it, and read with how far each is paid.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, portalOf } from '../../../../test/support/callers/portal.ts'
import { call, joined, signedIn } from '../../../../test/support/callers/self-service.ts'
import type { ApiResponse } from '../../../../test/support/http/response.ts'
import { orderBody } from '../../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'

let world: World
let school: Portal
beforeAll(async () => {
  world = await openWorld({})
  school = await portalOf(world, world.merchant)
})
afterAll(() => world?.close())

const upload = (text: string, query = '', token = school.token) =>
  call(world, 'POST', `links/batch${query}`, { token, raw: text, headers: { 'content-type': 'text/csv' } })
const accepted = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const groupOf = (name: string, query = '') => school.data(`links/groups/${encodeURIComponent(name)}${query}`)
const linkOf = async (code: string) => school.data(`links/${code}`)
const faults = (response: ApiResponse) => {
  assert.equal(response.status, 400, response.text)
  return response.body.errors.map(({ field }: { field: string }) => field)
}
const namesOf = ({ items }: { items: { merchant_reference: string }[] }) =>
  items.map(({ merchant_reference }) => merchant_reference)

async function pay(code: string, amount: number): Promise<void> {
  const order = await world.signed(
    'POST',
    `/api/v1/payment-links/${code}/orders`,
    orderBody(world.url, { amount }),
  )
  assert.equal(order.status, 200, order.text)
  expect((await world.payByCalls(order.body.data.links)).body).toEqual({ state: 'DONE' })
}

describe('a file of an office', () => {
  test('French columns and days become links in parts, with what goes without saying', async () => {
    const text = [
      'Matricule;Nom;Total;Échéance 1;Montant 1;Échéance 2;Montant 2;Classe',
      'P-1;Amani Bahati;90,00;15/01/2027;30,00;15/04/2027;60,00;6e A',
      'P-2;Ève Mukendi;90,00;15/01/2027;45,00;;;6e A',
      // Excel leaves such lines behind.
      ';;;;;;;',
      ';;;;;;;',
    ].join('\r\n')
    expect(accepted(await upload(`\uFEFF${text}`))).toEqual({ outcome: 'made', count: 2, groups: ['6e A'] })
    const { items } = await groupOf('6e A')
    expect(await linkOf(items[0].code)).toMatchObject({
      ...{
        kind: 'parts',
        amount: '90.00',
        currency: 'USD',
        minimum_part: '1.00',
        payer_label: 'Amani Bahati',
      },
      schedule: [
        { due_on: '2027-01-15', amount: '30.00' },
        { due_on: '2027-04-15', amount: '60.00' },
      ],
    })
  })

  test('English columns are read as well, and the group and currency of the form fill what is missing', async () => {
    const text =
      'Reference,Name,Total amount,Due date 1,Due date 2,Due date 3\nQ-1,Jo,100000,2027-01-15,2027-02-15,2027-03-15'
    expect(accepted(await upload(text, '?group=Form%204&currency=CDF')).groups).toEqual(['Form 4'])
    const { items } = await groupOf('Form 4')
    const link = await linkOf(items[0].code)
    expect([link.currency, link.minimum_part]).toEqual(['CDF', '500.00'])
    expect(link.schedule.map(({ amount }: { amount: string }) => amount)).toEqual([
      '33333.00',
      '33333.00',
      '33334.00',
    ])
  })

  test('faults name row and field, a check makes nothing, and two columns for one field are refused', async () => {
    const head = 'matricule;nom;total;classe\n'
    expect(
      faults(await upload(`${head}A-1;Un;90;Checked\n;Deux;90;Checked\nA-3;Trois;cent;Checked`)),
    ).toEqual(['rows.1.merchant_reference', 'rows.2.total'])
    const good = `${head}A-1;Un;90;Checked`
    expect(accepted(await upload(good, '?check_only=true'))).toEqual({
      ...{ outcome: 'checked', count: 1, groups: [] },
    })
    expect((await school.get('links/groups/Checked')).status).toBe(404)
    expect(faults(await upload('matricule;reference;total\nA;B;90'))).toEqual(['rows'])
    expect(faults(await upload('matricule;total;blood type\nA;90;B'))).toEqual(['rows'])
  })

  test('a payer who is twice in a file is a fault that names the first row', async () => {
    const head = 'matricule;nom;total;classe;motif\n'
    const twice = await upload(
      `${head}D-1;Un;90;Double;Minerval\nD-2;Deux;90;Double;Minerval\nD-1;Trois;80;Double;Minerval`,
    )
    expect(faults(twice)).toEqual(['rows.2.merchant_reference'])
    expect(twice.body.errors[0].message).toContain('is the reference of row 1, too')
    const check = '?check_only=true'
    expect(
      accepted(await upload(`${head}D-1;Un;90;Double;Minerval\nD-1;Un;20;Double;Transport`, check)).count,
    ).toBe(2)
  })

  test.each([
    ['1.000', 'could be thousands or decimals'],
    ['trois cents', 'is no number'],
    ['300,00 $', 'without its currency'],
    ['300 USD', 'without its currency'],
    ['0,5', 'Minimum amount for USD is 1.00'],
    ['-5', 'is negative'],
    ['90,1234', 'has more than two decimals'],
  ])('the fault of the amount %s says what is wrong: %s', async (amount, why) => {
    const response = await upload(`matricule;total;classe\nA-1;${amount};Amounts`)
    expect(faults(response)).toEqual(['rows.0.total'])
    expect(response.body.errors[0].message).toContain(why)
  })

  test('the same file again changes nothing and says so', async () => {
    const text = 'matricule;nom;total;classe\nT-1;Un;90;Twice\nT-2;Deux;90;Twice'
    accepted(await upload(text))
    const before = await groupOf('Twice')
    expect(accepted(await upload(text))).toEqual({ outcome: 'repeated', count: 2, groups: ['Twice'] })
    expect(await groupOf('Twice')).toEqual(before)
  })

  test('JSON is taken as the signed API takes it', async () => {
    const row = {
      kind: 'parts',
      total: 50,
      minimum_part: 5,
      currency: 'USD',
      merchant_reference: 'J-1',
      group: 'J',
    }
    expect(accepted(await school.post('links/batch', { rows: [row] })).groups).toEqual(['J'])
    expect(faults(await school.post('links/batch', { rows: [{ ...row, total: undefined }] }))).toEqual([
      'rows.0.total',
    ])
  })
})

describe('a group', () => {
  test('its page says who paid, who is late and what remains, and filters and searches', async () => {
    const day = (days: number) =>
      Temporal.Now.plainDateISO('UTC').add({ days }).toString().split('-').toReversed().join('/')
    const text = [
      'matricule;nom;total;échéance 1;montant 1;échéance 2;montant 2;classe',
      `L-1;Élève Payé;50;${day(-9)};20;${day(30)};30;5e B`,
      `L-2;Élève En Retard;50;${day(-9)};20;${day(30)};30;5e B`,
      `L-3;Élève À Jour;50;${day(-9)};20;${day(30)};30;5e B`,
      `L-4;Élève Parti;50;${day(-9)};20;${day(30)};30;5e B`,
    ].join('\n')
    accepted(await upload(text))
    const { items } = await groupOf('5e B')
    await pay(items[0].code, 50)
    await pay(items[1].code, 5)
    await pay(items[2].code, 20)
    await school.post(`links/${items[3].code}/cancel`)
    const whole = await groupOf('5e B')
    const figures = {
      ...{ links: 3, paid_links: 1, late_links: 1 },
      sums: [{ currency: 'USD', total: '150.00', paid: '75.00', remaining: '75.00', overdue: '15.00' }],
    }
    expect(whole).toMatchObject({ group: '5e B', ...figures })
    expect(whole.items.map(({ state }: { state: string }) => state)).toEqual([
      'PAID',
      'LATE',
      'UNPAID',
      'CANCELLED',
    ])
    expect(whole.items[1]).toMatchObject({ paid: '5.00', remaining: '45.00', next_due: { amount: '15.00' } })
    const due = whole.items.map((item: any) => [item.due_so_far, item.days_overdue > 0])
    expect(due).toEqual([
      ['0.00', false],
      ['15.00', true],
      ['0.00', false],
      [null, false],
    ])
    // The shop's day may be the next one already.
    expect([9, 10]).toContain(whole.items[1].days_overdue)
    expect(whole.items[1].last_paid_at).toMatch(/Z$/)
    for (const [query, found] of [
      ['?state=UNPAID', ['L-2', 'L-3']],
      ['?state=LATE', ['L-2']],
      ['?state=PAID', ['L-1']],
      ['?q=paye', ['L-1']],
      ['?q=l-3', ['L-3']],
      [`?q=${items[3].code}`, ['L-4']],
      ['?q=%25', []],
      ['?limit=1&page=2', ['L-2']],
      ['?page=9', []],
    ] as const) {
      const page = await groupOf('5e B', query)
      expect([query, namesOf(page)]).toEqual([query, found])
      expect(page).toMatchObject(figures)
    }
    expect((await groupOf('5e B', '?page=9')).pagination.total).toBe(4)
    const file = async (query: string) =>
      (await school.get(`links/groups/5e%20B/links.csv?${query}`)).text.trim().split('\r\n')
    const [titles, ...late] = await file('state=LATE&separator=semicolon&language=fr')
    expect(titles).toMatch(/^"Référence";"Nom";"Paiement";"Devise";"Total à payer"/)
    expect(late).toEqual([
      expect.stringMatching(
        /^"L-2";"Élève En Retard";"En retard";"USD";"50,00";"5,00";"45,00";"15,00";"(9|10)";/,
      ),
    ])
    expect((await file('q=paye&language=en'))[1]).toMatch(
      /^"L-1","Élève Payé","Paid","USD","50.00","50.00","0.00"/,
    )
    expect((await file(''))[0]).toMatch(/^"merchant_reference","payer_label","state"/)
    expect(await file('')).toHaveLength(5)
    expect((await school.get('links/groups/5e%20Z/links.csv?state=LATE')).status).toBe(404)
    const listed = await school.data('links/groups')
    expect(listed.items.find(({ group }: { group: string }) => group === '5e B')).toMatchObject(figures)
  })

  test('the list of groups is paged, the newest first, and counts all', async () => {
    for (const group of ['Old', 'New']) accepted(await upload(`matricule;total\nG-1;10`, `?group=${group}`))
    const { items, pagination } = await school.data('links/groups?limit=2')
    expect(items.map(({ group }: { group: string }) => group)).toEqual(['New', 'Old'])
    expect((await school.data('links/groups?page=99')).pagination.total).toBe(pagination.total)
  })

  test('a cashier sees the groups of their own links only, and other merchants none', async () => {
    const owner = await signedIn(world, await world.register())
    const cashier = await joined(world, owner, 'cashier')
    accepted(await upload('matricule;total\nO-1;10', '?group=Owner', owner.token))
    accepted(await upload('matricule;total\nC-1;10', '?group=Cashier', cashier.token))
    const read = (token: string, name: string) => call(world, 'GET', name, { token })
    const groups = accepted(await read(cashier.token, 'links/groups')).items
    expect(groups.map(({ group }: { group: string }) => group)).toEqual(['Cashier'])
    expect((await read(cashier.token, 'links/groups/Owner')).status).toBe(404)
    expect((await read(owner.token, 'links/groups/Cashier')).status).toBe(200)
    expect((await read(school.token, 'links/groups/Owner')).status).toBe(404)
    expect((await read(cashier.token, 'links/groups/Cashier/links.csv')).status).toBe(403)
    const file = await read(owner.token, 'links/groups/Owner/links.csv')
    expect([file.status, file.text.split('\r\n').length]).toEqual([200, 3])
  })
})
