// Defines which URLs a deployment accepts from merchants: for webhooks, and for pages that payers are redirected to.
import type { OrderRules } from '../../cards/orders/create-order.ts'
import { outboundOptions } from '../../config/outbound-rules.ts'
import type { Settings } from '../../config/settings.ts'
import {
  isMetadataUrl,
  isPublicHost,
  isPublicPageUrl,
  isPublicUrl,
} from '../../platform/network/public-address.ts'

/** In a sandbox, a merchant's server may be a laptop but not a host of our private network. Production needs public https URLs. */
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
