// One person under two names: a name check must match at least a part of the name.
import * as honest from '../honest/data.ts'
import { fold } from '../listed-people.ts'
import { shortForms } from '../people-data.ts'
import { asOperator, inOrders, type NameCheckKind, person } from './kind.ts'

/** A Congolese family name in its phonetic spellings: all are the same name. */
const byEar = honest.spellingsByEar.map((row) => row.split('/'))

export const samePerson: readonly NameCheckKind[] = [
  {
    kind: 'the same words in another order',
    pairs: 90,
    make: (dice) => {
      const [a = '', b = ''] = dice.some(inOrders(person(dice)), 2)
      return [a, asOperator(b)]
    },
  },
  {
    kind: 'case, accents, spaces, commas',
    pairs: 60,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      const ways = [
        `${nom.toUpperCase()}, ${prenom} ${postnom}`,
        `  ${prenom}   ${nom} ${postnom} `,
        `${prenom.normalize('NFD')} ${nom} ${postnom}`,
        `${prenom.toLowerCase()} ${nom.toUpperCase()} ${postnom}`,
      ]
      return [dice.pick(ways), asOperator(`${nom} ${postnom} ${prenom}`)]
    },
  },
  {
    kind: 'postnom left out',
    pairs: 72,
    make: (dice) => {
      const who = person(dice)
      const short = dice.pick([`${who.prenom} ${who.nom}`, `${who.nom} ${who.prenom}`])
      const long = dice.pick(inOrders(who))
      return dice.below(2) === 0 ? [short, asOperator(long)] : [long, asOperator(short)]
    },
  },
  {
    kind: 'initial of the given name',
    pairs: 48,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      const initial = `${fold(prenom)[0]!.toUpperCase()}${dice.pick(['.', ''])}`
      return [
        dice.pick([`${initial} ${nom} ${postnom}`, `${nom} ${postnom} ${initial}`]),
        asOperator(`${nom} ${postnom} ${prenom}`),
      ]
    },
  },
  {
    kind: 'initial of the postnom',
    pairs: 36,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      return [`${prenom} ${nom} ${postnom[0]}.`, asOperator(`${nom} ${postnom} ${prenom}`)]
    },
  },
  {
    kind: 'family name by ear',
    pairs: 120,
    make: (dice) => {
      const [a = '', b = ''] = dice.some(dice.pick(byEar), 2)
      const { postnom, prenom } = person(dice)
      return dice.below(2) === 0
        ? [`${prenom} ${a}`, asOperator(`${b} ${prenom}`)]
        : [`${a} ${postnom} ${prenom}`, asOperator(`${prenom} ${b} ${postnom}`)]
    },
  },
  {
    kind: 'titles',
    pairs: 36,
    make: (dice) => {
      const { nom, postnom, prenom, isWoman } = person(dice)
      const title = dice.pick([
        'Dr',
        'Maître',
        'Prof.',
        ...(isWoman ? ['Mme', 'Maman', 'Sœur'] : ['Mr', 'Papa', 'Pasteur']),
      ])
      return [`${title} ${prenom} ${nom}`, asOperator(`${nom} ${postnom} ${prenom}`)]
    },
  },
  {
    kind: 'short form of the given name',
    pairs: 48,
    make: (dice) => {
      const { nom, postnom } = person(dice)
      const whole = dice.pick(Object.keys(shortForms))
      return [`${dice.pick(shortForms[whole]!)} ${nom} ${postnom}`, asOperator(`${nom} ${postnom} ${whole}`)]
    },
  },
  {
    kind: 'a typing slip',
    pairs: 72,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      if (nom.length < 6) return undefined
      const at = 2 + dice.below(nom.length - 4)
      const slips = [
        nom.slice(0, at) + nom.slice(at + 1),
        nom.slice(0, at) + nom[at] + nom.slice(at),
        nom.slice(0, at) + nom[at + 1] + nom[at] + nom.slice(at + 2),
      ]
      const slipped = dice.pick(slips)
      return slipped === nom
        ? undefined
        : [`${prenom} ${slipped} ${postnom}`, asOperator(`${nom} ${postnom} ${prenom}`)]
    },
  },
  {
    kind: 'hyphens and double given names',
    pairs: 48,
    make: (dice) => {
      const double = dice.pick(honest.doubleGivens)
      const { nom, postnom } = person(dice)
      return [
        `${double} ${nom}`,
        asOperator(
          `${nom} ${postnom} ${dice.pick([double, double.replace('-', ' '), double.replace('-', '')])}`,
        ),
      ]
    },
  },
  {
    kind: 'apostrophes and particles',
    pairs: 60,
    make: (dice) => {
      const { prenom } = person(dice)
      const family = dice.pick([...honest.withApostrophes, ...honest.withParticles])
      const ways = family.includes("'")
        ? [family.replace("'", ''), family.replace("'", '’'), family.replace("'", ' ')]
        : [family.replace(/ (wa|ya|de) /, ' $1'), family.replace(/ (wa|ya|de) /, ' ')]
      return [`${prenom} ${family}`, asOperator(`${dice.pick(ways)} ${prenom}`)]
    },
  },
  {
    kind: 'a name in one word or two',
    pairs: 40,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      if (nom.length < 6) return undefined
      const at = 2 + dice.below(nom.length - 4)
      return dice.below(2) === 0
        ? [`${nom.slice(0, at)} ${nom.slice(at)} ${prenom}`, asOperator(`${prenom} ${nom}`)]
        : [`${nom}${postnom.toLowerCase()} ${prenom}`, asOperator(`${nom} ${postnom} ${prenom}`)]
    },
  },
  {
    kind: 'a number beside the name',
    pairs: 30,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      const number = `08${10_000_000 + dice.below(89_999_999)}`
      return [`${prenom} ${nom} ${postnom}`, `${asOperator(`${nom} ${postnom} ${prenom}`)} ${number}`]
    },
  },
]
