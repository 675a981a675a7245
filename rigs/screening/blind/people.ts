// The list of the second, blind set: other persons than in the evaluation set, and evasions by other rules. It was
// written before the matcher was run on it, and no rule of the matcher was made for a name in it.
import type { StoredEntry } from '../../../server/compliance/lists/entry.ts'
import { birthDateOf, fold } from '../listed-people.ts'
import { diceOf } from '../seeded.ts'

export type BlindPerson = {
  id: string
  origin: 'congolese' | 'rwandan' | 'slavic' | 'arabic' | 'korean' | 'chinese' | 'western'
  given: string
  middle: string
  family: string
  birthDate: string
  country: string
  document: string
  /** Other spellings of the whole name: another script or another transliteration. */
  otherwise: readonly string[]
}

/**
 * Given, middle (or -) and family name, the country, and after bars the same name in other transliterations or
 * scripts.
 */
const table = `
congolese CD Faustin Kibwelamba Ndolongwe
congolese CD Bienvenu Mulengezi Tchombanga | Bienvenu Mulengezi Tshombanga | Bienvenu Mulengezi Cimbombanga
congolese CD Crispin Lwangambo Bahemukwa
congolese CD Jean-Pierre Kasikwamba Mwengeleza
congolese CD Justin - Bwanganyanzi
congolese CD Zacharie Kayumbalezo Djugudza
congolese CD Prosper - Vwangalenge
congolese CD Constant Lobelembo Ekutsunda
congolese CD Marie-Claire Kavirasongo Nzyambwego
congolese CD Gratien Luhembalwa Tshikandanga
congolese CD Rémy Mbokalinga Wenyakasere
congolese CD Baudouin - Kyabwingoma
congolese CD Pascal Ntumbazeka Mukulungandji
congolese CD Raymond Kasandjula Ilungatshiba
congolese CD Trésor Butokobola Ngwejirunda
congolese CD Lucien Mbalakizi Khulunzambi
congolese CD Delphin - Shirimpulenge
congolese CD Modeste Kalimbiryo Balegamungu
congolese CD Clovis Ngandubeya Katshingubwa
congolese CD Antoinette Mwangilwa Chibalonzela
rwandan RW Faustin - Rutayibirwa
rwandan RW Jean-Damascène Gasamunyiga Ntezimihigo
rwandan RW Cyprien - Hategekimfura
rwandan BI Prosper Nsabiyeze Bagorikundwa
rwandan RW Félicien Kabandwaki Mugirabarungu
rwandan BI Pontien - Nyandwiburaro
rwandan RW Vénuste - Ndayambajyeze
rwandan RW Emmanuel - Uwihangirwe
slavic RU Andrei Pavlovich Vershchagolin | Андрей Павлович Верщаголин | Andreï Pavlovitch Verchtchagoline | Andrej Pawlowitsch Werschtschagolin
slavic RU Maksim - Kozhemyatov | Максим Кожемятов | Maxime Kojemiatov | Maxim Koschemjatow
slavic RU Oleg Leonidovich Tsvetukhin | Олег Леонидович Цветухин | Oleg Leonidovitch Tsvetoukhine | Oleg Leonidowitsch Zwetuchin
slavic UA Bohdan - Hrytsayuk | Богдан Грицаюк | Bogdan Gritsaïouk | Bohdan Hryzajuk
slavic BY Aliaksandr - Zhylevich | Аляксандр Жылевич | Alexandre Jylevitch | Alexander Zhilevich
slavic RU Stepan Yakovlevich Chernozubov | Степан Яковлевич Чернозубов | Stépan Iakovlevitch Tchernozoubov | Stepan Jakowlewitsch Tschernosubow
slavic RU Pyotr - Khvorostyanov | Пётр Хворостьянов | Piotr Khvorostianov | Pjotr Chworostjanow
slavic RU Denis Igorevich Shustrikov | Денис Игоревич Шустриков | Denis Igorevitch Choustrikov | Denis Igorewitsch Schustrikow
slavic RU Yegor - Yershevsky | Егор Ершевский | Iegor Ierchevski | Jegor Jerschewskij
arabic SY Nasir Khalil al-Dabbughi | ناصر خليل الدبوغي | Nasser Khalil Eddabboughi | Naser Khaleel Al Dabughy
arabic LY Abd al-Salam Jum'a al-Tarhuzi | عبد السلام جمعة الترهوزي | Abdessalam Djoumaa Terhouzi | Abdul Salam Juma Tarhouzi
arabic IQ Ala al-Din Hamid al-Samawri | علاء الدين حامد السماوري | Alaeddine Hamed Essamaouri | Alauddin Hamid Samawry
arabic YE Faris Ahmad Abu-Quraysha | فارس أحمد أبو قريشة | Fares Ahmed Abou Koraïcha | Faris Ahmad Abuquraisha
arabic LB Jalal al-Din Wahbatzadi - | جلال الدين وهبتزادي | Djalaleddine Wahbatzadi | Jalaluddin Wahbatzady
arabic DZ Murad - Bin-Shaqruni | مراد بن شقروني | Mourad Benchekrouni | Murad Ben Shaqrouni
arabic SD Mahjub Sharif al-Umdarmi | محجوب شريف الأمدرمي | Mahdjoub Chérif Oumdarmi | Mahjoub Sherif El Omdurmi
arabic TN Sabri - al-Ghannuzi | صبري الغنوزي | Sabri Ghannouzi | Sabry El Ghanouzi
arabic SO Abdiqani Shire Dhagaxtuur - | Abdikani Shireh Dhagahtur | Abdiqaani Shiire Dhagaxtur
korean KP Kim - Hyok-chun | 김혁춘 | Kim Hyeokchun | Gim Hyeok Chun
korean KP Ri - Myong-guk | 리명국 | Lee Myung-kook | Ri Myongguk
korean KP O - Kwang-ryol | 오광렬 | Oh Kwangryul | O Gwang Ryeol
korean KP Jo - Sun-bok | 조순복 | Cho Soon-bok | Jo Sunbok
korean KP Ryu - Chang-jin | 류창진 | Yoo Chang-jin | Ryu Changjin
korean KP Paek - Yong-ho | 백용호 | Baek Yong-ho | Paik Yongho
chinese CN Guo - Zhongyuan | 郭忠远 | Kuo Chung-yuan | Zhongyuan Guo
chinese CN Xu - Qinghe | 许庆和 | Hsu Ch'ing-ho | Qing He Xu
chinese CN Shangguan - Jianping | 上官建平 | Shangkuan Chien-p'ing | Jianping Shangguan
chinese CN Cai - Ruixiang | 蔡瑞祥 | Tsai Jui-hsiang | Ruixiang Cai
chinese CN Gong - Zhiyong | 龚志勇 | Kung Chih-yung | Zhi-Yong Gong
western FR Guillaume - Tourvelange
western RS Dragoslav - Šušnjarović | Dragoslav Shushnyarovich | Драгослав Шушњаровић | Dragoslav Chouchniarovitch
western PL Zbigniew - Szczęśniakowski | Zbigniew Szczesniakowski | Zbigniew Shchesnyakovski
western TR Orhan - Küçükyıldızlı | Orhan Kucukyildizli | Orhan Koutchoukyildizli
western DE Jürgen - Großwäldchen | Juergen Grosswaeldchen | Jurgen Grosswaldchen
western VE Hernán Darío Betancuriza
western NG Chukwudi Emenike Obioranwa
western ZA Thabo - Mkhwanazibe
western KE Kiprotich - Cheruiyobet
western ML Bréhima - Sissokolaba | Brahima Cissokolaba | Breima Sissocolaba
`

/**
 * Listed persons with very common names: another person with one of these family names is probably not the listed
 * one.
 */
const commonTable = `
Augustin Mwamba Kalonji|Didier Kazadi|Claude Ngoy Kitenge|Alphonse Mbuyi|Robert Ilunga Kabongo|Sylvain Mutombo|Marcel Kasereka|
Chantal Mbombo|David Okito|Freddy Tshimanga Ntumba|Martin Shabani|Gilbert Lukusa|Norbert Banza Nkulu|Simon Mukendi|Henri Kambale
`

export const blindPersons = (seed: string): BlindPerson[] => personsOf(table, 'blind', seed)

/** The persons of a table as the one above. */
export function personsOf(rows: string, set: string, seed: string): BlindPerson[] {
  return rows
    .trim()
    .split('\n')
    .map((line, number) => {
      const [name = '', ...otherwise] = line.split('|').map((part) => part.trim())
      const [origin, country = '', ...words] = name.split(' ')
      const rest = words.filter((word) => word !== '-')
      const dice = diceOf(seed, set, number)
      return {
        id: `${set}-${number}`,
        origin: origin as BlindPerson['origin'],
        country,
        given: rest[0]!,
        middle: rest.slice(1, -1).join(' '),
        family: rest.at(-1)!,
        birthDate: birthDateOf(dice, 1949, 1986),
        document: `O${dice.pick([...'PCAEK'])}${dice.pick(['0', '1'])}${100_000 + dice.below(899_999)}`,
        otherwise,
      }
    })
}

export const blindName = ({ given, middle, family }: BlindPerson) =>
  [given, middle, family].filter((part) => part !== '').join(' ')

export const commonBlindNames = commonTable
  .replaceAll('\n', '')
  .split('|')
  .filter((name) => name !== '')

export function blindEntries(persons: readonly BlindPerson[], seed: string): StoredEntry[] {
  const shared = {
    list: 'blind',
    environments: ['production'],
    entryVersion: '1',
    kind: 'person',
    aliases: [],
    weakAliases: [],
    programs: [],
  } as const
  return [
    ...persons.map((person) => ({
      ...shared,
      entryId: person.id,
      name: blindName(person),
      birthDates: [person.birthDate],
      countries: [person.country],
      identifiers: [person.document],
    })),
    ...commonBlindNames.map((name, i) => ({
      ...shared,
      entryId: `blind-common-${i}`,
      name,
      birthDates: [birthDateOf(diceOf(seed, 'common', i), 1945, 1975)],
      countries: ['CD'],
      identifiers: [],
    })),
  ]
}

/** Whether a name has a word that no other list entry or neighbouring name would have by chance. */
export const longFamily = ({ family }: BlindPerson) => fold(family).replace(/[^a-z]/g, '').length >= 8
