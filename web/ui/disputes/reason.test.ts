import { expect, test, vi } from 'vitest'

// The pages keep their language in the browser.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { documentElement: { lang: '' } })
const { chooseLanguage } = await import('../language/language.ts')
const { disputeReason } = await import('./reason.ts')

test('pages name the reason of a dispute as the service does, in the language of the reader', () => {
  const dispute = { reason_code: '13.1', reason: 'Parcel arrived empty', reason_fr: 'Colis arrivé vide' }
  chooseLanguage('fr', false)
  expect(disputeReason(dispute)).toBe('13.1 · Colis arrivé vide')
  chooseLanguage('en', false)
  expect(disputeReason(dispute)).toBe('13.1 · Parcel arrived empty')
  expect(disputeReason({ ...dispute, reason_code: '', reason: '' })).toBe('')
})
