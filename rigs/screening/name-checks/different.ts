// Two persons whose names have something in common: a name check must refuse.
import * as honest from '../honest/data.ts'
import { fold } from '../listed-people.ts'
import { asOperator, isAlike, type NameCheckKind, person, sibling, unlike } from './kind.ts'

export const twoPersons: readonly NameCheckKind[] = [
  {
    kind: 'nothing in common',
    pairs: 48,
    make: (dice) => {
      const [a, b] = [person(dice), person(dice)]
      const taken = new Set([a.nom, a.postnom, a.prenom])
      if ([b.nom, b.postnom, b.prenom].some((word) => taken.has(word)) || isAlike(a.prenom, b.prenom))
        return undefined
      const noms = [unlike(dice, a.nom, a.postnom), b.prenom]
      return [`${a.nom} ${a.postnom} ${a.prenom}`, asOperator(noms.join(' '))]
    },
  },
  {
    kind: 'the same given name, another family',
    pairs: 90,
    make: (dice) => {
      const { nom, prenom } = person(dice)
      return [`${prenom} ${nom}`, asOperator(`${unlike(dice, nom)} ${prenom}`)]
    },
  },
  {
    kind: 'the same double given name, another family',
    pairs: 40,
    make: (dice) => {
      const { nom } = person(dice)
      const double = dice.pick(honest.doubleGivens)
      return [`${double} ${nom}`, asOperator(`${unlike(dice, nom)} ${double.replace('-', ' ')}`)]
    },
  },
  {
    kind: 'the same given name, both family names others',
    pairs: 48,
    make: (dice) => {
      const { nom, postnom, prenom } = person(dice)
      const one = unlike(dice, nom, postnom)
      return [
        `${nom} ${postnom} ${prenom}`,
        asOperator(`${one} ${unlike(dice, nom, postnom, one)} ${prenom}`),
      ]
    },
  },
  {
    kind: 'the same family name, another given name',
    pairs: 90,
    make: (dice) => {
      const who = person(dice)
      return [`${who.prenom} ${who.nom}`, asOperator(`${who.nom} ${sibling(dice, who)}`)]
    },
  },
  {
    kind: 'brothers and sisters: both family names',
    pairs: 60,
    make: (dice) => {
      const who = person(dice)
      return [
        `${who.nom} ${who.postnom} ${who.prenom}`,
        asOperator(`${who.nom} ${who.postnom} ${sibling(dice, who)}`),
      ]
    },
  },
  {
    kind: 'given names of man and woman that look alike',
    pairs: 60,
    make: (dice) => {
      const { nom } = person(dice)
      const [man = '', woman = ''] = dice.some(dice.pick(honest.manAndWoman), 2)
      return [`${man} ${nom}`, asOperator(`${nom} ${woman}`)]
    },
  },
  {
    kind: 'common family names a letter or two apart',
    pairs: 72,
    make: (dice) => {
      const [a = '', b = ''] = dice.some(dice.pick(honest.nearFamilies), 2)
      const { prenom } = person(dice)
      return [`${prenom} ${a}`, asOperator(dice.pick([`${b} ${prenom}`, `${prenom} ${b}`]))]
    },
  },
  {
    kind: 'initial of another given name',
    pairs: 40,
    make: (dice) => {
      const who = person(dice)
      const other = sibling(dice, who)
      return [`${fold(other)[0]!.toUpperCase()}. ${who.nom}`, asOperator(`${who.nom} ${who.prenom}`)]
    },
  },
  {
    kind: 'a given name alone',
    pairs: 24,
    make: (dice) => {
      const { nom, prenom } = person(dice)
      return [prenom, asOperator(`${nom} ${prenom}`)]
    },
  },
  {
    kind: 'the same postnom alone',
    pairs: 48,
    make: (dice) => {
      const who = person(dice)
      return [
        `${who.nom} ${who.postnom} ${who.prenom}`,
        asOperator(`${unlike(dice, who.nom, who.postnom)} ${who.postnom} ${sibling(dice, who)}`),
      ]
    },
  },
  {
    kind: 'family names that begin alike',
    pairs: 48,
    make: (dice) => {
      const [a = '', b = ''] = dice.some(dice.pick(honest.beginAlike), 2)
      const { prenom } = person(dice)
      return [`${prenom} ${a}`, asOperator(`${b} ${prenom}`)]
    },
  },
]
