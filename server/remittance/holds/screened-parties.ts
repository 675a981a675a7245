// The parties of a transfer that are screened, with all their names.

import { joinedBySpaces, statedNames } from '../../compliance/names/stated-names.ts'
import type { ScreenedParty } from '../../compliance/screening/screener.ts'
import type { TravelRule } from '../../operator-calls/travel-rule.ts'

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
