// Copies of the catalogue of operators for those that import nothing from the server: pages, simulators and the SDK.
import { operators } from '../server/kernel/operators.ts'

const heading = '// From server/kernel/operators.ts, by scripts/generate.ts.\n'
const entries = Object.entries(operators)
const quoted = (text: string) =>
  `'${text.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
const list = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`

/** The generated files, by path. */
export function operatorCopies(): Record<string, string> {
  const pages = entries.map(
    ([code, { name, wallet, prefixes }]) =>
      `  { code: ${quoted(code)}, name: ${quoted(name)}, wallet: ${quoted(wallet)}, testPrefix: ${quoted(prefixes[0])} },\n`,
  )
  const simulators = entries.map(([code, { prefixes }]) => `  ${code}: ${list(prefixes)},\n`)
  return {
    'web/ui/display/operators.generated.ts': `${heading}export const operators = [\n${pages.join('')}] as const\n`,
    'sandbox/operators/payouts/operators.generated.ts': `${heading}/** National prefixes. */\nexport const operators = {\n${simulators.join('')}} as const\n`,
    'sdk/types/operator.generated.ts': `${heading}export type Operator = ${entries.map(([code]) => quoted(code)).join(' | ')}\n`,
  }
}
