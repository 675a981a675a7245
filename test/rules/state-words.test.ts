// One state, one word: merchants and admins read the words of web/ui/language/states.ts, and no others.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const catalogue = 'web/ui/language/states.ts'
const files = globSync('web/{portal,console,ui,verify}/**/*.{ts,tsx}', {
  exclude: (path) => /\.test\.ts$|\.generated\.ts$/.test(path),
})
const sourceOf = (file: string) => readFileSync(file, 'utf8')

test('the portal and the console name states from one catalogue', () => {
  const named =
    /\b(PARTIALLY_REFUNDED|VOIDED|Reversed|Submitted|Successful|Hold|DELIVERED|DEAD|EXHAUSTED)\s*:\s*['"`]\p{Lu}/u
  // Its texts are parts of sentences.
  const sentences = 'web/ui/language/service-messages.ts'
  expect(files.filter((file) => named.test(sourceOf(file))).sort()).toEqual([sentences, catalogue])
  for (const file of ['web/portal/labels.ts', 'web/console/states.tsx'])
    expect(sourceOf(file)).toContain('stateTexts()')
})

test.each([
  [/partiellement rembours/i, 'Remboursé en partie'],
  [/partially refunded/i, 'Partly refunded'],
  [/['"`][^'"`]*\bRestitué['"`]/i, 'Repris par l’opérateur'],
  [/Débits? annulés?/, 'Annulé avant règlement'],
  [/annulé par (le client|l’opérateur)/i, 'Abandonné par le client, Repris par l’opérateur'],
  [/épuisé['"`]/i, 'Complet, Utilisé'],
  [/['"`]exhausted['"`],/i, 'Complete, Used'],
  [/après examen/i, 'après contrôle'],
  [/['"`]Livré['"`]/, 'Reçu'],
  // A merchant that sends money would read it as income.
  [/transferts? reçus?\b/i, 'Transferts arrivés'],
  [/Transfert (payé|effectué)/i, 'Transfert arrivé, débité'],
  [/\b(un|cet|aucun|tout) écart\b|l’écart\b/i, 'anomalie'],
  [/renouvel(é|ez)/i, 'remplacé, remplacez'],
  [/waiting for \$\{/, '4 days waiting'],
  [/paiements réussis/i, 'Paiements reçus'],
  [/successful payments/i, 'Payments received'],
])('no page for merchants or admins says %s', (refused) => {
  expect(files.filter((file) => refused.test(sourceOf(file)))).toEqual([])
})
