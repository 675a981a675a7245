// The part of opentype.js that the generator of outlines uses; the package has no types of its own.
declare module 'opentype.js' {
  type Command =
    | { type: 'M'; x: number; y: number }
    | { type: 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C' }
    | { type: 'Z' }
  type Glyph = { index: number; advanceWidth: number; path: { commands: Command[] } }
  export type Font = {
    unitsPerEm: number
    charToGlyph(character: string): Glyph
  }
  const opentype: { parse(file: ArrayBuffer): Font }
  export default opentype
}
