// The people, places and goods of a sample, and the chance that picks them. All are invented; one seed always makes the same business.

/** Picks at random, and always the same for one seed. */
export type Chance = {
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  one<Item>(of: readonly Item[]): Item
  /** Whether something happens that happens `share` times in a hundred. */
  happens(share: number): boolean
}

/** A generator of 32 bits (xorshift): good enough to vary a sample, and the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const whole = (min: number, max: number) => min + (next() % (max - min + 1))
  return {
    whole,
    one: (of) => of[whole(0, of.length - 1)]!,
    happens: (share) => whole(1, 100) <= share,
  }
}

export type Person = {
  first: string
  middle: string
  last: string
  email: string
  /** National form, with a zero. */
  phone: string
  address: string
  city: string
}

const firsts = [
  'Grâce',
  'Patient',
  'Espérance',
  'Dieudonné',
  'Béatrice',
  'Jean-Claude',
  'Furaha',
  'Christian',
  'Nadège',
  'Héritier',
  'Solange',
  'Trésor',
  'Aline',
  'Gédéon',
  'Rachel',
  'Papy',
  'Merveille',
  'Sylvain',
  'Clarisse',
  'Fiston',
] as const
const middles = ['Mwamba', 'Kalala', 'Bahati', 'Ngoy', 'Mbuyi', 'Amani', 'Tshala', 'Kasongo'] as const
const lasts = [
  'Mukendi',
  'Ilunga',
  'Kabongo',
  'Tshibangu',
  'Mutombo',
  'Kasereka',
  'Mumbere',
  'Nsimba',
  'Matondo',
  'Lukusa',
  'Banza',
  'Kyungu',
  'Cishugi',
  'Birindwa',
  'Mapasa',
  'Lokwa',
] as const
const streets = [
  ['avenue du Lac', 'Goma'],
  ['avenue Patrice-Lumumba', 'Bukavu'],
  ['avenue Kasa-Vubu', 'Kinshasa'],
  ['avenue de la Gombe', 'Kinshasa'],
  ['boulevard du 30-Juin', 'Kinshasa'],
  ['avenue Mobutu', 'Lubumbashi'],
  ['avenue Tabora', 'Kisangani'],
  ['avenue Lac-Kivu', 'Matadi'],
] as const

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** @param prefix of the phone number, as an operator has it: 81. */
export function personOf(chance: Chance, prefix = '99'): Person {
  const [first, middle, last] = [chance.one(firsts), chance.one(middles), chance.one(lasts)]
  const [street, city] = chance.one(streets)
  return {
    ...{ first, middle, last, city },
    email: `${plain(first)}.${plain(last)}@example.com`,
    // The endings 00 to 29 mean something in a sandbox.
    phone: `0${prefix}${chance.whole(10_000, 99_999)}${chance.whole(30, 99)}`,
    address: `${chance.whole(2, 180)} ${street}`,
  }
}

/** What is sold: in French, as a shop in the DRC writes it, with what it costs in dollars. */
export const goods = [
  ['Pagne wax, 6 yards', 24],
  ['Café d’Idjwi, 1 kg', 12],
  ['Panier de fruits', 18],
  ['Tissu kuba', 55],
  ['Sandales en cuir', 32],
  ['Miel de Masisi, 2 pots', 15],
  ['Masque lega', 90],
  ['Chemise sur mesure', 40],
  ['Panneau solaire, 50 W', 120],
  ['Huile de palme, 5 l', 9],
] as const

export const professions = ['Infirmière', 'Chauffeur', 'Enseignant', 'Comptable', 'Cuisinière'] as const
/** Where senders of transfers live. */
export const abroad = [
  ['BE', 'Bruxelles', '12 rue du Trône, 1050 Bruxelles'],
  ['FR', 'Lyon', '8 rue Garibaldi, 69006 Lyon'],
  ['CA', 'Montréal', '410 rue Sherbrooke, Montréal'],
  ['UG', 'Kampala', '3 Bombo Road, Kampala'],
] as const
