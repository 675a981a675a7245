// The routes that a merchant can call: which are open to everybody, and a body for each of the others.

import type { Route } from '../http/routes.ts'
import { inboundBody, orderBody } from '../world/bodies.ts'
import { goLive } from './tenant.ts'

/** Routes that need no account, and why that reveals nothing about a merchant. */
export const openRoutes: readonly [url: RegExp, why: string][] = [
  [/^\/(livez|readyz|metrics)$/, 'is about the service only'],
  [/^\/(openapi\.(merchant\.)?json$|docs|guides)/, 'the same for every caller'],
  [/^\/(assets\/|likuta\.js$|portal|console|verify|papers)/, 'files of the pages'],
  [/^\/(site\/assets\/:file|[\w-]+\.(ico|png|webmanifest))?$/, 'the home page with its files'],
  [
    /^\/(privacy|terms|status|status\.json|status\.xml|likuta\.js|robots\.txt|llms\.txt|sitemap\.xml)$/,
    'the same for every caller',
  ],
  [/^\/demo\/checkout$/, 'anyone may pay an order of the demo merchant'],
  [/^\/\.well-known\/receipt-keys/, 'public keys of the service'],
  [/^\/api\/v1\/receipts\/:code/, 'a receipt is made to be handed out'],
  [
    /^\/api\/v1\/payment\/:transaction_uuid(?!\/(receipt|refund-requests))/,
    'a customer has a link with our signature',
  ],
  [
    /^\/api\/v1\/microform\/step-up\//,
    'the bank sends the browser back here, where the page only notifies the page that opened it',
  ],
  [/^\/pl\/:code/, 'a link is made to be handed out'],
  [/^\/brand\/:name/, 'a logo is shown to every payer'],
  [
    /^\/(api\/v1\/payment\/help|help\/payment)$/,
    'a payer knows the day, the amount and the last digits, and reads no name',
  ],
  [/^\/emails\/:token$/, 'a payer has a link with our signature, for one merchant and address'],
  [
    /^\/api\/v1\/papers\/:token/,
    'a person sends papers through a secret link, and reads only how far they are',
  ],
  [/^\/api\/v1\/operator-callbacks\//, 'an operator has a secret address, and signs'],
  [/^\/api\/v1\/remittance\/(rate|health|requirements)$/, 'the same for every caller'],
  [
    /^\/api\/v1\/merchant\/((login|session)(\/passkey)?|login\/passkey\/options|signup|password-reset|forgotten-password|invitations\/(open|accept))$/,
    'a password, a passkey, the cookie of the browser, or a one-time link',
  ],
  [
    /^\/api\/v1\/admin\/(login(\/passkey(\/options)?)?|users\/accept)$/,
    'an account of our own, or a one-time link',
  ],
  [/^\/api\/v1\/test\/test-callback/, 'a channel of the test receiver is open to callers that know its name'],
]
/** Pages that are the same for all callers contain made-up examples. */
export const shownToAll = /^\/pl\/:code|step-up|^\/(openapi\.(merchant\.)?json|docs|guides)/
export const isOpen = ({ url }: Route) => openRoutes.some(([pattern]) => pattern.test(url))
export const isForAdmins = (route: Route) => route.url.startsWith('/api/v1/admin/') && !isOpen(route)

export type Body = ((name: string) => unknown) | (() => unknown)
/** Routes that take no body. */
const withoutBody = [
  ...['remittance/batches', 'merchant/batches', 'merchant/refund-batches'].flatMap((batches) =>
    ['pause', 'resume', 'cancel', 'retry-failed'].map((act) => `POST /api/v1/${batches}/:batch_id/${act}`),
  ),
  'DELETE /api/v1/remittance/profiles/:kind/:code',
  'DELETE /api/v1/merchant/profiles/:kind/:code',
  'POST /api/v1/payment-links/:code/cancel',
  'POST /api/v1/payment/payouts/:id/cancel',
  'POST /api/v1/merchant/logout',
  'POST /api/v1/merchant/secret',
  'POST /api/v1/merchant/api-keys',
  'POST /api/v1/merchant/callback-secret',
  'POST /api/v1/merchant/callback/test',
  'POST /api/v1/merchant/callback/certification',
  'POST /api/v1/merchant/webhook-endpoints/:id/secret',
  'DELETE /api/v1/merchant/webhook-endpoints/:id',
  'POST /api/v1/merchant/deliveries/:id/resend',
  'POST /api/v1/merchant/links/:id/cancel',
  'POST /api/v1/merchant/payments/:transaction_uuid/refund-requests/:id/withdraw',
  'POST /api/v1/merchant/payouts/:id/cancel',
  'POST /api/v1/merchant/payout-destinations/:id/confirm',
  'DELETE /api/v1/merchant/payout-destinations/:id',
  'DELETE /api/v1/merchant/users/:id',
  'POST /api/v1/merchant/users/:id/reset-factors',
  'POST /api/v1/merchant/step-up/options',
  'POST /api/v1/merchant/factors/totp',
  'DELETE /api/v1/merchant/factors/totp',
  'POST /api/v1/merchant/factors/passkeys/options',
  'DELETE /api/v1/merchant/factors/passkeys/:id',
  'POST /api/v1/merchant/factors/recovery-codes',
  'DELETE /api/v1/merchant/invitations/:id',
  'DELETE /api/v1/merchant/sessions/:id',
  'DELETE /api/v1/merchant/business/files/:file_id',
  'PATCH /api/v1/merchant/business/files/:file_id',
  'DELETE /api/v1/merchant/sessions',
  'POST /api/v1/merchant/sandbox/sample',
  'DELETE /api/v1/merchant/sandbox/sample',
]

const confirmations = ['remittance/batches', 'merchant/batches', 'merchant/refund-batches'].map(
  (batches) => `POST /api/v1/${batches}/:batch_id/confirm`,
)

const refundUploads = ['POST /api/v1/payment/refund-batches', 'POST /api/v1/merchant/refund-batches']

const withFields = [
  'PUT /api/v1/merchant/batches/:batch_id/rows/:row',
  'PUT /api/v1/merchant/refund-batches/:batch_id/rows/:row',
  'PUT /api/v1/merchant/profiles/:kind/:code',
  'PUT /api/v1/remittance/profiles/:kind/:code',
]

const inSandbox: Record<string, Body> = {
  'POST /api/v1/merchant/sandbox/topup': () => ({ amount: 1 }),
  'POST /api/v1/merchant/sandbox/order': () => ({}),
  'POST /api/v1/merchant/sandbox/transfer': () => ({}),
  'POST /api/v1/merchant/sandbox/sample/view': () => ({ sample: false }),
  'POST /api/v1/merchant/session/mode': () => ({ mode: 'live' }),
}

const ofBusiness: Record<string, Body> = {
  'POST /api/v1/merchant/go-live': () => goLive('stranger'),
  'PUT /api/v1/merchant/business': () => ({ kind: 'company', owners: [] }),
  'POST /api/v1/merchant/business/files': () => ({
    paper: 'TAX',
    name: 'a.pdf',
    size: 1,
    sha256: '0'.repeat(64),
  }),
}

/** Where webhooks would go. */
const receiversOf = (url: string): Record<string, Body> => ({
  'PUT /api/v1/merchant/callback': () => ({ callback_url: url }),
  'POST /api/v1/merchant/webhook-endpoints': () => ({ url, events: ['PAYMENT'] }),
  'PUT /api/v1/merchant/webhook-endpoints/:id': () => ({ url }),
  'POST /api/v1/merchant/deliveries/resend': () => ({
    from: '2026-01-01T00:00:00Z',
    to: '2036-01-01T00:00:00Z',
    rate: 50,
  }),
})

/**
 * The body sent to each route that takes one, so that the request gets as far as it can. A route that takes an
 * identifier is called for each of the victim's, the others once.
 */
export const bodiesOf = (world: { url: string }, victim: { cardToken: string }): Record<string, Body> => ({
  ...Object.fromEntries(withoutBody.map((title) => [title, () => undefined])),
  'POST /api/v1/payment/orders': () => orderBody(world.url, { merchant_reference: 'alpha-PAID' }),
  'POST /api/v1/payment/status': (name: string) => ({ transaction_uuid: name }),
  'POST /api/v1/payment/collections': (name: string) => ({ transaction_uuid: name, customer_number: '+243979999921' }),
  'POST /api/v1/microform/capture-context': () => ({ target_origin: 'https://stranger.example', merchant_reference: 'alpha-CUSTOM' }),
  'POST /api/v1/microform/pa-setup': (name: string) => ({ transaction_uuid: name, transient_token: victim.cardToken }),
  'POST /api/v1/microform/pa-enroll': (name: string) => ({ ...purchase(name, victim.cardToken), reference_id: name }),
  'POST /api/v1/microform/charge': (name: string) => ({ ...purchase(name, victim.cardToken), merchant_reference: 'alpha-CUSTOM', callback_url: `${world.url}/stranger` }),
  'POST /api/v1/payment-links': () => ({ amount: 10, currency: 'USD', merchant_reference: 'alpha-LINK', callback_url: `${world.url}/stranger` }),
  'POST /api/v1/payment-links/batch': () => ({ rows: [{ amount: 10, currency: 'USD', merchant_reference: 'alpha-LINK' }] }),
  'POST /api/v1/payment-links/:code/orders': () => orderBody(world.url),
  'POST /api/v1/remittance/inbound': () => inboundBody({ reference: 'alpha-ARRIVED' }),
  'POST /api/v1/remittance/quotes': () => ({ source_amount: 1, currency: 'USD' }),
  'POST /api/v1/remittance/batches': () => ({ rows: [inboundBody({ reference: 'alpha-ARRIVED' })] }),
  'POST /api/v1/merchant/batches': () => ({ rows: [inboundBody({ reference: 'alpha-ARRIVED' })] }),
  ...Object.fromEntries(refundUploads.map((title) => [title, () => ({ rows: [{ merchant_reference: 'alpha-PAID', reason: 'Not mine' }] })])),
  ...Object.fromEntries(confirmations.map((title) => [title, () => ({ count: 1, total: 1 })])),
  ...Object.fromEntries(withFields.map((title) => [title, () => ({ fields: {} })])),
  'POST /api/v1/remittance/outbound': () => ({}),
  'POST /api/v1/remittance/sandbox/topup': () => ({ amount: 1 }),
  'POST /api/v1/payment/:transaction_uuid/refund-requests': () => ({ reason: 'Not mine' }),
  'POST /api/v1/payment/payouts': (name: string) => ({ amount: 1, currency: 'USD', destination_id: name, reference: 'alpha-PAYOUT' }),
  'POST /api/v1/payment/disputes/:dispute_id/evidence': () => ({ explanation: 'Not mine', submit: true }),
  'POST /api/v1/payment/disputes/:dispute_id/accept': () => ({}),
  'POST /api/v1/payment/disputes/:dispute_id/evidence/files/:file_id/remove': () => ({}),
  'POST /api/v1/merchant/change-password': () => ({ current_password: 'correct horse battery', new_password: 'kitenge rouge au marché' }),
  'PUT /api/v1/merchant/whitelist': () => ({ addresses: ['127.0.0.1/32'] }),
  ...receiversOf(`${world.url}/stranger`),
  'PUT /api/v1/merchant/preferences': () => ({ sells_by: 'link', time_zone: 'Africa/Lubumbashi' }),
  'PUT /api/v1/merchant/notifications': () => ({ language: 'en', alerts: { payout_failed: false } }),
  'PUT /api/v1/merchant/checkout': () => ({ checkout_attempts: 5, brand: { accent: '#123456', support: '+243991234567' } }),
  'PUT /api/v1/merchant/microform': () => ({ microform_enabled: true, microform_allowed_origins: ['https://stranger.example'] }),
  'POST /api/v1/merchant/links': () => ({ amount: 10, currency: 'USD', merchant_reference: 'alpha-LINK', callback_url: `${world.url}/stranger` }),
  'POST /api/v1/merchant/links/batch': () => ({ rows: [{ amount: 10, currency: 'USD', merchant_reference: 'alpha-LINK' }] }),
  'POST /api/v1/merchant/payments/:transaction_uuid/refund-requests': () => ({ reason: 'Not mine' }),
  'POST /api/v1/merchant/confirmations': () => ({ kind: 'email', code: '000000' }),
  'POST /api/v1/merchant/confirmations/send': () => ({ kind: 'phone' }),
  'POST /api/v1/merchant/receipts/:code/hand-over': () => ({ mark_id: '0b6f5d0e-5a58-4a57-9d0c-1a6f1b7f3a10' }),
  'POST /api/v1/merchant/approvals/:id/approve': () => ({ reason: 'Not mine' }),
  'POST /api/v1/merchant/approvals/:id/reject': () => ({ reason: 'Not mine' }),
  'PUT /api/v1/merchant/approval-rules': () => ({ payout: null, refund: null }),
  'POST /api/v1/merchant/payouts': (name: string) => ({ amount: 1, currency: 'USD', destination_id: name, reference: 'alpha-PAYOUT' }),
  'POST /api/v1/merchant/payout-destinations': () => ({ type: 'wallet', number: '0810000001' }),
  'POST /api/v1/merchant/payout-destinations/look-up': () => ({ type: 'wallet', number: '0810000001' }),
  'PUT /api/v1/merchant/payout-schedule': (name: string) => ({ interval: 'daily', minimum: 1, currency: 'USD', destination_id: name }),
  'POST /api/v1/merchant/users/:id': () => ({ role: 'viewer' }),
  'POST /api/v1/merchant/factors/totp/confirm': () => ({ code: '000000' }),
  'POST /api/v1/merchant/factors/passkeys': () => ({ name: 'Telephone', response: {} }),
  'POST /api/v1/merchant/invitations': () => ({ email: 'accomplice@stranger.example', role: 'owner' }),
  'POST /api/v1/merchant/step-up': () => ({ password: 'a wrong password' }),
  'POST /api/v1/merchant/disputes/:dispute_id/evidence': () => ({ explanation: 'Not mine', submit: true }),
  'POST /api/v1/merchant/disputes/:dispute_id/accept': () => ({}),
  'POST /api/v1/merchant/disputes/:dispute_id/evidence/files/:file_id/remove': () => ({}),
  'POST /api/v1/merchant/signature-check': () => ({ kind: 'webhook', headers: {}, body: '{}' }),
  ...inSandbox,
  ...ofBusiness,
}) // biome-ignore format: a table with one row per line

const purchase = (name: string, cardToken: string) => ({
  transaction_uuid: name,
  transient_token: cardToken,
  amount: 25.5,
  currency: 'USD',
  authentication_transaction_id: name,
  bill_to: {
    first_name: 'A',
    last_name: 'Stranger',
    email: 'a@stranger.example',
    phone_number: '0991234567',
    address_line1: '1 rue',
    address_city: 'Goma',
    address_country: 'cd',
  },
})
