// A new merchant opens the portal, and within minutes has been paid, has seen the webhook and has sent money to a
// phone.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, type Language, newCustomer, onPage, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, storedText } from '../support/browser/portal-visitor.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    channel: 'J’ai un site ou une application', signUp: 'Créer un compte de test', name: 'Nom de votre entreprise', email: 'E-mail', password: 'Mot de passe',
    make: 'Créer le compte', once: 'Affichées une seule fois', copyAll: 'Tout copier (.env)', renew: /^Remplacer/, go: 'J’ai enregistré mes clés, continuer', start: 'Essayer maintenant',
    pay: 'Faire un paiement de test', paid: 'Payé', history: 'Voir le paiement', seeWebhook: 'Voir le webhook',
    check: 'Vérifier la signature', checkNow: 'Vérifier', right: 'Signature valide', try: 'Essayer',
    topUp: /^Ajouter 10,00/, send: 'Faire un transfert de test', arrived: 'Arrivé', received: 'Webhook reçu par votre serveur',
    menu: 'Accueil', steps: '2 étapes sur 5',
  },
  en: {
    channel: 'I have a site or an app', signUp: 'Create a test account', name: 'Business name', email: 'Email', password: 'Password',
    make: 'Create account', once: 'Shown only once', copyAll: 'Copy all (.env)', renew: /^Replace/, go: 'I’ve stored my keys, continue', start: 'Try it now',
    pay: 'Make a test payment', paid: 'Paid', history: 'View payment', seeWebhook: 'View webhook',
    check: 'Check signature', checkNow: 'Check', right: 'Valid signature', try: 'Try it out',
    topUp: /^Add 10.00/, send: 'Send a test transfer', arrived: 'Delivered', received: 'Webhook received by your server',
    menu: 'Home', steps: '2 of 5 steps',
  },
} // biome-ignore format: a table with one row per line

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test.each([
  ['fr', 360],
  ['en', 1280],
] as [Language, number][])(
  'in %s at %i pixels a new merchant is paid, sees the webhook and sends a transfer [R4.13]',
  async (language, width) => {
    const t = texts[language]
    const started = performance.now()
    const visitor = await newVisitor(browser, world, { language, width })
    const { page, click, button } = visitor
    const done: Record<string, string> = {}
    const note = (what: string) => {
      done[what] = `${((performance.now() - started) / 1000).toFixed(1)} s, ${visitor.clicks} clicks`
    }

    await page.goto(`${world.url}/portal`)
    await click(page.getByRole('link', { name: t.signUp }))
    await click(page.getByText(t.channel))
    await page.getByLabel(t.name).fill('Chez Ntemba')
    await page.getByLabel(t.email).fill(`ntemba-${language}@example.com`)
    await page.getByLabel(t.password, { exact: true }).fill('trois pagnes bleus au soleil')
    await click(button(t.make))
    await page.getByText(t.once).waitFor()
    // Until the merchant has stored the keys, the page shows nothing else to do.
    assert.equal(await page.getByText(/^(m?sk_test_|pk_test_|whsec_)/).count(), 4)
    assert.equal(await page.getByRole('button', { name: t.renew }).count(), 0)
    await visitor.isInOrder('new keys')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(t.copyAll).click()
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    const names = ['MERCHANT_CODE', 'MERCHANT_SECRET', 'API_KEY', 'API_SECRET', 'CALLBACK_SECRET']
    assert.deepEqual(
      copied
        .trim()
        .split('\n')
        .map((line) => line.split('=')[0]),
      names.map((name) => `LIKUTA_${name}`),
    )
    // The merchant code is not secret: a tab remembers it.
    const codes = [...new Set(await page.locator('code').allInnerTexts())]
    const secrets = codes.filter((code) => !/^LKT(-\w{4}){2}$/.test(code))
    assert.equal(secrets.length, 4)
    for (const secret of secrets) assert.ok(copied.includes(`=${secret}\n`))
    assert.equal(codes.length, 5)
    await click(button(t.go))
    note('signed up')

    await click(page.getByRole('link', { name: t.start }))
    const [opened] = await Promise.all([page.context().waitForEvent('page'), click(button(t.pay))])
    const customer = onPage(opened, language)
    await opened.locator('button:enabled', { hasText: language === 'fr' ? /^Payer/ : /^Pay/ }).waitFor()
    await customer.pay('4242424242424242')
    visitor.clicks += 1
    assert.match(await customer.outcome(), /réussi|successful/)
    await opened.close()
    await page.getByText(t.paid, { exact: true }).waitFor()
    note('paid')
    await click(page.getByRole('link', { name: t.seeWebhook }))
    await page.getByRole('heading', { name: 'PAYMENT', exact: true }).waitFor()
    await page.getByText('"status": "SUCCESS"').waitFor()
    note('saw the webhook')
    await visitor.isInOrder('received webhooks')

    await click(button(t.check).first())
    await click(button(t.checkNow))
    await page.getByText(t.right).waitFor()
    note('checked its signature')

    await visitor.goTo(t.try)
    await click(button(t.topUp))
    // A transfer that overtakes the top-up finds an empty wallet and is refused.
    await page.locator('strong', { hasText: /^\D*10[.,]00\D*$/ }).waitFor()
    await click(button(t.send))
    await page.locator('.badge', { hasText: t.arrived }).waitFor()
    note('sent a transfer that arrived')
    await page.getByText(t.received).waitFor()
    await visitor.isInOrder('followed transfer')

    await visitor.goTo(t.menu)
    await page.getByText(t.steps).waitFor()
    const stored = await storedText(visitor)
    for (const secret of secrets) assert.ok(!stored.includes(secret), 'a secret is stored')
    await visitor.close()
    process.stdout.write(`${language} at ${width} pixels: ${JSON.stringify(done, null, 1)}\n`)
    expect(visitor.clicks).toBeLessThanOrEqual(width < 960 ? 16 : 14)
  },
)

test('in French at 360 pixels a shop without a server is paid by its first link and sees no key', async () => {
  const started = performance.now()
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
  const { page, click, button } = visitor
  await page.goto(`${world.url}/portal/sign-up`)
  await visitor.isInOrder('sign up')
  await page.getByLabel('Nom de votre entreprise').fill('Pagnes Mwana')
  await page.getByLabel('E-mail').fill('pagnes@example.com')
  await page.getByLabel('Mot de passe', { exact: true }).fill('trois pagnes bleus au soleil')
  await button('Créer le compte').click()
  await page.getByText('Choisissez une réponse.').waitFor()
  await click(page.getByText('Je vends par lien'))
  await click(button('Créer le compte'))

  await page.getByRole('heading', { name: 'Votre premier lien de paiement' }).waitFor()
  await visitor.isInOrder('first link')
  await page.getByRole('button', { name: 'En plusieurs fois' }).waitFor()
  assert.equal(await page.getByText(/(sk|msk|pk)_test_|whsec_/).count(), 0)
  await page.getByLabel('Montant').fill('45,50')
  await page.getByLabel('Ce que vous vendez').fill('Pagne bleu, 6 yards')
  await click(button('Créer le lien'))
  await page.getByRole('img', { name: 'Code QR du lien de paiement' }).waitFor()
  const link = await page.locator('p.code').innerText()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`first link after ${seconds} s and ${visitor.clicks} clicks\n`)
  // The answer, the account and the link: one click each.
  expect(visitor.clicks).toBe(3)

  const customer = await newCustomer(browser, { language: 'fr', width: 360 })
  await customer.page.goto(link)
  await fillBuyer(customer.page)
  await customer.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
  await customer.pay('4242424242424242')
  assert.match(await customer.outcome(), /réussi/)
  await customer.page.context().close()

  await page.getByRole('link', { name: 'Accueil' }).click()
  await page.getByText('2 étapes sur 3').waitFor()
  await page.locator('.figure', { hasText: 'Encaissé' }).getByText('45,50').waitFor()
  await page.getByRole('table', { name: 'Paiements' }).getByRole('link').waitFor()
  await visitor.isInOrder('overview of a paid shop')
  await visitor.close()
})

const buyer = {
  Prénom: 'Grâce',
  Nom: 'Mukendi',
  'E-mail': 'grace@example.com',
  'Téléphone (facultatif)': '0991234567',
  Adresse: '12 avenue du Lac',
  Ville: 'Goma',
}

/** Fills in what the link page asks the customer for, and goes on to the card. */
async function fillBuyer(page: Page): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).waitFor()
  for (const [label, value] of Object.entries(buyer)) {
    const field = page.getByLabel(label, { exact: true })
    if (await field.isVisible()) await field.fill(value)
  }
  await page.getByRole('button', { name: 'Passer au paiement' }).click()
}
