// The name a sender expects beside the name a wallet is registered under: one person, or two.

import * as honest from './honest-data.ts'
import { fold } from './listed-people.ts'
import { common, shortForms } from './people-data.ts'
import { type Dice, diceOf } from './seeded.ts'

export type NameCheckCase = {
  group: 'The same person' | 'Two people'
  kind: string
  isSame: boolean
  expected: string
  wallet: string
  person: string
}

type Kind = {
  kind: string
  isSame: boolean
  pairs: number
  make(dice: Dice): readonly [expected: string, wallet: string] | undefined
}

/** A family name of the Congo in the ways it is written by ear: all are the same name. */
const byEar = honest.spellingsByEar.map((row) => row.split('/'))
const { families, men, women } = common

type Person = { nom: string; postnom: string; prenom: string; isWoman: boolean }
function person(dice: Dice): Person {
  const isWoman = dice.below(2) === 0
  const [nom = '', postnom = ''] = dice.some(families, 2)
  return { nom, postnom, prenom: dice.pick(isWoman ? women : men), isWoman }
}
const inOrders = ({ nom, postnom, prenom }: Person) => [
  `${nom} ${postnom} ${prenom}`, `${prenom} ${nom} ${postnom}`, `${prenom} ${postnom} ${nom}`, `${nom} ${prenom} ${postnom}`,
  `${postnom} ${nom} ${prenom}`,
] // biome-ignore format: several a line
const asOperator = (name: string) => fold(name).toUpperCase()
const sibling = (dice: Dice, { prenom, isWoman }: Person) =>
  dice.pick((isWoman ? women : men).filter((other) => !isAlike(fold(other), fold(prenom))))

/** Given names that could be taken for one another: not both are used for two people. */
function isAlike(a: string, b: string): boolean {
  return a.slice(0, 3) === b.slice(0, 3) || a.at(0) === b.at(0)
}
/** Family names that are clearly two. */
const unlike = (dice: Dice, ...names: string[]) =>
  dice.pick(
    families.filter((other) =>
      names.every((name) => other.slice(0, 3) !== name.slice(0, 3) && !isNear(other, name)),
    ),
  )
const isNear = (a: string, b: string) => {
  const letters = new Set(a.toLowerCase())
  const shared = [...new Set(b.toLowerCase())].filter((letter) => letters.has(letter)).length
  return shared / Math.max(letters.size, 1) > 0.7
}

const same: readonly Kind[] = [
  { kind: 'the same words in another order', isSame: true, pairs: 90, make: (dice) => {
    const [a = '', b = ''] = dice.some(inOrders(person(dice)), 2)
    return [a, asOperator(b)]
  } },
  { kind: 'case, accents, spaces, commas', isSame: true, pairs: 60, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    const ways = [`${nom.toUpperCase()}, ${prenom} ${postnom}`, `  ${prenom}   ${nom} ${postnom} `, `${prenom.normalize('NFD')} ${nom} ${postnom}`, `${prenom.toLowerCase()} ${nom.toUpperCase()} ${postnom}`]
    return [dice.pick(ways), asOperator(`${nom} ${postnom} ${prenom}`)]
  } },
  { kind: 'postnom left out', isSame: true, pairs: 72, make: (dice) => {
    const who = person(dice)
    const short = dice.pick([`${who.prenom} ${who.nom}`, `${who.nom} ${who.prenom}`])
    const long = dice.pick(inOrders(who))
    return dice.below(2) === 0 ? [short, asOperator(long)] : [long, asOperator(short)]
  } },
  { kind: 'initial of the given name', isSame: true, pairs: 48, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    const initial = `${fold(prenom)[0]!.toUpperCase()}${dice.pick(['.', ''])}`
    return [dice.pick([`${initial} ${nom} ${postnom}`, `${nom} ${postnom} ${initial}`]), asOperator(`${nom} ${postnom} ${prenom}`)]
  } },
  { kind: 'initial of the postnom', isSame: true, pairs: 36, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    return [`${prenom} ${nom} ${postnom[0]}.`, asOperator(`${nom} ${postnom} ${prenom}`)]
  } },
  { kind: 'family name by ear', isSame: true, pairs: 120, make: (dice) => {
    const [a = '', b = ''] = dice.some(dice.pick(byEar), 2)
    const { postnom, prenom } = person(dice)
    return dice.below(2) === 0 ? [`${prenom} ${a}`, asOperator(`${b} ${prenom}`)] : [`${a} ${postnom} ${prenom}`, asOperator(`${prenom} ${b} ${postnom}`)]
  } },
  { kind: 'titles', isSame: true, pairs: 36, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    return [`${dice.pick(['Mr', 'Mme', 'Dr', 'Pasteur', 'Maître', 'Papa', 'Maman', 'Prof.'])} ${prenom} ${nom}`, asOperator(`${nom} ${postnom} ${prenom}`)]
  } },
  { kind: 'short form of the given name', isSame: true, pairs: 48, make: (dice) => {
    const { nom, postnom } = person(dice)
    const whole = dice.pick(Object.keys(shortForms))
    return [`${dice.pick(shortForms[whole]!)} ${nom} ${postnom}`, asOperator(`${nom} ${postnom} ${whole}`)]
  } },
  { kind: 'a typing slip', isSame: true, pairs: 72, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    if (nom.length < 6) return undefined
    const at = 2 + dice.below(nom.length - 4)
    const slips = [nom.slice(0, at) + nom.slice(at + 1), nom.slice(0, at) + nom[at] + nom.slice(at), nom.slice(0, at) + nom[at + 1] + nom[at] + nom.slice(at + 2)]
    const slipped = dice.pick(slips)
    return slipped === nom ? undefined : [`${prenom} ${slipped} ${postnom}`, asOperator(`${nom} ${postnom} ${prenom}`)]
  } },
  { kind: 'hyphens and double given names', isSame: true, pairs: 48, make: (dice) => {
    const double = dice.pick(honest.doubleGivens)
    const { nom, postnom } = person(dice)
    return [`${double} ${nom}`, asOperator(`${nom} ${postnom} ${dice.pick([double, double.replace('-', ' '), double.replace('-', '')])}`)]
  } },
  { kind: 'apostrophes and particles', isSame: true, pairs: 60, make: (dice) => {
    const { prenom } = person(dice)
    const family = dice.pick([...honest.withApostrophes, ...honest.withParticles])
    const ways = family.includes("'") ? [family.replace("'", ''), family.replace("'", '’'), family.replace("'", ' ')] : [family.replace(/ (wa|ya|de) /, ' $1'), family.replace(/ (wa|ya|de) /, ' ')]
    return [`${prenom} ${family}`, asOperator(`${dice.pick(ways)} ${prenom}`)]
  } },
  { kind: 'a name in one word or two', isSame: true, pairs: 40, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    if (nom.length < 6) return undefined
    const at = 2 + dice.below(nom.length - 4)
    return dice.below(2) === 0 ? [`${nom.slice(0, at)} ${nom.slice(at)} ${prenom}`, asOperator(`${prenom} ${nom}`)] : [`${nom}${postnom.toLowerCase()} ${prenom}`, asOperator(`${nom} ${postnom} ${prenom}`)]
  } },
] // biome-ignore format: a kind each

const different: readonly Kind[] = [
  { kind: 'nothing in common', isSame: false, pairs: 48, make: (dice) => {
    const [a, b] = [person(dice), person(dice)]
    const taken = new Set([a.nom, a.postnom, a.prenom])
    if ([b.nom, b.postnom, b.prenom].some((word) => taken.has(word)) || isAlike(a.prenom, b.prenom)) return undefined
    const noms = [unlike(dice, a.nom, a.postnom), b.prenom]
    return [`${a.nom} ${a.postnom} ${a.prenom}`, asOperator(noms.join(' '))]
  } },
  { kind: 'the same given name, another family', isSame: false, pairs: 90, make: (dice) => {
    const { nom, prenom } = person(dice)
    return [`${prenom} ${nom}`, asOperator(`${unlike(dice, nom)} ${prenom}`)]
  } },
  { kind: 'the same double given name, another family', isSame: false, pairs: 40, make: (dice) => {
    const { nom } = person(dice)
    const double = dice.pick(honest.doubleGivens)
    return [`${double} ${nom}`, asOperator(`${unlike(dice, nom)} ${double.replace('-', ' ')}`)]
  } },
  { kind: 'the same given name, both family names others', isSame: false, pairs: 48, make: (dice) => {
    const { nom, postnom, prenom } = person(dice)
    const one = unlike(dice, nom, postnom)
    return [`${nom} ${postnom} ${prenom}`, asOperator(`${one} ${unlike(dice, nom, postnom, one)} ${prenom}`)]
  } },
  { kind: 'the same family name, another given name', isSame: false, pairs: 90, make: (dice) => {
    const who = person(dice)
    return [`${who.prenom} ${who.nom}`, asOperator(`${who.nom} ${sibling(dice, who)}`)]
  } },
  { kind: 'brothers and sisters: both family names', isSame: false, pairs: 60, make: (dice) => {
    const who = person(dice)
    return [`${who.nom} ${who.postnom} ${who.prenom}`, asOperator(`${who.nom} ${who.postnom} ${sibling(dice, who)}`)]
  } },
  { kind: 'given names of man and woman that look alike', isSame: false, pairs: 60, make: (dice) => {
    const { nom } = person(dice)
    const [man = '', woman = ''] = dice.some(dice.pick(honest.manAndWoman), 2)
    return [`${man} ${nom}`, asOperator(`${nom} ${woman}`)]
  } },
  { kind: 'common family names a letter or two apart', isSame: false, pairs: 72, make: (dice) => {
    const [a = '', b = ''] = dice.some(dice.pick(honest.nearFamilies), 2)
    const { prenom } = person(dice)
    return [`${prenom} ${a}`, asOperator(dice.pick([`${b} ${prenom}`, `${prenom} ${b}`]))]
  } },
  { kind: 'initial of another given name', isSame: false, pairs: 40, make: (dice) => {
    const who = person(dice)
    const other = sibling(dice, who)
    return [`${fold(other)[0]!.toUpperCase()}. ${who.nom}`, asOperator(`${who.nom} ${who.prenom}`)]
  } },
  { kind: 'a given name alone', isSame: false, pairs: 24, make: (dice) => {
    const { nom, prenom } = person(dice)
    return [prenom, asOperator(`${nom} ${prenom}`)]
  } },
] // biome-ignore format: a kind each

export function nameCheckCases(seed: string): NameCheckCase[] {
  return [...same, ...different].flatMap(({ kind, isSame, pairs, make }) => {
    const made = new Map<string, NameCheckCase>()
    for (let draw = 0; made.size < pairs && draw < pairs * 40; draw += 1) {
      const pair = make(diceOf(seed, 'name', kind, draw))
      if (!pair) continue
      const [expected, wallet] = pair
      const group = isSame ? 'The same person' : 'Two people'
      made.set(pair.join('/'), { group, kind, isSame, expected, wallet, person: fold(pair.join('/')) })
    }
    return [...made.values()]
  })
}
