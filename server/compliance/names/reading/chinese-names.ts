// Search keys for Chinese names: equal for pinyin, Wade-Giles and the spellings derived from them.

type Rule = [pattern: RegExp, sound: string]

/** Sounds that pinyin and Wade-Giles write with different letters, merged. The order matters. */
const rules: readonly Rule[] = [
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
const families = new Set(
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
  return rules.reduce((sound, [pattern, to]) => sound.replace(pattern, to), text)
}

/** Whether the name is written in pinyin and in no other system. */
export const isOnlyPinyin = (words: readonly string[]): boolean => words.some((word) => onlyPinyin.test(word))

/** Keys of a name that may be Chinese, equal in every romanisation. Empty for a name that cannot be Chinese. */
export function chineseKeys(words: readonly string[]): string[] {
  if (words.length < 2 || words.length > maxWords) return []
  const keyOf = (family: readonly string[], given: readonly string[]): string[] => {
    const [name, rest] = [soundOf(family.join('')), given.join('')]
    if (!families.has(name) || rest.length > longestGiven) return []
    return [`${name} ${soundOf(rest)}`]
  }
  const keys = [keyOf(words.slice(0, 1), words.slice(1)), keyOf(words.slice(-1), words.slice(0, -1))]
  return [...new Set(keys.flat())].map((key) => `chinese ${key}`)
}
