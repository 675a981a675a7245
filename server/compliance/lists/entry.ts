// One entry of a sanctions or watch list, whatever file it came from.
import type { Environment } from '../../merchants/identity/merchant.ts'
import { lookalikeOf } from '../names/reading/lookalikes.ts'

/** `thing` is a ship, an aircraft, a wallet: nothing a sender or receiver could be. */
export type EntryKind = 'person' | 'organisation' | 'unknown' | 'thing'

export type ListEntry = {
  entryId: string
  kind: EntryKind
  name: string
  aliases: readonly string[]
  /** Names so vague that only the very same words count. */
  weakAliases: readonly string[]
  /** YYYY, YYYY-MM or YYYY-MM-DD, as exact as the list knows. */
  birthDates: readonly string[]
  /** ISO 3166-1 alpha-2: of birth, nationality or residence, which lists do not always tell apart. */
  countries: readonly string[]
  identifiers: readonly string[]
  programs: readonly string[]
}

export type StoredEntry = ListEntry & {
  list: string
  environments: readonly Environment[]
  /** Changes when the entry does. */
  entryVersion: string
}

const shortestIdentifier = 6

/**
 * Letters and digits of a document number; those that are read for one another are the same. Empty for what is too short
 * to name one person.
 */
export function identifierKey(number: string): string {
  const latin = [...number.normalize('NFKC')].map((sign) =>
    /[A-Za-z0-9]/.test(sign) ? sign : (lookalikeOf(sign) ?? sign),
  )
  const key = latin
    .join('')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  if (key.length < shortestIdentifier || !/\d/.test(key)) return ''
  return key.replaceAll('O', '0').replace(/[IL]/g, '1')
}
