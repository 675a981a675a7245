// Reads the sanctions lists of the United Kingdom: the UK Sanctions List (XML and CSV) and OFSI's consolidated list (XML and CSV).
import { phonesInCell, phonesInText } from '../identifiers.ts'
import { countriesIn, datesIn, type EntryFacts, joinedName, kindOf, numberedValues } from './facts.ts'
import type { Row } from './xml-records.ts'
import { nodesAt, textAt, textsAt, type XmlNode } from './xml-records.ts'

export const ukRecords = ['Designation'] as const
export const ofsiRecords = ['FinancialSanctionsTarget'] as const

const givenNames = [1, 2, 3, 4, 5].map((place) => `Name${place}`)

/** The facts of a `Designation` element. */
export function ukFacts(node: XmlNode): EntryFacts {
  const person = (...path: string[]) => textsAt(node, 'IndividualDetails', 'Individual', ...path)
  const identifiers = [
    ...person('PassportDetails', 'Passport', 'PassportNumber'),
    ...person('PassportDetails', 'PassportDetail', 'PassportNumber'),
    ...person('NationalIdentifierDetails', 'NationalIdentifier', 'NationalIdentifierNumber'),
    ...person('NationalIdentifierDetails', 'NationalIdentifierDetail', 'NationalIdentifierNumber'),
    ...textsAt(node, 'EntityDetails', 'Entity', 'BusinessRegistrationNumbers', 'BusinessRegistrationNumber'),
  ]
  return {
    entryId: textAt(node, 'UniqueID'),
    kind: kindOf(textAt(node, 'IndividualEntityShip') || textAt(node, 'DesignationType')),
    names: [
      ...nodesAt(node, 'Names', 'Name').map((name) => nameOf((part) => textAt(name, part))),
      ...[
        ...textsAt(node, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript'),
        ...textsAt(node, 'NonLatinNames', 'NameNonLatinScript'),
      ].map(otherScript),
    ],
    birthDates: person('DOBs', 'DOB').flatMap(datesIn),
    countries: countriesIn([
      ...person('Nationalities', 'Nationality'),
      ...person('BirthDetails', 'Location', 'CountryOfBirth'),
    ]),
    identifiers: identifiers.flatMap(numberedValues),
    phones: [
      ...textsAt(node, 'PhoneNumbers', 'PhoneNumber').flatMap(phonesInCell),
      ...textsAt(node, 'OtherInformation').flatMap(phonesInText),
    ],
    programs: textsAt(node, 'RegimeName'),
  }
}

/** Whether the header is that of a CSV of one of the lists. */
export const isUkHeader = (columns: ReadonlySet<string>) =>
  columns.has('name6') && (columns.has('uniqueid') || columns.has('groupid'))

/** The facts of one row: a name with everything that is known of the entry. The rows of OFSI's XML have the same content. */
export function ukRowFacts(cell: Row): EntryFacts {
  const phones = numberedValues(cell('phonenumber')).flatMap(phonesInCell)
  return {
    entryId: cell('uniqueid') || cell('groupid'),
    kind: kindOf(cell('designationtype', 'individualentityship', 'grouptype', 'grouptypedescription')),
    names: [
      nameOf((part) =>
        part === 'NameType'
          ? cell('nametype', 'aliastype')
          : part === 'AliasStrength'
            ? cell('aliasstrength', 'aliasquality')
            : cell(part.toLowerCase()),
      ),
      otherScript(cell('namenonlatinscript')),
    ],
    birthDates: numberedValues(cell('dob', 'individualdateofbirth')).flatMap(datesIn),
    countries: countriesIn([
      cell('nationalityies', 'nationality', 'individualnationality'),
      cell('countryofbirth', 'individualcountryofbirth'),
    ]),
    identifiers: [
      cell('passportnumber', 'individualpassportnumber'),
      cell('nationalidentifiernumber', 'nationalidentificationnumber', 'individualninumber'),
      cell('businessregistrationnumbers', 'entitybusinessregnumber'),
    ].flatMap(numberedValues),
    phones: [...phones, ...phonesInText(cell('otherinformation'))],
    programs: [cell('regimename', 'regime')],
  }
}

const otherScript = (text: string) => ({ text: joinedName(text), isPrimary: false, isWeak: false })

function nameOf(part: (name: string) => string): EntryFacts['names'][number] {
  return {
    text: joinedName(...givenNames.map(part), part('Name6')),
    isPrimary: /^primary name$/i.test(part('NameType').trim()),
    isWeak: /low|weak/i.test(part('AliasStrength')),
  }
}
