// Reads the consolidated list of the United Nations Security Council in its own XML.
import { labelAndNumber, phonesInText } from '../identifiers.ts'
import { countriesIn, datesIn, type EntryFacts, joinedName, yearsBetween } from './facts.ts'
import { nodesAt, textAt, textsAt, type XmlNode } from './xml-records.ts'

export const unRecords = ['INDIVIDUAL', 'ENTITY'] as const

/** The facts of an `INDIVIDUAL` or `ENTITY` element. */
export function unFacts(node: XmlNode, element: string): EntryFacts {
  const given = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => textAt(node, part))
  const alias = `${element}_ALIAS`
  return {
    entryId: textAt(node, 'REFERENCE_NUMBER') || textAt(node, 'DATAID'),
    kind: element === 'INDIVIDUAL' ? 'person' : 'organisation',
    names: [
      { text: joinedName(...given), isPrimary: true, isWeak: false },
      ...textsAt(node, 'NAME_ORIGINAL_SCRIPT').map((text) => ({ text, isPrimary: false, isWeak: false })),
      ...nodesAt(node, alias).flatMap(aliasesIn),
    ],
    birthDates: nodesAt(node, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthDatesIn),
    countries: countriesIn([
      ...textsAt(node, 'NATIONALITY', 'VALUE'),
      ...textsAt(node, 'INDIVIDUAL_PLACE_OF_BIRTH', 'COUNTRY'),
    ]),
    identifiers: nodesAt(node, 'INDIVIDUAL_DOCUMENT').flatMap(numberIn),
    phones: [...textsAt(node, 'COMMENTS1'), ...textsAt(node, `${element}_ADDRESS`, 'NOTE')].flatMap(
      phonesInText,
    ),
    programs: textsAt(node, 'UN_LIST_TYPE'),
  }
}

function aliasesIn(alias: XmlNode): EntryFacts['names'] {
  const isWeak = /low/i.test(textAt(alias, 'QUALITY'))
  return textsAt(alias, 'ALIAS_NAME')
    .flatMap((text) => text.split(';'))
    .map((text) => ({ text: joinedName(text), isPrimary: false, isWeak }))
}

function birthDatesIn(date: XmlNode): string[] {
  const [from, to] = [textAt(date, 'FROM_YEAR'), textAt(date, 'TO_YEAR')]
  const range = from !== '' && to !== '' ? yearsBetween(Number(from), Number(to)) : []
  const stated = [...textsAt(date, 'DATE'), ...textsAt(date, 'YEAR')]
  return [...range, ...(stated.length > 0 ? stated : textsAt(date, 'NOTE')).flatMap(datesIn)]
}

/** Some documents have their number in the note. */
function numberIn(document: XmlNode): string[] {
  const stated = [...textsAt(document, 'NUMBER'), ...textsAt(document, 'NOTE')].map(
    (text) => labelAndNumber(text).number,
  )
  return stated.filter((number) => number !== '').slice(0, 1)
}
