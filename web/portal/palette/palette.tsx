// The portal's palette finds payments, transfers, links, pages and actions.
import { Palette } from '../../ui/palette/palette.tsx'
import { useEntries } from './entries.ts'
import { paletteTexts } from './texts.ts'

export function PortalPalette({ close }: { close: () => void }) {
  return <Palette close={close} useEntries={useEntries} texts={paletteTexts()} />
}
