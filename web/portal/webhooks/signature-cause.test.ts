import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'fr', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../../ui/language/language.ts')
const { matchingTitle, signatureCause, signatureDetail } = await import('./signature-cause.ts')

const source = [
  'portal/requests/check-signature.ts',
  'portal/requests/signature-variants.ts',
  'merchants/identity/basic-auth.ts',
]
  .map((file) => readFileSync(`server/${file}`, 'utf8'))
  .join('\n')
const causes = [...source.matchAll(/(?:bad\(|cause: )'(\w+)'/g)].map(([, cause = '']) => cause)

test('every cause of an invalid signature has a French text', () => {
  chooseLanguage('fr', false)
  expect(causes.length).toBeGreaterThan(15)
  expect(causes.filter((cause) => signatureCause(cause) === undefined)).toEqual([])
})

test.each([
  ['timestamp_too_old', 'Signature correcte, mais expirée', 'Right signature, too old'],
  [
    'timestamp_in_future',
    'Signature correcte, mais datée dans le futur',
    'Right signature, dated in the future',
  ],
  ['timestamp_mismatch', 'Signature correcte, mais horodatage modifié', 'Right signature, changed timestamp'],
  [
    'key_of_other_environment',
    'Signature correcte, mais clé d’un autre environnement',
    'Right signature, key of another environment',
  ],
  ['key_revoked', 'Signature correcte, mais clé remplacée', 'Right signature, replaced key'],
])('a right signature that is refused for %s is not headed as an invalid one', (cause, french, english) => {
  chooseLanguage('fr', false)
  expect(matchingTitle(cause)).toBe(french)
  chooseLanguage('en', false)
  expect(matchingTitle(cause)).toBe(english)
})

test.each([
  ['X-API-Key, X-Timestamp missing or empty', 'En-tête absent ou vide\u00a0: X-API-Key, X-Timestamp.'],
  [
    'The signature is right, but was made 412 s ago: it counts for 300 s',
    'Signé il y a 412 s\u202f; une signature est valable 300 s.',
  ],
  ['Signed with the method GET', 'Signé avec la méthode GET.'],
  ['Spaces or line breaks surround the secret', 'Des espaces ou des sauts de ligne entourent le secret.'],
  ['Send the merchant secret, which begins with msk_', 'Envoyez le secret marchand, qui commence par msk_.'],
  ['The secret is of production', 'C’est un secret de production.'],
  [
    'A rotation ends the secret before it at once',
    'Après un renouvellement, l’ancien secret cesse aussitôt de fonctionner.',
  ],
])('the signature detail "%s" is translated into French and left as it is in English', (detail, french) => {
  chooseLanguage('fr', false)
  expect(signatureDetail(detail)).toBe(french)
  chooseLanguage('en', false)
  expect(signatureDetail(detail)).toBe(detail)
})

test('a signature detail without a French translation is not shown on a French page', () => {
  chooseLanguage('fr', false)
  expect(signatureDetail('Something new')).toBeUndefined()
})
