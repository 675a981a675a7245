// One entry of a sanctions or watch list, independent of the file format it came from.
import type { Environment } from '../../merchants/identity/merchant.ts'
import { lookalikeOf } from '../names/reading/lookalikes.ts'

/** `thing` is a ship, an aircraft or a crypto wallet, which can never be a sender or receiver. */
export type EntryKind = 'person' | 'organisation' | 'unknown' | 'thing'

export type ListEntry = {
  entryId: string
  kind: EntryKind
  name: string
  aliases: readonly string[]
  /** Aliases that the list marks as weak: they match only word for word. */
  weakAliases: readonly string[]
  /** YYYY, YYYY-MM or YYYY-MM-DD, as precise as the list has them. */
  birthDates: readonly string[]
  /** ISO 3166-1 alpha-2. Birth, nationality and residence together, since not all lists distinguish them. */
  countries: readonly string[]
  identifiers: readonly string[]
  programs: readonly string[]
}

export type StoredEntry = ListEntry & {
  list: string
  environments: readonly Environment[]
  /** Changes whenever the content of the entry changes. */
  entryVersion: string
}

const shortestIdentifier = 6

/**
 * Normalises a document number for comparison: letters and digits only, with characters that are easily confused (O and
 * 0, I, L and 1) made equal. Empty for a number too short to identify one person.
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
  // guard: document-lookalike-letters
  return key.replaceAll('O', '0').replace(/[IL]/g, '1')
}
