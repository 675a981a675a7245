// Which addresses of merchants a deployment takes: where it sends webhooks, and where pages send their payers.
import type { OrderRules } from '../../cards/orders/create-order.ts'
import { outboundOptions } from '../../config/outbound-rules.ts'
import type { Settings } from '../../config/settings.ts'
import {
  isMetadataUrl,
  isPublicHost,
  isPublicPageUrl,
  isPublicUrl,
} from '../../platform/network/public-address.ts'

/** For trying, a merchant's server may be a laptop, but never a neighbour of ours. Real money needs addresses that are public and encrypted. */
export function orderRules(settings: Settings): OrderRules {
  const { reach, ownOrigin } = outboundOptions(settings)
  const mayBeCalled = (url: URL) =>
    !isMetadataUrl(url) && (reach === 'private' || url.origin === ownOrigin || isPublicHost(url.hostname))
  return {
    acceptsUrl(url, environment, use) {
      if (!settings.production && environment === 'sandbox') return use === 'page' || mayBeCalled(url)
      return use === 'callback' ? isPublicUrl(url) : isPublicPageUrl(url)
    },
  }
}
