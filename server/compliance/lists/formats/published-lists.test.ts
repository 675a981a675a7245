import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ListEntry } from '../entry.ts'
import { listFileAt, readListFile } from '../file.ts'

const directory = mkdtempSync(join(tmpdir(), 'likuta-published-'))
afterAll(() => rmSync(directory, { recursive: true }))

async function read(name: string, content: string): Promise<{ format: string; entries: ListEntry[] }> {
  const path = join(directory, name)
  writeFileSync(path, content)
  const entries: ListEntry[] = []
  let format = ''
  for await (const each of readListFile(listFileAt(path))) {
    entries.push(each.entry)
    format = each.format
  }
  return { format, entries }
}

const person = {
  kind: 'person',
  name: 'Sostène KAMBULU NTIRERE',
  aliases: ['Colonel Kambulu', 'Состен Камбулу'],
  weakAliases: ['Mzee Kambu'],
  birthDates: ['1968-03-14', '1967'],
  countries: ['CD', 'RW'],
  identifiers: ['RL 0419079', '1968-031-77'],
  programs: ['DRC'],
  phones: ['+243 81 000 0007'],
}

describe('the consolidated list of the United Nations', () => {
  const individual = `<INDIVIDUAL><DATAID>690001</DATAID><FIRST_NAME>Sostène</FIRST_NAME><SECOND_NAME>KAMBULU</SECOND_NAME>
    <THIRD_NAME>NTIRERE</THIRD_NAME><FOURTH_NAME>na</FOURTH_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE>
    <REFERENCE_NUMBER>CDi.901</REFERENCE_NUMBER><COMMENTS1>Commander &amp; chief. Phone: +243 81 000 0007. Left in 2011.</COMMENTS1>
    <NAME_ORIGINAL_SCRIPT>Состен Камбулу</NAME_ORIGINAL_SCRIPT>
    <NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE><VALUE>Rwanda</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Colonel Kambulu</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Mzee Kambu</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1968-03-14</DATE></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DATE_OF_BIRTH><YEAR>1967</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>RL 0419079</NUMBER></INDIVIDUAL_DOCUMENT>
    <INDIVIDUAL_DOCUMENT><NOTE>National ID No. 1968-031-77 (issued in Goma)</NOTE></INDIVIDUAL_DOCUMENT>
    <INDIVIDUAL_DOCUMENT/></INDIVIDUAL>`
  const whole = (content: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<CONSOLIDATED_LIST dateGenerated="2026-02-27"><INDIVIDUALS>${content}</INDIVIDUALS>
     <ENTITIES><ENTITY><DATAID>7</DATAID><FIRST_NAME>ITURI &amp; KIVU HILLS</FIRST_NAME><REFERENCE_NUMBER>CDe.901</REFERENCE_NUMBER>
     <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Golden Hills</ALIAS_NAME></ENTITY_ALIAS></ENTITY></ENTITIES></CONSOLIDATED_LIST>\n`

  test('the UN list yields persons and organisations with all that identifies them', async () => {
    const { format, entries } = await read('consolidated.xml', whole(individual))
    expect(format).toBe('un')
    expect(entries).toHaveLength(2)
    expect({ ...entries[0], aliases: entries[0]!.aliases.toSorted() }).toEqual({
      ...person,
      entryId: 'CDi.901',
    })
    expect(entries[1]).toMatchObject({
      entryId: 'CDe.901',
      kind: 'organisation',
      name: 'ITURI & KIVU HILLS',
      aliases: ['Golden Hills'],
    })
  })

  test('a range of birth years of the UN list counts each year', async () => {
    const range = individual.replace(
      '<YEAR>1967</YEAR>',
      '<FROM_YEAR>1965</FROM_YEAR><TO_YEAR>1967</TO_YEAR>',
    )
    const { entries } = await read('range.xml', whole(range))
    expect(entries[0]!.birthDates.toSorted()).toEqual(['1965', '1966', '1967', '1968-03-14'])
  })

  test.each([
    ['that is cut off', whole(individual).slice(0, -40), /does not end with <\/CONSOLIDATED_LIST>/],
    [
      'with a document type',
      whole(individual).replace('<CONS', '<!DOCTYPE x [<!ENTITY a "b">]><CONS'),
      /document type/,
    ],
    ['of an unknown kind', '<rss><channel/></rss>', /unknown kind: <rss>/],
    ['with two entries of one id', whole(individual + individual), /earlier entry, CDi.901/],
    ['with an element that does not end', whole(`${individual}<INDIVIDUAL>`), /has no <\/INDIVIDUAL>/],
    ['that is not well-formed', whole(individual.replace('</FIRST_NAME>', '')), /not well-formed/],
  ])('an XML list %s is refused', async (_, content, message) => {
    await expect(read('broken.xml', content)).rejects.toThrow(message)
  })
})

describe('the financial sanctions list of the European Union', () => {
  const eu = { ...person, entryId: 'EU.900.1', name: 'Sostène KAMBULU NTIRERE' }

  test('the XML of the EU yields persons with strong and weak aliases', async () => {
    const { format, entries } = await read(
      'eu.xml',
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00">
        <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.900.1" logicalId="13">
          <regulation regulationType="regulation" programme="DRC" logicalId="348"><publicationUrl>http://a.example/?a&amp;b</publicationUrl></regulation>
          <subjectType code="person" classificationCode="P"/>
          <nameAlias firstName="Sostène" middleName="" lastName="KAMBULU NTIRERE" wholeName="" strong="true" logicalId="17"/>
          <nameAlias wholeName="Colonel Kambulu" strong="true" logicalId="19"/>
          <nameAlias wholeName="Состен Камбулу" nameLanguage="RU" strong="true" logicalId="20"/>
          <nameAlias wholeName="Mzee Kambu" strong="false" logicalId="21"/>
          <citizenship countryIso2Code="CD" countryDescription="CONGO" logicalId="1"/>
          <birthdate circa="false" birthdate="1968-03-14" countryIso2Code="RW" logicalId="1"/>
          <birthdate circa="true" year="1967" countryIso2Code="00" logicalId="2"/>
          <identification number="RL 0419079" identificationTypeCode="passport" logicalId="1"/>
          <identification number="1968-031-77" identificationTypeCode="id" logicalId="2"/>
          <address city="Goma" countryIso2Code="CD" logicalId="3"><contactInfo key="PHONE" value="+243 81 000 0007"/></address>
        </sanctionEntity>
      </export>`,
    )
    expect(format).toBe('eu')
    expect(entries).toEqual([eu])
  })

  test.each([
    [
      '1.0',
      `\uFEFFDate_file;Entity_logical_id;EU_ref_num;Subject_type;Programme;Naal_lastname;Naal_firstname;Naal_wholename;Birt_date;Birt_country;Iden_number;Citi_country;Entity_logical_id
05/08/2026;13;EU.900.1;P;DRC;;;Sostène KAMBULU NTIRERE;;;;;13
05/08/2026;14;EU.900.2;E;DRC;;;ITURI HILLS;;;;;14
05/08/2026;13;EU.900.1;P;DRC;;;Colonel Kambulu;;;;;13
05/08/2026;13;EU.900.1;P;DRC;;;;1968-03-14;RW;;;13
05/08/2026;13;EU.900.1;P;DRC;;;;;;RL 0419079;CD;13
`,
    ],
    [
      '1.1',
      `fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_WholeName;BirthDate_BirthDate;BirthDate_CountryIso2Code;Identification_Number;Citizenship_CountryIso2Code
05/08/2026;13;EU.900.1;P;DRC;Sostène KAMBULU NTIRERE;;;;
05/08/2026;14;EU.900.2;E;DRC;"ITURI; HILLS";;;;
05/08/2026;13;EU.900.1;P;DRC;Colonel Kambulu;;;;
05/08/2026;13;EU.900.1;P;DRC;;1968-03-14;RW;RL 0419079;CD
`,
    ],
  ])('the CSV %s of the EU is one entry for the rows of one person', async (_, content) => {
    const { format, entries } = await read('eu.csv', content)
    expect(format).toBe('eu')
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({
      entryId: 'EU.900.1',
      kind: 'person',
      name: person.name,
      aliases: ['Colonel Kambulu'],
      birthDates: ['1968-03-14'],
      identifiers: ['RL 0419079'],
      programs: ['DRC'],
    })
    expect(entries[0]!.countries.toSorted()).toEqual(['CD', 'RW'])
    expect(entries[1]).toMatchObject({ entryId: 'EU.900.2', kind: 'organisation' })
  })
})

describe('the sanctions lists of the United Kingdom', () => {
  test('the XML of the UK Sanctions List yields persons with strong and weak aliases', async () => {
    const { format, entries } = await read(
      'UK-Sanctions-List.xml',
      `<?xml version="1.0" encoding="utf-8"?>\n<Designations><DateGenerated>14/08/2026</DateGenerated><Designation><UniqueID>DRC0901</UniqueID>
        <OFSIGroupID>12703</OFSIGroupID><Names>
        <Name><Name1>Sostène</Name1><Name6>KAMBULU NTIRERE</Name6><NameType>Primary Name</NameType></Name>
        <Name><Name1>Colonel</Name1><Name6>Kambulu</Name6><NameType>Alias</NameType><AliasStrength>Good quality a.k.a</AliasStrength></Name>
        <Name><Name6>Mzee Kambu</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name></Names>
        <NonLatinNames><NonLatinName><NameNonLatinScript>Состен Камбулу</NameNonLatinScript></NonLatinName></NonLatinNames>
        <RegimeName>DRC</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
        <PhoneNumbers><PhoneNumber>+243 81 000 0007</PhoneNumber></PhoneNumbers>
        <IndividualDetails><Individual><DOBs><DOB>14/03/1968</DOB><DOB>dd/mm/1967</DOB></DOBs>
        <Nationalities><Nationality>Congo (Democratic Republic)</Nationality><Nationality>Congo, Democratic Republic of the</Nationality></Nationalities>
        <BirthDetails><Location><CountryOfBirth>Rwanda</CountryOfBirth></Location></BirthDetails>
        <PassportDetails><Passport><PassportNumber>RL 0419079</PassportNumber></Passport></PassportDetails>
        <NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>1968-031-77</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails>
        </Individual></IndividualDetails></Designation></Designations>`,
    )
    expect(format).toBe('uk')
    expect(entries).toEqual([{ ...person, entryId: 'DRC0901' }])
  })

  test('the CSV of the UK Sanctions List has a date before its header and one row for each name', async () => {
    const { format, entries } = await read(
      'UK-Sanctions-List.csv',
      `Report Date: 13-Feb-2026
Unique ID,OFSI Group ID,Name 6,Name 1,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Phone number,D.O.B,Nationality(/ies),National Identifier number,Passport number,Country of birth
DRC0901,1,KAMBULU NTIRERE,Sostène,Primary Name,,Состен Камбулу,DRC,Individual,+243 81 000 0007,14/03/1968,"Congo, Democratic Republic of the",1968-031-77,RL 0419079,Rwanda
DRC0902,2,OCEAN STAR,,Primary Name,,,DRC,Ship,,,,,,
DRC0901,1,Kambulu,Colonel,Alias,Good quality,,DRC,Individual,,00/00/1967,,,,
DRC0901,1,Mzee Kambu,,Alias,Low quality,,DRC,Individual,,,,,,
`,
    )
    expect(format).toBe('uk')
    expect({ ...entries[0], aliases: entries[0]!.aliases.toSorted() }).toEqual({
      ...person,
      entryId: 'DRC0901',
    })
    expect(entries[1]).toMatchObject({ kind: 'thing', name: 'OCEAN STAR' })
  })

  const ofsi = { ...person, entryId: '12703', aliases: ['Состен Камбулу', 'Colonel Kambulu'] }

  test("OFSI's CSV has numbered values in its cells", async () => {
    const { format, entries } = await read(
      'ConList.csv',
      `Last Updated,13/02/2026,,,,,,,,,,
Name 6,Name 1,Name Non-Latin Script,DOB,Country of Birth,Nationality,Passport Number,National Identification Number,Other Information,Group Type,Alias Type,Alias Quality,Regime,Group ID
KAMBULU NTIRERE,Sostène,Состен Камбулу,14/03/1968,Rwanda,"(1) Congo, Democratic Republic of the (2) Rwanda",RL 0419079,1968-031-77,(Phone number):+243 81 000 0007. (Gender):Male,Individual,Primary name,,DRC,12703
Kambulu,Colonel,,00/00/1967,,,,,,Individual,AKA,Good quality,DRC,12703
Mzee Kambu,,,,,,,,,Individual,AKA,Low quality,DRC,12703
`,
    )
    expect(format).toBe('uk-ofsi')
    expect(entries).toEqual([ofsi])
  })

  test("OFSI's XML is one entry for the targets of one group", async () => {
    const target = (facts: string) =>
      `<FinancialSanctionsTarget><GroupID>12703</GroupID><GroupTypeDescription>Individual</GroupTypeDescription><RegimeName>DRC</RegimeName>${facts}</FinancialSanctionsTarget>`
    const { format, entries } = await read(
      'ConList.xml',
      `<?xml version="1.0"?><ArrayOfFinancialSanctionsTarget xmlns="http://schemas.hmtreasury.gov.uk/ofsi/consolidatedlist">
      ${target('<Name6>KAMBULU NTIRERE</Name6><name1>Sostène</name1><AliasType>Primary name</AliasType><NameNonLatinScript>Состен Камбулу</NameNonLatinScript><Individual_DateOfBirth>14/03/1968</Individual_DateOfBirth><Individual_Nationality>(1) Congo, Democratic Republic of the (2) Rwanda</Individual_Nationality><Individual_PassportNumber>RL 0419079</Individual_PassportNumber><Individual_NINumber>1968-031-77</Individual_NINumber><PhoneNumber>+243 81 000 0007</PhoneNumber>')}
      ${target('<Name6>Kambulu</Name6><name1>Colonel</name1><AliasType>AKA</AliasType><AliasQuality>Good quality</AliasQuality><Individual_DateOfBirth>1967</Individual_DateOfBirth>')}
      ${target('<Name6>Mzee Kambu</Name6><AliasType>AKA</AliasType><AliasQuality>Low quality</AliasQuality>')}
      </ArrayOfFinancialSanctionsTarget>`,
    )
    expect(format).toBe('uk-ofsi')
    expect(entries).toEqual([ofsi])
  })
})
