// Honest people of many origins, sixty of each group. Only somebody with all the words of a listed name is left out: holding a namesake is
// right.

import anyAscii from 'any-ascii'
import type { StoredEntry } from '../../../server/compliance/lists/entry.ts'
import { common } from '../common-names.ts'
import { otherScripts } from '../honest/data.ts'
import { lettersOf } from '../honest/resemblance.ts'
import { birthDateOf } from '../listed-people.ts'
import { fieldsOf, type ScreeningCase } from '../screening-case.ts'
import { type Dice, diceOf } from '../seeded.ts'
import { inCyrillic, type OriginName, partsOf } from './entries.ts'

export const pairsOfGroup = 60

const words = (text: string) => text.trim().split(/\s+/)
const given = (dice: Dice) => dice.pick([...common.men, ...common.women])
const families = (dice: Dice, count: number) => dice.some(common.families, count).join(' ')
const from = (givens: string, last: string) => {
  const [first, second] = [words(givens), words(last)]
  return (dice: Dice) => `${dice.pick(first)} ${dice.pick(second)}`
}
const ofOrigin = (origin: OriginName) => (dice: Dice) => {
  const { givens, family } = partsOf(dice, origin)
  return [...givens, family].join(' ')
}
const arabicNames = (dice: Dice, count: number): string[] => {
  const { givens, family } = partsOf(dice, 'arabic')
  return givens.length >= count ? [...givens.slice(0, count), family] : arabicNames(dice, count)
}
const script = (of: string) => {
  const names = of.split('|')
  const [firsts, lasts] = [0, 1].map((at) => names.map((name) => name.split(' ')[at] ?? name))
  return (dice: Dice) => `${dice.pick(firsts!)} ${dice.pick(lasts!)}`
}
const eastern = (of: string) => {
  const names = of.split('|').map((name) => [...name])
  return (dice: Dice) => `${dice.pick(names)[0]}${dice.pick(names).slice(1).join('')}`
}

const lesserKnown = words(`
  Mwengele Bahemuka Bwanga Djugu Ekuka Tshikala Wenyi Kyaboba Mukulungu Ilunkamba Ngweji Khulu Balegamire Katshunga Chibalonza Kibwe Mulenga
  Lwango Kasika Kayumba Lobela Kavira Luhembwe Ntumbala Ngandu Kalimbi Mwangi Mayele Botembe Lisasi Mabiala Nsona Mpongo Kakule Ndeze Bwami
  Safari Baguma Mugisho Chishugi Nabintu Furaha Mapendo Sifa Riziki Bahati Asifiwe Kyakimwa Katungu Kahindo Kavugho Musubao Vihamba Siku
`)

const groups: Readonly<Record<string, (dice: Dice) => string>> = {
  'Congo: nom, postnom, prénom': (dice) => `${families(dice, 2)} ${given(dice)}`,
  'Congo: prénom and nom': (dice) => `${given(dice)} ${families(dice, 1)}`,
  'Congo: lesser-known names': (dice) => `${dice.pick(lesserKnown)} ${families(dice, 1)} ${given(dice)}`,
  'Congo: two lesser-known names': (dice) => `${given(dice)} ${dice.some(lesserKnown, 2).join(' ')}`,
  'Congo: Muslim names': (dice) =>
    `${dice.pick(words('Hassan Ramazani Amisi Salumu Juma Ali Omari Shabani Rashidi Saidi Issa Mohamed Mariam Fatuma Zainabu'))} ${families(dice, 1)} ${dice.pick(words('Hassan Ramazani Amisi Salumu Juma Omari Shabani Rashidi Saidi'))}`,
  'Rwanda and Burundi': from(
    'Jean-Claude Aline Eric Diane Olivier Claudine Innocent Vestine Emmanuel Alice Jean-Bosco Immaculee',
    'Uwimana Habimana Mukamana Niyonzima Ndayisenga Hakizimana Uwase Nkurunziza Ndikumana Bizimana Mukeshimana Nshimiyimana',
  ),
  'Angola and Portugal': from(
    'João Maria António Ana Manuel Luísa Domingos Teresa Pedro Isabel Rui Joana',
    'Santos Silva Ferreira Pereira Oliveira Costa Neto Fernandes Domingos Sebastião Gonçalves Mateus',
  ),
  'Zambia, Tanzania, Uganda': from(
    'Chanda Mwila Joseph Ruth Kelvin Juma Neema Baraka Moses Grace Sarah Brian',
    'Banda Phiri Mulenga Zulu Tembo Mwinyi Mushi Kimaro Massawe Okello Mugisha Byaruhanga',
  ),
  'West Africa': from(
    'Ousmane Fatou Ibrahima Awa Cheikh Aminata Mamadou Mariam Moussa Adama Kwame Chinedu',
    'Diallo Ndiaye Fall Diop Traoré Sow Keita Coulibaly Ouédraogo Koné Mensah Okafor',
  ),
  'Ethiopia and Somalia': from(
    'Abebe Tesfaye Almaz Hana Dawit Abdi Amina Hodan Yusuf Bereket Selam Farah',
    'Kebede Gebre Tadesse Bekele Haile Warsame Abdullahi Farah Nur Ahmed Wolde Jama',
  ),
  'France and Belgium': from(
    'Isabelle Christophe Nathalie Julien Camille Thomas Sophie Nicolas Jan Els Marc Anne',
    'Martin Bernard Dubois Moreau Laurent Girard Peeters Janssens Maes Lambert Fontaine Chevalier',
  ),
  'English names': from(
    'John Mary James Linda Robert Susan David Emma Michael Karen William Laura',
    'Smith Johnson Williams Brown Jones Miller Davis Taylor Wilson Clark Walker Harris',
  ),
  Lebanon: from(
    'Georges Elias Rania Nabil Samir Hala Joseph Maya Ali Hassan Zeina Tony',
    'Khoury Haddad Saab Gemayel Fares Nasr Hobeika Chamoun Daher Tannous Fakhoury Maalouf',
  ),
  India: from(
    'Rajesh Anita Sunil Priya Vijay Deepa Amit Sanjay Kavita Ashok Ravi Meena',
    'Patel Sharma Gupta Singh Kumar Shah Mehta Desai Joshi Reddy Iyer Nair',
  ),
  'Pakistan and Bangladesh': ofOrigin('southAsian'),
  'Russia and Ukraine': ofOrigin('russian'),
  Iran: ofOrigin('persian'),
  'Latin America': ofOrigin('spanish'),
  Turkey: from(
    'Mehmet Ayşe Emre Zeynep Murat Elif Ahmet Fatma Hüseyin Merve Kemal Derya',
    'Yılmaz Kaya Demir Çelik Şahin Yıldız Aydın Öztürk Arslan Doğan Kılıç Koç',
  ),
  'East Asia: Chinese names': ofOrigin('chinese'),
  'East Asia: Korean names': from(
    'Min-ho Ji-hoon Seo-yeon Jin-woo Hye-jin Sung-min Jae-yong Eun-ji Dong-hyun Soo-jin Tae-yang Yu-na',
    'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh',
  ),
  'East Asia: Vietnam and Japan': from(
    'Minh Huong Tuan Lan Duc Thao Hiroshi Yuki Kenji Akiko Takashi Haruka',
    'Nguyen Tran Le Pham Hoang Phan Sato Suzuki Tanaka Watanabe Ito Yamamoto',
  ),
  'Arabic: given and family name': (dice) => arabicNames(dice, 1).join(' '),
  'Arabic: three names': (dice) => arabicNames(dice, 2).join(' '),
  'Arabic: long names': (dice) => arabicNames(dice, 3 + dice.below(2)).join(' '),
  'other scripts: Cyrillic': (dice) =>
    dice.below(2) === 0 ? script(otherScripts.Cyrillic)(dice) : inCyrillic(ofOrigin('russian')(dice)),
  'other scripts: Arabic': script(otherScripts.Arabic),
  'other scripts: Chinese and Korean': (dice) =>
    dice.below(2) === 0 ? eastern(otherScripts.Chinese)(dice) : eastern(otherScripts.Korean)(dice),
  'other scripts: Greek, Amharic': (dice) =>
    dice.below(2) === 0 ? script(otherScripts.Greek)(dice) : script(otherScripts.Amharic)(dice),
}

const particles = new Set(['al', 'el', 'abu', 'haji'])
const wordSet = (name: string) => [...new Set(lettersOf(name))].filter((word) => !particles.has(word))
const keyOf = (words: readonly string[]) => words.toSorted().join(' ')

/** Whether a name has all words of a listed one, whatever other words it has. */
export function openNamesakes(entries: readonly StoredEntry[]): (name: string) => boolean {
  const listed = new Set(
    entries.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => keyOf(wordSet(each)))),
  )
  return (name) => {
    const own = wordSet(name)
    const subsets = Array.from({ length: 2 ** own.length }, (_, bits) =>
      own.filter((_, at) => bits & (1 << at)),
    )
    return subsets.some((some) => some.length > 1 && listed.has(keyOf(some)))
  }
}

export function realShapeHonest(entries: readonly StoredEntry[], seed: string): ScreeningCase[] {
  const isNamesake = openNamesakes(entries)
  return Object.entries(groups).flatMap(([kind, make]) => {
    const made = new Map<string, ScreeningCase>()
    for (let draw = 0; made.size < pairsOfGroup && draw < pairsOfGroup * 20; draw += 1) {
      const dice = diceOf(seed, 'real-shape honest', kind, draw)
      const name = make(dice)
      const key = keyOf(wordSet(name))
      if (made.has(key) || isNamesake(name) || isNamesake(anyAscii(name))) continue
      made.set(key, {
        group: 'A list of real shape',
        kind,
        entryId: undefined,
        listed: '',
        place: 'sender',
        fields: fieldsOf(name, 'sender'),
        person: name,
        birthDate: birthDateOf(dice, 1960, 2006),
        country: 'CD',
      })
    }
    return [...made.values()]
  })
}
