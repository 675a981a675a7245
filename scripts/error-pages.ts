// Renders docs/errors/: one page per error code of the remittance service, and an index that also lists the card errors.
import { accessProblems } from '../server/admin/access.ts'
import { clockProblems } from '../server/admin/clock-api.ts'
import { cardProblems } from '../server/cards/transaction/problems.ts'
import type { ProblemSpec } from '../server/kernel/problem.ts'
import { signingProblems } from '../server/merchants/problems.ts'
import { requestProblems } from '../server/platform/http/problems.ts'
import { errorGuide, problemsByCode } from '../server/remittance/errors/error-guide.ts'
import { testCallbackProblems } from '../server/webhooks/test-receiver/test-callback.ts'

const retries: Record<ProblemSpec['retry'], string> = { never: 'no', later: 'later', same_key: 'same key' }
const legend =
  '*Retry?* says whether the same request can succeed when it is sent again: *no*, *later*, or with the *same key*.'

/** @returns the content of every page by its path */
export function errorPages(): Record<string, string> {
  const codes = [...problemsByCode()]
  const pages = codes.map(([code, specs]) => [`docs/errors/${code}.md`, page(code, specs)])
  return { ...Object.fromEntries(pages), 'docs/errors/README.md': index(codes) }
}

function page(code: string, specs: readonly ProblemSpec[]): string {
  const advice = errorGuide[code]
  if (!advice) throw new Error(`${code} has no advice in server/remittance/errors/error-guide.ts`)
  const [first] = specs as [ProblemSpec]
  const example = JSON.stringify({ status: 'error', code, message: first.detail })
  return [
    `# ${code}`,
    '',
    '| HTTP | message | retry? |',
    '|---|---|---|',
    ...specs.map(({ status, detail, retry }) => `| ${status} | ${detail} | ${retries[retry]} |`),
    '',
    legend,
    '',
    `**Cause.** ${advice.cause}`,
    '',
    `**What to do.** ${advice.remedy}`,
    '',
    '```json',
    example,
    '```',
    '',
    '[All codes](README.md)',
    '',
  ].join('\n')
}

function index(codes: readonly (readonly [string, readonly ProblemSpec[]])[]): string {
  const rows = codes.map(([code, specs]) => {
    const unique = (values: readonly (string | number)[]) => [...new Set(values)]
    const statuses = unique(specs.map(({ status }) => status)).join(', ')
    return `| [${code}](${code}.md) | ${statuses} | ${unique(specs.map(({ detail }) => detail)).join('<br>')} |`
  })
  return [
    '# Errors',
    '',
    '`npm run generate` writes these pages from the error catalogues in the source code.',
    '',
    '## Remittance and merchant self-service',
    '',
    'Every error is `{"status": "error", "code": "RMT-…", "message": "…"}`. When fields are invalid,',
    '`errors: [{"field": "…", "message": "…"}]` lists all of them at once, whatever their codes. `code` is then the first that',
    'applies of RMT-1005, 1018, 1015, 1016, 1017, 1019, 1006, 1002, 1003, 1004, 9003. Programs should check `code`, because',
    'messages may be reworded. A request refused with a 4xx creates no transfer, and its reference stays free.',
    '',
    '| code | HTTP | message |',
    '|---|---|---|',
    ...rows,
    '',
    '## Cards',
    '',
    'Every error is `{"detail": "…"}`. For a body of the wrong shape the status is 422, and `detail` is a list of',
    '`{"type", "loc", "msg", "input"}`, one per invalid field. In the messages below, words in braces stand for values.',
    '',
    legend,
    '',
    ...Object.entries(cardCatalogues).flatMap(([title, specs]) => cardTable(title, Object.values(specs))),
  ].join('\n')
}

const cardCatalogues: Record<string, Readonly<Record<string, ProblemSpec>>> = {
  'Any request': requestProblems,
  'Signed requests': signingProblems,
  'Orders, checkout, custom checkout, links, refunds, voids, reports': cardProblems,
  'Admin calls': { ...accessProblems, ...clockProblems },
  'Test receiver': testCallbackProblems,
}

function cardTable(title: string, specs: readonly ProblemSpec[]): string[] {
  const rows = specs
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, detail, retry }) => `| ${status} | ${detail} | ${retries[retry]} |`)
  return [`### ${title}`, '', '| HTTP | detail | retry? |', '|---|---|---|', ...rows, '']
}
