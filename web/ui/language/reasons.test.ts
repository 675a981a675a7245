import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '../../../server/cards/transaction/decline-reasons.ts'
import { declineReasons } from '../../../server/operator-calls/operator.ts'

const source = readFileSync('web/ui/language/reasons.ts', 'utf8')

test.each([...Object.keys(refusals), ...declineReasons])(
  'merchants and admins read the reason %s in French and in English',
  (reason) => {
    expect(source.match(new RegExp(`^ +${reason}: '.+',$`, 'gm'))).toHaveLength(2)
  },
)

test('merchants read a decline in the portal in the words of the webhook', () => {
  const worded = /^ +(\w+): '(.+)',$/gm
  const english = new Map(
    [...source.slice(source.indexOf('  en: {')).matchAll(worded)].map(
      ([, name, text]) => [name, text] as const,
    ),
  )
  // The specifications fix these two messages, which are no good sentences on a page.
  const fixed = ['NON_3DS', 'CUSTOMER_CANCELLED']
  for (const [name, message] of Object.entries(refusals))
    if (!fixed.includes(name)) expect(english.get(name), name).toBe(message)
})
