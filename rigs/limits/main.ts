// npm run rig -- limits: plants patterns in a generated year of transfers, and measures how many of them the limit rules find, how
// many others they hold by mistake, and whether a dry run says what then happens.

import { openDatabase } from '../../server/platform/database/database.ts'
import { defaultRules, type LimitRule } from '../../server/remittance/limits/rule.ts'
import { startTestPostgres } from '../../test/support/database/database.setup.ts'
import { readOptions } from '../options.ts'
import { generatedYear, patterns, type Year } from './generated-year.ts'
import { judged, type Outcome, type Played, predicted, writeYear } from './replay.ts'
import { rulesFor, tunedRules } from './rules.ts'

const { values } = readOptions({
  name: 'limits',
  does: 'what limit rules find in a generated year of transfers',
  options: {
    seed: { type: 'string', default: 'kinshasa', means: 'of the year' },
    senders: { type: 'string', default: '400', means: 'how many send' },
    planted: { type: 'string', default: '20', means: 'how often each pattern is planted' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)

const year = generatedYear({
  seed: values.seed,
  senders: Number(values.senders),
  perPattern: Number(values.planted),
})
const postgres = await startTestPostgres('limits')
const db = openDatabase(postgres.url, { connections: 2, name: 'limits' })
try {
  const played = await writeYear(db, year)
  const count = year.transfers.filter(({ planted }) => planted).length
  print(`${year.transfers.length} transfers of a year, ${count} of them planted; seed ${values.seed}`)
  printFound('rules of a new deployment', year, await predicted(db, year, played, defaultRules))
  const dry = await predicted(db, year, played, tunedRules)
  printFound('with two more rules', year, dry)
  await compare(played, dry, tunedRules)
} finally {
  await db.close()
  await postgres.stop()
}

/**
 * One line per pattern. An instance is found if one of its transfers is held or refused by a rule that is meant for the pattern. The
 * precision is the share of planted transfers, of whatever pattern, in what these rules hold or refuse.
 */
function printFound(name: string, { transfers, instances }: Year, outcomes: readonly Outcome[]): void {
  print(`\n${name}`)
  for (const pattern of patterns) {
    const flagged = transfers.filter((_, n) => isFlagged(outcomes[n]!, rulesFor[pattern]))
    const ofPattern = flagged.filter(({ planted }) => planted?.pattern === pattern)
    const found = new Set(ofPattern.map(({ planted }) => planted!.instance)).size
    const planted = flagged.filter((each) => each.planted).length
    print(
      `  ${pattern.padEnd(16)} recall ${share(found, instances[pattern])}, precision ${share(planted, flagged.length)}`,
    )
  }
  const mistakes = transfers.filter(
    (transfer, n) => !transfer.planted && outcomes[n]!.outcome !== 'allow',
  ).length
  const ordinary = transfers.filter(({ planted }) => !planted).length
  print(`  ordinary transfers held or refused: ${share(mistakes, ordinary)}`)
}

function isFlagged({ outcome, rules }: Outcome, wanted: readonly string[]): boolean {
  return outcome !== 'allow' && rules.some((rule) => wanted.includes(rule))
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`
}

async function compare(played: Played, dry: readonly Outcome[], rules: readonly LimitRule[]): Promise<void> {
  const then = await judged(db, year, played, rules)
  const differences = then.filter((each, n) => JSON.stringify(each) !== JSON.stringify(dry[n]))
  print(`\nthe dry run differs from what then happened in ${differences.length} of ${then.length} transfers`)
  if (differences.length > 0) process.exitCode = 1
}
