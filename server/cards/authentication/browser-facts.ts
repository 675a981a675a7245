// What 3-D Secure wants to know of the payer's browser: what its page says, and what its request shows.
import { z } from 'zod'
import { optional, text } from '../../platform/http/body/body.ts'
import type { BrowserFacts } from '../gateway/gateway.ts'

const shortText = optional(text({ max: 64 }))

/** What a page says of its browser; the rest is read from the request. */
export const browserSchema = z.object({
  language: shortText,
  color_depth: shortText,
  screen_height: shortText,
  screen_width: shortText,
  time_difference: shortText,
  java_enabled: optional(z.boolean()),
})

/** What the request of a browser shows of it. */
export type RequestFacts = Pick<BrowserFacts, 'ipAddress' | 'userAgent' | 'acceptHeader'>

/** The facts for the gateway; what the page did not say gets a usual value. */
export function browserFacts(browser: z.output<typeof browserSchema>, request: RequestFacts): BrowserFacts {
  return {
    ...request,
    language: browser.language ?? 'fr-CD',
    colorDepth: browser.color_depth ?? '24',
    screenHeight: browser.screen_height ?? '800',
    screenWidth: browser.screen_width ?? '360',
    timeDifference: browser.time_difference ?? '-60',
    javaEnabled: browser.java_enabled ?? false,
  }
}
