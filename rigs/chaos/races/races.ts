// Many concurrent callers want what only some of them can have. Each race knows how many must win: no more and no
// fewer.
import type { RoundResult } from '../report.ts'
import {
  clicks,
  linkVisitors,
  refundDecisions,
  refundRequests,
  refundsAndVoids,
  refundsInParts,
} from './card-races.ts'
import { decisions, naiveRefunds, poorWallet, topUps } from './remittance-races.ts'
import { type Needs, openSteps } from './steps.ts'

const races = [
  refundsInParts,
  refundsAndVoids,
  refundRequests,
  refundDecisions,
  clicks,
  linkVisitors,
  poorWallet,
  topUps,
  decisions,
  naiveRefunds,
]

/** @param callers how many run at once. */
export async function runRaces(
  needs: Needs,
  { rounds, notify }: { rounds: number; notify(line: string): void },
) {
  const results: RoundResult[] = []
  const steps = openSteps(needs)
  for (const { name, winners, isControl = false, run } of races.map((race) => race(steps))) {
    const counts: number[] = []
    for (let round = 0; round < rounds; round++) counts.push(await run(round))
    const wrong = counts.filter((count) => count !== winners).length
    results.push({ name, clients: needs.callers, rounds, wrong, isControl })
    notify(`${isControl ? 'control: ' : ''}${name}: ${winners} may win; won: ${counts.join(' ')}`)
  }
  return results
}
