// Characters that people do not type and pages do not show, but that spreadsheets, logs and terminals interpret.

/** C0 and C1 control characters, and the separators of lines and paragraphs. */
// guard: control-characters
const control = /[\p{Cc}\u2028\u2029]/u

/** What turns the direction of the text around it: with it, one name is shown as another. */
// guard: direction-controls
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function hasDirectionControls(text: string): boolean {
  return direction.test(text)
}

/** What shows nothing at all: two texts that differ by it look the same. Emojis and some scripts need it. */
// guard: invisible-in-names
const invisible = /\p{Default_Ignorable_Code_Point}/u

export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text)
}

/** Scripts with letters that look like those of another one, such as the Latin and the Cyrillic a. */
const alikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** Whether letters of several scripts that look alike are mixed, as in a name that is made to look like another one. */
export function mixesScripts(text: string): boolean {
  // guard: mixed-scripts
  return alikeScripts.filter((script) => script.test(text)).length > 1
}

export function hasControlCharacters(text: string): boolean {
  return control.test(text)
}
