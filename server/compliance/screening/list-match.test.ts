import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredEntry } from '../lists/entry.ts'
import { type ListIndex, openListIndex } from '../lists/index.ts'
import { defaultThreshold, matchesOf } from './list-screener.ts'
import type { ScreenedParty } from './screener.ts'

const entry = (changes: Partial<StoredEntry> & { entryId: string; name: string }): StoredEntry => ({
  list: 'test',
  environments: ['production'],
  entryVersion: '1',
  kind: 'person',
  aliases: [],
  weakAliases: [],
  birthDates: [],
  countries: [],
  identifiers: [],
  programs: [],
  ...changes,
})

/** A different family name for each number. */
const letters = (number: number) =>
  [...String(number).padStart(3, '0')]
    .map((digit) => 'ba bi bo bu da di do du ga gi'.split(' ')[Number(digit)])
    .join('')

const kambulu = entry({
  entryId: 'kambulu',
  name: 'NTIRERE KAMBULU, Sostène',
  aliases: ['Mzee Wabatu'],
  weakAliases: ['Kitoko'],
  birthDates: ['1968-03-14'],
  countries: ['CD'],
  identifiers: ['OB-0457781', '77'],
  programs: ['TEST'],
})

function indexOf(...entries: StoredEntry[]): ListIndex {
  const index = openListIndex()
  for (const each of entries) index.add(each)
  return index
}

const index = indexOf(
  kambulu,
  entry({ entryId: 'single', name: 'Ndarabuso' }),
  entry({ entryId: 'sandbox', name: 'Watchlist Person', environments: ['sandbox'] }),
  ...Array.from({ length: 300 }, (_, i) => entry({ entryId: `ali-${i}`, name: `Mohamed Ali ${letters(i)}` })),
)

const match = (party: Partial<ScreenedParty> & { name: string }) =>
  matchesOf(index, 'production', { role: 'sender', ...party })
/** How much a fact changes the score of a name. */
const changeOf = (party: { name: string }, listed: StoredEntry, fact: Partial<ScreenedParty>) =>
  matchesOf(indexOf(listed), 'production', { role: 'sender', ...party, ...fact })[0]!.parts[1]!.points

describe('a match', () => {
  test('a match names the entry, and its parts add up to its score', () => {
    const party = {
      name: 'Sostene Kambulu',
      birthDate: '1968-03-14',
      countries: ['CD'],
      documentNumber: 'OB0457781',
    }
    const [found] = match(party)
    expect(found).toMatchObject({
      role: 'sender',
      list: 'test',
      entryId: 'kambulu',
      entryVersion: '1',
      entryName: 'NTIRERE KAMBULU, Sostène',
      matchedName: 'NTIRERE KAMBULU, Sostène',
      programs: ['TEST'],
      score: 1,
    })
    expect(found!.parts.map(({ part }) => part)).toEqual(['name', 'country', 'birth_date', 'document'])
    expect(found!.parts[0]!.detail).toBe('sostene, kambulu, with ntirere on the list only')
    expect(found!.parts.at(-1)!.detail).toBe('has the document …781')
  })

  /** A weaker match: an initial and one word of the listed name, with another family name. */
  const lesser = 'S. Ntirere Kabongo'
  test.each([
    ['the same day', '1968-03-14', 0.1],
    ['another day of that month', '1968-03-15', 0],
    ['day and month the other way round', '1968-14-03', 0],
  ])('the score of a weak name match changes with a birth date of %s', (_, birthDate, change) => {
    expect(changeOf({ name: lesser }, kambulu, { birthDate })).toBe(change)
  })

  test('a weak name match is dropped when the birth date differs', () => {
    expect(match({ name: lesser })).toHaveLength(1)
    expect(match({ name: lesser, birthDate: '1981-07-02' })).toEqual([])
    const ofYear = indexOf({ ...kambulu, birthDates: ['1968'] })
    const party = { role: 'sender', name: lesser, birthDate: '1970-03-14' } as const
    expect(matchesOf(ofYear, 'production', party)).toEqual([])
  })

  test.each([
    ['1968', '1968-03-14', 0.03],
    ['1968-03', '1968-03-01', 0.05],
    ['1968-03', '1968-04-01', 0],
  ])(
    'birth dates are compared as precisely as the list has them: %s with %s',
    (listed, birthDate, change) => {
      expect(changeOf({ name: lesser }, { ...kambulu, birthDates: [listed] }, { birthDate })).toBe(change)
    },
  )

  test.each([
    ['the same words', 'Sostene Kambulu Ntirere'],
    ['the same words misspelt', 'Sosten Kanbulu Ntirrere'],
    ['the same words among others', 'Sostene Mbuyi Kambulu Pierre Ntirere'],
    ['the same letters written apart', 'Sos tene Kam bu lu Nti rere'],
    ['a weak alias', 'Kitoko'],
  ])('a match of %s is not lowered by an unverified birth date or country', (_, name) => {
    const unverified = match({ name, birthDate: '1990-12-30', countries: ['US'] })[0]
    expect(unverified?.score).toBe(match({ name })[0]!.score)
    expect(unverified!.score).toBeGreaterThanOrEqual(defaultThreshold)
    expect(unverified!.parts.slice(1).map(({ points }) => points)).toEqual([0, 0])
  })

  test.each([
    ['a short name', 'Ali Omar', 'omarali'],
    ['a name of many words', 'Faysal Walid Karim Salim Darfurawi', 'DarfurawiSalimFaysalKarimWalid'],
  ])('the same letters split differently in another order match almost fully: %s', (_, name, written) => {
    const listed = indexOf(entry({ entryId: 'listed', name }))
    const [found] = matchesOf(listed, 'production', { role: 'sender', name: written })
    expect(found?.score).toBeGreaterThanOrEqual(0.97)
  })

  test('an agreeing birth date and country raise the score of a partial name', () => {
    const [plain, agreeing] = [{}, { birthDate: '1968-03-14', countries: ['CD'] }].map(
      (known) => match({ name: 'Sostene Kambulu', ...known })[0]!.score,
    )
    expect(agreeing).toBeGreaterThan(plain!)
  })

  test('a document number alone makes a match, unless it is too short', () => {
    expect(match({ name: 'Somebody Else', documentNumber: 'ob 0457 781' })).toMatchObject([
      { entryId: 'kambulu', score: 0.95, parts: [{ points: 0 }, { part: 'document', points: 0.95 }] },
    ])
    expect(match({ name: 'Somebody Else', documentNumber: '77' })).toEqual([])
  })

  test.each([
    'RL 0419079',
    'rl0419079',
    'Passport RL 0419079',
    'Passeport n° RL-0419079 délivré à Beyrouth',
    'PASSPORTRL0419079',
    'No. RL 0419079 (Lebanon)',
  ])('a document is the same with its label and what stands behind it: %s', (documentNumber) => {
    const listed = entry({ entryId: 'rl', name: 'Boris Zoubarov', identifiers: ['RL 0419079'] })
    const found = matchesOf(indexOf(listed), 'production', {
      role: 'sender',
      name: 'Ali Kone',
      documentNumber,
    })
    expect(found).toMatchObject([{ entryId: 'rl', score: 0.95 }])
    const labelled = { ...listed, identifiers: ['Passport RL 0419079 (Lebanon)'] }
    expect(
      matchesOf(indexOf(labelled), 'production', { role: 'sender', name: 'Ali Kone', documentNumber }),
    ).toHaveLength(1)
  })

  test.each([
    ['+243 81 000 0007', 'CD'],
    ['00243 (0)81-000-0007', 'CD'],
    ['081 000 0007', 'CD'],
    ['243810000007', 'RW'],
    ['+243 810000007 ext. 12', 'RW'],
  ])('the telephone number of a listed person holds, whatever the name: %s', (phone, country) => {
    const listed = entry({ entryId: 'phone', name: 'Boris Zoubarov', countries: [country], phones: [phone] })
    const found = (number: string) =>
      matchesOf(indexOf(listed), 'production', { role: 'receiver', name: 'Ali Kone', phones: [number] })
    expect(found('243810000007')).toMatchObject([
      {
        entryId: 'phone',
        score: 0.95,
        parts: [{ points: 0 }, { part: 'phone', detail: 'has the telephone number …007' }],
      },
    ])
    expect(found('243810000008')).toEqual([])
  })

  test('a weak alias matches only in exactly the same words', () => {
    expect(match({ name: 'kitoko' })).toMatchObject([
      { entryId: 'kambulu', score: 0.85, matchedName: 'Kitoko' },
    ])
    expect(match({ name: 'Kitoko Mukendi' })).toEqual([])
    expect(match({ name: 'Kitokho' })).toEqual([])
  })

  test('a listed name of one rare word matches that word alone and among others', () => {
    expect(match({ name: 'Ndarabuso' })).toMatchObject([{ entryId: 'single', score: 1 }])
    expect(match({ name: 'Jean Ndarabuso' })).toMatchObject([{ entryId: 'single', score: 0.8 }])
    expect(match({ name: 'Jean Ndarabusola' })).toEqual([])
    expect(match({ name: 'Kambulu' })).toEqual([])
  })

  test('an entry is reported once, with the name or alias that matches best', () => {
    expect(match({ name: 'Wabatu Mzee', aliases: ['Sostene Kambulu'] })).toMatchObject([
      { entryId: 'kambulu', matchedName: 'Mzee Wabatu', score: 1 },
    ])
  })

  test('a list applies only in its own environments', () => {
    expect(match({ name: 'Watchlist Person' })).toEqual([])
    expect(matchesOf(index, 'sandbox', { role: 'sender', name: 'Watchlist Person' })).toHaveLength(1)
    expect(matchesOf(index, 'sandbox', { role: 'sender', name: 'Sostene Kambulu Ntirere' })).toEqual([])
  })
})

test.each([
  ['Roman Arkadyevich Abramovich', 'Roman Arkadyevich Abramovich Ilunga'],
  ['Igor Zhdanovich', 'Igor Zhdanovich Petrov'],
  ['Slobodan Petrovich', 'Mukendi wa Kabongo Slobodan Petrovich'],
  ['Recep Davutoğlu', 'Recep Davutoğlu Ilunga'],
])('a family name formed like a patronymic counts in full: %s in %s', (name, padded) => {
  const index = openListIndex()
  index.add(entry({ entryId: name, name, birthDates: ['1966-10-24'], countries: ['RU'] }))
  const [match] = matchesOf(index, 'production', {
    role: 'sender',
    name: padded,
    birthDate: '1999-01-01',
    countries: ['CD'],
  })
  expect(match?.score).toBeGreaterThan(0.9)
})

describe('a person listed as Boris Zoubarov', () => {
  const listed = indexOf(
    entry({ entryId: 'boris', name: 'Boris Zoubarov', birthDates: ['1961-04-01'], countries: ['RU'] }),
    entry({
      entryId: 'long',
      name: 'Abd al-Qadir Hasan Yusuf Jamal Ismail Tariq Nur Salim Karim Walid Faysal Darfurawi',
    }),
  )
  const score = (name: string) =>
    matchesOf(listed, 'production', {
      role: 'sender',
      name,
      birthDate: '1990-12-30',
      countries: ['CA'],
    })[0]?.score ?? 0

  test.each([
    ['invisible characters', 'Bo\u200bris Zou\u2060ba\u00adrov'],
    ['combining marks', 'B\u0358o\u0358ris Zoubarov'],
    ['dots', 'B.o.r.i.s Z.o.u.b.a.r.o.v'],
    ['digits', 'B0r1s Z0ub4r0v'],
    ['particles in front', 'de la de la de la de la de la Boris Zoubarov'],
    ['a word more', 'Boris Zoubarov X'],
    ['given names between', 'Boris Jean Pierre Marie Paul Luc Marc Zoubarov'],
    ['pieces', 'Bor is Zo uba rov'],
    ['one word', 'ZoubarovBoris'],
    ['one word without capitals', 'boriszoubarov'],
    ['Cyrillic letters that look Latin', 'Воris Zоubаrоv'],
    ['Cherokee letters', 'ᏴᎾᏒᎥᏚ Zoubarov'],
    ['turned letters', 'Boɹis Zouqɐɹov'],
    ['the Cyrillic alphabet', 'Борис Зубаров'],
    ['the Greek alphabet', 'Μπόρις Ζουμπάροβ'],
    ['the Arabic alphabet', 'بوريس زوباروف'],
    ['other spellings', 'Borys Soubaroff'],
    ['a letter changed in each word', 'Boriz Zoubatov'],
    ['letters doubled, left out and swapped', 'Borris Zoubraov'],
    ['a patronymic', 'Boris Ivanovich Zoubarov'],
    ['a title', 'General Boris Zoubarov'],
    ['an empty field', 'Boris Zoubarov . -'],
  ])('a listed name is found when written with %s, whatever date and country are stated', (_, name) => {
    expect(score(name)).toBeGreaterThanOrEqual(defaultThreshold)
  })

  test.each(['Boris Mukendi', 'Jean Zoubeir', 'Marie Zola', 'Boris Kabongo Ilunga'])(
    'a listed name is not confused with %s',
    (name) => {
      expect(score(name)).toBeLessThan(defaultThreshold)
    },
  )

  test('a listed name of more than twelve words is found in any order', () => {
    const texts = 'Darfurawi Faysal Walid Karim Salim Nur Tariq Ismail Jamal Yusuf Hasan Qadir al Abd'
    expect(score(texts)).toBeGreaterThanOrEqual(defaultThreshold)
  })
})

test('a name that hundreds share does not hold anybody by itself', () => {
  for (const name of ['Mohamed Ali', 'Ali Mohamed Hassan', 'Mohamed Ali Kabongo']) {
    const held = match({ name }).filter(({ score }) => score >= defaultThreshold)
    expect(held).toEqual([])
  }
  expect(match({ name: `Mohamed Ali ${letters(77)}` })[0]).toMatchObject({ entryId: 'ali-77', score: 1 })
})

test('screening scores always have two decimals from 0 to 1 and are the sum of their parts', () => {
  const texts = 'Sostene Kambulu Ntirere Ntirrere Mzee Wabatu Kitoko Mohamed Ali Bahubi Jean S'.split(' ')
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...texts), { maxLength: 6 }),
      fc.constantFrom(undefined, '1968-03-14', '1968-03-15', '1990-01-01'),
      fc.constantFrom([], ['CD'], ['US']),
      fc.constantFrom(undefined, 'OB0457781', 'X1234567'),
      (name, birthDate, countries, documentNumber) => {
        const party = { name: name.join(' '), countries, ...(birthDate && { birthDate }) }
        for (const { score, parts } of match({ ...party, ...(documentNumber && { documentNumber }) })) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
          expect(Math.round(parts.reduce((sum, part) => sum + part.points, 0) * 100)).toBe(
            Math.round(score * 100),
          )
        }
      },
    ),
  )
})

test.each([
  ['', 'empty'],
  ['...', 'marks'],
  ['x'.repeat(10_000), 'long'],
  ['Mohamed Ali '.repeat(900), 'a repeated name'],
])('a text that is not a name matches no entry (%#)', (name) => {
  expect(match({ name }).filter(({ score }) => score >= defaultThreshold)).toEqual([])
})

test('a person with many aliases is found by a rare family name among other names', () => {
  const aliases = Array.from({ length: 14 }, (_, i) => `${letters(i)} Mutakazimana`)
  const listed = entry({ entryId: 'aliases', name: 'Laurent Semanzi Mutakazimana', aliases })
  const found = matchesOf(indexOf(listed), 'production', {
    role: 'sender',
    name: 'Laurent Mutakazimana Kabongo',
  })
  expect(found[0]?.score).toBeGreaterThanOrEqual(defaultThreshold)
})

test('a given name and a birth date of a listed person hold nobody, however rare the given name is', () => {
  const listed = entry({
    entryId: 'rare-given-name',
    name: 'WABULAKOMBE, Sostenezo Tumbakola',
    birthDates: ['1976-09-26'],
  })
  const party = { role: 'sender', name: 'Sostenezo Luzolo Mbombo', birthDate: '1976-09-26' } as const
  expect(
    matchesOf(indexOf(listed), 'production', party).filter(({ score }) => score >= defaultThreshold),
  ).toEqual([])
})
