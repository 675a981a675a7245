// What axe finds wrong with a page and with the frames in it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** In the page. */
declare const axe: typeof axeCore

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Of the rules that axe applies by default, those about colours. */
export const colourRules: axeCore.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** The rules that the page or one of its frames breaks, one per line, with the elements. @param rules by default all. */
export async function violationsOn(page: Page, rules: axeCore.RunOptions = {}): Promise<string[]> {
  const options: axeCore.RunOptions = { resultTypes: ['violations'], ...rules }
  const { violations } = await (page.frames().length === 1 ? runOn : runOnFrames)(page, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}

async function runOn(page: Page, options: axeCore.RunOptions): Promise<axeCore.AxeResults> {
  await addAxe(page.mainFrame())
  return page.evaluate((wanted) => axe.run(document, wanted), options)
}

/** Frames of another origin are invisible to a script of the page, so axe runs in each, and the results are put together. */
async function runOnFrames(page: Page, options: axeCore.RunOptions): Promise<axeCore.AxeResults> {
  const partial = await partialResultsOf(page.mainFrame(), { include: [], exclude: [] }, options)
  return page.evaluate(([found, wanted]) => axe.finishRun(found, wanted), [partial, options] as const)
}

async function partialResultsOf(
  frame: Frame,
  context: axeCore.FrameContextObject,
  options: axeCore.RunOptions,
): Promise<axeCore.PartialResults> {
  await addAxe(frame)
  const children = await frame.evaluate((where) => axe.utils.getFrameContexts(where), context)
  const found: axeCore.PartialResults = [
    await frame.evaluate(([where, wanted]) => axe.runPartial(where, wanted), [context, options] as const),
  ]
  for (const { frameSelector, frameContext } of children) {
    const element = await frame.evaluateHandle((selector) => axe.utils.shadowSelect(selector), frameSelector)
    const child = await element.asElement()?.contentFrame()
    // axe takes null for a frame that it cannot run in, or that is removed meanwhile.
    const canRun =
      child && (await child.evaluate(`matchMedia('(scripting: enabled)').matches`).catch(() => false))
    found.push(
      ...(canRun ? await partialResultsOf(child, frameContext, options).catch(() => [null]) : [null]),
    )
  }
  return found
}

/** Adds axe to a document once: compiling it takes longer than running it on a small page. */
async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate('typeof axe === "object"'))) await frame.evaluate(source)
}
