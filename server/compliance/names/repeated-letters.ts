// Removes repeated letters, which do not change the sound of a word.

/** Reduces each run of the same letter to one: mukenndi becomes mukendi. */
export function withoutRepeatedLetters(text: string): string {
  let rest = ''
  for (let i = 0; i < text.length; i++) if (text[i] !== text[i - 1]) rest += text[i]
  return rest.length === text.length ? text : rest
}
