// Forty questions as merchants ask them: the page that answers is found first.
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { searchOver } from './find.ts'
import { pageOf, searchPagesIn, searchTextsIn } from './search-texts.ts'

const questions: Record<'fr' | 'en', [question: string, ...pages: string[]][]> = {
  fr: [
    ['comment rembourser un client', 'refunds'],
    ['annuler un paiement du jour', 'refunds'],
    ['quand est-ce que je reçois mon argent', 'balance'],
    ['virement vers mon compte M-Pesa', 'balance', 'payouts'],
    ['solde négatif', 'balance'],
    ['numéros de carte de test', 'sandbox'],
    ['simuler une panne de l’opérateur', 'sandbox'],
    ['vérifier la signature du webhook', 'webhooks'],
    ['je n’ai pas reçu le webhook', 'webhooks'],
    ['adresse IP autorisée', 'security'],
    ['j’ai perdu ma clé secrète', 'security', 'account'],
    ['payer en plusieurs fois frais scolaires', 'payment-links'],
    ['qr code pour chaque élève', 'payment-links'],
    ['faire payer avec Airtel Money', 'mobile-money'],
    ['client débité mais commande en attente', 'mobile-money'],
    ['taux de change dollar franc', 'remittance', 'lookups'],
    ['payer les salaires avec un fichier csv', 'remittance', 'batches'],
    ['RMT-1031', 'errors/RMT-1031'],
    ['carte refusée fonds insuffisants', 'declines'],
    ['passer en production documents', 'going-live'],
    ['ajouter un employé comptable', 'team'],
    ['contester un litige chargeback délai', 'disputes'],
  ],
  en: [
    ['how do I refund a customer', 'refunds'],
    ['void a payment', 'refunds'],
    ['when will I get paid', 'balance'],
    ['monthly statement pdf', 'balance', 'portal-balance'],
    ['test card numbers', 'sandbox'],
    ['move the clock forward', 'sandbox'],
    ['verify webhook signature in php', 'webhooks'],
    ['missed events', 'webhooks', 'events'],
    ['rotate api key', 'security', 'account'],
    ['pci compliance', 'security'],
    ['create order example', 'hosted-checkout', 'orders', 'quick-start'],
    ['what happens when the customer closes the browser', 'hosted-checkout', 'webhooks'],
    ['embed card fields in my own page', 'custom-checkout'],
    ['idempotency key', 'hosted-checkout', 'errors', 'orders'],
    ['send money to a phone', 'remittance', 'transfers'],
    ['lock the exchange rate', 'remittance'],
    ['sanctions screening hold', 'remittance', 'sandbox'],
    ['forged receipt screenshot', 'receipts'],
    ['wrong pin mobile money decline', 'declines', 'mobile-money'],
    ['two people must approve payouts', 'team'],
    ['insufficient wallet balance', 'errors/RMT-2001', 'remittance'],
    ['rate limit exceeded', 'errors', 'errors/RMT-429'],
  ],
}

test.each(['fr', 'en'] as const)('questions of merchants in %s find the right page first', (language) => {
  const find = searchOver(searchPagesIn(language), language)
  const wrong = questions[language].flatMap(([question, ...pages]) => {
    const found = pageOf(find(question)[0])
    return pages.includes(found) ? [] : [`${question}: ${found}`]
  })
  // What no word of the page says is not found; nine of ten are.
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})

test.each(['fr', 'en'] as const)('the texts that search reads in %s are under 60 kB', (language) => {
  expect(brotliCompressSync(searchTextsIn(language)).length).toBeLessThan(60_000)
})
