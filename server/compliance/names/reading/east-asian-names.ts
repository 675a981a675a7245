// Search keys for Chinese names, equal for pinyin, Wade-Giles and the spellings derived from them, and for Korean names, whose
// romanisation systems differ so much that only a coarse key matches them all.
import { withoutRepeatedLetters } from '../edit-distance.ts'

type Rule = [pattern: RegExp, sound: string]

/** Sounds that pinyin and Wade-Giles write with different letters, merged. The order matters. */
const chineseSounds: readonly Rule[] = [
  [/(?<=[aeiou])ng/g, 'N'],
  [/hs|sh|x|sz|ss/g, 'S'],
  [/zh|ch|q|j(?=i(?!h)|u)/g, 'C'],
  [/j/g, 'r'],
  [/ts|tz|z|c/g, 'Z'],
  [/b/g, 'p'],
  [/d/g, 't'],
  [/g/g, 'k'],
  [/(?<=[rCSZs])(?:ih|i|u)(?![aeiouNn])/g, 'i'],
  [/ueh|ue|uo|eh|oh/g, 'e'],
  [/(?<=[aeiou])h/g, ''],
  [/[ou]N/g, 'uN'],
  [/i[ae]n/g, 'ien'],
  [/uei|wei/g, 'ui'],
  [/y[io]u?|iu|yi/g, 'i'],
  [/o/g, 'e'],
  [/s/g, 'S'],
]
/** Letters that one of the systems never has where the other has them. */
const onlyPinyin = /zh|x|q|^[bdgz]|(?<![aeiou]n|^)g|(?<=[aeioungr])[bdz]|^c(?!h)/
const chineseFamilies = new Set(
  `li wang zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao
   yuan deng fu shen zeng peng lu su jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi yao tan liao zou xiong jin hao
   kong bai cui kang mao qiu qin gu hou shao meng long wan duan qian tang yin yi chang qiao lai gong wen pang ouyang sima zhuge shangguan linghu mu
   ning ge hong jiao mei nie niu ou qi rong ruan sha tong xing zhan zhuang zuo zhen zhuo dou ji cen chai che chi chu di geng guan ji jing ju kuang
   lan lei leng li mi miao min pei ping pu qu rui shan shang shu si tao tu wan weng xi xin xiang yue yun zhai zhan zheng zhi zou zang zong`
    .split(/\s+/)
    .map(soundOf),
)
const maxWords = 4
const longestGiven = 14

function soundOf(text: string): string {
  return chineseSounds.reduce((sound, [pattern, to]) => sound.replace(pattern, to), text)
}

/** Whether the name is written in pinyin and in no other system. */
export const isOnlyPinyin = (words: readonly string[]): boolean => words.some((word) => onlyPinyin.test(word))

/** Keys of a name that may be Chinese, equal in every romanisation. Empty for a name that cannot be Chinese. */
export function chineseKeys(words: readonly string[]): string[] {
  if (words.length < 2 || words.length > maxWords) return []
  const keyOf = (family: readonly string[], given: readonly string[]): string[] => {
    const [name, rest] = [soundOf(family.join('')), given.join('')]
    if (!chineseFamilies.has(name) || rest.length > longestGiven) return []
    return [`${name} ${soundOf(rest)}`]
  }
  const keys = [keyOf(words.slice(0, 1), words.slice(1)), keyOf(words.slice(-1), words.slice(0, -1))]
  return [...new Set(keys.flat())].map((key) => `chinese ${key}`)
}

/** Spellings of the same family name; the first of each group stands for all. */
const koreanFamilies = new Map(
  `kim gim ghim; ri lee yi rhee li ree; pak park bak bahk; choe choi choy; chong jung jeong chung jong; kang gang kahng; cho jo joe;
   yun yoon youn; chang jang; rim lim im yim; han hahn; o oh; sin shin; so seo suh; kwon gwon kweon; hwang whang; an ahn; song;
   ryu yoo yu ryoo liu; chon jeon jun chun; hong; ko koh go; mun moon; yang ryang; son sohn; paek baek paik baik; ho heo huh hur; nam;
   sim shim; no roh noh ro; ha hah; chu joo ju; ku koo goo; min; chin jin; om eom um; won; chae; cha`
    .split(';')
    .flatMap((group) => {
      const names = group.trim().split(/\s+/)
      return names.map((name): [string, string] => [name, names[0]!])
    }),
)

const koreanSounds: [pattern: RegExp, sound: string][] = [
  [/ng/g, 'nk'],
  [/sh/g, 's'],
  [/ch|j/g, 'c'],
  [/eo|eu|oo|ou|u|oh/g, 'o'],
  [/ae|ai/g, 'e'],
  [/oi|wi/g, 'i'],
  [/ee|yi|ih/g, 'i'],
  [/wo/g, 'o'],
  [/g/g, 'k'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/l/g, 'r'],
]
const severalSyllables = /^[^aeiou]*[aeiou]+(?:[^aeiou]+[aeiou]+){1,2}[^aeiou]*$/

/** Keys of a name that may be Korean, equal in every romanisation. Empty for a name that cannot be Korean. */
export function koreanKeys(words: readonly string[]): string[] {
  if (words.length < 2 || words.length > maxWords) return []
  const keyOf = (family: string, given: readonly string[]): string[] => {
    const name = koreanFamilies.get(family)
    if (name === undefined) return []
    const sounded = koreanSounds.reduce(
      (text, [pattern, sound]) => text.replace(pattern, sound),
      given.join(''),
    )
    const key = withoutRepeatedLetters(sounded)
    return severalSyllables.test(key) ? [`${name} ${key}`] : []
  }
  return [...keyOf(words[0]!, words.slice(1)), ...keyOf(words.at(-1)!, words.slice(0, -1))]
}

const initial = '(?:zh|ch|sh|hs|ts|tz|hw|kw|gw|[bpmfdtnlgkhjqxrzcswy])'
const final =
  '(?:iang|iong|uang|wang|iao|ian|ien|ing|ang|eng|ong|ung|uan|uen|uai|uei|yeo|yae|weo|ai|ei|ao|ou|an|en|in|un|on|ia|ie|iu|io|ua|uo|ui|ue|oo|ee|eo|eu|ae|oe|oi|wa|we|wi|wo|ya|ye|yo|yu|er|ih|eh|a|e|i|o|u)'
const coda = '(?:ng|[kptlmnrh])?'
const syllable = new RegExp(`^${initial}?${final}${coda}$`)
const longest = 6

/**
 * Whether the word is one syllable as in Chinese and Korean names. Nearly every short syllable is a name, so two of them that differ are
 * two names and no spellings of one.
 */
export const isSyllable = (text: string): boolean => text.length <= longest && syllable.test(text)
