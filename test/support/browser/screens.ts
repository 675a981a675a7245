// The screens and sizes of text that every page must fit.
import type { Locator, Page } from 'playwright-core'

/** A width in pixels, and sizes of text in percent. */
type Screen = readonly [width: number, ...percents: number[]]

export const everyScreen: readonly Screen[] = [
  [320, 100],
  [360, 100, 200],
  [768, 100, 200],
  [1280, 100, 200],
]

/** Pages that are mostly text fit the smallest screen with double text size, too. */
export const everyScreenOfText: readonly Screen[] = [[320, 100, 200], ...everyScreen.slice(1)]

/**
 * The screens that the page is wider than, each with the elements that reach furthest to the right; one per line. Texts are the
 * same at every width; only the layout differs.
 */
export async function overflowsOf(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const [width, ...percents] of screens) {
    await page.setViewportSize({ width, height: 800 })
    for (const [percent, pixels] of await overflowsAt(page, percents))
      found.push(`${pixels} pixels too wide at ${width} and ${percent} %: ${await widest(page, percent)}`)
  }
  if (before) await page.setViewportSize(before)
  return found
}

/** Measured in one task of the page, so that it lays itself out for each size of text but paints none of them. */
function overflowsAt(page: Page, percents: number[]): Promise<[percent: number, pixels: number][]> {
  return page.evaluate((sizes) => {
    const root = document.documentElement
    const found: [number, number][] = []
    for (const size of sizes) {
      root.style.setProperty('font-size', `${size}%`)
      const pixels = root.scrollWidth - root.clientWidth
      if (pixels > 0) found.push([size, pixels])
    }
    root.style.removeProperty('font-size')
    return found
  }, percents)
}

function widest(page: Page, percent: number): Promise<string> {
  return page.evaluate((size) => {
    document.documentElement.style.setProperty('font-size', `${size}%`)
    const found = [...document.querySelectorAll('body *:not(thead *)')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => `${each.tagName}.${each.className} ${(each.textContent ?? '').slice(0, 40)}`)
      .slice(0, 12)
      .join(' | ')
    document.documentElement.style.removeProperty('font-size')
    return found
  }, percent)
}

/** The lines of each part where it has room for no two words, so that a line ends wherever one may. */
export const tightLines = (parts: Locator): Promise<string[][]> =>
  parts.evaluateAll((all) =>
    all.map((part) => {
      const { style } = part as HTMLElement
      style.cssText = 'width: min-content; overflow-wrap: normal'
      const lines = new Map<number, string>()
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (let i = 0; i < (node.textContent?.length ?? 0); i++) {
          const range = new Range()
          range.setStart(node, i)
          range.setEnd(node, i + 1)
          const middle = range.getBoundingClientRect()
          const top = Math.round(middle.top / 8)
          if (middle.width > 0) lines.set(top, (lines.get(top) ?? '') + range)
        }
      style.cssText = ''
      return [...lines.values()].map((line) => line.trim())
    }),
  )

/**
 * The texts that a phone cuts where they are twice as large: those that a box hides a part of, and words of headings that are broken.
 * One per line.
 */
export async function cutsOf(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  const found = await page.evaluate(() => {
    const root = document.documentElement
    root.style.setProperty('font-size', '200%')
    const faults: string[] = []
    for (const part of document.querySelectorAll('main *')) {
      const text = (part.textContent ?? '').trim()
      const { overflowX, overflowY, clipPath } = getComputedStyle(part)
      // Text for screen readers alone has no size.
      if (text === '' || clipPath !== 'none' || !part.checkVisibility()) continue
      const isCut =
        (/hidden|clip/.test(overflowX) && part.scrollWidth > part.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && part.scrollHeight > part.clientHeight + 1)
      if (isCut) faults.push(`cut: ${part.tagName}.${part.className} ${text.slice(0, 60)}`)
    }
    // A longer word may have a hyphen, and a line of large text holds about ten letters.
    const words = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,11}(?![\p{L}\p{N}])/gu
    for (const heading of document.querySelectorAll('main :is(h1, h2, h3)')) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(words)) {
          const range = new Range()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
          if (new Set(tops).size > 1) faults.push(`broken: ${word}`)
        }
    }
    root.style.removeProperty('font-size')
    return faults
  })
  if (before) await page.setViewportSize(before)
  return found
}

/** The names and codes that stand in a line without a space between them, one per line. */
export const gluedOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    for (const part of document.querySelectorAll('main :not(svg *)')) {
      const [last, next] = [part.previousSibling?.textContent ?? '', part.textContent ?? '']
      const isInline = (one: Node | null) =>
        one instanceof Text ||
        (one instanceof Element && /^inline(-block)?$/.test(getComputedStyle(one).display))
      if (
        isInline(part) &&
        isInline(part.previousSibling) &&
        /[\p{L}\p{N}]$/u.test(last) &&
        /^[\p{L}\p{N}]/u.test(next)
      )
        faults.push(`glued: ${last.slice(-30)}|${next.slice(0, 30)}`)
    }
    return faults
  })
