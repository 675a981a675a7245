// Screens the parties of a transfer and decides whether it is held, ignoring matches that an officer cleared before.
import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isOddName } from '../names/reading/reading.ts'
import { type ClearedPair, clearedPairs, oddNamePair, pairKey, personKey } from './clearance.ts'
import type { ListMatch, ScreenedParty, Screener, ScreeningReply } from './screener.ts'

/** `odd_name`: the name is written so that its reading is unclear, so it is held regardless of any list. */
export type ScreeningReason =
  | 'no_match'
  | 'cleared_before'
  | 'list_match'
  | 'odd_name'
  | 'screening_unavailable'

type PartyDecision = {
  party: ScreenedParty
  decision: 'hold' | 'clear'
  reason: ScreeningReason
  /** Best first. Matches below the threshold are only recorded. */
  matches: readonly ListMatch[]
}

export type Screening = {
  decision: 'hold' | 'clear'
  reason: ScreeningReason
  /** The finding for the timeline, without details of the lists. */
  detail: string
  /** Null when screening was unavailable. */
  listVersion: string | null
  parties: readonly PartyDecision[]
}

export type ScreeningNeeds = {
  db: Sql
  secrets: Secrets
  log: Log
  screenerFor(environment: Environment): Screener
}

/** Screens the parties of a transfer. If the screener is unavailable, every party is held instead of throwing. */
export async function screenParties(
  needs: ScreeningNeeds,
  environment: Environment,
  parties: readonly ScreenedParty[],
): Promise<Screening> {
  const screener = needs.screenerFor(environment)
  const reply = await screener.screen(parties)
  if (reply.kind === 'unavailable') needs.log.warn('screening unavailable', { reason: reply.cause })
  // Few parties match a list or have an odd name, and only those need a look-up of earlier clearances.
  const isNear = reply.kind === 'screened' && reply.matches.some(({ score }) => score >= screener.threshold)
  if (!isNear && !parties.some(hasOddName)) return decide(parties, reply, screener.threshold)
  const persons = parties.map((party) => personKey(needs.secrets, party))
  const cleared = await clearedPairs(needs.db, environment, persons)
  return decide(parties, reply, screener.threshold, (party, pair) => {
    const person = persons[parties.indexOf(party)]
    return person !== undefined && cleared.has(pairKey(person, pair))
  })
}

/** Whether any name of the party is odd. */
function hasOddName({ name, aliases = [] }: ScreenedParty): boolean {
  // guard: odd-aliases
  return [name, ...aliases].some((each) => isOddName(each))
}

/** Decides per party: holds uncleared matches at or above the threshold, odd names, and parties not screened. */
export function decide(
  parties: readonly ScreenedParty[],
  reply: ScreeningReply,
  threshold: number,
  isCleared: (party: ScreenedParty, pair: ClearedPair) => boolean = () => false,
): Screening {
  const decided = parties.map((party): PartyDecision => {
    if (reply.kind === 'unavailable')
      return { party, decision: 'hold', reason: 'screening_unavailable', matches: [] }
    const matches = reply.matches.filter(({ role }) => role === party.role)
    const over = matches.filter(({ score }) => score >= threshold)
    if (over.some((match) => !isCleared(party, match)))
      return { party, decision: 'hold', reason: 'list_match', matches }
    // guard: odd-name-hold
    const isOdd = hasOddName(party)
    if (isOdd && !isCleared(party, oddNamePair))
      return { party, decision: 'hold', reason: 'odd_name', matches }
    const isKnown = over.length > 0 || isOdd
    return { party, decision: 'clear', reason: isKnown ? 'cleared_before' : 'no_match', matches }
  })
  const worst = decided.find(({ decision }) => decision === 'hold') ??
    decided.find(({ reason }) => reason === 'cleared_before') ?? { decision: 'clear', reason: 'no_match' }
  return {
    decision: worst.decision,
    reason: worst.reason,
    detail: detailOf(decided, reply),
    listVersion: reply.kind === 'screened' ? reply.listVersion : null,
    parties: decided,
  }
}

function detailOf(decided: readonly PartyDecision[], reply: ScreeningReply): string {
  if (reply.kind === 'unavailable') return 'screening unavailable'
  const heldFor = (reason: ScreeningReason) =>
    decided.filter((each) => each.reason === reason).map(({ party }) => party.role)
  const found = [
    { what: 'possible list match', roles: heldFor('list_match') },
    { what: 'unusual name', roles: heldFor('odd_name') },
  ].filter(({ roles }) => roles.length > 0)
  if (found.length > 0) return found.map(({ what, roles }) => `${what}: ${roles.join(', ')}`).join('; ')
  const roles = decided.map(({ party }) => party.role)
  return `${roles.join(', ')} clear, lists ${reply.listVersion}`
}
