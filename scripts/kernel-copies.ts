// Copies of operators, currencies, card networks and the form of dates for those that import nothing from the server: pages,
// simulators, the SDK and the guides.
import { readFileSync } from 'node:fs'
import { cardNetworks } from '../server/cards/gateway/gateway.ts'
import { localCurrencies } from '../server/kernel/money.ts'
import { operators } from '../server/kernel/operators.ts'
import { checkTexts, genuineMends, unsignedTexts } from '../server/webhooks/certification/texts.ts'

const heading = '// From server/kernel and server/cards/gateway, by scripts/generate.ts.\n'
const entries = Object.entries(operators)
const quoted = (text: string) =>
  `'${text.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
const list = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`

const currencies = `export const currencies = ${list(localCurrencies)} as const\n`
const advice = readFileSync('server/webhooks/certification/advice.ts', 'utf8')
const certificationTexts = Object.entries({ checkTexts, genuineMends, unsignedTexts })
  .map(([name, texts]) => `export const ${name} = ${JSON.stringify(texts, null, 2)} as const\n`)
  .join('')
const dates = readFileSync('server/kernel/text/date-text.ts', 'utf8')
const networks = `export const cardNetworks = ${list(cardNetworks)} as const\n`

/** The generated files, by path. */
export function kernelCopies(): Record<string, string> {
  const pages = entries.map(([code, { name, wallet, prefixes, icon }]) =>
    [
      `  {\n    code: ${quoted(code)},\n    name: ${quoted(name)},\n    wallet: ${quoted(wallet)},\n`,
      `    testPrefix: ${quoted(prefixes[0])},\n    icon: { ground: ${quoted(icon.ground)}, letter: ${quoted(icon.letter)} },\n  },\n`,
    ].join(''),
  )
  const simulators = entries.map(([code, { prefixes }]) => `  ${code}: ${list(prefixes)},\n`)
  return {
    'web/ui/display/constants.generated.ts': `${heading}${currencies}export const operators = [\n${pages.join('')}] as const\n`,
    'web/ui/display/networks.generated.ts': `${heading}${networks}`,
    'web/ui/display/date-text.generated.ts': `${heading}${dates}`,
    'web/ui/deliveries/check-texts.generated.ts': `// From server/webhooks/certification, by scripts/generate.ts.\n${certificationTexts}`,
    'web/ui/deliveries/advice.generated.ts': `// From server/webhooks/certification, by scripts/generate.ts.\n${advice}`,
    'sandbox/inbox/date-text.generated.ts': `${heading}${dates}`,
    'sandbox/operators/constants.generated.ts': `${heading}${currencies}/** National prefixes. */\nexport const operators = {\n${simulators.join('')}} as const\n`,
    'sdk/types/constants.generated.ts': `${heading}export type CardCurrency = ${localCurrencies.map(quoted).join(' | ')}\nexport type Operator = ${entries.map(([code]) => quoted(code)).join(' | ')}\n`,
  }
}

/** The guides on transfers by path, with their tables of operators, which are printed below these headings. */
export function guidesOfOperators(): Record<string, string> {
  const headings = {
    'docs/guides/en/remittance.md': '| operator | wallet | prefixes |\n|---|---|---|\n',
    'docs/guides/fr/remittance.md': '| opérateur | portefeuille | préfixes |\n|---|---|---|\n',
  }
  const rows = entries.map(
    ([code, { wallet, prefixes }]) => `| \`${code}\` | ${wallet} | ${prefixes.join(', ')} |\n`,
  )
  return Object.fromEntries(
    Object.entries(headings).map(([path, table]) => {
      const [before, after] = readFileSync(path, 'utf8').split(table)
      if (after === undefined) throw new Error(`${path} lacks the table of operators`)
      return [path, `${before}${table}${rows.join('')}${after.replace(/^(\|.*\n)*/, '')}`]
    }),
  )
}
