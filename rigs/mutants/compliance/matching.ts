// Mutants of the rules by which a name matches a listed one, or does not.
import { type Mutant, without } from '../mutant.ts'

const foreign = 'server/compliance/screening/foreign-spellings.test.ts'
const words = 'server/compliance/names/word-pair.test.ts'
const listMatch = 'server/compliance/screening/list-match.test.ts'

export const matching: readonly Mutant[] = [
  without(
    'list matching: first vowels',
    ['first-vowels', "[/^[aeiouy]/g, 'A'],", ''],
    'a name that begins with a vowel is held for one that does not',
    words,
  ),
  without(
    'list matching: first vowels in Arabic',
    ['arabic-first-vowels', '`a${ascii}`', 'ascii'],
    'Umar in Arabic letters is taken for a title and passes',
    foreign,
  ),
  without(
    'list matching: last vowels in Arabic',
    ['final-vowels', "bare.text.endsWith('a')", "bare.text.endsWith('aa')"],
    'Salma is held for Salim',
    foreign,
  ),
  without(
    'list matching: sibilants in Arabic',
    ['sibilants', 'sharedConsonants(a, b) >= manyConsonants', 'a.text !== b.text'],
    'Najjar is held for Nasir',
    foreign,
  ),
  without(
    'list matching: other beginnings',
    ['other-beginnings', 'beginAlike(a, b)', 'a.text !== b.text'],
    'two families with other first letters are held for each other',
    words,
  ),
  without(
    'list matching: vowels of short names',
    ['vowels-of-short-names', 'sharedConsonants(a, b) - 1', '2'],
    'Phiri is held for Farah',
    foreign,
  ),
  without(
    'list matching: compound given names',
    ['compound-given-names', 'isServantOf(a) &&', 'a === b &&'],
    'Abdel Kader passes where Abd al-Qadir is listed',
    words,
  ),
  without(
    'list matching: misspelt among others',
    ['misspelt-among-others', 'telling.length < minMisspelt', 'telling.length < 0'],
    'a given name and a similar family name among others hold their bearer',
    foreign,
  ),
  without(
    'list matching: consonants among others',
    ['padded-rare-names', 'isSpeltOut(pair)', 'pair.score > 0'],
    'a given name and the consonants of a family name hold their bearer',
    foreign,
  ),
  without(
    'list matching: contradicting given names',
    ['contradicting-given-names', 'hasGiven(left) && hasGiven(right)', 'left.length < 0 && hasGiven(right)'],
    'a person is held for another with another father',
    foreign,
  ),
  without(
    'list matching: another last name',
    ['other-last-name', 'left.some(isOther)', 'left.length < 0'],
    'a given name and a postnom hold people of other families',
    foreign,
  ),
  without(
    'list matching: names split alike',
    ['names-split-alike', '|| isSplitAlike', ''],
    'al-Rawi is held for al-Zawi',
    foreign,
  ),
  without(
    'list matching: French keyboard',
    ['french-keyboard', 'isTypedInFrench(name)', "name.includes('q')"],
    'Arabic names with q are read in a second way',
    foreign,
  ),
  without(
    'list matching: Greek consonants',
    ['syllabic-alphabets', 'isSyllabic.test(text)', 'isSyllabic.test(text) || isAlphabetic.test(text)'],
    'a Greek is held for somebody whose r is an l',
    foreign,
  ),
  without(
    'list matching: Chinese names',
    ['chinese-names-as-somali', 'chineseKeys(words).length > 0', 'words.length < 0'],
    'Chinese names are read as Somali ones',
    foreign,
  ),
  without(
    'list matching: pinyin',
    ['pinyin-names', 'isOnlyPinyin(texts)', 'texts.length < 0'],
    'two Chinese names in pinyin are held for each other',
    foreign,
  ),
  without(
    'list matching: vague names',
    ['vague-names', 'bySkeleton(alignment)', '1'],
    'people whose names share a few consonants are held for each other',
    foreign,
  ),
  without(
    'list matching: other keyboards',
    ['lookalike-letter-readings', '...retyped', ''],
    'a name typed on another keyboard passes',
    foreign,
  ),
  without(
    'list matching: cut words',
    ['cut-words', '({ kind, text }) =>', '({ kind, text }) => text.length > 0 ||'],
    'a misspelt name cut in two passes',
    foreign,
  ),
  without(
    'list matching: entries of a sound',
    ['entries-of-a-sound', 'sound.last !== entry', 'entry !== undefined'],
    'a listed person with many aliases passes as if the name were frequent',
    listMatch,
  ),
  without(
    'list matching: rare given names',
    ['rare-given-names', "text.indexOf(',') + 1", '0'],
    'a given name and a birthday hold an honest person',
    listMatch,
  ),
]
