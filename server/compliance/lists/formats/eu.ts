// Reads the consolidated financial sanctions list of the European Union, in its XML and in both of its CSV files.
import { phonesInCell } from '../identifiers.ts'
import { countriesIn, datesIn, type EntryFacts, joinedName, kindOf, yearsBetween } from './facts.ts'
import type { Row } from './xml-records.ts'
import { attribute, nodesAt, type XmlNode } from './xml-records.ts'

export const euRecords = ['sanctionEntity'] as const

/** The facts of a `sanctionEntity` element. */
export function euFacts(node: XmlNode): EntryFacts {
  const subject = nodesAt(node, 'subjectType')[0] ?? {}
  const all = (element: string, name: string) => nodesAt(node, element).map((each) => attribute(each, name))
  const names = nodesAt(node, 'nameAlias').map((alias) => nameOf((part) => attribute(alias, part)))
  return {
    entryId: attribute(node, 'euReferenceNumber') || attribute(node, 'logicalId'),
    kind: kindOf(attribute(subject, 'code') || attribute(subject, 'classificationCode')),
    names,
    birthDates: nodesAt(node, 'birthdate').flatMap((each) => birthDatesOf((part) => attribute(each, part))),
    countries: countriesIn([
      ...all('citizenship', 'countryIso2Code'),
      ...all('birthdate', 'countryIso2Code'),
    ]),
    identifiers: all('identification', 'number'),
    phones: nodesAt(node, 'address', 'contactInfo')
      .filter((each) => /phone|mobile/i.test(attribute(each, 'key')))
      .flatMap((each) => phonesInCell(attribute(each, 'value'))),
    programs: all('regulation', 'programme'),
  }
}

/** Whether the header is that of a CSV of the list: FULL 1.0 or FULL 1.1. */
export const isEuHeader = (columns: ReadonlySet<string>) =>
  columns.has('entitylogicalid') && (columns.has('naalwholename') || columns.has('namealiaswholename'))

/** The facts of one row: a name, an address, a birth date, a document or a nationality. */
export function euRowFacts(cell: Row): EntryFacts {
  const name = nameOf((part) => cell(`naal${part}`, `namealias${part}`))
  const birth = { birthdate: cell('birtdate', 'birthdatebirthdate'), year: cell('birthdateyear') }
  return {
    entryId: cell('eurefnum', 'entityeureferencenumber') || cell('entitylogicalid'),
    kind: kindOf(cell('subjecttype', 'entitysubjecttypeclassificationcode', 'entitysubjecttype')),
    names: [name],
    birthDates: birthDatesOf(
      (part) => birth[part as keyof typeof birth] ?? cell(`birthdate${part.toLowerCase()}`),
    ),
    countries: countriesIn([
      cell('birtcountry', 'birthdatecountryiso2code'),
      cell('citicountry', 'citizenshipcountryiso2code'),
    ]),
    identifiers: [cell('idennumber', 'identificationnumber')],
    phones: phonesInCell(cell('addrphone', 'addressphone')),
    programs: [cell('programme', 'entityregulationprogramme')],
  }
}

function nameOf(part: (name: string) => string): EntryFacts['names'][number] {
  const whole = part('wholeName') || joinedName(part('firstName'), part('middleName'), part('lastName'))
  return { text: joinedName(whole), isPrimary: false, isWeak: part('strong').toLowerCase() === 'false' }
}

function birthDatesOf(part: (name: string) => string): string[] {
  const range = yearsBetween(
    Number(part('yearRangeFrom') || Number.NaN),
    Number(part('yearRangeTo') || Number.NaN),
  )
  const date = datesIn(part('birthdate'))
  if (date.length > 0) return [...date, ...range]
  const [year, month, day] = [part('year'), part('monthOfYear'), part('dayOfMonth')]
  return [...(year === '' ? [] : datesIn(month === '' ? year : `${day || 0}/${month}/${year}`)), ...range]
}
