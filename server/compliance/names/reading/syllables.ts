// Syllables of Chinese and Korean names in Latin letters. Nearly every short syllable is a name, so two of them that differ are two
// names and no spellings of one; the systems of romanisation are compared over whole names (chinese-names.ts, korean-names.ts).

const initial = '(?:zh|ch|sh|hs|ts|tz|hw|kw|gw|[bpmfdtnlgkhjqxrzcswy])'
const final =
  '(?:iang|iong|uang|wang|iao|ian|ien|ing|ang|eng|ong|ung|uan|uen|uai|uei|yeo|yae|weo|ai|ei|ao|ou|an|en|in|un|on|ia|ie|iu|io|ua|uo|ui|ue|oo|ee|eo|eu|ae|oe|oi|wa|we|wi|wo|ya|ye|yo|yu|er|ih|eh|a|e|i|o|u)'
const coda = '(?:ng|[kptlmnrh])?'
const syllable = new RegExp(`^${initial}?${final}${coda}$`)
const longest = 6

/** Whether the word is one syllable as in Chinese and Korean names. */
export const isSyllable = (text: string): boolean => text.length <= longest && syllable.test(text)
