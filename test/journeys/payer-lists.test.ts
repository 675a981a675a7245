// A school secretary makes the links of a class by a file and prints their codes.
import type { Browser, Locator } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { call, joined, type Member, signedIn } from '../support/callers/self-service.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({}), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const head = 'Matricule;Nom;Total;Échéance 1;Montant 1;Échéance 2;Montant 2'
const pupil = (number: number) => `P-${number};Élève ${number};90,00;15/01/2026;30,00;15/04/2027;60,00`
const csvOf = (lines: readonly string[]) => ({
  ...{ name: '6e A.csv', mimeType: 'application/vnd.ms-excel' },
  buffer: Buffer.from(`\uFEFF${[head, ...lines].join('\r\n')}`),
})
const classOf = (count: number) => csvOf(Array.from({ length: count }, (_, n) => pupil(n + 1)))

async function secretary(): Promise<Member> {
  const owner = await signedIn(world, await world.register({ name: 'Complexe scolaire Umoja' }))
  return joined(world, owner, 'cashier')
}

/** Opens the portal and signs in, with a click. Printing is counted instead of opening a dialog. */
async function opened(user: Member, options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  const { page } = visitor
  await page.addInitScript(
    'window.print = () => { document.body.dataset.printed = Number(document.body.dataset.printed ?? 0) + 1 }',
  )
  await page.goto(`${world.url}/portal`)
  const t = portalWords.fr
  await page.getByLabel(t.email).fill(user.email)
  await page.getByLabel(t.password, { exact: true }).fill(user.password)
  await visitor.click(visitor.button(t.signIn))
  await page.locator('#places').waitFor({ state: 'attached' })
  return visitor
}

/** Choosing a file is a click, too. */
async function choose(visitor: Visitor, file: ReturnType<typeof csvOf>): Promise<void> {
  visitor.clicks += 1
  await visitor.page.locator('input[type=file]').setInputFiles(file)
}
/** What a camera reads in a code that is drawn as strokes. */
async function readCode(svg: Locator): Promise<string> {
  const strokes = (await svg.locator('path').getAttribute('d')) ?? ''
  const size = Number((await svg.getAttribute('viewBox'))?.split(' ').at(-1))
  const [scale, side] = [4, size * 4]
  const pixels = new Uint8Array(side * side * 3).fill(255)
  for (const [, x, y, length] of strokes.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    for (let row = 0; row < scale; row += 1) {
      const from = ((Number(y) * scale + row) * side + Number(x) * scale) * 3
      pixels.fill(0, from, from + Number(length) * scale * 3)
    }
  return decodeQR({ width: side, height: side, data: pixels })
}
const create = (visitor: Visitor) => visitor.click(visitor.button('Créer les liens'))
const printed = ({ page }: Visitor) => page.locator('body[data-printed="1"]').waitFor()

test.each([
  { width: 360, dark: false },
  { width: 1280, dark: true },
])('at $width pixels, six clicks lead from the sign-in to the printed codes of a class', async (screen) => {
  const user = await secretary()
  const visitor = await opened(user, { language: 'fr', ...screen })
  const { page } = visitor
  if (screen.width < 960) {
    await visitor.click(page.locator('.tab-bar a', { hasText: 'Liens' }))
    await visitor.click(page.locator('.area-pages a', { hasText: 'Listes de payeurs' }))
    await page.getByRole('heading', { name: 'Listes de payeurs' }).waitFor()
  } else await visitor.goTo('Listes de payeurs')
  await visitor.isInOrder('payer lists without any')
  await choose(visitor, classOf(40))
  await create(visitor)
  await page.getByRole('heading', { name: '6e A' }).waitFor()
  await page.getByText('40 liens créés.'.replace(' ', '\u00a0')).waitFor()
  await visitor.isInOrder('payer list')
  await visitor.click(page.getByRole('link', { name: 'Imprimer les codes' }))
  await printed(visitor)
  expect(visitor.clicks).toBeLessThanOrEqual(6)
  expect(await page.locator('.sheet li').count()).toBe(40)
  await page.locator('.sheet li').first().getByText('Élève 1').waitFor()
  const { data } = (await call(world, 'GET', 'links/groups/6e%20A', { token: user.token })).body
  expect(await readCode(page.locator('.sheet li svg').first())).toBe(data.items[0].url)
  // Sixteen slips on a page of A4, and no other page.
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3)
  await visitor.isInOrder('codes to print')
  await visitor.close()
})

test('faults are named by line and column, and the same file twice changes nothing', async () => {
  const user = await secretary()
  const visitor = await opened(user, { language: 'fr', width: 360 })
  const { page } = visitor
  await visitor.goTo('Listes de payeurs')
  await create(visitor)
  await page.getByText('Choisissez un fichier.').waitFor()
  await choose(visitor, csvOf([pupil(1), ';Sans numéro;cent;;;;', pupil(3)]))
  await create(visitor)
  await page.getByText('aucun lien n’a été créé', { exact: false }).waitFor()
  const faults = await page.locator('tbody tr').allInnerTexts()
  expect(faults.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/3.*Total.*Écrivez le montant en chiffres/),
    expect.stringMatching(/3.*Référence.*obligatoire/),
  ])
  await visitor.isInOrder('faults of a payer list')
  await choose(visitor, classOf(3))
  await visitor.click(visitor.button('Vérifier seulement'))
  await page.getByText('3 lignes, aucune erreur.'.replace(' ', '\u00a0')).waitFor()
  await visitor.isInOrder('checked payer list')
  expect((await call(world, 'GET', 'links/groups', { token: user.token })).body.data.items).toEqual([])
  await create(visitor)
  await page.getByRole('heading', { name: '6e A' }).waitFor()
  const read = async () => (await call(world, 'GET', 'links/groups/6e%20A', { token: user.token })).body.data
  const before = await read()
  await page.getByRole('link', { name: 'Listes de payeurs' }).first().click()
  await visitor.click(page.getByRole('link', { name: 'Importer un fichier' }))
  await choose(visitor, classOf(3))
  await create(visitor)
  await page.getByText('Ce fichier a déjà été importé', { exact: false }).waitFor()
  expect(await read()).toEqual(before)
  await page.getByRole('link', { name: 'En retard' }).click()
  await page.getByText('Élève 3').first().waitFor()
  await page
    .getByText(/30,00\sUSD dus\s*\d+\sjours de\sretard/)
    .first()
    .waitFor()
  await visitor.isInOrder('payers who are late')
  await page.getByRole('link', { name: 'Soldés', exact: true }).click()
  await page.getByText('Personne ne correspond à ces filtres').waitFor()
  await visitor.close()
})
