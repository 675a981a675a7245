// The server's part of likuta.js: one address of your own that signs the steps of a payment. Between two steps the browser keeps a resume
// token. It is encrypted with a key derived from your API secret, and works for one order in one browser, for two hours.
import type { BillTo, BrowserFacts, CustomCheckout } from './custom-checkout.ts'
import { LikutaError } from './errors.ts'
import type { Settings } from './http/options.ts'
import type { CardCurrency, PaymentStatus } from './types/payments.ts'

/** An order as your database has it. Nothing of it comes from the browser. */
export type ProxyOrder = {
  /** The same for every step of an order. */
  merchant_reference: string
  amount: number
  currency: CardCurrency
  bill_to: BillTo
  callback_url: string
  /** The page with likuta.js: a bank that refuses frames leads back to it. */
  return_url?: string
  /** Default `fr_FR`. */
  locale?: string
}

export type ProxyOptions = {
  /** Origin of the page with likuta.js, exactly as in your profile. */
  origin: string
  /**
   * Reads an order; `'paid'` for one that is paid. Undefined, null or false, which databases return where there is no row, is an order that
   * does not exist or that this visitor may not pay.
   */
  order(id: string, request: ProxyRequest): FoundOrder | Promise<FoundOrder>
  /** Receives what Likuta or the proxy refused, an order without a field that it needs too. By default it is written to the console. */
  onError?(error: unknown): void
}

type FoundOrder = ProxyOrder | 'paid' | undefined | null | false

export type ProxyRequest = {
  /** As JSON or already parsed. */
  body: unknown
  /** Of the request: `origin`, `cookie`, `user-agent`, `accept`. Names in lower case, as Node gives them. */
  headers: Record<string, string | string[] | undefined>
  /** Address of the payer, for the bank. */
  ip?: string | undefined
}

export type ProxyResponse = { status: number; headers: Record<string, string>; body: object }

/** What a resume token holds. The card's token is in it, which only this order can be paid with; card numbers never are. */
type State = {
  order: string
  uuid: string
  step: 'open' | 'setup' | 'enrolled'
  token?: string
  reference?: string
  authentication?: string
  /** Unix seconds. */
  exp: number
}

type Needs = {
  checkout: CustomCheckout
  status(transactionUuid: string): Promise<PaymentStatus>
  settings: Settings
}
type Step = {
  order: ProxyOrder
  state: State
  fields: Record<string, unknown>
  request: ProxyRequest
}

const lifeSeconds = 7200
const cookieName = 'likuta_device'
const json = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

/** A refusal that likuta.js understands. */
class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, reason = code) {
    super(reason)
    this.status = status
    this.code = code
  }
}

/**
 * The handler of the address that likuta.js calls. It responds to every request; errors of your `order` are thrown.
 * @throws TypeError without API key and secret.
 */
export function openCheckoutProxy(
  needs: Needs,
  options: ProxyOptions,
): (request: ProxyRequest) => Promise<ProxyResponse> {
  const { card } = needs.settings
  if (!card) throw new TypeError('the proxy needs the options apiKey and apiSecret')
  const { origin } = new URL(options.origin)
  const key = resumeKey(card.apiSecret)
  return async (request) => {
    const device = deviceOf(request) ?? randomText()
    try {
      // Only the shop's own page, so that no other page uses the payer's cookie.
      const from = request.headers.origin
      if (from !== origin)
        throw new Refusal(403, 'refused', `the request came from ${from}, not from ${origin}`)
      const body = await respond(needs, options, { request, device, key: await key })
      return { status: 200, headers: { ...json, 'Set-Cookie': cookieOf(device, origin) }, body }
    } catch (error) {
      const { status, code } = refusalOf(error)
      if (error instanceof LikutaError || code === 'refused' || code === 'unavailable')
        (options.onError ?? logError)(error)
      // Without a cookie: a request that another page sent must not replace the payer's.
      return { status, headers: json, body: { code } }
    }
  }
}

type Visit = { request: ProxyRequest; device: string; key: CryptoKey }

async function respond(needs: Needs, options: ProxyOptions, visit: Visit): Promise<object> {
  const { request } = visit
  const { action, order: id, resume, ...fields } = fieldsOf(request.body)
  if (typeof id !== 'string' || typeof action !== 'string') throw new Refusal(400, 'refused')
  const order = await options.order(id, request)
  if (order === undefined || order === null || order === false) throw new Refusal(404, 'order_unknown')
  const begun =
    typeof resume === 'string' && action !== 'start' ? await openState(visit, resume, id) : undefined
  // Who has begun to pay may read the outcome of an order that is paid.
  if (order === 'paid' && (!begun || action !== 'status')) throw new Refusal(409, 'order_paid')
  if (action === 'status' && begun) {
    const found = await readStatus(needs, begun)
    const isDeclined = found.status === 'FAILED' && begun.step === 'enrolled'
    // The charge of a payment that has failed returns the reason, and makes its webhook known to Likuta if the bank refused before.
    return isDeclined && order !== 'paid' && missingFields(order).length === 0
      ? charge(needs, order, begun)
      : found
  }
  if (order === 'paid') throw new Refusal(409, 'order_paid')
  const missing = missingFields(order)
  if (missing.length > 0)
    throw new Refusal(500, 'refused', `the order ${id} of your database lacks ${missing.join(', ')}`)
  if (action === 'start') return start(needs, options, { visit, order, id })
  if (!begun) throw new Refusal(403, 'order_unknown')
  const step = { order, state: begun, fields, request }
  if (action === 'renew') return openFields(needs, options, order, begun.uuid)
  if (action === 'setup') return setUp(needs, visit, step)
  if (action === 'enrol') return enrol(needs, visit, step)
  if (action === 'charge') return charge(needs, order, begun)
  throw new Refusal(400, 'refused')
}

async function openFields(
  { checkout, settings }: Needs,
  { origin }: ProxyOptions,
  order: ProxyOrder,
  renewed?: string,
): Promise<{ jwt: string; transaction_uuid: string; likuta: string }> {
  const session = await checkout.createSession({
    target_origin: origin,
    merchant_reference: order.merchant_reference,
    ...(order.locale && { locale: order.locale }),
    ...(order.return_url && { return_url: order.return_url }),
    ...(renewed !== undefined && { transaction_uuid: renewed }),
  })
  const { jwt, transaction_uuid } = withTexts(session, ['jwt', 'transaction_uuid'])
  return { jwt, transaction_uuid, likuta: new URL(settings.baseUrl).origin }
}

async function start(
  needs: Needs,
  options: ProxyOptions,
  { visit, order, id }: { visit: Visit; order: ProxyOrder; id: string },
): Promise<object> {
  const opened = await openFields(needs, options, order)
  const exp = Math.floor(Date.now() / 1000) + lifeSeconds
  const state: State = { order: id, uuid: opened.transaction_uuid, step: 'open', exp }
  return { ...opened, resume: await sealState(visit, state) }
}

async function setUp({ checkout }: Needs, visit: Visit, { state, fields }: Step): Promise<object> {
  const { order, uuid, exp } = state
  const { token } = fields
  if (typeof token !== 'string') throw new Refusal(400, 'refused')
  const setup = await checkout.setUp({ transaction_uuid: uuid, transient_token: token })
  const needed = ['reference_id', 'device_data_collection_url', 'access_token'] as const
  const { reference_id: reference, device_data_collection_url: url, access_token } = withTexts(setup, needed)
  const next: State = { order, uuid, exp, step: 'setup', token, reference }
  return { url, access_token, resume: await sealState(visit, next) }
}

async function enrol({ checkout, settings }: Needs, visit: Visit, step: Step): Promise<object> {
  const { order, state, fields, request } = step
  if (state.token === undefined || state.reference === undefined) throw new Refusal(409, 'card_again')
  const { 'user-agent': user_agent, accept: accept_header } = request.headers
  const enrolment = await checkout.enrol({
    transaction_uuid: state.uuid,
    transient_token: state.token,
    reference_id: state.reference,
    ...paymentOf(order),
    browser: {
      ...(fields.browser as BrowserFacts | undefined),
      ...(request.ip !== undefined && { ip_address: request.ip }),
      ...(typeof user_agent === 'string' && { user_agent }),
      ...(typeof accept_header === 'string' && { accept_header }),
    },
  })
  const { status, step_up_url: url, access_token } = withTexts(enrolment, ['status'])
  const id = enrolment.authentication_transaction_id ?? null
  const next: State = { ...state, step: 'enrolled', ...(id !== null && { authentication: id }) }
  return {
    ...{ status, url, access_token, transaction_uuid: state.uuid, likuta: new URL(settings.baseUrl).origin },
    returns: order.return_url !== undefined,
    resume: await sealState(visit, next),
  }
}

async function charge({ checkout }: Needs, order: ProxyOrder, state: State): Promise<object> {
  const { uuid: transaction_uuid, token, authentication } = state
  if (state.step !== 'enrolled' || token === undefined) throw new Refusal(409, 'card_again')
  const pending = { transaction_uuid, reason_code: null, message: null }
  try {
    const outcome = await checkout.charge({
      transaction_uuid,
      transient_token: token,
      ...paymentOf(order),
      merchant_reference: order.merchant_reference,
      callback_url: order.callback_url,
      ...(authentication !== undefined && { authentication_transaction_id: authentication }),
    })
    const { status, reason_code = null, message = null } = outcome
    const isOutcome = status === 'SUCCESS' || status === 'FAILED'
    return isOutcome ? { status, transaction_uuid, reason_code, message } : { ...pending, status: 'PENDING' }
  } catch (error) {
    if (!(error instanceof LikutaError)) throw error
    if (error.detail === 'Authentication not completed') return { ...pending, status: 'CHALLENGE_REQUIRED' }
    // The card may have been charged, so this is not a refusal. The next request with this transaction reads the outcome, and the card is
    // charged once.
    if (!isRefusal(error)) return { ...pending, status: 'PENDING' }
    throw error
  }
}

/** Whether Likuta has refused a request. After any other error, of a server or of the connection, it may have been carried out. */
const isRefusal = ({ status = 0, retryable }: LikutaError) => status >= 400 && status < 500 && !retryable

const paymentOf = ({ amount, currency, bill_to }: ProxyOrder) => ({ amount, currency, bill_to })

async function readStatus(
  { status }: Needs,
  { uuid, step }: State,
): Promise<{ status: string; step: string }> {
  const found = await status(uuid)
  const { transaction_status: state, message } = found
  const outcome = outcomes[state] ?? 'PENDING'
  const facts = { transaction_uuid: uuid, reason_code: null, message: message || null }
  return { status: outcome, step, ...facts }
}

/** Any other state means that the outcome is unknown. */
const outcomes: Readonly<Record<string, string>> = {
  ...{ PENDING: 'PENDING', EXPIRED: 'EXPIRED', FAILED: 'FAILED', CANCELLED: 'FAILED', VOIDED: 'FAILED' },
  ...{ SUCCESS: 'SUCCESS', PARTIALLY_REFUNDED: 'SUCCESS', REFUNDED: 'SUCCESS' },
}

/** The fields that a charge needs and this order lacks, such as `bill_to.email`. */
function missingFields(order: ProxyOrder): string[] {
  const isMissing = (value: unknown) => value === undefined || value === null || value === ''
  const { bill_to } = order
  return [
    ...orderFields.filter((name) => isMissing(order[name])),
    ...(isMissing(bill_to)
      ? ['bill_to']
      : payerFields.filter((name) => isMissing(bill_to[name])).map((name) => `bill_to.${name}`)),
  ]
}

const orderFields = ['merchant_reference', 'amount', 'currency', 'callback_url'] as const
const payerFields = [
  ...(['first_name', 'last_name', 'email', 'phone_number'] as const),
  ...(['address_line1', 'address_city', 'address_country'] as const),
]

/** @throws Refusal for a response without these texts, such as that of another server on the way */
function withTexts<Reply extends object>(reply: Reply, names: readonly (keyof Reply & string)[]): Reply {
  const missing = names.filter((name) => typeof reply[name] !== 'string')
  if (missing.length === 0) return reply
  throw new Refusal(503, 'unavailable', `the response of Likuta lacks ${missing.join(', ')}`)
}

function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: it is the log of the shop's server
  console.error(`likuta: ${error instanceof Error ? error.message : String(error)}`)
}

function fieldsOf(body: unknown): Record<string, unknown> {
  try {
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : body
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw new Refusal(400, 'refused')
}

function refusalOf(error: unknown): { status: number; code: string } {
  if (error instanceof Refusal) return error
  if (!(error instanceof LikutaError)) throw error
  if (error.status === 404) return { status: 404, code: 'order_unknown' }
  if (error.status === 410 || error.detail === 'Transaction already finished')
    return { status: 410, code: 'expired' }
  if (/^Invalid (transient_token|transient token|authentication)/.test(error.detail))
    return { status: 409, code: 'card_again' }
  // A status that likuta.js takes for final: the same request is refused again.
  return isRefusal(error) ? { status: 422, code: 'refused' } : { status: 503, code: 'unavailable' }
}

function deviceOf({ headers }: ProxyRequest): string | undefined {
  const [, device] =
    new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(String(headers.cookie ?? '')) ?? []
  return device
}

function cookieOf(device: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${device}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

async function resumeKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret)
  const base = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('likuta resume token')
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info }
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** The token is of this browser: its cookie is authenticated with it. */
const cipherOf = (device: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(device),
})

async function sealState({ key, device }: Visit, state: State): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(state))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherOf(device, iv), key, text))
  const bytes = new Uint8Array(iv.length + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, iv.length)
  return encoded(bytes)
}

/** @throws Refusal for a token of another order or browser, one that is too old, and anything else. */
async function openState({ key, device }: Visit, resume: string, order: string): Promise<State> {
  let state: State | undefined
  try {
    const bytes = Uint8Array.from(atob(resume.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const opened = await crypto.subtle.decrypt(cipherOf(device, bytes.slice(0, 12)), key, bytes.slice(12))
    state = JSON.parse(new TextDecoder().decode(opened)) as State
  } catch {
    throw new Refusal(403, 'order_unknown')
  }
  if (state.order !== order || state.exp <= Date.now() / 1000) throw new Refusal(403, 'order_unknown')
  return state
}

const randomText = () => encoded(crypto.getRandomValues(new Uint8Array(32)))

const encoded = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
