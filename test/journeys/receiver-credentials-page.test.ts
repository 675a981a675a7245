// A merchant whose server asks for a user name and a password stores them in the portal, and takes them away again.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor } from '../support/browser/portal-visitor.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test('webhooks carry the credentials set in the portal, which never shows the password, until they are removed', async () => {
  const { callbackUrl, callbacks } = transfersOf(world)
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
  const { page, button } = visitor
  const words = portalWords.fr
  await page.goto(`${world.url}/portal`)
  await page.getByLabel(words.email).fill(world.merchant.email)
  await page.getByLabel(words.password, { exact: true }).fill(world.merchant.password)
  await button(words.signIn).click()
  await page.getByRole('heading', { name: words.overview }).waitFor()
  await visitor.goTo('Webhooks')
  await page.getByText('Enregistrez d’abord l’adresse de votre serveur.').waitFor()
  await page.getByLabel('Adresse (https)').fill(callbackUrl('behind-password'))
  await button('Enregistrer').click()
  await button('Ajouter des identifiants…').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Nom d’utilisateur').fill('lac:kivu')
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('sésame 1960')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('Un nom d’utilisateur ne contient pas de deux-points.').waitFor()
  await dialog.getByLabel('Nom d’utilisateur').fill('likuta')
  await visitor.isInOrder('receiver credentials dialog')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('enregistré, jamais affiché').waitFor()
  expect(await page.content()).not.toContain('sésame')
  await visitor.isInOrder('receiver credentials')

  const sendTest = async () => {
    await button('Envoyer un événement de test').click()
    await page.getByText(/Reçu\s: HTTP 200/).waitFor()
    return (await callbacks('behind-password')).at(-1)?.headers.authorization
  }
  expect(await sendTest()).toBe(`Basic ${Buffer.from('likuta:sésame 1960').toString('base64')}`)
  await button('Supprimer…').click()
  await dialog.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByText('Aucun identifiant').waitFor()
  expect(await sendTest()).toBeUndefined()
  await visitor.close()
})
