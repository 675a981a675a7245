// Unlisted persons of the blind set: common names, and names that share a word with a listed person.

import { common } from '../common-names.ts'
import type { Dice } from '../seeded.ts'
import { type BlindPerson, commonBlindNames } from './people.ts'

export type BlindHonest = {
  kind: string
  /** `birthDate` is set where it equals the listed person's. */
  make: (dice: Dice, persons: readonly BlindPerson[]) => { name: string; birthDate?: string } | undefined
}

const families = (dice: Dice, count: number) => dice.some(common.families, count).join(' ')
const given = (dice: Dice) => dice.pick([...common.men, ...common.women])
const otherGiven = (dice: Dice, not: string) => dice.pick(common.women.filter((name) => name[0] !== not[0]))
const isBantu = ({ origin }: BlindPerson) => origin === 'congolese' || origin === 'rwandan'

/** Family names of no one on the blind list, though some start alike. */
const lesserKnown = `
Ndolomba Tshombe Bahemuka Mwengele Bwanga Djugu Ekuka Nzyavake Tshikala Wenyi Kyaboba Mukulungu Ilunkamba Ngweji Khulu
Shirimbere Balegamire Katshunga Chibalonza Rutayisire Ntezimana Hategekimana Bagorikunda Mugiraneza Nyandwi Ndayambaje
Uwihoreye Kibwe Mulenga Lwango Kasika Kayumba Lobela Kavira Luhembwe Ntumbala Mbala Ngandu Kalimbi Mwangi Gasana Nsabimana
`
  .trim()
  .split(/\s+/)

const foreign = `
Andrei Pavlovich Smirnov|Maksim Orlov|Oleg Leonidovich Volkov|Bohdan Kravchuk|Stepan Yakovlev|Denis Igorevich Popov|Nasir Khalil Hassan|
Abd al-Salam Juma Ali|Ala al-Din Hamid Saleh|Faris Ahmad Mansour|Abu Bakr Diallo|Murad Bin Ali|Mahjub Sharif Ahmed|Sabri Nasser|
Kim Min-ho|Ri Song-il|O Se-hun|Jo Hye-jin|Paek Sung-min|Lee Jae-yong|Guo Wei|Xu Fang|Cai Ming|Gong Li|Zhang Zhiyong|Guillaume Dubois|
Dragoslav Petrović|Zbigniew Nowak|Orhan Demir|Jürgen Schneider|Hernán Gómez|Chukwudi Okafor|Thabo Nkosi|Kiprotich Bett|Brahima Traoré|
Андрей Смирнов|Олег Иванов|김민수|리성일|郭伟|许静|ناصر خليل حسن|عبد السلام علي|أحمد محمود|Ousmane Sow|Aminata Ba|Sérgio da Silva|Ngô Văn Minh
`
  .replaceAll('\n', '')
  .split('|')

export const blindHonest: readonly BlindHonest[] = [
  { kind: 'three common names', make: (dice) => ({ name: `${families(dice, 2)} ${given(dice)}` }) },
  { kind: 'two common names', make: (dice) => ({ name: `${given(dice)} ${families(dice, 1)}` }) },
  { kind: 'a lesser-known family name', make: (dice) => ({ name: dice.some([given(dice), dice.pick(lesserKnown)], 2).join(' ') }) },
  { kind: 'two lesser-known family names', make: (dice) => ({ name: `${dice.some(lesserKnown, 2).join(' ')} ${given(dice)}` }) },
  { kind: 'the given name of a listed person', make: (dice, persons) => ({ name: `${dice.pick(persons.filter(isBantu)).given} ${families(dice, 2)}` }) },
  { kind: 'the given name and a lesser-known family', make: (dice, persons) => ({ name: `${dice.pick(persons.filter(isBantu)).given} ${dice.pick(lesserKnown)}` }) },
  { kind: 'the rare family name, another given name', make: (dice, persons) => {
    const person = dice.pick(persons.filter(isBantu))
    return { name: `${otherGiven(dice, person.given)} ${person.family}` }
  } },
  { kind: 'the rare family name, two other names', make: (dice, persons) => {
    const person = dice.pick(persons.filter(isBantu))
    return { name: `${families(dice, 1)} ${person.family} ${otherGiven(dice, person.given)}` }
  } },
  { kind: 'a common family name of a listed person', make: (dice) => {
    const [first = '', ...own] = dice.pick(commonBlindNames).split(' ')
    return { name: `${otherGiven(dice, first)} ${dice.pick(own)}` }
  } },
  { kind: 'an initial and a common family name', make: (dice) => {
    const [first = '', ...own] = dice.pick(commonBlindNames).split(' ')
    return { name: dice.pick([`${first[0]}. ${dice.pick(own)}`, `${dice.pick(own)} ${first[0]}.`]) }
  } },
  { kind: 'the date of birth of a listed person', make: (dice, persons) => ({ name: `${given(dice)} ${families(dice, 2)}`, birthDate: dice.pick(persons).birthDate }) },
  { kind: 'the date of birth and the given name', make: (dice, persons) => {
    const person = dice.pick(persons.filter(isBantu))
    return { name: `${person.given} ${families(dice, 2)}`, birthDate: person.birthDate }
  } },
  { kind: 'an ordinary foreign name', make: (dice) => ({ name: dice.pick(foreign) }) },
] // biome-ignore format: a table with one row per line
