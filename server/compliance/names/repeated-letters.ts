// Letters written twice where once would sound the same.

/** The text with each run of one letter as that letter: mukenndi becomes mukendi. */
export function withoutRepeatedLetters(text: string): string {
  let rest = ''
  for (let i = 0; i < text.length; i++) if (text[i] !== text[i - 1]) rest += text[i]
  return rest.length === text.length ? text : rest
}
