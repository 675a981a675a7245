import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from './decline-reasons.ts'

test.each(['en', 'fr'])('the guide of card declines lists every reason with its message (%s)', (language) => {
  const guide = readFileSync(`docs/guides/${language}/declines.md`, 'utf8')
  const rows = [...guide.matchAll(/^\| `([A-Z0-9_]+)` \| `([^|`]+)` \| [^|]+ \| [^|]+ \|$/gm)]
  expect(rows.map(([, code, message]) => [code, message])).toEqual(Object.entries(refusals))
})
