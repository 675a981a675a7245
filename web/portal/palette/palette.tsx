// The portal's palette finds payments, transfers, links, pages and actions.
import { Palette } from '../../ui/palette/palette.tsx'
import { useEntries } from './entries.ts'
import { paletteTexts } from './texts.ts'

export function PortalPalette(opened: { close: () => void; typed: string }) {
  return <Palette {...opened} useEntries={useEntries} texts={paletteTexts()} />
}
