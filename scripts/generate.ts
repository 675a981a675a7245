// Writes the generated files; with --check, fails when one is out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { iso31661 } from 'iso-3166'
import { approvalMoves } from '../server/admin/approvals/rules.ts'
import { batchMoves } from '../server/batches/states.ts'
import { disputeMoves } from '../server/cards/disputes/queries.ts'
import { refundRequestMoves } from '../server/cards/refund-requests/queries.ts'
import { linkMoves } from '../server/cards/transaction/payment-link.ts'
import { transactionMoves } from '../server/cards/transaction/transaction.ts'
import { settingsReference } from '../server/config/variables.ts'
import { diagram } from '../server/kernel/moves.ts'
import { operationMoves } from '../server/ledger/operation.ts'
import { payoutMoves } from '../server/merchant-payouts/record/queries.ts'
import { goLiveMoves } from '../server/merchants/go-live.ts'
import { messageMoves } from '../server/messages/delivery/queries.ts'
import { transferMoves } from '../server/remittance/transfer/transfer.ts'
import { readRoutes } from './api-document.ts'
import { compactJson } from './compact-json.ts'
import { errorPages } from './errors/pages.ts'
import { guidesOfOperators, kernelCopies } from './kernel-copies.ts'
import { phpTypes } from './kits/php-types.ts'
import { pythonTypes } from './kits/python-types.ts'
import { webTypes } from './pages/web-types.ts'
import { architecturePicture } from './pictures/architecture.ts'
import { rolesPage } from './roles-page.ts'
import { securityRequirements } from './security-requirements.ts'
import { signingVectors } from './signing-vectors.ts'

const assigned = iso31661.filter((entry) => entry.state === 'assigned')
const codes = assigned.map((entry) => entry.alpha2).sort()
const pairs = assigned.map((entry) => `${entry.alpha2} ${entry.alpha3}`).sort()
const countries = `// ISO 3166-1 alpha-2, generated from the iso-3166 package by scripts/generate.ts.\nexport const countries = '${codes.join(' ')}'.split(' ')\n`

const { document, routes } = await readRoutes()

const files: Record<string, string> = {
  'server/kernel/codes/countries.generated.ts': countries,
  // The pages import nothing from the server.
  'web/portal/countries.generated.ts': countries,
  'web/api/schemas.generated.ts': webTypes(document),
  'sdk/python/likuta/types.py': pythonTypes(document),
  'sdk/php/src/Types.php': phpTypes(document),
  'server/kernel/codes/alpha3.generated.ts': `// ISO 3166-1 alpha-2 and alpha-3, generated from the iso-3166 package by scripts/generate.ts.\nexport const alpha3Pairs = '${pairs.join(',')}'.split(',')\n`,
  'docs/openapi.json': compactJson(JSON.parse(document)),
  'docs/security-requirements.md': securityRequirements(),
  'docs/architecture.svg': await architecturePicture(),
  'docs/roles.md': rolesPage(routes),
  'docs/settings.md': settingsReference(),
  'docs/states/approval.md': `# Approval\n\n\`\`\`mermaid\n${diagram(approvalMoves, 'WAITING')}\`\`\`\n`,
  'docs/states/batch.md': `# Batch\n\n\`\`\`mermaid\n${diagram(batchMoves, 'CHECKING')}\`\`\`\n`,
  'docs/states/card-transaction.md': `# Card transaction\n\n\`\`\`mermaid\n${diagram(transactionMoves, 'PENDING')}\`\`\`\n`,
  'docs/states/dispute.md': `# Dispute\n\n\`\`\`mermaid\n${diagram(disputeMoves, 'INQUIRY').replace('[*] --> INQUIRY\n', '[*] --> INQUIRY\n  [*] --> OPEN: opened\n')}\`\`\`\n`,
  'docs/states/go-live.md': `# Going live\n\n\`\`\`mermaid\n${diagram(goLiveMoves, 'NONE')}\`\`\`\n`,
  'docs/states/message.md': `# Message to a person\n\n\`\`\`mermaid\n${diagram(messageMoves, 'QUEUED').replace('[*] --> QUEUED\n', '[*] --> QUEUED\n  [*] --> MUTED\n')}\`\`\`\n`,
  'docs/states/payout.md': `# Payout\n\n\`\`\`mermaid\n${diagram(payoutMoves, 'REQUESTED')}\`\`\`\n`,
  'docs/states/refund-request.md': `# Refund request\n\n\`\`\`mermaid\n${diagram(refundRequestMoves, 'WAITING')}\`\`\`\n`,
  'docs/states/transfer.md': transferStates(),
  ...errorPages(),
  ...kernelCopies(),
  'docs/test-vectors.json': signingVectors(),
  'docs/states/payment-link.md': `# Payment link\n\n\`\`\`mermaid\n${diagram(linkMoves, 'ACTIVE')}\`\`\`\n`,
}

function transferStates(): string {
  const starts = '  [*] --> Submitted: accepted\n  [*] --> Hold: held by screening\n'
  const transfer = diagram(transferMoves, 'Submitted').replace('  [*] --> Submitted\n', starts)
  return [
    '# Transfer',
    '',
    '```mermaid',
    `${transfer}\`\`\``,
    '',
    'The payout of a transfer is an operation. `intent`: waiting to be sent, or to be sent again under the same reference.',
    '`sent`: the call to the operator is running. `unknown`: the outcome is unknown, and workers send inquiries until the',
    'operator reports one. Only card operations can be abandoned and undone; a payout never is.',
    '',
    '```mermaid',
    `${diagram(operationMoves, 'intent')}\`\`\``,
    '',
  ].join('\n')
}

const checking = process.argv.includes('--check')
for (const [path, content] of Object.entries({ ...files, ...guidesOfOperators() })) {
  const file = new URL(`../${path}`, import.meta.url)
  if (!checking) {
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, content)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== content) {
    process.stderr.write(`${path} is out of date: run npm run generate\n`)
    process.exitCode = 1
  }
}

// Reviews fold what is printed.
if (checking) {
  const attributes = ['check-attr', 'linguist-generated', '--', ...Object.keys(files)]
  const lines = execFileSync('git', attributes, { encoding: 'utf8' }).trim().split('\n')
  for (const line of lines.filter((each) => !each.endsWith(': set'))) {
    process.stderr.write(`${line.split(':')[0]} is not marked as generated in .gitattributes\n`)
    process.exitCode = 1
  }
}
