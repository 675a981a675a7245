// The priority of every route under overload. A route that is missing here cannot be registered, so that each priority is a
// decision.
import type { Priority } from '../platform/http/load-shedding.ts'

const admin = '/api/v1/admin'
const links = '/api/v1/payment-links'
const merchant = '/api/v1/merchant'
const payment = '/api/v1/payment'
const remittance = '/api/v1/remittance'
const testCallback = '/api/v1/test/test-callback'
const checkout = `${payment}/:transaction_uuid`

/** Routes by method and path, as registered. */
export const routesByPriority: Readonly<Record<Priority, readonly string[]>> = {
  always: ['GET /livez', 'GET /readyz', 'GET /metrics'],

  // Payers in the middle of a payment, and operators' callbacks, which may resolve a payout.
  charge: [
    `GET ${checkout}`,
    `GET ${checkout}/progress`,
    `GET ${checkout}/result`,
    `POST ${checkout}/cancel`,
    `POST ${checkout}/continue`,
    `POST ${checkout}/pay`,
    `POST ${checkout}/restart`,
    `POST ${checkout}/session`,
    `POST ${checkout}/setup`,
    'GET /pl/:code',
    'GET /pl/:code/checkout',
    'POST /pl/:code/checkout',
    'POST /api/v1/microform/capture-context',
    'POST /api/v1/microform/charge',
    'POST /api/v1/microform/pa-enroll',
    'POST /api/v1/microform/pa-setup',
    'POST /api/v1/microform/step-up/:transaction_uuid',
    'POST /api/v1/operator-callbacks/:environment/:operator/:token',
  ],

  // Requests that start or return a payment or transfer, and those that prevent harm: a pause, a suspension, a new key.
  order: [
    `POST ${payment}/orders`,
    `POST ${links}`,
    `POST ${links}/:code/cancel`,
    `POST ${merchant}/links`,
    `POST ${merchant}/links/:id/cancel`,
    `POST ${remittance}/inbound`,
    `POST ${remittance}/outbound`,
    `POST ${admin}/payment/refunds/:cs_payment_id`,
    `POST ${admin}/payment/voids/:cs_payment_id`,
    `POST ${admin}/transfers/:transaction_id/inquire`,
    `POST ${admin}/transfers/:transaction_id/reverse`,
    `POST ${admin}/remittance/holds/:transaction_id/reject`,
    `POST ${admin}/remittance/holds/:transaction_id/release`,
    `POST ${admin}/remittance/exceptions/:id/close`,
    `POST ${admin}/remittance/rates/:id/approve`,
    `POST ${admin}/remittance/blacklist`,
    `POST ${admin}/wallets/:merchant_code/adjustments`,
    `POST ${admin}/wallets/:merchant_code/top-ups`,
    `POST ${admin}/wallets/adjustments/:id/approve`,
    `POST ${admin}/wallets/adjustments/:id/reject`,
    `POST ${admin}/operators/:environment/:operator/pause`,
    `POST ${admin}/operators/:environment/:operator/resume`,
    `POST ${admin}/merchants/:merchant_code/password-reset`,
    `POST ${admin}/merchants/:merchant_code/resume`,
    `POST ${admin}/merchants/:merchant_code/suspend`,
    `POST ${merchant}/api-keys`,
    `POST ${merchant}/callback-secret`,
    `POST ${merchant}/secret`,
    `POST ${merchant}/change-password`,
    `PUT ${merchant}/whitelist`,
  ],

  // A single item that a user is waiting for.
  status: [
    `POST ${payment}/status`,
    `GET ${payment}/:transaction_uuid/receipt`,
    `GET ${remittance}/receipt`,
    'GET /api/v1/receipts/:code',
    `GET ${links}/:code`,
    `GET ${remittance}/account-lookup`,
    `GET ${remittance}/balance`,
    `GET ${remittance}/health`,
    `GET ${remittance}/kyc`,
    `GET ${remittance}/rate`,
    `GET ${remittance}/rate/live`,
    `GET ${remittance}/transaction/status`,
    `GET ${remittance}/transactions/:reference/timeline`,
    `POST ${merchant}/login`,
    `POST ${merchant}/password-reset`,
    `POST ${merchant}/logout`,
    `POST ${merchant}/session`,
    `GET ${merchant}/session`,
    `DELETE ${merchant}/session`,
  ],

  // Lists, files, and whatever is looked at or set without urgency.
  list: [
    `GET ${links}`,
    'GET /pl/:code/qr.svg',
    `GET ${remittance}/settlement/list`,
    `GET ${remittance}/transactions`,
    `GET ${remittance}/wallet/history`,
    `GET ${merchant}/callback`,
    `PUT ${merchant}/callback`,
    `GET ${merchant}/checklist`,
    `GET ${merchant}/checkout`,
    `PUT ${merchant}/checkout`,
    `GET ${merchant}/deliveries`,
    `GET ${merchant}/deliveries/:id`,
    `POST ${merchant}/deliveries/:id/resend`,
    `GET ${merchant}/go-live`,
    `POST ${merchant}/go-live`,
    `GET ${merchant}/links`,
    `GET ${merchant}/links/:id`,
    `GET ${merchant}/me`,
    `GET ${merchant}/microform`,
    `PUT ${merchant}/microform`,
    `GET ${merchant}/overview`,
    `GET ${merchant}/payments`,
    `GET ${merchant}/payments.csv`,
    `GET ${merchant}/payments/:id`,
    `GET ${merchant}/preferences`,
    `PUT ${merchant}/preferences`,
    `GET ${merchant}/requests`,
    `GET ${merchant}/search`,
    `GET ${merchant}/settlements`,
    `POST ${merchant}/signup`,
    `GET ${merchant}/transfers`,
    `GET ${merchant}/transfers.csv`,
    `GET ${merchant}/transfers/:id`,
    `GET ${merchant}/updates`,
    `GET ${merchant}/wallet`,
    `GET ${merchant}/wallet/history`,
    `GET ${merchant}/whitelist`,
    `GET ${admin}/audit`,
    `GET ${admin}/audit/verify`,
    `GET ${admin}/deliveries`,
    `POST ${admin}/deliveries/:id/resend`,
    `POST ${admin}/deliveries/resend`,
    `GET ${admin}/figures`,
    `GET ${admin}/me`,
    `GET ${admin}/merchants`,
    `GET ${admin}/merchants/:merchant_code`,
    `POST ${admin}/merchants/:merchant_code/go-live`,
    `PUT ${admin}/merchants/:merchant_code/rates`,
    `GET ${admin}/operators`,
    `GET ${admin}/overview`,
    `GET ${admin}/payment/refunds/:cs_payment_id`,
    `GET ${admin}/payment/reports`,
    `GET ${admin}/payment/voids/:cs_payment_id`,
    `GET ${admin}/payments`,
    `GET ${admin}/payments/:transaction_uuid`,
    `GET ${admin}/remittance/blacklist`,
    `DELETE ${admin}/remittance/blacklist/:phone`,
    `GET ${admin}/remittance/exceptions`,
    `GET ${admin}/remittance/holds`,
    `GET ${admin}/remittance/rates`,
    `GET ${admin}/remittance/screening/alerts`,
    `POST ${admin}/remittance/screening/alerts/:id/close`,
    `GET ${admin}/remittance/screening/lists`,
    `GET ${admin}/settlements`,
    `GET ${admin}/transfers`,
    `GET ${admin}/transfers/:transaction_id`,
    `GET ${admin}/wallets`,
    `GET ${admin}/wallets/adjustments`,
    'GET /.well-known/receipt-keys.json',
    'GET /.well-known/receipt-keys.sandbox.json',
    'GET /verify',
    'GET /verify/:file',
    'GET /verify/assets/:file',
    'GET /openapi.json',
    'GET /openapi.merchant.json',
    'GET /',
    ...[
      'apple-touch-icon.png',
      'favicon.ico',
      'icon-192.png',
      'icon-512.png',
      'og.png',
      'site.webmanifest',
      'till.webmanifest',
    ].map((name) => `GET /${name}`),
    'GET /site/assets/:file',
    'GET /docs/admin',
    'GET /docs/admin/*',
    ...['console', 'docs', 'guides', 'portal'].flatMap((name) => [
      `GET /${name}`,
      `GET /${name}/*`,
      `GET /${name}/assets/:file`,
    ]),
  ],

  // Used for testing only.
  test: [
    'POST /demo/checkout',
    `POST ${testCallback}`,
    `DELETE ${testCallback}/clear`,
    `GET ${testCallback}/history`,
    `GET ${testCallback}/last`,
    `POST ${remittance}/sandbox/topup`,
    `POST ${merchant}/sandbox/order`,
    `POST ${merchant}/sandbox/topup`,
    `POST ${merchant}/sandbox/transfer`,
    `POST ${merchant}/callback/test`,
    `GET ${merchant}/events`,
    `POST ${merchant}/signature-check`,
    `GET ${admin}/sandbox/clock`,
    `POST ${admin}/sandbox/clock`,
  ],
}

const priorityByRoute = new Map(
  (Object.entries(routesByPriority) as [Priority, readonly string[]][]).flatMap(([priority, routes]) =>
    routes.map((route) => [route, priority]),
  ),
)

/** @throws Error if the route has no priority. */
export function priorityOf(method: string, url: string): Priority {
  const route = `${method === 'HEAD' ? 'GET' : method} ${url}`
  const priority = priorityByRoute.get(route)
  if (!priority) throw new Error(`server/composition/route-priorities.ts has no priority for ${route}`)
  return priority
}
