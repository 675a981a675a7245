// A compliance case in a real browser, in French, on a phone and on a desktop: from the held transfer through the explanation, a note,
// a paper that the sender uploads, and the declaration of suspicion to the second person who closes it, and the PDF.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importList } from '../../server/compliance/lists/import.ts'
import { manualClock, systemClock } from '../../server/platform/time/clock.ts'
import { closePages, faultsOf, openBrowser } from '../support/browser/browser.ts'
import { type Console, openSignIn, signInOn } from '../support/browser/console.ts'
import { type Transfers, transfersOf } from '../support/callers/transfers.ts'
import { codeOf } from '../support/factors/factors.ts'
import { eventually } from '../support/http/eventually.ts'
import { joinedStaff, type StaffMember } from '../support/staff/members.ts'
import { openWorld, type World } from '../support/world/world.ts'

const institution = {
  name: 'Likuta SARL',
  address: '12, avenue Kasa-Vubu, Kinshasa',
  rccm: 'CD/KIN/RCCM/00-B-0000',
  nif: 'A0000000A',
}
// Codes of authenticator apps change with the time, which stands still here.
const clock = manualClock(systemClock.now().toString())
let world: World
let browser: Browser
let transfers: Transfers
beforeAll(async () => {
  const settings = { SANDBOX_LIMITS: 'on', INVOICE_ISSUER: JSON.stringify(institution) }
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ clock, settings })])
  await world.topUp('100.00')
  transfers = transfersOf(world)
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

type Held = { transaction_id: string; person: string; why: RegExp }

const listMatches = { name: '', text: "select from screened_party where reason = 'list_match'" }

/** A transfer whose sender resembles an entry of a list, in name, birth date and document. */
async function heldForAList(): Promise<Held> {
  const { db, system } = world
  const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
  const path = 'server/compliance/samples/targets.simple.csv'
  await importList({ db, secrets: system.secrets, clock }, { path, admin })
  const send = (name: object, subscriber: object) =>
    transfers.accepted({ amount: 1, expected_receiver_name: 'Test Subscriber', ...name, ...subscriber })
  let sent = 0
  // Another listed person, so that screening with the new list begins before the person of the case sends. After several transfers,
  // that person is held by a limit, too.
  await eventually('the new list is active', async () => {
    sent += 1
    const other = { sender_first_name: 'Vladislav', sender_last_name: 'Orekhovsky', sender_country: 'RU' }
    await send(other, { customer_number: `+24381${4_000_000 + sent}` })
    return (await db.rows(listMatches)).length > 0
  })
  const { transaction_id, status } = await send(
    {
      sender_first_name: 'Sosthène',
      sender_last_name: 'Kambulu',
      sender_birthdate: '1968-03-14',
      sender_country: 'RW',
      sender_document_number: 'OB0457781',
    },
    { customer_number: '+243814990001' },
  )
  assert.equal(status, 'Hold')
  return {
    transaction_id,
    person: 'Sosthène Kambulu',
    why: /14 mars 1968[\s\S]*14 mars 1968[\s\S]*naissance le/,
  }
}

/** The sixth transfer of one sender to one number within an hour. */
async function heldForALimit(): Promise<Held> {
  const pair = {
    sender_first_name: 'Béatrice',
    sender_last_name: 'Mbuyi',
    sender_birthdate: '1979-11-02',
    sender_document_number: 'CD7719025',
    amount: 1,
    customer_number: '+243815550001',
    expected_receiver_name: 'Test Subscriber',
  }
  for (let n = 0; n < 5; n++) assert.notEqual((await transfers.accepted(pair)).status, 'Hold')
  const { transaction_id, status } = await transfers.accepted(pair)
  assert.equal(status, 'Hold')
  return { transaction_id, person: 'Béatrice Mbuyi', why: /6 transferts \/ 5 transferts/ }
}

/** A photo of a document, in colours that a picture shows. */
async function photoFrom(page: Page, title: string): Promise<Buffer> {
  const base64 = await page.evaluate((text) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_200
    canvas.height = 760
    const context = canvas.getContext('2d')!
    context.fillStyle = '#dfe8d8'
    context.fillRect(0, 0, 1_200, 760)
    context.fillStyle = '#26404a'
    context.font = '64px sans-serif'
    context.fillText(text, 60, 120)
    return canvas.toDataURL('image/jpeg', 0.8).split(',')[1]!
  }, title)
  return Buffer.from(base64, 'base64')
}

type Run = { width: 'phone' | 'desk'; held: () => Promise<Held> }

describe.each<Run>([
  { width: 'phone', held: heldForAList },
  { width: 'desk', held: heldForALimit },
])('a case in French ($width)', ({ width, held }) => {
  const pixels = width === 'phone' ? 360 : 1280
  let found: Held
  let officer: Console
  let second: Console
  let author: StaffMember
  let member: StaffMember
  beforeAll(async () => {
    found = await held()
    ;[officer, author] = await signedIn(`Amina Kasongo ${width}`)
    ;[second, member] = await signedIn(`Benoit Ilunga ${width}`)
  })
  afterAll(async () => {
    await officer?.close()
    await second?.close()
  })

  async function signedIn(name: string): Promise<[Console, StaffMember]> {
    const email = `${name.replaceAll(' ', '.').toLowerCase()}@likuta.example`
    const joined = await joinedStaff(world, 'compliance', { name, email })
    clock.forward({ seconds: 60 })
    const visitor = await openSignIn(world, browser, { language: 'fr', width })
    await signInOn(visitor, 'fr', { ...joined, code: codeOf(world, joined.secret) })
    return [visitor, joined]
  }
  const looksRight = async (visitor: Console, picture: string) => {
    assert.deepEqual(await visitor.faults(), [])
    await visitor.picture(`case-${picture}-fr-${pixels}`)
  }
  const dialogOf = ({ page }: Console) => page.locator('dialog[open]').last()

  /** Gives the code of the next step of the user's app, where the page asks who it is. */
  async function confirmIdentity(visitor: Console, { secret }: StaffMember): Promise<void> {
    await visitor.page.getByRole('heading', { name: 'Confirmez votre identité' }).waitFor()
    await looksRight(visitor, 'step-up')
    clock.forward({ seconds: 60 })
    await dialogOf(visitor).getByLabel('Code', { exact: true }).fill(codeOf(world, secret))
    await dialogOf(visitor).getByRole('button', { name: 'Confirmer', exact: true }).click()
  }

  /** Opens the case from the list, as if for the first time. */
  async function openCase(visitor: Console): Promise<void> {
    await visitor.go('/console')
    await visitor.go('/console/cases')
    await visitor.page.getByRole('link', { name: found.person }).first().click()
    await visitor.page.getByRole('heading', { name: `Dossier de ${found.person}` }).waitFor()
  }

  test('a held transfer opens a case, which explains the hold side by side and takes a note', async () => {
    const { page } = officer
    await officer.go('/console/holds')
    await page
      .getByRole('link', { name: new RegExp(found.person) })
      .first()
      .click()
    await page.getByRole('button', { name: 'Rejeter…' }).waitFor()
    await expect(page.locator('main').innerText()).resolves.toMatch(found.why)
    await looksRight(officer, 'hold')
    await eventually('the hold has opened a case', async () => {
      await officer.go('/console')
      await officer.go('/console/cases')
      return (await page.getByRole('link', { name: found.person }).count()) > 0
    })
    await looksRight(officer, 'list')
    await openCase(officer)
    await page.getByText('Identités et filtrage').first().click()
    await expect(page.locator('main').innerText()).resolves.toMatch(found.why)
    await looksRight(officer, 'opened')
    await page.getByLabel('Note').fill('Appelée ce matin\u00a0: dit payer des frais scolaires à Goma.')
    await officer.press('Ajouter la note')
    await officer.shows('Note ajoutée')
    await page.getByText('frais scolaires à Goma').waitFor()
  })

  test('a paper that the sender uploads through the link is in the case', async () => {
    const { page } = officer
    await officer.press('Demander des pièces…')
    await page.getByLabel('Justificatif de l’origine des fonds').check()
    await looksRight(officer, 'papers-request')
    await officer.press('Créer le lien')
    await page.getByText('Copiez ce lien maintenant').waitFor()
    const link = await page.getByText(/\/papers\/[\w-]{43}$/).innerText()
    await looksRight(officer, 'papers-link')
    await officer.press('J’ai copié le lien')
    await page.getByText('Pas encore').waitFor()

    const context = await browser.newContext({ locale: 'fr-CD', viewport: { width: pixels, height: 700 } })
    const sender = await context.newPage()
    await sender.goto(link)
    await sender.getByRole('heading', { name: 'Justificatif de l’origine des fonds' }).waitFor()
    assert.deepEqual(await faultsOf(sender), [])
    const picture = (name: string) =>
      process.env.SCREENSHOTS &&
      sender.screenshot({ path: `${process.env.SCREENSHOTS}/case-${name}-fr-${pixels}.png`, fullPage: true })
    await picture('upload')
    const photo = async (name: string, title: string) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await photoFrom(sender, title),
    })
    await sender.locator('#file-IDENTITY').setInputFiles(await photo('carte.jpeg', 'CARTE D’ÉLECTEUR'))
    await sender.locator('#file-FUNDS').setInputFiles(await photo('fonds.jpeg', 'FICHE DE PAIE'))
    await sender.getByText('Merci, nous avons reçu vos pièces').waitFor()
    assert.deepEqual(await faultsOf(sender), [])
    await picture('uploaded')
    await context.close()

    await openCase(officer)
    await page.getByText('carte.jpg : reçu').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger carte.jpg' }).click()
    assert.equal((await saving).suggestedFilename(), 'carte.jpg')
    await looksRight(officer, 'papers')
  })

  test('the transfer is rejected, the declaration written, and its author cannot confirm it', async () => {
    const { page } = officer
    await page.getByRole('link', { name: 'Décider de ce transfert' }).click()
    await officer.press('Rejeter…')
    await dialogOf(officer).locator('[name="reason"]').fill('Origine des fonds non établie')
    await dialogOf(officer).getByRole('button', { name: 'Rejeter', exact: true }).click()
    await confirmIdentity(officer, author)
    await officer.shows(`Transfert de ${found.person} rejeté`)
    await openCase(officer)
    await officer.press('Rédiger…')
    const dialog = dialogOf(officer)
    await officer.press('Enregistrer')
    await dialog.getByText('Écrivez au moins 20 caractères.').first().waitFor()
    await looksRight(officer, 'declaration-faults')
    for (const [label, written] of [
      [
        'Description de l’opération suspecte',
        'Transfert vers un numéro jamais utilisé auparavant, d’un montant sans rapport avec la profession déclarée.',
      ],
      ['Motifs du soupçon', 'La personne n’a pas su justifier l’origine des fonds.'],
      ['Raisons de l’exécution ou du blocage', 'Le transfert a été rejeté avant tout paiement.'],
      ['Nom du correspondant', 'Amina Kasongo'],
      ['Fonction', 'Responsable de la conformité'],
      ['Téléphone', '+243810000001'],
      ['E-mail', 'conformite@exemple.cd'],
    ] as const)
      await dialog.getByLabel(label).fill(written)
    await dialog.getByLabel('Exécution de l’opération', { exact: true }).selectOption('Bloquée')
    await looksRight(officer, 'declaration')
    await officer.press('Enregistrer')
    await officer.shows('Déclaration enregistrée')
    await officer.press('Proposer une issue…')
    await dialog.getByLabel('Issue').selectOption('Soupçon à déclarer')
    await dialog.getByLabel('Motif').fill('Origine des fonds non établie')
    await looksRight(officer, 'proposal')
    await officer.press('Proposer une issue')
    await officer.shows('Issue proposée')
    await page.getByText('La décision revient à une autre personne').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Confirmer et clore…' }).isDisabled(), true)
    await looksRight(officer, 'proposed')
  })

  test('a second person closes the case after a step-up, downloads the PDF, and records its sending', async () => {
    const { page } = second
    await openCase(second)
    await second.press('Confirmer et clore…')
    await dialogOf(second).locator('[name="reason"]').fill('D’accord, pièce examinée')
    await looksRight(second, 'confirm')
    await second.press('Confirmer et clore')
    await confirmIdentity(second, member)
    await second.shows('Dossier clos')
    await page.getByText('Issue confirmée, dossier clos').waitFor()

    await second.press('Enregistrer l’envoi…')
    await page.getByLabel('Comment').selectOption('Par écrit')
    await page.getByLabel('Référence (facultative)').fill('CENAREF/2026/118')
    await looksRight(second, 'sending')
    await dialogOf(second).getByRole('button', { name: 'Enregistrer l’envoi' }).click()
    await page.getByText('Déclaration transmise').waitFor()
    await looksRight(second, 'closed')

    const saving = page.waitForEvent('download')
    await second.press('Télécharger le PDF')
    const saved = await saving
    assert.match(saved.suggestedFilename(), /^DS-\d{4}-\d{6}\.pdf$/)
    const bytes = readFileSync(await saved.path())
    assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
    if (process.env.SCREENSHOTS) writeFileSync(`${process.env.SCREENSHOTS}/case-${pixels}.pdf`, bytes)
  })

  test('the month’s report counts the declaration, and its register is downloaded', async () => {
    const { page } = second
    await second.go('/console/regulatory')
    await page.getByText('Dossiers clos avec déclaration').waitFor()
    await looksRight(second, 'regulatory')
    const register = page.waitForEvent('download')
    await second.press('Télécharger le registre (CSV)')
    assert.match((await register).suggestedFilename(), /^registre-sandbox-\d{4}-\d{2}\.csv$/)
  })
})
