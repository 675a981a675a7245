// The part of fontkit that pictures use; the package has no types of its own. Lengths are in units of the font.
declare module 'fontkit' {
  export type Glyph = { path: { toSVG(): string } }
  export type GlyphRun = {
    advanceWidth: number
    glyphs: readonly Glyph[]
    positions: readonly { xAdvance: number }[]
  }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): GlyphRun
  }
  export function create(file: Buffer): Font
}
