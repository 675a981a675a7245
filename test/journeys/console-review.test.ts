// Admins review what was not decided automatically, in a real browser: on a phone in French, on a desktop in
// English, and by keyboard alone.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importList } from '../../server/compliance/lists/import.ts'
import { openException } from '../../server/operator-calls/exceptions.ts'
import { transferById } from '../../server/remittance/transfer/queries.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, moveShops, openConsole, openSignIn, shopHour } from '../support/browser/console.ts'
import { tokens, twoAdmins } from '../support/callers/admins.ts'
import { type Transfers, transfersOf } from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let transfers: Transfers
/** Amina on her phone, in French. */
let phone: Console
/** Benoît at his desk, in English. */
let desk: Console

const list = 'server/compliance/samples/targets.simple.csv'
const listed = {
  sender_first_name: 'Sosthène',
  sender_last_name: 'Kambulu',
  sender_birthdate: '1968-03-14',
  sender_country: 'RW',
}
const watched = { sender_first_name: 'Watchlist', sender_last_name: 'Person' }

beforeAll(async () => {
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({
      settings: twoAdmins,
      sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
    }),
  ])
  const { db, system, clock } = world
  const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
  await importList({ db, secrets: system.secrets, clock }, { path: list, admin })
  await world.topUp('50.00')
  transfers = transfersOf(world)
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world.close()
})

let sent = 0
/** Each sender is a new person; otherwise the first clearance would let the next ones pass. */
async function held(
  overrides: Record<string, unknown>,
): Promise<{ reference: string; transaction_id: string }> {
  return eventually('the new list is active', async () => {
    sent += 1
    const transfer = await transfers.accepted({ sender_document_number: `WL${100_000 + sent}`, ...overrides })
    return transfer.status === 'Hold' && transfer
  })
}

describe('signing in', () => {
  test('a wrong token shows nothing and says so; a right one signs in until the page is reloaded', async () => {
    const visitor = await openSignIn(world, browser, { language: 'fr' })
    const { page } = visitor
    assert.equal(await visitor.heading(), 'Console d’administration')
    await visitor.press('Se connecter avec un jeton')
    await page.getByLabel('Jeton d’administration').fill('wrong-token-0123456789')
    await visitor.press('Se connecter')
    await page.getByText('Jeton incorrect.').waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    assert.deepEqual(await visitor.faults(), [])
    await page.getByLabel('Jeton d’administration').fill(tokens.amina)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Vue d’ensemble' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Console d’administration' }).waitFor()
    await visitor.close()
  })

  test('a session ends by sign-out or after 15 idle minutes, and stores nothing on the device', async () => {
    const visitor = await openConsole(world, browser, { language: 'fr', movable: true })
    const { page } = visitor
    await page.clock.fastForward('14:00')
    await page.keyboard.press('Tab')
    await page.clock.fastForward('14:00')
    assert.equal(await visitor.heading(), 'Vue d’ensemble')
    await visitor.go('/console/payments?status=FAILED')
    await page.clock.fastForward('02:00')
    await page.getByText('Vous avez été déconnecté après 15 minutes sans activité.').waitFor()
    await visitor.press('EN – English')
    await visitor.press('Sign in with a token')
    await page.getByLabel('Admin token').fill(tokens.amina)
    await visitor.press('Sign in')
    // Whoever signs in again is where they were.
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).search, '?status=FAILED')
    await visitor.press('Menu')
    await visitor.press('Sign out')
    await page.getByRole('heading', { name: 'Admin console' }).waitFor()
    // What was shown is discarded with the token, and the language with the page.
    await visitor.close()
  })
})

describe('a held transfer', () => {
  test('a held transfer is compared with the list entry, released in French on a phone, and paid [R3]', async () => {
    const { reference, transaction_id } = await held({ ...listed, sender_document_number: 'OB0457781' })
    await moveShops(world)
    const { page } = phone
    await phone.go('/console/holds')
    await page
      .getByRole('link', { name: /Sosthène Kambulu/ })
      .first()
      .click()
    const match = page.getByRole('table', { name: /Sosthène Kambulu et Sostène Kambulu Ntirere/ })
    const row = (name: string) =>
      match.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
    await expect(row('Date de naissance').innerText()).resolves.toMatch(
      /14 mars 1968[\s\S]*14 mars 1968[\s\S]*\+\d+[\s\S]*naissance le 14 mars 1968/,
    )
    await page.getByText(shopHour).waitFor()
    await expect(row('Nom').innerText()).resolves.toMatch(/Colonel Kambulu[\s\S]*orthographe/)
    await expect(row('Pièce d’identité').innerText()).resolves.toMatch(/Passeport OB0457781[\s\S]*OB0457781/)
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('review-fr-360')

    await phone.press('Libérer…')
    await phone.press('Libérer')
    await page.getByText('Indiquez un motif, en quelques mots.').waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('review-dialog-fr-360')
    await page.locator('dialog').getByText('Les correspondances affichées ne retiendront plus').waitFor()
    await page.locator('dialog [name="reason"]').fill('Autre personne\u00a0: pièce vérifiée')
    await phone.press('Libérer')
    await phone.shows(/^Transfert de .+ libéré$/)
    assert.equal((await transfers.reaches(reference, 'Successful')).transaction_id, transaction_id)
  })

  test('a hold is found with j and k, rejected with a reason, and the next one is shown [R3]', async () => {
    const first = await held(watched)
    const second = await held({ ...watched, sender_middle_name: 'Two' })
    const { page } = desk
    await desk.go('/console/holds')
    const current = page.locator('.queue [aria-current="true"]')
    await page.locator('.queue li').nth(1).waitFor()
    // The way on names the person who is next.
    await page
      .locator('.review-bar')
      .getByRole('link', { name: /Watchlist Two Person/ })
      .waitFor()
    // What is compared stands side by side, and the decision stays in sight beside the end of it.
    const cells = page.locator('.compared tbody tr').first().locator('th, td')
    const [field, given, other, points] = await Promise.all(
      [0, 1, 2, 3].map(async (i) => (await cells.nth(i).boundingBox())!),
    )
    assert.deepEqual([given!.y, other!.y, points!.y], [field!.y, field!.y, field!.y])
    assert.ok(field!.x < given!.x && given!.x < other!.x && other!.x < points!.x)
    const height = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      return scrollY
    })
    assert.ok(height > 300, `scrolled by ${height}`)
    const decision = (await page.getByRole('button', { name: 'Reject…' }).boundingBox())!
    assert.ok(decision.y > 0 && decision.y < 200, `the decision is at ${decision.y}`)
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('j')
    await page.getByText('2 of 2').waitFor()
    await page.keyboard.press('k')
    await page.getByText('1 of 2').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByText('2 of 2').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByText('1 of 2').waitFor()
    await expect(current.getAttribute('href')).resolves.toBe(`/console/holds/${first.transaction_id}`)
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('review-en-1280')

    // No key makes a decision: these are pressed while a transfer is selected.
    for (const key of ['r', 'Enter', 'x', 'd']) await page.keyboard.press(key)
    assert.equal((await transfers.status(first.reference)).status, 'Hold')
    await desk.decide('Reject…', 'The very person', 'Reject')
    await desk.shows(/^Transfer of .+ rejected$/)
    assert.equal((await transfers.status(first.reference)).status, 'Failed')
    await page.getByText('1 of 1').waitFor()
    await expect(current.getAttribute('href')).resolves.toBe(`/console/holds/${second.transaction_id}`)
  })

  test('a hold for an odd name shows the name, rule and characters that its release clears [R3]', async () => {
    // The о of the first name and the а of the last name are Cyrillic.
    const odd = { sender_first_name: 'Bоris', sender_last_name: 'Zoubаrov' }
    const { reference, transaction_id } = await held(odd)
    for (const [visitor, texts] of [
      [
        phone,
        [
          'Nom de l’expéditeur',
          'Un mot de ce nom mélange plusieurs alphabets.',
          'о (U+043E), position 2',
          'а (U+0430), position 11',
        ],
      ],
      [
        desk,
        [
          'Sender’s name',
          'A word of this name mixes several alphabets.',
          'о (U+043E), position 2',
          'а (U+0430), position 11',
        ],
      ],
    ] as const) {
      await visitor.go(`/console/holds/${transaction_id}`)
      for (const text of texts) await visitor.page.getByText(text).first().waitFor()
      assert.deepEqual(await visitor.page.locator('mark').allInnerTexts(), ['о', 'а'])
      assert.deepEqual(await visitor.faults(), [])
    }
    await phone.picture('odd-name-fr-360')
    await desk.picture('odd-name-en-1280')
    await phone.go(`/console/transfers/${transaction_id}`)
    await phone.page.getByText('Nom inhabituel : expéditeur').waitFor()
    await phone.go(`/console/holds/${transaction_id}`)
    await phone.press('Libérer…')
    const dialog = phone.page.locator('dialog')
    await dialog.getByText('Ce nom inhabituel ne retiendra plus').waitFor()
    assert.equal(await dialog.getByText('Les correspondances').count(), 0)
    await phone.picture('odd-name-dialog-fr-360')
    await dialog.locator('[name="reason"]').fill('Pièce vérifiée')
    await phone.press('Libérer')
    await phone.shows(/^Transfert de .+ libéré$/)
    await transfers.reaches(reference, 'Successful')
  })

  test('a hold that another admin has decided says so and stays decided [R3]', async () => {
    const { transaction_id } = await held({ ...watched, sender_middle_name: 'Three' })
    await phone.go(`/console/holds/${transaction_id}`)
    await phone.press('Rejeter…')
    const headers = { 'x-admin-token': tokens.benoit }
    const path = `/api/v1/admin/remittance/holds/${transaction_id}/reject`
    await world.admin('POST', path, { reason: 'Seen before' }, headers)
    await phone.page.locator('dialog [name="reason"]').fill('Trop tard')
    await phone.press('Rejeter')
    await phone.page.locator('dialog').getByText('Ce transfert n’est plus en attente').waitFor()
    await phone.page.keyboard.press('Escape')
    await phone.page.locator('dialog').waitFor({ state: 'detached' })
  })

  test('a name with direction marks does not swap the sender and receiver on the page [R3]', async () => {
    const { transaction_id } = await held({ ...watched, sender_middle_name: '\u202eFour' })
    const { page } = desk
    await desk.go(`/console/holds/${transaction_id}`)
    const parties = page.locator('.decide p')
    await parties.filter({ hasText: 'Watchlist [U+202E]Four Person → ' }).waitFor()
    const lefts = await parties
      .locator('bdi')
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left))
    assert.ok(Number(lefts[0]) < Number(lefts[1]), `sender and receiver start at ${lefts}`)
    await desk.decide('Reject…', 'The very person', 'Reject')
  })
})

describe('compliance', () => {
  test('an alert is compared, closed with a reason, and then listed as closed', async () => {
    // A version of the list that contains a past sender: the same file under another name.
    await transfers.accepted({
      ...listed,
      sender_first_name: 'Jean Ilunga',
      sender_last_name: 'Kazembwe',
      sender_country: 'CA',
    })
    const { db, system, clock } = world
    const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-2' }
    await importList({ db, secrets: system.secrets, clock }, { path: list, list: 'second', admin })
    await eventually('an alert', async () => {
      const { body } = await world.admin('GET', '/api/v1/admin/remittance/screening/alerts', undefined, {
        'x-admin-token': tokens.amina,
      })
      return body.data.items.length > 0
    })
    const { page } = desk
    await desk.go('/console/alerts')
    await page.getByRole('table').first().waitFor()
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('alerts-en-1280')
    const before = await page.locator('.queue li').count()
    await page.getByRole('link', { name: 'Next: Sosthène Kambulu' }).waitFor()
    await desk.decide('Close…', 'Not the same person', 'Close alert')
    await desk.shows('Alert closed')
    await page.getByRole('link', { name: 'Closed' }).click()
    await page.getByText('Not the same person').waitFor()
    assert.ok(before >= 1)
  })

  test('a number is blocked and unblocked on a phone in French', async () => {
    const { page } = phone
    await phone.go('/console/blacklist')
    assert.deepEqual(await phone.faults(), [])
    await phone.press('Bloquer un numéro')
    await page.getByRole('textbox', { name: 'Numéro' }).fill('12')
    await page.locator('dialog [name="reason"]').fill('Signalé volé')
    await phone.press('Bloquer')
    await page.getByText('Numéro de téléphone incorrect.').first().waitFor()
    await page.getByRole('textbox', { name: 'Numéro' }).fill('081 000 4321')
    await phone.press('Bloquer')
    await phone.shows(/ bloqué$/)
    await page.getByText('Signalé volé').waitFor()
    await phone.press('Débloquer +243 81 000 4321')
    await phone.press('Débloquer')
    await phone.shows('+243 81 000 4321 débloqué')
  })

  test('the active lists are shown with their source files', async () => {
    await desk.go('/console/lists')
    await desk.page.getByRole('rowheader', { name: 'OpenSanctions' }).waitFor()
    await desk.page.getByText('targets.simple.csv').first().waitFor()
    await desk.page.getByText('Ongoing screening').first().waitFor()
    await desk.page.getByText('Complete').first().waitFor()
    assert.deepEqual(await desk.faults(), [])
  })

  test('the retention page shows every period with its reason, in French on a phone', async () => {
    const { page } = phone
    await phone.go('/console/retention')
    await page.getByRole('rowheader', { name: 'Expéditeurs et bénéficiaires' }).first().waitFor()
    await page.getByText('dix ans après la fin de la relation d’affaires').first().waitFor()
    await page.getByText('10\u00a0ans', { exact: true }).first().waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('retention-fr-360')
  })

  test('the page of a list shows what the newest import changed, by kind, on a phone in French', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'likuta-list-'))
    const path = join(folder, 'targets.simple.csv')
    const { db, system, clock } = world
    const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
    const text = readFileSync(list, 'utf8').replace('Colonel Kambulu', 'Général Kambulu')
    writeFileSync(path, `${text.trim()}\n"new-1","Person","Nouvelle Entrée","","","cd"${',""'.repeat(10)}\n`)
    await importList({ db, secrets: system.secrets, clock }, { path, admin })
    rmSync(folder, { recursive: true })
    const { page } = phone
    await phone.go('/console/lists')
    await page.getByRole('link', { name: 'OpenSanctions' }).click()
    await page.getByText('Ajoutées\u202f: 1 · Modifiées\u202f: 1 · Supprimées\u202f: 0').waitFor()
    await page.getByText('Général Kambulu').waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('list-changes-fr-360')
    await page.getByRole('link', { name: 'Ajoutée' }).click()
    await page.getByRole('rowheader', { name: 'Nouvelle Entrée' }).waitFor()
    assert.equal(await page.getByText('Général Kambulu').count(), 0)
  })
})

test("an exception is found among stuck money, closed with a reason and then listed as closed with the admin's name", async () => {
  const { transaction_id } = await transfers.accepted()
  const transfer = await transferById(world.db, transaction_id)
  const detail = 'said failed after succeeded'
  await openException(world.db, { transfer: transfer!.id, kind: 'telco_conflict', detail }, world.clock.now())
  for (const [who, kind] of [
    [phone, 'Anomalie'],
    [desk, 'Exception'],
  ] as const) {
    await who.go('/console/stuck-money')
    const stuck = who.page.getByRole('row').filter({ hasText: transaction_id })
    await stuck.getByRole('link', { name: kind, exact: true }).waitFor()
    assert.deepEqual(await who.faults(), [])
    await who.picture('stuck-money')
  }
  await phone.page.getByRole('link', { name: 'Anomalie', exact: true }).click()
  await phone.page.getByText('L’opérateur se contredit').waitFor()
  assert.deepEqual(await phone.faults(), [])
  await phone.decide('Clôturer…', 'Relevé de l’opérateur vérifié', 'Clôturer l’anomalie')
  await phone.shows('Anomalie clôturée')
  await phone.page.getByRole('link', { name: 'Clôturées' }).click()
  await phone.page.getByText('Relevé de l’opérateur vérifié').waitFor()
})
