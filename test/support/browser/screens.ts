// The screens and sizes of text that every page must fit.
import type { Page } from 'playwright-core'

/** A width in pixels, and a size of text in percent. */
type Screen = readonly [width: number, percent: number]

const everyScreen: readonly Screen[] = [
  [320, 100],
  [360, 100],
  [768, 100],
  [1280, 100],
  [360, 200],
  [768, 200],
  [1280, 200],
]

/** Pages that are mostly text fit it, too. */
export const smallestScreen: Screen = [320, 200]

/**
 * The screens that the page is wider than, each with the elements that reach furthest to the right; one per line. Texts are the
 * same at every width; only the layout differs.
 */
export async function overflowsOf(page: Page, screens = everyScreen): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const [width, percent] of screens) {
    await page.setViewportSize({ width, height: 800 })
    const pixels = await page.evaluate((size) => {
      const root = document.documentElement
      root.style.setProperty('font-size', `${size}%`)
      return root.scrollWidth - root.clientWidth
    }, percent)
    if (pixels > 0)
      found.push(`${pixels} pixels too wide at ${width} and ${percent} %: ${await widest(page)}`)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if (before) await page.setViewportSize(before)
  return found
}

function widest(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *:not(thead *)')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => `${each.tagName}.${each.className} ${(each.textContent ?? '').slice(0, 40)}`)
      .slice(0, 12)
      .join(' | '),
  )
}
