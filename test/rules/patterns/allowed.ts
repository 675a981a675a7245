// Regular expressions that the checker rates worse than linear, or cannot rate, and why each is safe: its input is short or
// restricted.

/** The files with the expression, the length of its longest input, and why the input cannot be longer. */
export type Allowed = { files: RegExp; most: number; why: string }

const ours = 'a file of this project, read once'

export const allowedPatterns: Readonly<Record<string, Allowed>> = {
  '/0+$/': { files: /^sandbox\/(amount|rates\/quotes)\.ts$/, most: 6, why: 'six decimals: the pattern before it accepts no more' },
  '/\\B(?=(\\d{3})+$)/g': { files: /^sandbox\//, most: 16, why: 'the whole part of an amount' },
  '/^import\\s[^\'"]*[\'"][^\'"]+[\'"]\\s*$/gm': { files: /^sandbox\/card-gateway\/microform\/library\.ts$/, most: 100_000, why: ours },
  '/^export\\s+(?=(const|let|function|async|class)\\b)/gm': { files: /^sandbox\/card-gateway\/microform\/library\.ts$/, most: 100_000, why: ours },
  '/(?:^|,\\s*)sig-pp=(\\(((?:"[^"]*" ?)*)\\)((?:;[a-z]+=(?:"[^"]*"|\\d+))*))/': { files: /^sandbox\/operators\/pawapay\/signatures\/base\.ts$/, most: 16_384, why: 'linear, but the checker needs several seconds to find that out' },
  '/"(?:[^"\\\\]|\\\\.)*"|[{}[\\],:]/g': { files: /^server\/adapters\/mobile-money\/airtel\/callback\.ts$/, most: 65_536, why: 'only JSON that was parsed before: each quote is closed, so each character is read once' },
  '/"(?:[^"\\\\]|\\\\.)*"|[:,]/g': { files: /^server\/portal\/requests\/signature-variants\.ts$/, most: 65_536, why: 'written by JSON.stringify: each quote is closed, so each character is read once' },
  '/^sig-pp=(\\(((?:"[a-z0-9@-]+"(?: (?="))?)*)\\)((?:;[a-z]+=(?:"[^"\\\\]{0,256}"|\\d{1,12}))*))$/': { files: /^server\/adapters\/mobile-money\/pawapay\/signature\.ts$/, most: 16_384, why: 'a header; anchored, and each part begins with a character that its repetition excludes' },
  '/^[^@]+@[^@]+\\.[^@]+$/': { files: /^server\/cards\/transaction\/bill-to\.ts$/, most: 254, why: 'text({ max: 254 }) refuses longer texts first' },
  '/^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/': { files: /^server\/accounts\/account\.ts$/, most: 254, why: 'text({ max: 254 }) refuses longer texts first' },
  '/\\/\\*[\\s\\S]*?\\*\\//g': { files: /^server\/cards\/checkout\/assets\.ts$/, most: 100_000, why: ours },
  '/[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}]\\p{M}*[\\p{Default_Ignorable_Code_Point}\\p{Cf}]+[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}]/u': { files: /^server\/compliance\/names\/reading\/reading\.ts$/, most: 600, why: 'a name cut to longestRead; a longer name is held' },
  '/(?<=[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Hebrew}\\p{sc=Arabic}]\\p{M}*)\\p{M}|(?<=\\p{sc=Cyrillic}\\p{M}*)(?!\\u0306)\\p{M}|\\p{Me}|(?<![\\p{L}\\p{M}])\\p{M}/gu': { files: /^server\/compliance\/names\/reading\/reading\.ts$/, most: 600, why: 'a name cut to longestRead; a longer name is held' },
  '/[!¡]+$/u': { files: /^server\/compliance\/names\/reading\/reading\.ts$/, most: 600, why: 'a name cut to longestRead; a longer name is held' },
  '/_SERVICE_(HOST|PORT(_\\w+)?)$|_PORT_\\d+_(TCP|UDP)(_\\w+)?$/': { files: /^server\/config\/unknown-settings\.ts$/, most: 1_000, why: 'the name of an environment variable' },
  '/^0+(?=\\d)/': { files: /^server\/platform\/http\/admin-search\.ts$/, most: 200, why: 'a search text of at most 200 characters, by text({ max: 200 })' },
  "/^\\d{1,3}([ .,'])\\d{3}(?:\\1\\d{3})*$/": { files: /^server\/platform\/http\/admin-search\.ts$/, most: 200, why: 'a search text of at most 200 characters, by text({ max: 200 })' },
  '/\\.?0+$/': { files: /^server\/platform\/http\/body\/json\.ts$/, most: 20, why: 'an amount that was formatted just before' },
  '/^(.+) for (.+) \\((\\w+)\\)$/': { files: /^web\/console\/screening\/match-text\.ts$/, most: 600, why: 'two names, each limited by text({ max: 200 })' },
  '/^(succeeded|declined|reversed|pending|absent)(?: ([A-Z_]+)(?= |$))?(?: (\\S+))?$/': { files: /^web\/ui\/display\/event-detail\.ts$/, most: 500, why: 'anchored, and each repetition ends at a space' },
} // biome-ignore format: a table with one row per line

/** Files that build expressions from text, and the harmless source of that text. */
export const allowedMaking: Readonly<Record<string, string>> = {
  'sandbox/card-gateway/microform/vault.ts': 'the length of a security code',
  'sandbox/card-gateway/reporting/search-query.ts': 'a query that only our own gateway client sends',
  'sandbox/operators/pawapay/signatures/base.ts': 'names in its own source',
  'server/adapters/mobile-money/gsma/requests.ts': 'a number in its own source',
  'server/compliance/names/reading/east-asian-names.ts': 'parts of a syllable in its own source',
  'server/compliance/names/reading/scripts.ts': 'names of scripts in its own source',
  'server/composition/openapi/routes.ts': 'names in its own source',
  'server/config/card-money-settings.ts': 'types of destinations in its own source',
  'server/platform/http/other-methods.ts': 'paths of our own routes',
  'server/remittance/acceptance/repeated-reference.ts': 'a number in its own source',
}
