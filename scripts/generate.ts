// Writes the files that are printed from others; with --check, fails when one is not fresh.
import { readFileSync, writeFileSync } from 'node:fs'
import { iso31661 } from 'iso-3166'
import { linkMoves } from '../server/cards/link.ts'
import { transactionMoves } from '../server/cards/transaction.ts'
import { diagram } from '../server/kernel/moves.ts'
import { goLiveMoves } from '../server/merchants/go-live.ts'
import { settingsReference } from '../server/settings.ts'

const assigned = iso31661.filter((entry) => entry.state === 'assigned')
const codes = assigned.map((entry) => entry.alpha2).sort()
const pairs = assigned.map((entry) => `${entry.alpha2} ${entry.alpha3}`).sort()

const files: Record<string, string> = {
  'server/kernel/countries.generated.ts': `// ISO 3166-1 alpha-2, printed from the iso-3166 package by scripts/generate.ts.\nexport const countries = '${codes.join(' ')}'.split(' ')\n`,
  'server/kernel/alpha3.generated.ts': `// ISO 3166-1 alpha-2 and alpha-3, printed from the iso-3166 package by scripts/generate.ts.\nexport const alpha3Pairs = '${pairs.join(',')}'.split(',')\n`,
  'docs/settings.md': settingsReference(),
  'docs/states/card-transaction.md': `# Card transaction\n\n\`\`\`mermaid\n${diagram(transactionMoves, 'PENDING')}\`\`\`\n`,
  'docs/states/go-live.md': `# Going live\n\n\`\`\`mermaid\n${diagram(goLiveMoves, 'NONE')}\`\`\`\n`,
  'docs/states/payment-link.md': `# Payment link\n\n\`\`\`mermaid\n${diagram(linkMoves, 'ACTIVE')}\`\`\`\n`,
}

const checking = process.argv.includes('--check')
for (const [path, content] of Object.entries(files)) {
  const file = new URL(`../${path}`, import.meta.url)
  if (!checking) writeFileSync(file, content)
  else if (readFileSync(file, 'utf8') !== content) {
    process.stderr.write(`${path} is not fresh: run npm run generate\n`)
    process.exitCode = 1
  }
}
