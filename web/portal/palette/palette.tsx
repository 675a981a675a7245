// The portal's palette finds payments, transfers, links, pages and actions.
import { type Opened, Palette } from '../../ui/palette/palette.tsx'
import { useEntries } from './entries.ts'
import { paletteTexts } from './texts.ts'

export function PortalPalette(opened: Opened) {
  return <Palette {...opened} useEntries={useEntries} label={paletteTexts().label} />
}
