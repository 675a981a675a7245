// Unlisted persons of the unseen set: names of other countries, and names that share a word with a listed person.

import type { BlindHonest } from '../blind/honest.ts'
import type { BlindPerson } from '../blind/people.ts'
import { common } from '../common-names.ts'
import type { Dice } from '../seeded.ts'

const words = (text: string) => text.trim().split(/\s+/)
const isBantu = ({ origin }: BlindPerson) => origin === 'congolese' || origin === 'rwandan'
const given = (dice: Dice) => dice.pick([...common.men, ...common.women])
const families = (dice: Dice, count: number) => dice.some(common.families, count).join(' ')

/** Family names of the Congo that few people have. */
const lesserKnown = words(`
  Mwalengu Kitumba Ngoyale Mafuta Bolenge Kapendwa Mbanzu Tshiondo Nsungu Mbokolo Ekwala Iyombe Mukwabo Kasera Bahati Lukwesa Nzungu
  Wabale Diangani Mayanga Bwelo Kyandu Tulombe Sumbu Mbwanga Yangambi Lisongo Mukendo Tshiabu Kalombe Mutshipa Nzabamwita Ntirampeba
`)
const others = {
  Ghana: [
    'Kwame Kofi Ama Akosua Yaw Efua Kojo Abena',
    'Mensah Owusu Boateng Asante Osei Appiah Agyeman Amoah',
  ],
  Ethiopia: [
    'Abebe Tesfaye Almaz Hana Dawit Selam Bereket Mulu',
    'Kebede Gebre Tadesse Bekele Haile Wolde Desta Alemu',
  ],
  Georgia: [
    'Giorgi Nino Davit Tamar Levan Mariam',
    'Beridze Kapanadze Lomidze Maisuradze Gelashvili Tsiklauri',
  ],
  Vietnam: ['Minh Huong Tuan Lan Duc Thao', 'Nguyen Tran Le Pham Hoang Phan Vu'],
  Portugal: ['Rui Ines Tiago Sofia Nuno Beatriz', 'Sousa Martins Rodrigues Fernandes Gomes Lopes Marques'],
  Brazil: [
    'Thiago Juliana Rafael Camila Felipe Larissa',
    'Almeida Barbosa Cardoso Nascimento Carvalho Teixeira',
  ],
  Iran: ['Sina Maryam Arash Shirin Kaveh Leila', 'Karimi Hosseini Rahimi Moradi Sadeghi Jafari Akbari'],
  Egypt: [
    'Mahmoud Yasmin Tamer Dina Sherif Heba Wael Noha',
    'Abdelrahman Fathy Gaber Shawky Zaki Naguib Hamdy Ramadan',
  ],
  Ukraine: [
    'Taras Oksana Dmytro Iryna Bohdan Kateryna',
    'Shevchenko Kovalenko Tkachenko Polishchuk Marchenko Lysenko',
  ],
  Turkey: ['Mehmet Ayşe Emre Zeynep Murat Elif', 'Yılmaz Kaya Demir Çelik Şahin Yıldız Aydın'],
} as const

const foreign = (dice: Dice) => {
  const [first, last] = others[dice.pick(Object.keys(others) as (keyof typeof others)[])]
  return `${dice.pick(first.split(' '))} ${dice.pick(last.split(' '))}`
}

export const unseenHonest: readonly BlindHonest[] = [
  { kind: 'ordinary names of the Congo', make: (dice) => ({ name: `${families(dice, 2)} ${given(dice)}` }) },
  {
    kind: 'a lesser-known family name',
    make: (dice) => ({ name: `${given(dice)} ${dice.pick(lesserKnown)}` }),
  },
  {
    kind: 'two lesser-known family names',
    make: (dice) => ({ name: `${dice.some(lesserKnown, 2).join(' ')} ${given(dice)}` }),
  },
  { kind: 'names of other countries', make: (dice) => ({ name: foreign(dice) }) },
  {
    kind: 'a foreign given name and a family name of the Congo',
    make: (dice) => ({ name: `${foreign(dice).split(' ')[0]} ${families(dice, 1)}` }),
  },
  {
    kind: 'the given name of a listed person',
    make: (dice, persons) => ({ name: `${dice.pick(persons).given} ${families(dice, 2)}` }),
  },
  {
    kind: 'the given name and a lesser-known family name',
    make: (dice, persons) => ({
      name: `${dice.pick(persons.filter(isBantu)).given} ${dice.pick(lesserKnown)}`,
    }),
  },
  {
    kind: 'the family name of a listed person, another given name',
    make: (dice, persons) => {
      const person = dice.pick(persons.filter(isBantu))
      return {
        name: `${dice.pick(common.women.filter((name) => name[0] !== person.given[0]))} ${person.family}`,
      }
    },
  },
  {
    kind: 'the postnom of a listed person',
    make: (dice, persons) => ({
      name: `${dice.pick(persons.filter((each) => isBantu(each) && each.middle !== '')).middle} ${families(dice, 1)} ${dice.pick(common.women)}`,
    }),
  },
  {
    kind: 'the date of birth of a listed person',
    make: (dice, persons) => ({ name: foreign(dice), birthDate: dice.pick(persons).birthDate }),
  },
  {
    kind: 'married names, businesses',
    make: (dice) => ({
      name: dice.pick([
        `${given(dice)} ${families(dice, 1)} épouse ${families(dice, 1)}`,
        `Ets ${families(dice, 1)} et Fils`,
        `${given(dice)} ${families(dice, 1)} née ${families(dice, 1)}`,
      ]),
    }),
  },
  {
    kind: 'initials',
    make: (dice) => ({ name: `${given(dice)[0]}. ${families(dice, 1)} ${dice.pick(lesserKnown)}` }),
  },
]
