// What makes a page recognizable outside its window: icons, the colour of the browser's bars, the manifest and the picture that
// messengers show beside a link.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconAddress, markPath, markSize } from '../pages/build-icon.ts'
import { drawPng, icoOf, type Shape } from './draw.ts'

/** `--deep` of web/ui/tokens.css in the light and the dark theme: the colour of the bar at the top of every page. */
const themeColours = { light: '#0b4a47', dark: '#0c3937' } as const
const paper = '#ffffff'
const gold = '#e0a63f'

/** Icon and theme colour of every page. */
export const identityTags = [
  `<link rel="icon" href="${iconAddress}">`,
  `<meta name="theme-color" content="${themeColours.light}" media="(prefers-color-scheme: light)">`,
  `<meta name="theme-color" content="${themeColours.dark}" media="(prefers-color-scheme: dark)">`,
].join('\n')

/** The mark in the colour of the text around it. */
const inlineMark = `<svg viewBox="0 0 ${markSize} ${markSize}" width="18" height="18" fill="currentColor" aria-hidden="true"><path d="${markPath}"/></svg>`

/** Writes the tags and the mark for the payment pages, which the server renders itself and serves with their script. */
export function writeIdentity(directory: string): void {
  writeFileSync(join(directory, 'identity.html'), identityTags)
  writeFileSync(join(directory, 'mark.html'), inlineMark)
}

/** For pages that a user may put on a home screen. */
export const installTags = [
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/site.webmanifest">',
].join('\n')

/** Files at the root of the site, by name. */
export function identityFiles(): Record<string, Buffer> {
  return {
    'favicon.ico': icoOf(icon(32, 0.86)),
    'apple-touch-icon.png': icon(180, 0.56),
    'icon-192.png': icon(192, 0.5),
    'icon-512.png': icon(512, 0.5),
    'og.png': preview(),
    'site.webmanifest': Buffer.from(JSON.stringify(manifest)),
    'till.webmanifest': Buffer.from(JSON.stringify(tillManifest)),
  }
}

const manifest = {
  id: '/portal',
  name: 'Likuta',
  short_name: 'Likuta',
  start_url: '/portal',
  scope: '/',
  display: 'standalone',
  lang: 'fr',
  theme_color: themeColours.light,
  background_color: themeColours.light,
  icons: [192, 512].flatMap((size) =>
    ['any', 'maskable'].map((purpose) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ),
}

/** The till is an app of its own: it opens on the pad. */
const tillManifest = {
  ...manifest,
  id: '/portal/till',
  name: 'Likuta · Caisse',
  short_name: 'Caisse',
  start_url: '/portal/till',
}

/** The mark on the deep colour. @param share of the width that the mark takes. */
function icon(size: number, share: number): Buffer {
  const edge = (size * (1 - share)) / 2
  return drawPng(size, size, themeColours.light, mark(edge, edge, (size * share) / markSize))
}

/** The L in white and its coin in gold. */
function mark(x: number, y: number, scale: number): Shape[] {
  const [letter = '', coin = ''] = markPath.split('z')
  return [
    { path: `${letter}z`, colour: paper, x, y, scale },
    { path: `${coin}z`, colour: gold, x, y, scale },
  ]
}

/** The name, drawn in lines and arcs 100 units high. */
const letters = [
  'M0 0h19v82h41v18h-60z',
  'M74 34h19v66h-19zM71 13a12.500 12.500 0 1 1 25 0a12.500 12.500 0 1 1-25 0z',
  'M110 0h19v100h-19z',
  'M126 66l28-32h23l-27 30l29 36h-23l-20-25l-10 11z',
  'M190 34h19v35a14 14 0 0 0 28 0v-35h19v66h-19v-6a33 33 0 0 1-47-25z',
  'M268 34h12v-20h19v20h17v16h-17v23a10 10 0 0 0 17 8v17a25 25 0 0 1-36-24v-24h-12z',
  'M322 67a34 34 0 1 1 68 0a34 34 0 1 1-68 0zM341 67a15.500 15.500 0 1 0 31 0a15.500 15.500 0 1 0-31 0z',
  'M372 34h19v66h-19z',
]

/** The picture of a shared link: 1200 by 630 pixels. */
function preview(): Buffer {
  const ring = 'M0 0a200 200 0 1 1 400 0a200 200 0 1 1-400 0z'
  return drawPng(1200, 630, themeColours.light, [
    { path: ring, colour: '#0e5551', x: 860, y: 90, scale: 1.4 },
    { path: ring, colour: '#106059', x: 960, y: 90, scale: 1 },
    ...mark(140, 195, 7.5),
    ...letters.map((path) => ({ path, colour: paper, x: 460, y: 232, scale: 1.62 })),
  ])
}
