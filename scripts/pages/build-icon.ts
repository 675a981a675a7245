// The icon of every page: the product's mark in one colour, as a data URI. It needs no request, and the content security policies
// of the pages allow only data URIs as images.
import { markPath, markSize } from '../../web/ui/frame/mark-path.ts'

export { markPath, markSize }

/** A colour between the accents of the light and the dark theme, so that the icon is visible on light and dark browser tabs. */
const colour = '#16998f'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><path d="${markPath}" fill="${colour}"/></svg>`

/** A `data:` URI that needs no escaping inside an attribute, with as few escapes of its own as browsers need. */
export const iconAddress = `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[#<>]/g, encodeURIComponent)}`
