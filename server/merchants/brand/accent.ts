// The colours that payment pages take from a merchant's accent. Every colour is accepted: white or black text has a contrast of at
// least 4.58:1 on any background, and the shades for lines and for the dark theme are derived until they can be seen.

/** "#rrggbb" */
type Colour = string

/** A surface and the colour of the text on it. */
export type Surface = { fill: Colour; ink: Colour }

/** The colours of one theme. */
export type Shades = {
  /** Behind the amount; `soft` is for its quieter text. */
  panel: Surface & { soft: Colour }
  /** `edge` outlines a button that would hardly stand out from the page. */
  button: Surface & { hover: Colour; edge: Colour | null }
  /** Links, focus rings and other lines on the page. */
  line: Colour
}
export type Palette = { light: Shades; dark: Shades }

/** `--paper` of web/checkout/base.css in each theme: what buttons and lines are seen on. */
const papers = { light: '#ffffff', dark: '#172123' } as const
const white = '#ffffff'
const black = '#000000'
/** WCAG 2.2: contrast of text (1.4.3), and of controls with what is around them (1.4.11). */
const text = 4.5
const control = 3

/** The colours of both themes for an accent: the light theme has the accent itself, the dark theme a shade of it. */
export function paletteOf(accent: Colour): Palette {
  const panel = shade(accent, black, (colour) => contrast(colour, papers.light) >= 1.25)
  const night = shade(accent, black, (colour) => contrast(colour, white) >= 8)
  const lit = shade(accent, white, (colour) => contrast(colour, papers.dark) >= text)
  return {
    light: {
      panel: panelOf(panel),
      button: buttonOf(accent, papers.light),
      line: shade(accent, black, (colour) => contrast(colour, papers.light) >= text),
    },
    dark: { panel: panelOf(night), button: buttonOf(lit, papers.dark), line: lit },
  }
}

/** White where it can be read, black elsewhere. One of them always can. */
// guard: accent-ink
export function inkOn(fill: Colour): Colour {
  return contrast(fill, white) >= text ? white : black
}

function panelOf(fill: Colour): Shades['panel'] {
  const ink = inkOn(fill)
  // Half-way to the background at most, and less where that could not be read.
  const soft = shade(mix(ink, fill, 0.3), ink, (colour) => contrast(colour, fill) >= text)
  return { fill, ink, soft }
}

function buttonOf(fill: Colour, paper: Colour): Shades['button'] {
  const ink = inkOn(fill)
  // Away from the colour of its text, so that the text stays readable.
  const hover = mix(fill, ink === white ? black : white, 0.15)
  const edge = contrast(fill, paper) < control ? shade(fill, inkOn(paper), seenOn(paper)) : null
  return { fill, ink, hover, edge }
}

const seenOn = (paper: Colour) => (colour: Colour) => contrast(colour, paper) >= control

/** The shade nearest to a colour that is good enough, on the way to black or white. */
function shade(from: Colour, to: Colour, isEnough: (colour: Colour) => boolean): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const colour = mix(from, to, share)
    if (isEnough(colour)) return colour
  }
  return to
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const target = channelsOf(to)
  const mixed = channelsOf(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
