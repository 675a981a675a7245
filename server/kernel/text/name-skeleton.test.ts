// Names that look like another name, and names that pass for the service or an operator.
import { expect, test } from 'vitest'
import { claimsToBeUs, formOfName } from './name-skeleton.ts'

test.each([
  'Likuta',
  'LIKUTA Support',
  'Li\u200bkuta',
  'L1kuta Pay',
  'Lіkutа', // Cyrillic і and а
  'Equipe L.i.k.u.t.a',
  'Vоdacom', // Cyrillic о
  'V0dacom M-Pesa',
  'M-Pesa Gombe',
  'Αirtel Money', // Greek Α
  'Orange',
  'Orange Money RDC',
  'Support',
  'Support client',
  'Service Assistance',
  'ADMIN',
  'ʟikuta', // a small capital
  'ꓡikuta', // Lisu
  'Łikuta',
  'Likuʇa',
  'ᏞᎥkuta', // Cherokee
  'Likvta',
  'Lkuta Pay',
  'Likkuta',
  'Likuat',
  'Service Clientèle',
  'Banque Centrale du Congo',
  'Direction Générale des Impôts',
  'DGI RDC',
])('the name %j passes for the service, an operator or an authority', (name) => {
  expect(claimsToBeUs(name)).toBe(true)
})

test.each([
  'Boutique Kivu',
  'Chez Ntemba',
  'Orangerie de Goma',
  'Jus d’orange Mama Kapinga',
  'Camp Esambe',
  'Services Généraux Lukusa',
  'Quincaillerie Kutaba',
  'Marie Admina',
  'Assistance Auto Lubumbashi',
  'Équipe Congo',
  '北京饭店',
  'Mikuta',
  'Lukuta Frères',
  'Ministère Amen',
  'Police Assurance Kinshasa',
])('the name %j is free', (name) => {
  expect(claimsToBeUs(name)).toBe(false)
})

test('a name in another order, case or spelling is the same name', () => {
  const form = formOfName('Amina Kabongo')
  for (const name of [
    'KABONGO Amina',
    'amína  kabongo',
    'Kabongo, Amina',
    'Аmina Kabongo',
    'Ami\u200bna Kabongo',
  ])
    expect(formOfName(name)).toBe(form)
  expect(formOfName('Amina Kabongo Ilunga')).not.toBe(form)
})
