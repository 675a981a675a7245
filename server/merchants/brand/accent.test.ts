import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, inkOn, paletteOf } from './accent.ts'

const papers = { light: '#ffffff', dark: '#172123' } as const
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('contrasts are those of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#ffffff', '#000000')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0b625c', '#0b625c')).toBe(1)
})

test('text on any accent, and on every shade derived from it, has a contrast of 4.5:1', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      for (const { panel, button } of Object.values(paletteOf(accent))) {
        assert.ok(contrast(panel.ink, panel.fill) >= 4.5, `panel ${panel.fill}`)
        assert.ok(contrast(panel.soft, panel.fill) >= 4.5, `quiet text ${panel.soft} on ${panel.fill}`)
        assert.ok(contrast(button.ink, button.fill) >= 4.5, `button ${button.fill}`)
        assert.ok(contrast(button.ink, button.hover) >= 4.5, `button under the pointer ${button.hover}`)
      }
    }),
  )
})

test('any accent gives readable links and buttons that stand out from the page', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const palette = paletteOf(accent)
      for (const theme of ['light', 'dark'] as const) {
        const { line, button } = palette[theme]
        assert.ok(contrast(line, papers[theme]) >= 4.5, `${theme}: ${line}`)
        assert.ok(contrast(button.edge ?? button.fill, papers[theme]) >= 3, `${theme}: ${button.fill}`)
      }
    }),
  )
})

test('the button of the light theme has the accent itself, with white text wherever it can be read', () => {
  for (const [accent, ink] of [
    ['#0b625c', '#ffffff'],
    ['#e60000', '#ffffff'],
    ['#ffcc00', '#000000'],
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#767676', '#ffffff'],
    ['#777777', '#000000'],
  ] as const) {
    expect(paletteOf(accent).light.button).toMatchObject({ fill: accent, ink })
    expect(inkOn(accent)).toBe(ink)
  }
})

test('a pale accent outlines its button, and a dark one is lightened for the dark theme', () => {
  const pale = paletteOf('#ffee88').light.button
  assert.ok(pale.edge && contrast(pale.edge, '#ffffff') >= 3)
  assert.equal(paletteOf('#0b625c').light.button.edge, null)
  const { button } = paletteOf('#101060').dark
  assert.ok(contrast(button.fill, '#172123') >= 4.5)
  assert.equal(button.ink, '#000000')
})
