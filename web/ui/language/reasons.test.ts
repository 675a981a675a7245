import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '../../../server/cards/transaction/decline-reasons.ts'
import { declineReasons } from '../../../server/remittance/operators/operator.ts'

const source = readFileSync('web/ui/language/reasons.ts', 'utf8')

test.each([...Object.keys(refusals), ...declineReasons])(
  'merchants and admins read the reason %s in French and in English',
  (reason) => {
    expect(source.match(new RegExp(`^ +${reason}: '.+',$`, 'gm'))).toHaveLength(2)
  },
)
