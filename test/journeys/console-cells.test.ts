// What the console shows of a deployment with three cells, of which one is closed and one does not respond.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeCell } from '../../server/merchants/identity/cell.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { twoAdmins } from '../support/callers/admins.ts'
import { openTestDatabase } from '../support/world/database.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let desk: Console
let phone: Console
let second: ReturnType<typeof openDatabase>
beforeAll(async () => {
  const database = await openTestDatabase({ cells: 3 })
  second = openDatabase(database.url, { connections: 1, name: 'test', cell: 2 })
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({ database, settings: { ...twoAdmins, CELLS: '3' }, role: 'api' }),
  ])
  await closeCell(second, 3, 3)
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
})
afterAll(async () => {
  await Promise.all([desk?.close(), phone?.close()])
  await closePages(browser)
  await second.close()
  await world.close()
})

test('the page of cells says which is closed to new merchants', async () => {
  const { page } = desk
  await desk.go('/console/cells')
  await page.getByText('Closed to new merchants').waitFor()
  expect(await page.getByText('Closed to new merchants').count()).toBe(1)
  expect(await desk.faults()).toEqual([])
  await phone.go('/console/cells')
  await phone.page.getByText('Fermée aux nouveaux marchands').waitFor()
  expect(await phone.faults()).toEqual([])
})

test('a list without rows says that others may be in the cell that does not respond', async () => {
  const { page } = desk
  await second.transaction(async (sql) => {
    await sql.rows({ name: '', text: 'lock table card_transaction, day_total in access exclusive mode' })
    await desk.go('/console/payments')
    await page.getByText('Cell 2 isn’t responding').waitFor()
    await page.getByRole('heading', { name: 'No results among the other merchants' }).waitFor()
    expect(await page.getByText('No matching payments').count()).toBe(0)
  })
  await desk.go('/console/payments?status=SUCCESS')
  await page.getByRole('heading', { name: 'No matching payments' }).waitFor()
})
