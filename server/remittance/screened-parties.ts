// Who is screened of a transfer, and under which names.
import type { ScreenedParty } from '../compliance/screener.ts'
import type { TravelRule } from './operator.ts'

const joinedBySpaces = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/**
 * Every name a transfer states for its receiver, the expected name first: the separate fields may give another name, or
 * the rest of the expected one, so the names are also screened as one.
 */
export function statedReceiverNames({ receiver }: Pick<TravelRule, 'receiver'>): string[] {
  const stated = joinedBySpaces(receiver.firstName, receiver.middleName, receiver.lastName)
  return [...new Set([receiver.name, stated, joinedName(receiver.name, stated)])].filter(
    (name) => name !== '',
  )
}

/** The words of both names, those they share once: the same as one of them where that has all words of the other. */
function joinedName(name: string, other: string): string {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  const fold = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const missingFrom = (words: readonly string[], others: readonly string[]) => {
    const known = new Set(others.map(fold))
    return words.filter((word) => !known.has(fold(word)))
  }
  const [words, others] = [wordsOf(name), wordsOf(other)]
  if (missingFrom(words, others).length === 0) return other
  const more = missingFrom(others, words)
  return more.length === 0 ? name : joinedBySpaces(name, ...more)
}

/**
 * Who is screened. The receiver is also whoever the operator has registered the wallet for, whatever the sender says.
 * Nobody has stated the receiver's country: the wallet's is no trait of its owner.
 */
export function screenedParties(travelRule: TravelRule, registeredName: string | undefined): ScreenedParty[] {
  const { sender, receiver } = travelRule
  const names = new Set([...statedReceiverNames(travelRule), registeredName ?? ''])
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
