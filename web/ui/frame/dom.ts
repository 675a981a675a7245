// Builds elements without markup, as the page's policy requires.
import { markPath, markSize } from './mark-path.ts'

type Properties = { [name: string]: string | boolean | undefined | ((event: Event) => void) }

/** Functions become listeners, `true` an attribute without a value; `false` and undefined are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(key, value)
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

const svgNames = 'http://www.w3.org/2000/svg'

/** A mark drawn in lines, 48 by 48. */
export const mark = (path: string) => drawn(path, 48)

/** The product's mark. */
export const brandMark = () => drawn(markPath, markSize)

function drawn(path: string, size: number): SVGSVGElement {
  const svg = document.createElementNS(svgNames, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(svgNames, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
