// Unlisted persons with ordinary names that resemble no listed one.

import { common } from '../common-names.ts'
import { fold } from '../listed-people.ts'
import * as honest from './data.ts'
import { congolese, families, givenName, type HonestKind } from './kind.ts'

export const ordinaryNames: readonly HonestKind[] = [
  {
    group: 'Ordinary names',
    kind: 'nom, postnom, prénom',
    pairs: 240,
    make: (dice) => ({ name: congolese(dice).join(' ') }),
  },
  {
    group: 'Ordinary names',
    kind: 'other orders, two names',
    pairs: 150,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      return {
        name: dice.pick([
          `${prenom} ${nom}`,
          `${prenom} ${nom} ${postnom}`,
          `${nom} ${prenom}`,
          `${prenom.toUpperCase()} ${postnom} ${nom}`,
        ]),
      }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'people of other countries',
    pairs: 200,
    make: (dice) => {
      const country = dice.pick(Object.keys(common.foreign))
      const [givens, last] = common.foreign[country]!
      const name = `${dice.pick(givens.split(' '))} ${dice.some(last.split(' '), country === 'PT' ? 2 : 1).join(' ')}`
      return { name, country }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'initials',
    pairs: 60,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      return {
        name: dice.pick([
          `${prenom[0]}. ${nom} ${postnom}`,
          `${nom} ${postnom[0]}. ${prenom}`,
          `${prenom[0]} ${nom} ${postnom}`,
        ]),
      }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'hyphens',
    pairs: 72,
    make: (dice) => ({
      name: `${dice.pick(honest.doubleGivens)} ${families(dice, 2).join(dice.pick([' ', '-']))}`,
    }),
  },
  {
    group: 'Ordinary names',
    kind: 'apostrophes',
    pairs: 60,
    make: (dice) => ({
      name: `${givenName(dice)} ${dice.pick(honest.withApostrophes).replace("'", dice.pick(["'", '’', 'ʼ']))} ${families(dice, 1)[0]}`,
    }),
  },
  {
    group: 'Ordinary names',
    kind: 'accents, composed or not',
    pairs: 72,
    make: (dice) => {
      const accented = [...common.men, ...common.women].filter((name) => fold(name) !== name.toLowerCase())
      const name = `${dice.pick(accented)} ${families(dice, 2).join(' ')}`
      return { name: dice.below(2) === 0 ? name.normalize('NFD') : name }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'particles (wa, ya, de)',
    pairs: 72,
    make: (dice) => ({
      name:
        dice.below(2) === 0
          ? `${dice.pick(honest.withParticles)} ${givenName(dice)}`
          : `${givenName(dice)} ${dice.pick(honest.withParticles)}`,
    }),
  },
  {
    group: 'Ordinary names',
    kind: 'titles, words of respect',
    pairs: 60,
    make: (dice) => {
      const isWoman = dice.below(2) === 0
      const title = dice.pick([
        'Dr.',
        'Maître',
        'Prof.',
        ...(isWoman ? ['Mme', 'Maman', 'Sœur'] : ['Mr', 'Papa', 'Pasteur']),
      ])
      return {
        name: `${title} ${families(dice, 2).join(' ')} ${dice.pick(isWoman ? common.women : common.men)}`,
      }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'joined, dotted, in one case',
    pairs: 72,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      const double = dice.pick(honest.doubleGivens)
      const letters = double.split('-').map((part) => part[0])
      return {
        name: dice.pick([
          `${double.replace('-', '').toUpperCase()} ${nom.toUpperCase()}`,
          `${letters.join('.')}. ${nom} ${postnom}`,
          `${nom}-${postnom} ${prenom}`,
          `${nom} ${postnom} ${prenom}`.toLowerCase(),
          `${nom}${postnom.toLowerCase()} ${prenom}`,
          `${letters.join('')} ${nom}`,
        ]),
      }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'six or seven words',
    pairs: 72,
    make: (dice) => ({
      name: [...families(dice, 3), ...dice.some([...common.men, ...common.women], 3 + dice.below(2))].join(
        ' ',
      ),
    }),
  },
  {
    group: 'Ordinary names',
    kind: 'a typing slip',
    pairs: 72,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      const at = 1 + dice.below(Math.max(1, nom.length - 3))
      const slips = [
        nom.slice(0, at) + nom.slice(at + 1),
        nom.slice(0, at) + nom[at] + nom.slice(at),
        nom.slice(0, at) + nom[at + 1] + nom[at] + nom.slice(at + 2),
      ]
      return { name: `${dice.pick(slips)} ${postnom} ${prenom}` }
    },
  },
  {
    group: 'Ordinary names',
    kind: 'other scripts',
    pairs: 72,
    make: (dice) => {
      const script = dice.pick(Object.values(honest.otherScripts))
      return { name: dice.pick(script.split('|')) }
    },
  },
]
