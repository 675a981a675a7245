import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The language of pages is kept by the browser, which a plain test does not have.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'fr', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../../ui/language/language.ts')
const { signatureCause, signatureDetail } = await import('./signature-cause.ts')

const source = ['check.ts', 'variants.ts']
  .map((file) => readFileSync(`server/portal/signatures/${file}`, 'utf8'))
  .join('\n')
const causes = [...source.matchAll(/(?:bad\(|cause: )'(\w+)'/g)].map(([, cause = '']) => cause)

test('every cause of a signature check has words on French pages', () => {
  chooseLanguage('fr', false)
  expect(causes.length).toBeGreaterThan(15)
  expect(causes.filter((cause) => signatureCause(cause) === undefined)).toEqual([])
})

test.each([
  ['X-API-Key, X-Timestamp missing or empty', 'En-tête absent ou vide : X-API-Key, X-Timestamp.'],
  [
    'The signature is right, but was made 412 s ago: it counts for 300 s',
    'Signé il y a 412 s ; une signature est valable 300 s.',
  ],
  ['Signed with the method GET', 'Signé avec la méthode GET.'],
])('the detail “%s” keeps its facts in French, and is as written in English', (detail, french) => {
  chooseLanguage('fr', false)
  expect(signatureDetail(detail)).toBe(french)
  chooseLanguage('en', false)
  expect(signatureDetail(detail)).toBe(detail)
})

test('a detail without French words is left out of a French page', () => {
  chooseLanguage('fr', false)
  expect(signatureDetail('Something new')).toBeUndefined()
})
