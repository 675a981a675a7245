import { session } from './session.ts'

/** Where a merchant without a server can have its webhooks sent to, and see them under /portal/events. */
export function testReceiver(): string {
  if (session.value?.environment !== 'sandbox') return ''
  return `${location.origin}/api/v1/test/test-callback?channel=merchant-${session.value.merchantCode}`
}
