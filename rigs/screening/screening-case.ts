// One screening case with its expected outcome.

import { statedNames } from '../../server/compliance/names/stated-names.ts'
import type { ScreenedParty } from '../../server/compliance/screening/screener.ts'
import type { Facts, Fields, Place } from './evasions/evasion.ts'

export type ScreeningCase = {
  group: string
  kind: string
  /** The entry that must hold the transfer; undefined for an unlisted person, whom nothing may hold. */
  entryId: string | undefined
  /** The listed name, or the one that an unlisted name deliberately resembles. */
  listed: string
  place: Place
  fields: Fields
  /** The expected name, where the receiver's separate fields contain only the rest of the name. */
  expected?: string
  /** How the date and country relate to the listed person's; undefined for unlisted persons, who give their own. */
  facts?: Facts
  birthDate?: string
  country?: string
  documentNumber?: string
  /** The key by which the set is split into halves: no person is in both. */
  person: string
}

export const writtenName = ({ fields: { first, middle, last }, expected = '' }: ScreeningCase) =>
  [expected, first, middle, last].filter((part) => part !== '').join(' ')

/** The longest text that one field of a transfer holds, in UTF-16 units. */
export const longestField = 200

/** The words of a name; one that fits no field is split. */
const pieces = (name: string) =>
  name.split(' ').flatMap((word) => {
    if (word.length <= longestField) return [word]
    const letters = [...word]
    return Array.from({ length: Math.ceil(letters.length / 100) }, (_, i) =>
      letters.slice(i * 100, i * 100 + 100).join(''),
    )
  })

/**
 * A name as senders fill it in, the last word as the last name; the rest of an overlong name goes into the next
 * field.
 */
export function fieldsOf(name: string, place: Place): Fields {
  const fields = ['', '', '']
  let field = 0
  for (const piece of pieces(name)) {
    const longer = fields[field] === '' ? piece : `${fields[field]} ${piece}`
    if (longer.length > longestField) field += 1
    fields[field] = longer.length > longestField ? piece : longer
  }
  const [first = '', middle = '', last = ''] = fields
  if (last !== '') return { first, middle, last }
  if (middle !== '') return { first, middle: '', last: middle }
  const at = name.trimEnd().lastIndexOf(' ')
  // A sender must have a last name; a sender with one name writes a sign.
  if (at < 0) return { first, middle: '', last: place === 'sender' ? '.' : '' }
  return { first: name.slice(0, at), middle: '', last: name.slice(at + 1) }
}

/** The other party of every transfer: on no list and similar to no entry. */
const other = { name: 'Euphrasie Dikanga', birthDate: '1991-02-17' }

/**
 * The parties as acceptance builds them from a transfer: first, middle and last name joined, the receiver's names
 * together with the expected name, and the name of the wallet as another name of the receiver.
 */
export function partiesOf(screening: ScreeningCase): ScreenedParty[] {
  const { place, birthDate, country, documentNumber } = screening
  const name = writtenName(screening)
  const facts = {
    ...(birthDate !== undefined && { birthDate }),
    ...(documentNumber !== undefined && { documentNumber }),
  }
  if (place === 'sender')
    return [
      { role: 'sender', name, ...facts, ...(country !== undefined && { countries: [country] }) },
      { role: 'receiver', ...other },
    ]
  const sender: ScreenedParty = { role: 'sender', ...other, countries: ['BE'] }
  // No field of a transfer states the receiver's country.
  const receiver = { role: 'receiver', ...facts } as const
  if (place === 'expected') return [sender, { ...receiver, name }]
  if (screening.expected === undefined) return [sender, { ...receiver, name: other.name, aliases: [name] }]
  const { first: firstName, middle: middleName, last: lastName } = screening.fields
  const [stated = '', ...aliases] = statedNames({ name: screening.expected, firstName, middleName, lastName })
  return [sender, { ...receiver, name: stated, aliases }]
}
