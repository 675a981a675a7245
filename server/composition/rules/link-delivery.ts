import type { CompleteSettings } from '../../config/settings.ts'

/** How one-time links reach their users. */
export function linkDeliveryOf({ messages, production, ADMIN_ALERTS_LANGUAGE: language }: CompleteSettings) {
  const environment = production ? ('production' as const) : ('sandbox' as const)
  return { mailed: messages.smtp !== undefined, environment, language }
}
