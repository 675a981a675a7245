// Invented names, distributed among persons as real names are: entries of a sanctions list, and persons to search
// for.
import type { StoredEntry } from '../../../../server/compliance/lists/entry.ts'
import type { ScreenedParty } from '../../../../server/compliance/screening/screener.ts'

/** The same numbers on every run (mulberry32). */
function openRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = openRandom(20261121)
const upTo = (most: number) => Math.floor(random() * most)
const pick = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!
/**
 * One in twenty has one of the first 100 names, one in two hundred one of the first 30,000, as real names are
 * distributed.
 */
const pickEarly = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(values.length * random() ** (values.length > 1_000 ? 2 : 1.5))]!

const starts = 'ka mu tshi ba ma nga ki lu mo ilu sha al ro vi sa ha ye jo pe ste dra ko wi zhe xi ra'.split(
  ' ',
)
const middles = 'bi ke nda la mba ri so ngo lo nde zi ma ta shi vo che mi ni dze ha ssa rou'.split(' ')
const syllables = 'la ndi nga na di mbo lu nge ko za vic ov ev in ez son man di ri ya mi ni to'.split(' ')
const givenNames =
  `mohamed jean ahmed ali joseph marie ivan maria hassan jose abdul pierre hussein vladimir alexander kim
  john omar ibrahim sergei david paul patrick emmanuel yusuf michael peter luis carlos dieudonne chantal grace
  khalid andrei antonio fatima igor dmitri juan said hamid anna elena li wang abdallah mahmoud karim natalia nikolai
  oleg pavel roman viktor yuri aleksandr anatoly boris abu bakr umar uthman tariq bilal zaid faisal majid reza
  hossein javad mehdi mostafa saeed rahim jorge miguel pedro rafael ramon sergio jorge ricardo oscar hugo felix
  bosco sylvestre callixte faustin laurent thomas ignace innocent germain frank corneille nestor`.split(/\s+/)
const families = Array.from({ length: 30_000 }, () =>
  [pick(starts), ...Array.from({ length: upTo(3) }, () => pick(middles)), pick(syllables)].join(''),
)

function personName(): string {
  const parts = [pickEarly(givenNames), pickEarly(families)]
  if (random() < 0.6) parts.push(pickEarly(families))
  if (random() < 0.2) parts.push(pickEarly(givenNames))
  return parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join(' ')
}

export function entry(number: number): StoredEntry {
  const name = personName()
  const aliases = Array.from({ length: upTo(4) }, () =>
    random() < 0.6 ? name.split(' ').reverse().join(' ') : `${name} ${pickEarly(families)}`,
  )
  return {
    list: 'generated',
    environments: ['production'],
    entryId: `g-${number}`,
    entryVersion: '1',
    kind: 'person',
    name,
    aliases,
    weakAliases: random() < 0.1 ? [pick(families)] : [],
    birthDates: [`${1940 + upTo(60)}`],
    countries: [pick(['CD', 'RW', 'RU', 'IR', 'SY', 'CN'])],
    identifiers: [`P${1_000_000 + number}`],
    programs: [],
  }
}

/** Half are not listed, half are listed persons with a letter changed. */
export function screenedParty(entries: readonly StoredEntry[]): ScreenedParty {
  const name = random() < 0.5 ? personName() : pick(entries).name.replace(/(.)(.)$/, '$2$1')
  return { role: 'receiver', name, birthDate: '1980-04-12', countries: ['CD'], documentNumber: 'OP0012345' }
}
