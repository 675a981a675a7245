// Which parties of a transfer are screened, and what screening found, as reviewers read it.
import { oddnessOf } from '../../compliance/names/reading/odd-names.ts'
import type { OddNameRule } from '../../compliance/names/reading/reading.ts'
import { joinedBySpaces, statedNames } from '../../compliance/names/stated-names.ts'
import { renderMatches } from '../../compliance/screening/match-view.ts'
import type { ScreenedParty } from '../../compliance/screening/screener.ts'
import { type ScreeningRecord, screeningsOf } from '../../compliance/screening/screening-record.ts'
import type { TravelRule } from '../../operator-calls/operator.ts'
import type { Sql } from '../../platform/database/database.ts'
import { transferSubject } from '../transfer/timeline.ts'

/**
 * Builds the parties to screen. The registered owner of the wallet is screened as another name of the beneficiary.
 * The beneficiary has no country: it is not stated, and the country of the wallet says nothing about its owner.
 */
export function screenedParties(
  travelRule: TravelRule,
  wallet: { registeredName: string | undefined; customerNumber: string },
): ScreenedParty[] {
  const { sender, receiver } = travelRule
  const { registeredName, customerNumber } = wallet
  const names = new Set([...statedNames(receiver), registeredName ?? ''])
  const aliases = names.difference(new Set(['', receiver.name]))
  return [
    {
      role: 'sender',
      name: joinedBySpaces(sender.firstName, sender.middleName, sender.lastName),
      birthDate: sender.birthDate,
      countries: [sender.country],
      documentNumber: sender.document.number,
      // guard: sender-phone-screening
      ...(sender.msisdn !== '' && { phones: [sender.msisdn] }),
    },
    {
      role: 'receiver',
      name: receiver.name,
      ...(aliases.size > 0 && { aliases: [...aliases] }),
      birthDate: receiver.birthDate,
      documentNumber: receiver.document.number,
      // guard: wallet-phone-screening
      phones: [customerNumber],
    },
  ]
}

type ScreenedTransfer = { id: bigint; parties: Pick<TravelRule, 'receiver'> }

type OddName = {
  /** Whose name it is. `wallet` is the name under which the receiving wallet is registered. */
  of: 'sender' | 'receiver' | 'wallet'
  name: string
  rule: OddNameRule
  /** The characters as readable text, such as `о (U+043E), а (U+0430)`. */
  excerpt: string
  characters: { position: number; code_point: string; character: string }[]
}

/** The findings for each party of these transfers, by transfer id. */
export async function screeningFindings(sql: Sql, transfers: readonly ScreenedTransfer[]) {
  const records = await screeningsOf(
    sql,
    transfers.map(({ id }) => transferSubject(id)),
  )
  const view = await renderMatches(
    sql,
    records.flatMap(({ matches }) => matches),
  )
  return new Map(
    transfers.map(({ id, parties }) => [
      id,
      records
        .filter(({ subject }) => subject === transferSubject(id))
        .flatMap(({ role, ...record }) => {
          // A transfer has no owner of a business.
          if (role === 'owner') return []
          return [
            {
              role,
              name: record.name,
              decision: record.decision,
              reason: record.reason,
              list_version: record.list_version,
              matches: record.matches.map(view),
              odd_names: oddNamesOf({ role, ...record }, parties),
            },
          ]
        }),
    ]),
  )
}

function oddNamesOf(
  { role, name, aliases }: Pick<ScreeningRecord, 'name' | 'aliases'> & { role: 'sender' | 'receiver' },
  parties: ScreenedTransfer['parties'],
): OddName[] {
  const stated = new Set(statedNames(parties.receiver))
  return [name, ...aliases].flatMap((each): OddName[] => {
    const oddness = oddnessOf(each)
    if (!oddness) return []
    const characters = oddness.characters.map(({ position, codePoint, character }) => ({
      position,
      code_point: codePoint,
      character,
    }))
    const excerpt = characters
      .map(({ code_point, character }) => (character === '' ? code_point : `${character} (${code_point})`))
      .join(', ')
    const of = role === 'receiver' && !stated.has(each) ? 'wallet' : role
    return [{ of, name: each, rule: oddness.rule, excerpt, characters }]
  })
}
