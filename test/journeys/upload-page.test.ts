// A person sends papers through an upload link, in a real browser: over a network that is slow and cut, with a photo that is made
// smaller first, and with a page that is reloaded in the middle.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readImage } from '../../server/platform/documents/uploaded-file.ts'
import { closePages, faultsOf, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { type Admins, adminsOf, tokens, twoAdmins } from '../support/callers/admins.ts'
import { type Transfers, transfersOf } from '../support/callers/transfers.ts'
import { type CuttingProxy, type Network, openCuttingProxy } from '../support/http/cutting-proxy.ts'
import { askFor, openCase, pdfOf } from '../support/papers/uploads.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let transfers: Transfers
let admins: Admins
const contexts: BrowserContext[] = []
const networks: CuttingProxy[] = []
const complaints: string[] = []
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings: twoAdmins }), openBrowser()])
  transfers = transfersOf(world)
  admins = adminsOf(world)
  await world.topUp('100.00')
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  for (const network of networks.splice(0)) await network.close()
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const base = 'compliance/cases'

type Visit = { page: Page; context: BrowserContext; network: CuttingProxy; id: string }
type Wanted = { wanted?: string[]; note?: string; language?: 'fr' | 'en' }

/** Opens the link of a new case over this network. */
async function visit(
  wanted: Wanted = {},
  { width = 360, dark = false, ...conditions }: Network & { width?: number; dark?: boolean } = {},
): Promise<Visit> {
  const id = await openCase(transfers, admins)
  const { token } = await askFor(admins, id, wanted)
  const network = await openCuttingProxy(Number(new URL(world.url).port), conditions)
  networks.push(network)
  const context = await browser.newContext({
    viewport: { width, height: 700 },
    locale: 'fr-CD',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  contexts.push(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|Uncaught/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${network.url}/papers/${token}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, context, network, id }
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer, paper = 'IDENTITY') =>
  page.locator(`#file-${paper}`).setInputFiles({ name, mimeType, buffer })

async function papersOf(id: string): Promise<{ name: string; content: Buffer }[]> {
  const { papers } = await admins.read(`${base}/${id}`)
  const headers = { 'x-admin-token': tokens.amina }
  return Promise.all(
    papers.map(async (paper: { id: string; name: string }) => {
      const response = await fetch(`${world.url}/api/v1/admin/${base}/${id}/papers/${paper.id}`, { headers })
      assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment/)
      return { name: paper.name, content: Buffer.from(await response.arrayBuffer()) }
    }),
  )
}

/** A photo as a phone takes it: 12 megapixels, some megabytes. */
async function photoFrom(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 4_000
    canvas.height = 3_000
    const context = canvas.getContext('2d')!
    for (let n = 0; n < 6_000; n++) {
      context.fillStyle = `hsl(${(n * 47) % 360} 60% ${(n * 13) % 100}%)`
      context.fillRect((n * 613) % 4_000, (n * 389) % 3_000, 80, 40)
      context.fillText(`Nom ${n}`, (n * 331) % 4_000, (n * 577) % 3_000)
    }
    const blob = await new Promise<Blob>((resolve) =>
      canvas.toBlob((made) => resolve(made!), 'image/jpeg', 0.98),
    )
    let text = ''
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte)
    return btoa(text)
  })
  return Buffer.from(base64, 'base64')
}

const thanks = (page: Page) => page.getByText('Merci, nous avons reçu vos pièces').waitFor()

describe('the upload page', () => {
  test('a photo is made smaller on the phone and arrives once over a network with five cuts', async () => {
    const cutAt = [40_000, 90_000, 140_000, 190_000, 240_000]
    const { page, network, id } = await visit({}, { cutAt, downMs: 300, width: 320 })
    const photo = await photoFrom(page)
    assert.ok(photo.length > 1_500_000, `${photo.length} bytes`)
    await choose(page, 'IMG_2041.jpeg', 'image/jpeg', photo)
    await thanks(page)
    assert.equal(network.cuts, 5)
    const [paper, ...others] = await papersOf(id)
    expect([paper!.name, others.length]).toEqual(['IMG_2041.jpg', 0])
    assert.ok(paper!.content.length <= 600_000, `${paper!.content.length} bytes`)
    expect(readImage(paper!.content)).toMatchObject({ type: 'image/jpeg', width: 2_000, height: 1_500 })
    assert.ok(network.sent < paper!.content.length + 5 * 48 * 1024 + 100_000, `${network.sent} bytes`)
  })

  test('a page that is reloaded continues a file by itself, where it was', async () => {
    const { page, network, id } = await visit({}, { bytesPerSecond: 100_000 })
    const file = pdfOf(600_000, 'reloaded')
    await choose(page, 'releve.pdf', 'application/pdf', file)
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0.3)
    await page.reload()
    await thanks(page)
    const [paper, ...others] = await papersOf(id)
    assert.ok(paper!.content.equals(file))
    assert.equal(others.length, 0)
    assert.ok(network.sent < 1.2 * file.length, `${network.sent} bytes`)
  })

  test('without a network it says so, and continues by itself once there is one', async () => {
    const { page, context, id } = await visit({}, { bytesPerSecond: 100_000 })
    const file = pdfOf(500_000, 'offline')
    await choose(page, 'releve.pdf', 'application/pdf', file)
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0.2)
    await context.setOffline(true)
    await page.getByText('Connexion perdue. L’envoi reprendra automatiquement.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await context.setOffline(false)
    await thanks(page)
    assert.equal((await papersOf(id)).length, 1)
  })

  test('a refused file no longer counts once the right one has arrived', async () => {
    const { page } = await visit({ wanted: ['IDENTITY', 'FUNDS'] })
    const wrong = {
      name: 'notes.docx',
      mimeType: 'application/msword',
      buffer: Buffer.from('PK not a paper'),
    }
    await page.locator('#file-IDENTITY').setInputFiles(wrong)
    await page.getByText('Ce fichier n’est ni une photo, ni un PDF complet.').first().waitFor()
    await choose(page, 'carte.pdf', 'application/pdf', pdfOf(3_000, 'right'))
    await page.getByRole('status').getByText('1 sur 2').waitFor()
    await choose(page, 'salaire.jpg', 'image/jpeg', await photoFrom(page), 'FUNDS')
    await thanks(page)
    assert.equal(await page.getByText('notes.docx').count(), 0)
  })

  test('several files are sent one after the other, and a wrong one says why it was refused', async () => {
    const { page, id } = await visit({}, { dark: true })
    await page.locator('#file-IDENTITY').setInputFiles([
      { name: 'carte-1.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000, 'one') },
      { name: 'carte-2.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000, 'two') },
      { name: 'notes.docx', mimeType: 'application/msword', buffer: Buffer.from('PK not a paper') },
      { name: 'long.pdf', mimeType: 'application/pdf', buffer: pdfOf(5_300_000, 'long') },
    ])
    const said = page.getByRole('status')
    await said.getByText('Nous n’avons pas pu accepter tous vos fichiers').waitFor()
    await said.getByText('notes.docx\u00a0: Ce fichier n’est ni une photo, ni un PDF complet.').waitFor()
    await said.getByText('long.pdf\u00a0: Ce fichier est trop volumineux').waitFor()
    assert.equal(await page.getByText('Merci, nous avons reçu').count(), 0)
    expect((await papersOf(id)).map(({ name }) => name)).toEqual(['carte-1.pdf', 'carte-2.pdf'])
    assert.deepEqual(await faultsOf(page), [])
    await page.reload()
    // What the phone refused was never sent, so it is forgotten.
    await thanks(page)
    assert.equal(await page.getByText('Reçu', { exact: true }).count(), 2)
  })

  test('each paper has its own place, and thanks come only once all of them are there', async () => {
    const { page } = await visit({ wanted: ['IDENTITY', 'FUNDS'] })
    await page
      .getByText(/^Pour votre transfert du .+ avec Boutique Test vers le ••\u00a0\d{3}, il nous faut/)
      .waitFor()
    const badges = () => page.locator('.badge').allTextContents()
    expect(await badges()).toEqual(['À envoyer', 'À envoyer'])
    await choose(page, 'carte.pdf', 'application/pdf', pdfOf(3_000, 'slot one'))
    const said = page.getByRole('status')
    await said.getByText('1 sur 2').waitFor()
    await said.getByText('Il manque encore\u00a0: Justificatif de l’origine des fonds.').waitFor()
    expect(await badges()).toEqual(['Reçue', 'À envoyer'])
    assert.equal(await page.getByText('Merci, nous avons reçu').count(), 0)
    assert.deepEqual(await faultsOf(page), [])
    await page.reload()
    await said.getByText('1 sur 2').waitFor()
    expect(await badges()).toEqual(['Reçue', 'À envoyer'])
    await choose(page, 'salaire.jpg', 'image/jpeg', await photoFrom(page), 'FUNDS')
    await thanks(page)
    expect(await badges()).toEqual(['Reçue', 'Reçue'])
    assert.equal(await page.locator('.files img').count(), 1)
    assert.deepEqual(await faultsOf(page), [])
  })

  test('one photo chosen for two papers, as of a voter card, counts for both, also after a reload', async () => {
    const { page, id } = await visit({ wanted: ['IDENTITY', 'ADDRESS'] })
    const badges = () => page.locator('.badge').allTextContents()
    const photo = await photoFrom(page)
    await choose(page, 'electeur.jpeg', 'image/jpeg', photo)
    await page.getByRole('status').getByText('1 sur 2').waitFor()
    await choose(page, 'electeur.jpeg', 'image/jpeg', photo, 'ADDRESS')
    await thanks(page)
    expect(await badges()).toEqual(['Reçue', 'Reçue'])
    assert.equal(await page.getByText('electeur.jpg').count(), 2)
    assert.deepEqual(await faultsOf(page), [])
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/papers-twice.png`, fullPage: true })
    await page.reload()
    await thanks(page)
    expect(await badges()).toEqual(['Reçue', 'Reçue'])
    assert.equal((await papersOf(id)).length, 1)
  })

  test('it says who asks and what for in the language of the link, and nothing of a reason', async () => {
    const note = 'Both sides of your card, please'
    const { page, context } = await visit(
      { wanted: ['IDENTITY', 'FUNDS', 'OTHER'], note, language: 'en' },
      { width: 320 },
    )
    await page.getByRole('heading', { name: 'Send your papers' }).waitFor()
    for (const text of ['Proof of source of funds', note]) await page.getByText(text).first().waitFor()
    const texts = [await page.locator('body').innerText()]
    await page.getByRole('button', { name: 'Français' }).click()
    await page.getByRole('heading', { name: 'Envoyer vos pièces' }).waitFor()
    texts.push(await page.locator('body').innerText())
    assert.doesNotMatch(
      texts.join('\n'),
      /suspi|soup[cç]on|sanction|screening|filtrage|dossier|\bcase\b|compliance|conformit|fraud|blanchi|launder|retenu|held/i,
    )
    assert.deepEqual(await faultsOf(page), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await faultsOf(page), [])
    assert.equal((await context.cookies()).length, 0)
  })

  test('a link that is not valid says so, and a withdrawn one stops a file that is being sent', async () => {
    const { page, id } = await visit({}, { bytesPerSecond: 60_000 })
    await choose(page, 'releve.pdf', 'application/pdf', pdfOf(2_000_000, 'withdrawn'))
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0.02)
    const { paper_requests } = await admins.read(`${base}/${id}`)
    await admins.act(`${base}/${id}/paper-requests/${paper_requests[0].request_id}/withdraw`)
    await page.getByRole('heading', { name: 'Ce lien n’est plus valable' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Ce lien n’est plus valable' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(await papersOf(id), [])
  })

  test('a link that is not valid says so in the language of the browser', async () => {
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.goto(`${world.url}/papers/${'A'.repeat(43)}`)
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await page.close()
  })
})

describe('the console', () => {
  test('an officer requests papers, copies the link, sees what arrives, extends and withdraws it', async () => {
    const id = await openCase(transfers, admins)
    const desk = await openConsole(world, browser, { language: 'fr', as: 'amina', width: 'phone' })
    const { page } = desk
    await desk.go(`/console/cases/${id}`)
    await desk.press('Demander des pièces…')
    await page.getByLabel('Autre pièce').check()
    await desk.press('Créer le lien')
    await page.getByText('Précisez quelle autre pièce il faut.').waitFor()
    await page.getByLabel('Précision pour la personne').fill('La facture du terrain')
    assert.deepEqual(await desk.faults(), [])
    await desk.press('Créer le lien')
    await page.getByText('Copiez ce lien maintenant').waitFor()
    const link = await page.getByText(/\/papers\/[\w-]{43}$/).innerText()
    assert.deepEqual(await desk.faults(), [])
    await desk.press('J’ai copié le lien')
    await page.getByText('Pas encore').waitFor()

    const context = await browser.newContext({ locale: 'fr-CD' })
    contexts.push(context)
    const sender = await context.newPage()
    await sender.goto(link)
    await sender.getByText('La facture du terrain').waitFor()
    await choose(sender, 'facture.pdf', 'application/pdf', pdfOf(4_000, 'console'), 'OTHER')
    await sender.getByText('Il manque encore\u00a0: Pièce d’identité.').waitFor()

    await desk.go('/console/cases')
    await desk.go(`/console/cases/${id}`)
    await page.getByText('facture.pdf : reçu').waitFor()
    await page.getByText('Pièces demandées').first().waitFor()
    await page.getByText('Pièce d’identité, Autre pièce').first().waitFor()
    await page.getByText('la personne, par le lien : facture.pdf').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger facture.pdf' }).click()
    assert.equal((await saving).suggestedFilename(), 'facture.pdf')
    assert.deepEqual(await desk.faults(), [])
    await desk.press('Prolonger…')
    await page.getByRole('dialog').getByLabel('Valable pendant').fill('40')
    await page.getByRole('dialog').getByRole('button', { name: 'Prolonger' }).click()
    await page.getByText('De 1 à 30 jours.').waitFor()
    await page.getByRole('dialog').getByLabel('Valable pendant').fill('14')
    await page.getByRole('dialog').getByRole('button', { name: 'Prolonger' }).click()
    await desk.shows('Lien prolongé')
    await desk.decide('Retirer le lien…', 'Reçu par courrier', 'Retirer le lien')
    await page.getByText('Retirée').waitFor()
    assert.deepEqual(await desk.misdeeds(), [])
    await desk.picture('case-papers')
    await desk.close()
  })
})
