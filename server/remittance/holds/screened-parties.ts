// Who is screened of a transfer, and under which names.

import { joinedBySpaces, statedNames } from '../../compliance/names/stated-names.ts'
import type { ScreenedParty } from '../../compliance/screening/screener.ts'
import type { TravelRule } from '../operators/operator.ts'

/**
 * Who is screened. The receiver is also whoever the operator has registered the wallet for, whatever the sender says.
 * Nobody has stated the receiver's country: the wallet's is no trait of its owner.
 */
export function screenedParties(travelRule: TravelRule, registeredName: string | undefined): ScreenedParty[] {
  const { sender, receiver } = travelRule
  const names = new Set([...statedNames(receiver), registeredName ?? ''])
  const aliases = names.difference(new Set(['', receiver.name]))
  return [
    {
      role: 'sender',
      name: joinedBySpaces(sender.firstName, sender.middleName, sender.lastName),
      birthDate: sender.birthDate,
      countries: [sender.country],
      documentNumber: sender.document.number,
    },
    {
      role: 'receiver',
      name: receiver.name,
      ...(aliases.size > 0 && { aliases: [...aliases] }),
      birthDate: receiver.birthDate,
      documentNumber: receiver.document.number,
    },
  ]
}
