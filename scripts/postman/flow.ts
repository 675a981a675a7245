// The data flow between the requests of the collection: ids from responses go into variables that later requests
// use, so that the whole collection can be run from top to bottom against a sandbox.

export type Step = {
  /** Values of path and query parameters; a parameter without one is disabled. */
  values?: Record<string, string>
  /** Replaces fields of the documented example; null removes one. */
  body?: Record<string, unknown>
  /** Variables, each with an expression over the response or its `body`. */
  sets?: Record<string, string>
  /** The expected statuses, where these are not just the documented successes. */
  expects?: readonly number[]
  /**
   * The request replaces keys that a developer may have stored, so it is skipped unless `allow_key_rotation` is
   * `yes`.
   */
  isRotation?: true
}

/** The variables to fill in, and those that responses fill. */
export const variables = {
  baseUrl: 'http://localhost:8080',
  sandbox_url: 'http://localhost:8090',
  api_key: '',
  api_secret: '',
  merchant_code: '',
  merchant_secret: '',
  email: '',
  password: '',
  admin_token: '',
  allow_key_rotation: 'no',
  access_token: '',
  transaction_uuid: '',
  checkout_signature: '',
  capture_context: '',
  transient_token: '',
  reference_id: '',
  cs_payment_id: '',
  link_code: '',
  transfer_reference: '',
  transaction_id: '',
  delivery_id: '',
  endpoint_id: '',
}

const receiver = '{{baseUrl}}/api/v1/test/test-callback?channel=postman'
const channel = { channel: 'postman' }
const uuid = { transaction_uuid: '{{transaction_uuid}}' }
const signIn = { email: '{{email}}', password: '{{password}}' }
const ownPassword = { current_password: '{{password}}' }
const token = { access_token: 'body.data.access_token' }
const code = { code: '{{link_code}}' }
const ofPayment = { cs_payment_id: '{{cs_payment_id}}' }
const history = { cs_payment_id: '{{transaction_uuid}}' }
const transfer = { transaction_id: '{{transaction_id}}' }
const merchant = { merchant_code: '{{merchant_code}}' }
const portalLink = { id: '{{link_code}}' }

/** Steps by operation. An operation without a step that would need a value may be refused as documented. */
export const flow: Record<string, Step> = {
  // Without a second factor and without a step-up, which would need the password.
  beginAuthenticatorApp: { expects: [200, 403] },
  removeAuthenticatorApp: { expects: [200, 403] },
  beginPasskey: { expects: [200, 403] },
  renewRecoveryCodes: { expects: [200, 403] },
  createOrder: {
    body: { callback_url: receiver },
    sets: {
      transaction_uuid: 'body.data.transaction_uuid',
      checkout_signature: "body.data.links.split('sig=')[1]",
    },
  },
  readPaymentStatus: { body: uuid },
  openCheckout: { values: { ...uuid, sig: '{{checkout_signature}}' } },
  createPaymentLink: {
    body: { callback_url: receiver, expires_at: null },
    sets: { link_code: 'body.data.code' },
  },
  readPaymentLink: { values: code },
  // Its link has a fixed amount, and so no receipt over parts.
  readPaymentLinkReceipt: { values: code, expects: [200, 409] },
  cancelPaymentLink: { values: code },
  // This request comes after the link was cancelled.
  openPaymentLink: { values: code, expects: [200, 410] },
  refundPayment: { values: ofPayment },
  listRefunds: { values: history },
  // A partly refunded payment cannot be voided.
  voidPayment: { values: ofPayment, expects: [200, 409] },
  listVoids: { values: history },
  reconcileDay: { values: { date: '{{today}}' } },
  sendTransfer: {
    body: { reference: 'T-{{$timestamp}}', callback_url: receiver },
    sets: { transfer_reference: 'body.data.reference', transaction_id: 'body.data.transaction_id' },
  },
  sendOutbound: { expects: [403] },
  readTransfer: { values: { reference: '{{transfer_reference}}' } },
  readTimeline: { values: { reference: '{{transfer_reference}}' } },
  readLimits: { values: { customer_number: '+243810000001' } },
  lookUpAccount: { values: { customer_number: '+243810000001', expected_receiver_name: 'Jean Mukendi' } },
  checkPhone: { values: { phone: '+243810000001' } },
  readLiveRate: { values: { currency: 'EUR' } },
  logIn: { body: signIn, sets: token },
  signUp: { body: { email: 'postman-{{$timestamp}}@example.com' } },
  changePassword: {
    body: { current_password: '{{password}}', new_password: '{{password}}' },
    expects: [200, 400],
  },
  rotateMerchantSecret: {
    isRotation: true,
    body: ownPassword,
    sets: { merchant_secret: 'body.data.merchant_secret' },
  },
  rotateApiKeys: {
    isRotation: true,
    body: ownPassword,
    sets: { api_key: 'body.data.api_key', api_secret: 'body.data.api_secret' },
  },
  setWhitelist: { body: { addresses: [] } },
  setCallback: { body: { callback_url: receiver } },
  addWebhookEndpoint: { body: { url: receiver, events: ['PAYMENT'] }, sets: { endpoint_id: 'body.data.id' } },
  changeWebhookEndpoint: { values: { id: '{{endpoint_id}}' } },
  // The collection deletes the endpoint before.
  rotateWebhookEndpointSecret: {
    isRotation: true,
    values: { id: '{{endpoint_id}}' },
    body: ownPassword,
    expects: [200, 404],
  },
  removeWebhookEndpoint: { values: { id: '{{endpoint_id}}' } },
  listDeliveries: { sets: { delivery_id: 'body.data.items[0]?.id' } },
  readDelivery: { values: { id: '{{delivery_id}}' } },
  resendDelivery: { values: { id: '{{delivery_id}}' } },
  readPayment: { values: { id: '{{transaction_uuid}}' } },
  readTransferInPortal: { values: { id: '{{transaction_id}}' } },
  readLinkInPortal: { values: portalLink },
  readLinkReceiptInPortal: { values: portalLink, expects: [200, 409] },
  openPortalSession: { body: signIn },
  closePortalSession: {},
  search: { values: { q: 'INV' } },
  checkSignature: {},
  topUpSandbox: {},
  topUpInPortal: {},
  tryOrder: {},
  tryTransfer: {},
  testCallback: {},
  readWebhookCertification: {},
  // The folder has no handler that would pass, and the second run within a minute is refused.
  certifyWebhookHandler: { expects: [200, 429] },
  // It may still be being made.
  removeSample: { expects: [200, 409] },
  rotateCallbackSecret: { isRotation: true, body: ownPassword },
  readAdminPayment: { values: uuid },
  readAdminTransfer: { values: transfer },
  bookTopUp: { values: merchant },
  readMerchant: { values: merchant },
  // Going live would disable the keys of the sandbox.
  decideGoLive: { values: merchant, body: { decision: 'reject' }, expects: [200, 409] },
  suspendMerchant: { values: merchant },
  resumeMerchant: { values: merchant },
  setRates: { values: merchant },
  receiveTestCallback: { values: channel },
  listTestCallbacks: { values: channel },
  readLastTestCallback: { values: channel },
  clearTestCallbacks: { values: channel },
  moveClock: { body: { forward: 1 } },
  // The collection calls as a token, which has no passkeys.
  listAdminPasskeys: { expects: [200, 409] },
  readAdminRecoveryCodes: { expects: [200, 409] },
  renewAdminRecoveryCodes: { expects: [200, 409] },
  beginAdminPasskey: { expects: [200, 409] },
  adminStepUpOptions: { expects: [200, 409] },
  // Suspending the merchant has already ended the session.
  logOut: { expects: [200, 401] },
}

/** Requests that end the session which the others need. */
export const last: readonly string[] = ['logOut']

type CustomerRequest = {
  name: string
  path: string
  /** Without a body it is a GET whose redirect is not followed. */
  body?: object
  sets?: Record<string, string>
}

const page = '{{baseUrl}}/api/v1/payment/{{transaction_uuid}}'
const signature = '?sig={{checkout_signature}}'
const card = {
  number: '4242424242424242',
  securityCode: '123',
  expirationMonth: '12',
  expirationYear: '2030',
}

/** What a browser does on the checkout page of a sandbox with a test card; in production the customer does it. */
export const customer: readonly CustomerRequest[] = [
  {
    name: 'Sandbox customer: open the card fields',
    path: `${page}/session${signature}`,
    body: {},
    sets: { capture_context: 'body.capture_context' },
  },
  {
    name: 'Sandbox customer: type a test card',
    path: '{{sandbox_url}}/sandbox/microform/tokens',
    body: { jwt: '{{capture_context}}', ...card },
    sets: { transient_token: 'body.transient_token' },
  },
  {
    name: 'Sandbox customer: begin authentication',
    path: `${page}/setup${signature}`,
    body: { transient_token: '{{transient_token}}' },
    sets: { reference_id: 'body.reference_id' },
  },
  {
    name: 'Sandbox customer: pay',
    path: `${page}/pay${signature}`,
    body: { reference_id: '{{reference_id}}', browser: {} },
  },
  {
    name: 'Sandbox customer: return to the shop',
    path: `${page}${signature}`,
    sets: { cs_payment_id: "pm.response.headers.get('Location').split('transaction_id=')[1].split('&')[0]" },
  },
]
