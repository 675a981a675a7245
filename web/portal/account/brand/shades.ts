// The colours of the preview, derived from an accent as the service derives those of payment pages.

export type PreviewShades = { panel: string; panelInk: string; button: string; buttonInk: string }

const white = '#ffffff'
const black = '#000000'
const darkPaper = '#172123'

export function previewShades(accent: string, dark: boolean): PreviewShades {
  const panel = dark
    ? shade(accent, black, (colour) => contrast(colour, white) >= 8)
    : shade(accent, black, (colour) => contrast(colour, white) >= 1.25)
  const button = dark ? shade(accent, white, (colour) => contrast(colour, darkPaper) >= 4.5) : accent
  return { panel, panelInk: inkOn(panel), button, buttonInk: inkOn(button) }
}

const inkOn = (fill: string) => (contrast(fill, white) >= 4.5 ? white : black)

function shade(from: string, to: string, isEnough: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const colour = mix(from, to, share)
    if (isEnough(colour)) return colour
  }
  return to
}

function mix(from: string, to: string, share: number): string {
  const target = channelsOf(to)
  const mixed = channelsOf(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
