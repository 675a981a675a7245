import { expect, test } from 'vitest'
import { cardProblems } from '../../../server/cards/transaction/problems.ts'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'fr', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('./language.ts')
const { serviceMessage } = await import('./service-messages.ts')
const { faultText } = await import('./refusal.ts')

const filled = (detail: string, facts: Record<string, string>) =>
  detail.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')

test('the minimum amount is shown in the reader’s language and notation', () => {
  const message = filled(cardProblems.amount_below_minimum.detail, { currency: 'CDF', min: '1500.00' })
  chooseLanguage('fr', false)
  expect(serviceMessage(message)?.replaceAll(/\s/g, ' ')).toBe('Le montant minimum est de 1 500 CDF.')
  chooseLanguage('en', false)
  expect(serviceMessage(message)?.replaceAll(/\s/g, ' ')).toBe('The minimum amount is 1,500 CDF.')
})

test.each([
  [
    'refund_status',
    'PENDING',
    'Un paiement en attente ne peut pas être remboursé',
    'A pending payment can’t be refunded',
  ],
  [
    'void_status',
    'EXPIRED',
    'Un paiement expiré ne peut pas être annulé',
    'An expired payment can’t be voided',
  ],
] as const)(
  'the message %s for a payment in status %s is a sentence in both languages',
  (problem, status, french, english) => {
    const message = filled(cardProblems[problem].detail, { status })
    chooseLanguage('fr', false)
    expect(serviceMessage(message)).toBe(french)
    chooseLanguage('en', false)
    expect(serviceMessage(message)).toBe(english)
  },
)

test.each([
  [
    'approved',
    'Cette demande de remboursement a déjà été approuvée.',
    'This refund request has already been approved.',
  ],
  [
    'rejected',
    'Cette demande de remboursement a déjà été refusée.',
    'This refund request has already been rejected.',
  ],
  [
    'withdrawn',
    'Le marchand a retiré cette demande de remboursement.',
    'The merchant has withdrawn this refund request.',
  ],
] as const)(
  'the message about a request that is %s already says so in both languages',
  (state, french, english) => {
    const message = filled(cardProblems.refund_request_decided.detail, { state })
    chooseLanguage('fr', false)
    expect(serviceMessage(message)).toBe(french)
    chooseLanguage('en', false)
    expect(serviceMessage(message)).toBe(english)
  },
)

test('a premium-rate number is refused with a sentence in both languages', () => {
  const fault = {
    field: 'brand.support',
    message: 'Value error, support must not be a premium-rate number',
  }
  chooseLanguage('fr', false)
  expect(faultText(fault)).toBe(
    'Les numéros surtaxés ne sont pas acceptés\u00a0: saisissez un numéro ordinaire.',
  )
  chooseLanguage('en', false)
  expect(faultText(fault)).toBe('Premium-rate numbers aren’t accepted: enter an ordinary number.')
})

test('a service message without a translation is left as the service wrote it', () => {
  expect(serviceMessage('Something new')).toBeUndefined()
})
