// A shop owner gives the papers of the business on a phone with a network of 32 kbit/s that is lost once, and an officer reads them in the
// console, returns one, and approves the request. Both in French.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor } from '../support/browser/portal-visitor.ts'
import { twoAdmins } from '../support/callers/admins.ts'
import { asksPapers } from '../support/papers/business.ts'
import { pdfOf } from '../support/papers/uploads.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ role: 'api', settings: { ...twoAdmins, ...asksPapers } }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** A photo that a browser can draw, so that it is made smaller before it is sent. */
async function photoFrom(page: Page): Promise<Buffer> {
  const content = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1800 })
    const context = canvas.getContext('2d')!
    context.fillStyle = '#f4f1e8'
    context.fillRect(0, 0, 2400, 1800)
    context.fillStyle = '#0b625c'
    context.fillRect(200, 200, 900, 600)
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1]!
  })
  return Buffer.from(content, 'base64')
}

/** Bytes per second of 32 kbit/s in each direction. */
const slow = { offline: false, latency: 200, uploadThroughput: 4_000, downloadThroughput: 4_000 }

async function throttle(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
  return {
    cut: () => session.send('Network.emulateNetworkConditions', { ...slow, offline: true }),
    restore: () => session.send('Network.emulateNetworkConditions', slow),
  }
}

const papers = [
  'Extrait du RCCM',
  'Attestation d’identification nationale',
  'Attestation du numéro impôt',
  'Statuts',
  'Justificatif d’adresse',
  'Relevé d’identité bancaire',
  'Pièce d’identité\u00a0: Grâce Mukendi',
]

async function fillFacts(page: Page) {
  await page.getByLabel('Numéro RCCM').fill('14-B-01234')
  await page.getByLabel('Identification nationale (Id. Nat.)').fill('01-83-N12345A')
  await page.getByLabel('Numéro impôt (NIF)').fill('a1234567b')
  await page.getByLabel('Avenue et numéro').fill('12, avenue du Lac')
  await page.getByLabel('Commune ou quartier').fill('Goma')
  await page.getByLabel('Ville').fill('Goma')
  const save = () => page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await save()
  // The form of a number is shown at once, beside it.
  await page.getByText(/Un numéro RCCM s’écrit comme CD\/KIN\/RCCM\/14-B-01234/).waitFor()
  await page.getByLabel('Numéro RCCM').fill('cd/gom/rccm/24-b-00042')
  await save()
  await page.getByText('Enregistré.').waitFor()
}

async function addOwner(page: Page) {
  await page.getByRole('button', { name: 'Ajouter une personne…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom complet').fill('Grâce Mukendi')
  await dialog.getByLabel('Date de naissance').fill('1984-05-17')
  await dialog.getByLabel('Part en\u00a0%').fill('60')
  await dialog.getByLabel('Numéro de la pièce').fill('31620514327')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

async function sendPaper(page: Page, name: string, file: Buffer, way: 'photo' | 'file') {
  const label = way === 'photo' ? `Prendre une photo · ${name}` : `Choisir un fichier · ${name}`
  const [type, ending] = way === 'photo' ? ['image/jpeg', 'jpg'] : ['application/pdf', 'pdf']
  await page.getByLabel(label).setInputFiles({ name: `papier.${ending}`, mimeType: type, buffer: file })
}

test('papers are sent over 32 kbit/s, reviewed one by one, and the shop goes live', {
  timeout: 240_000,
}, async () => {
  const merchant = await world.register()
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
  const { page, button } = visitor
  const words = portalWords.fr
  await page.goto(`${world.url}/portal/go-live`)
  await page.getByLabel(words.email).fill(merchant.email)
  await page.getByLabel(words.password, { exact: true }).fill(merchant.password)
  await button(words.signIn).click()
  await page.getByRole('heading', { name: '1. Votre entreprise' }).waitFor()
  const network = await throttle(page)
  await fillFacts(page)
  await addOwner(page)
  await page.getByText('Il manque encore\u00a0:').waitFor()
  await visitor.isInOrder('the papers that are missing')

  // The longest file is cut in the middle, and continues by itself.
  await sendPaper(page, 'Statuts', pdfOf(40_000), 'file')
  await row(page, 'Statuts')
    .getByText(/Envoi\u00a0: [1-9]/)
    .waitFor()
  await network.cut()
  await row(page, 'Statuts')
    .getByText(/Réseau perdu/)
    .waitFor()
  await network.restore()
  for (const name of papers.filter((each) => each !== 'Statuts'))
    await sendPaper(
      page,
      name,
      name.startsWith('Pièce') ? await photoFrom(page) : pdfOf(1_500, name),
      name.startsWith('Pièce') ? 'photo' : 'file',
    )
  for (const name of papers)
    await row(page, name).getByText('Envoyé', { exact: true }).waitFor({ timeout: 90_000 })

  await button('Remplir la demande').click()
  await page.getByLabel('Votre mot de passe').fill(merchant.password)
  await button('Continuer').click()
  await page.getByLabel('Personne à contacter').fill('Grâce Mukendi')
  await page.getByLabel('Téléphone').fill('0991234567')
  await button('Envoyer la demande').click()
  await page.getByText(/Demande reçue le/).waitFor()

  const officer = await openConsole(world, browser, { language: 'fr', width: 'desk' })
  await officer.go(`/console/merchants/${merchant.merchant_code}`)
  await officer.press('Ouvrir le dossier')
  await officer.page.getByText('Avant d’accorder la demande\u00a0:').waitFor()
  await officer.page.getByText('Aucune liste').waitFor()
  expect(await officer.faults()).toEqual([])
  await officer.decide('Renvoyer\u00a0: Statuts', 'La page 3 est illisible', 'Renvoyer')
  await officer.page.getByText('Motif\u00a0: La page 3 est illisible').waitFor()
  // An approval that the service would refuse asks for no reason first.
  await officer.press('Accorder…')
  await officer.page.getByRole('status').getByText('Extrait du RCCM', { exact: true }).waitFor()
  expect(await officer.page.locator('dialog[open]').count()).toBe(0)
  expect(await officer.faults()).toEqual([])
  await officer.picture('open-points-fr-1280')
  for (const name of papers.filter((each) => each !== 'Statuts')) await acceptPaper(officer.page, name)

  await page.reload()
  await row(page, 'Statuts').getByText('Motif\u00a0: La page 3 est illisible').waitFor({ timeout: 120_000 })
  await sendPaper(page, 'Statuts', pdfOf(3_000, 'readable'), 'file')
  await row(page, 'Statuts').getByText('Envoyé', { exact: true }).waitFor({ timeout: 60_000 })

  await officer.go('/console/merchants')
  await officer.go(`/console/merchants/${merchant.merchant_code}`)
  await officer.press('Ouvrir le dossier')
  await acceptPaper(officer.page, 'Statuts')
  await officer.page.getByText('Tout est accepté\u00a0: la demande peut être accordée.').waitFor()
  // The live keys take the place of the dialog that asks for the reason.
  await officer.press('Accorder…')
  await officer.page.locator('dialog[open] [name="reason"]').fill('Tous les documents sont en ordre')
  await officer.press('Accorder')
  await officer.page
    .locator('dialog[open]')
    .getByText(/^msk_live_/)
    .first()
    .waitFor()
  expect(await officer.misdeeds()).toEqual([])
  await officer.close()
  await visitor.close()
})

async function acceptPaper(page: Page, name: string) {
  await page.getByRole('button', { name: `Accepter\u00a0: ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (name.startsWith('Pièce')) await dialog.getByLabel('Dernier jour de validité').fill('2031-05-17')
  await dialog.getByRole('button', { name: 'Accepter', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name, exact: true }).getByText('Accepté', { exact: true }).waitFor()
}
