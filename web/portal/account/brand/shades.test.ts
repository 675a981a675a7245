import { expect, test } from 'vitest'
import { paletteOf } from '../../../../server/merchants/brand/accent.ts'
import { previewShades } from './shades.ts'

test.each(['#0b625c', '#ffcc00', '#ffffff', '#000000', '#e60000', '#777777', '#ffee88'])(
  'the preview of %s has the colours of the payment page',
  (accent) => {
    const palette = paletteOf(accent)
    for (const theme of ['light', 'dark'] as const) {
      const { panel, button } = palette[theme]
      expect(previewShades(accent, theme === 'dark')).toEqual({
        panel: panel.fill,
        panelInk: panel.ink,
        button: button.fill,
        buttonInk: button.ink,
      })
    }
  },
)
