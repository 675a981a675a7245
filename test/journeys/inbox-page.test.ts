// The test inbox of the sandbox in a real browser: the list of messages, an email as its reader sees it, and a message to a phone.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../sandbox/server.ts'
import { money } from '../../server/kernel/money.ts'
import { emailHtml, emailText } from '../../server/messages/delivery/email-layout.ts'
import { receiptContent } from '../../server/messages/texts/receipts.ts'
import { closePages, faultsOf, openBrowser } from '../support/browser/browser.ts'

let sandbox: Sandbox
let browser: Browser
beforeAll(async () => {
  ;[browser, sandbox] = await Promise.all([openBrowser(), openSandbox({ port: 0, cardGatewayMerchants: [] })])
})
afterAll(async () => {
  await closePages(browser)
  await sandbox?.close()
})

const texts = {
  fr: {
    title: 'Boîte de réception de test',
    back: /Tous les messages/,
    plain: 'Texte brut',
  },
  en: { title: 'Test inbox', back: /All messages/, plain: 'Plain text' },
} as const
type Language = keyof typeof texts

const post = async (message: object) => {
  const response = await fetch(`${sandbox.url}/inbox/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: randomUUID(), created_at: '2026-11-24T09:30:00Z', ...message }),
  })
  assert.equal(response.status, 200)
}

/** A receipt with a long address, and a message to a phone. @returns the subject of the receipt. */
async function sendMessages(language: Language): Promise<string> {
  const facts = {
    merchant: 'Quincaillerie générale de la Tshopo et de la Mongala',
    amount: money(4_000n, 'USD'),
    reference: 'FACTURE-2026-11-24-0000000000000000000000001',
    transaction: 'LKT-20261124-093000-QX7K2M9A-CD',
    card: 'Visa •••• 4242',
    paidAt: Temporal.Instant.from('2026-11-24T09:30:00Z'),
  }
  const content = receiptContent(facts, { language, timeZone: 'Africa/Kinshasa', isTest: true })
  await post({
    ...{ kind: 'payment_receipt', language, channel: 'email', subject: content.subject },
    address: 'grace.mukendi.comptabilite.generale@quincaillerie-de-la-tshopo.example',
    text: emailText(content, { baseUrl: sandbox.url, language }),
    html: emailHtml(content, { baseUrl: sandbox.url, language }),
  })
  const text = 'Likuta: versement de 40,00 USD refuse. Voir le portail.'
  await post({ kind: 'payout_failed', language, channel: 'sms', address: '+243991234567', text })
  return content.subject
}

async function looksRight(page: Page, name: string): Promise<void> {
  assert.deepEqual(await faultsOf(page), [])
  for (const frame of page.frames()) {
    const wider = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider, frame.url()).toBeLessThanOrEqual(0)
  }
  const directory = process.env.SCREENSHOTS
  if (directory) await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true })
}

test.each([
  { language: 'fr', width: 360, dark: false },
  { language: 'fr', width: 360, dark: true },
  { language: 'en', width: 1280, dark: false },
] as const)(
  'the test inbox can be read: $language, $width px, dark $dark',
  async ({ language, width, dark }) => {
    const t = texts[language]
    const name = (what: string) => `${what}-${language}-${width}${dark ? '-dark' : ''}`
    const page = await browser.newPage({
      viewport: { width, height: 800 },
      locale: language === 'fr' ? 'fr-CD' : 'en-GB',
      colorScheme: dark ? 'dark' : 'light',
    })
    const subject = await sendMessages(language)
    await page.goto(`${sandbox.url}/inbox?lang=${language}`)
    await page.getByText('+243991234567').first().waitFor()
    await looksRight(page, name('inbox'))
    await page.getByRole('link', { name: subject }).first().click()
    await page.getByRole('heading', { name: subject }).waitFor()
    await page.getByRole('heading', { name: t.plain }).waitFor()
    await page.frameLocator('iframe').getByText('FACTURE-2026-11-24').waitFor()
    await looksRight(page, name('inbox-message'))
    await page.getByRole('link', { name: t.back }).click()
    await page.getByRole('heading', { name: t.title }).waitFor()
    await page.close()
  },
)
