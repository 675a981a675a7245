// Collects the browser data that 3-D Secure requires, from the checkout page and from the HTTP request.
import { z } from 'zod'
import { optional, text } from '../../../platform/http/body/body.ts'
import type { BrowserFacts } from '../../gateway/gateway.ts'

const shortText = optional(text({ max: 64 }))

/** The browser data that the page sends; the rest is read from the request. */
export const browserSchema = z.object({
  language: shortText,
  color_depth: shortText,
  screen_height: shortText,
  screen_width: shortText,
  time_difference: shortText,
  java_enabled: optional(z.boolean()),
})

/** The browser data that is read from the HTTP request. */
export type RequestFacts = Pick<BrowserFacts, 'ipAddress' | 'acceptHeader'> & {
  userAgent: string | undefined
}

/** Merges both sources for the gateway, with common defaults for whatever the page did not send. */
export function browserFacts(browser: z.output<typeof browserSchema>, request: RequestFacts): BrowserFacts {
  return {
    ...request,
    userAgent: request.userAgent || 'unknown',
    language: browser.language ?? 'fr-CD',
    colorDepth: browser.color_depth ?? '24',
    screenHeight: browser.screen_height ?? '800',
    screenWidth: browser.screen_width ?? '360',
    timeDifference: browser.time_difference ?? '-60',
    javaEnabled: browser.java_enabled ?? false,
  }
}
