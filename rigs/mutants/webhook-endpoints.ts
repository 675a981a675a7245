// Mutants of further webhook endpoints, of events without an address, and of the resend of a time.
import { type Mutant, without } from './mutant.ts'

const copyTests = 'server/webhooks/endpoints.test.ts'
const settingTests = 'server/merchants/webhook-endpoints/webhook-endpoints.test.ts'
const linkTests = 'test/journeys/link-without-callback.test.ts'
const enrolmentTests = 'server/cards/custom-checkout/enrolment.test.ts'

const resendTests = 'server/webhooks/delivery/resend-range.test.ts'
const resendRouteTests = 'server/merchants/resend-of-time.test.ts'

export const webhookEndpoints: readonly Mutant[] = [
  without(
    'endpoint: its own secret',
    ['endpoint-secret', 'else w.secret_sealed end as', 'else m.callback_secret_sealed end as'],
    'a copy is signed with the secret of the callback URL',
    copyTests,
  ),
  without(
    'endpoint: the events it asks for',
    ['endpoint-copies', 'and e.event_type = any(w.events)', ''],
    'an endpoint gets every event of its merchant',
    copyTests,
  ),
  without(
    'endpoint: copies of its merchant',
    ['endpoint-copies', 'w.merchant_id = e.merchant_id', 'w.merchant_id is not null'],
    'an endpoint gets the events of every merchant',
    copyTests,
  ),
  without(
    'endpoint: none while disabled',
    ['endpoint-copies', 'and w.is_enabled', ''],
    'a disabled endpoint gets copies',
    copyTests,
  ),
  without(
    'endpoint: nothing after it was deleted',
    ['disabled-endpoint', 'remove'],
    'a copy that was written while its endpoint was deleted is sent',
    copyTests,
  ),
  without(
    'endpoint: a breaker of its own',
    ['endpoint-breaker', 'endpointId === undefined', 'url !== endpointId'],
    'an endpoint that fails stops the webhooks to the callback URL of the same server',
    copyTests,
  ),
  without(
    'endpoint: its own order',
    ['webhook-order', 'and earlier.endpoint_id is not distinct from e.endpoint_id', ''],
    'an event to an endpoint waits until another endpoint has been tried four times',
    copyTests,
  ),
  without(
    'endpoint: at most eight',
    ['max-endpoints', 'remove'],
    'each event of a merchant is copied without end',
    settingTests,
  ),
  without(
    'endpoint: of its merchant',
    ['endpoint-owner', 'merchant_id = $1 and', '$1::bigint is not null and'],
    'a merchant reads and changes the endpoints of all others',
    settingTests,
  ),
  without(
    'endpoint: acceptable in production',
    ['live-endpoints', 'remove'],
    'live events are sent in clear text to a developer’s machine',
    settingTests,
  ),
  without(
    'feed: each event once',
    ['feed-of-merchant', ' and copy_id is null', ''],
    'the feed has an event again for each endpoint',
    copyTests,
  ),
  without(
    'feed: events without an address',
    ['event-without-url', 'url === undefined', '!url'],
    'the feed of a merchant without a callback URL is empty',
    linkTests,
  ),
  without(
    'event: an outcome before the charge',
    ['outcome-before-charge', 'remove'],
    'the webhook of a custom checkout that failed before its charge is never sent',
    enrolmentTests,
  ),
  without(
    'resend of a time: of the merchant',
    ['resend-of-merchant', 't.merchant_id = $1', '$1::bigint is not null'],
    'a merchant resends the webhooks of all others',
    resendTests,
  ),
  without(
    'resend of a time: in order',
    ['resend-in-order', 'over (order by id)', 'over (order by id desc)'],
    'what a server missed arrives backwards',
    resendTests,
  ),
  without(
    'resend of a time: its size',
    ['resend-limit', 'remove'],
    'one request puts back all that was ever sent',
    resendTests,
  ),
  without(
    'resend of a copy: to a disabled endpoint',
    ['resend-of-disabled', 'w.id is not null and not w.is_enabled', 'false'],
    'the record of a copy that had arrived says FAILED',
    copyTests,
  ),
  without(
    'resend of a time: to a disabled endpoint',
    ['resend-to-disabled', 'remove'],
    'the records of copies that had arrived say FAILED',
    resendRouteTests,
  ),
  without(
    'assistant: over https',
    ['assistant-over-https', 'remove'],
    'the secrets of a merchant cross the network in clear text',
    'server/composition/commands/mcp.test.ts',
  ),
  without(
    'resend of a time: one after another',
    ['one-resent-at-a-time', 'case when f.is_resending then 0 else 1 end', '1'],
    'what is resent arrives out of order',
    resendTests,
  ),
  without(
    'resend of a time: behind what is new',
    ['webhook-order', 'and (earlier.resend_id is null or e.resend_id is not null)', ''],
    'a refund webhook waits for hours behind an old webhook of its payment',
    resendTests,
  ),
  without(
    'resend of a time: audit',
    ['resend-audit', 'remove'],
    'nobody knows who sent all webhooks again',
    resendRouteTests,
  ),
]
