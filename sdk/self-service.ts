// A merchant's own settings: sessions of one hour after sign-in with email and password.
import {
  type Authentication,
  type Call,
  type CallOptions,
  type KeyedOptions,
  keyed,
  pathOf,
  type Send,
  type SendCall,
  type Sent,
} from './http/call.ts'
import { type Page, type Pages, pagesOf } from './pages.ts'
import { type OwnSessions, openTeam, proven, type Team } from './team.ts'
import type {
  Callback,
  CheckoutSettings,
  CheckoutSettingsRequest,
  Delivery,
  DeliveryDetail,
  DeliveryQuery,
  GoLive,
  GoLiveRequest,
  KeyScope,
  Login,
  Me,
  MicroformSettings,
  NewApiKeys,
  NewCallbackSecret,
  NewMerchantSecret,
  NewRefundRequest,
  NewWebhookEndpoint,
  NewWebhookEndpointSecret,
  RefundRequest,
  ResendRange,
  SignedUp,
  SignUpRequest,
  TestDelivery,
  WebhookCertification,
  WebhookEndpoint,
  WebhookEndpointSettings,
} from './types/self-service.ts'
import type { AcceptedInvitation, SecondFactorCode, StepUp, StepUpProof } from './types/team.ts'

/** With the proof of who you are: the token of a step-up, which a user with a second factor needs, or else your password in production. */
type RotationOptions = CallOptions & { stepUpToken?: string; currentPassword?: string }

function rotation(
  {
    stepUpToken,
    currentPassword,
    scopes,
    overlapHours,
  }: RotationOptions & { scopes?: KeyScope[]; overlapHours?: number } = {},
  settings: object = {},
): Sent {
  const body = {
    ...settings,
    ...(currentPassword !== undefined && { current_password: currentPassword }),
    ...(scopes && { scopes }),
    ...(overlapHours !== undefined && { overlap_hours: overlapHours }),
  }
  return { ...proven(stepUpToken), ...(Object.keys(body).length > 0 && { body }) }
}

/**
 * Calls of a signed-in user of a merchant, as far as their role allows. POST requests are never sent twice, because no idempotency
 * key protects them, except those for refund requests.
 */
export type Session = {
  /** For you to store. It is not shown when the session is logged, serialized as JSON, or copied by `{ ...session }`. */
  readonly accessToken: string
  me(options?: CallOptions): Promise<Me>
  logOut(options?: CallOptions): Promise<void>
  /** Ends the other sessions. */
  changePassword(
    passwords: { current_password: string; new_password: string },
    options?: CallOptions,
  ): Promise<void>
  /** Confirms your identity before sensitive changes. @throws LikutaError for a wrong password or code. */
  stepUp(proof: StepUpProof, options?: CallOptions): Promise<StepUp>
  team: Team
  /** Where the signed-in user is signed in. */
  sessions: OwnSessions
  /** The replaced secret is refused from that moment on. */
  rotate: {
    /** Without `scopes`, the new key may be used for what the old one was, as far as your role may give it. */
    apiKeys(options?: RotationOptions & { scopes?: KeyScope[] }): Promise<NewApiKeys>
    /** For owners. */
    merchantSecret(options?: RotationOptions): Promise<NewMerchantSecret>
    /** For `overlapHours`, at most 72, webhooks are signed with the old secret, too. */
    callbackSecret(options?: RotationOptions & { overlapHours?: number }): Promise<NewCallbackSecret>
  }
  /** Addresses and networks that may call; an empty list allows any. */
  whitelist: Setting<{ addresses: string[] }>
  callback: Setting<Callback> & {
    /** Sends a signed TEST event and returns the response to it. */
    test(options?: CallOptions): Promise<TestDelivery>
    /** Sends 24 checks to the webhook URL; in the sandbox, once a minute. */
    certify(options?: CallOptions): Promise<WebhookCertification>
    /** The latest report, null if there is none. */
    certification(options?: CallOptions): Promise<WebhookCertification | null>
  }
  /** Further addresses that get copies of events, at most eight, each with a secret of its own. */
  webhookEndpoints: {
    /** The oldest comes first. */
    list(options?: CallOptions): Promise<WebhookEndpoint[]>
    /** @throws ConflictError for the ninth. */
    add(
      endpoint: WebhookEndpointSettings & Required<Pick<WebhookEndpointSettings, 'url' | 'events'>>,
      options?: RotationOptions,
    ): Promise<NewWebhookEndpoint>
    /** What is absent stays as it is. @throws NotFoundError */
    change(id: string, changes: WebhookEndpointSettings, options?: RotationOptions): Promise<WebhookEndpoint>
    /** Nothing more is sent to it. In production it needs a step-up. @throws NotFoundError */
    remove(id: string, options?: CallOptions & { stepUpToken?: string }): Promise<void>
    /** For `overlapHours`, at most 72, its webhooks are signed with the old secret, too. @throws NotFoundError */
    rotateSecret(
      id: string,
      options?: RotationOptions & { overlapHours?: number },
    ): Promise<NewWebhookEndpointSecret>
  }
  microform: Setting<MicroformSettings>
  checkout: Setting<CheckoutSettings, CheckoutSettingsRequest>
  goLive: {
    read(options?: CallOptions): Promise<GoLive>
    /** Takes the token of a step-up. */
    request(company: GoLiveRequest, stepUpToken: string, options?: CallOptions): Promise<GoLive>
  }
  refundRequests: {
    /**
     * Requests the refund of a payment: by default of all that remains. It waits for an admin, unless the merchant may refund
     * by itself: then the payment is refunded at once.
     * @throws NotFoundError; ConflictError while another request is open.
     */
    create(transactionUuid: string, request: NewRefundRequest, options?: KeyedOptions): Promise<RefundRequest>
    /** Those of one payment, oldest first. @throws NotFoundError */
    list(transactionUuid: string, options?: CallOptions): Promise<RefundRequest[]>
    /** @throws NotFoundError */
    read(transactionUuid: string, id: string, options?: CallOptions): Promise<RefundRequest>
    /** @throws NotFoundError; ConflictError when it waits no more. */
    withdraw(transactionUuid: string, id: string, options?: KeyedOptions): Promise<RefundRequest>
  }
  deliveries: {
    /** Newest first. */
    list(query?: DeliveryQuery, options?: CallOptions): Pages<Delivery>
    /** @throws NotFoundError */
    read(id: string, options?: CallOptions): Promise<DeliveryDetail>
    /** @throws NotFoundError */
    resend(id: string, options?: CallOptions): Promise<{ id: string; status: 'PENDING' }>
    /** All of a time, in order, with `X-Service-Replay: true`. @throws ConflictError for more than 10,000. */
    resendOfTime(range: ResendRange, options?: KeyedOptions): Promise<{ resend_id: string; count: number }>
  }
}

type Setting<Value, Sent = Value> = {
  read(options?: CallOptions): Promise<Value>
  /** `stepUpToken`: a user with a second factor needs it, but for the checkout settings. */
  set(value: Sent, options?: CallOptions & { stepUpToken?: string }): Promise<Value>
}

export type SelfService = {
  /** @throws AuthenticationError; RateLimitError after five wrong passwords. */
  logIn(
    account: { email: string; password: string } & Partial<SecondFactorCode>,
    options?: CallOptions,
  ): Promise<Session & { login: Login }>
  /** Restores a session from its stored token. */
  withToken(accessToken: string): Session
  /** Creates a sandbox merchant, where the deployment allows anyone to sign up. */
  signUp(account: SignUpRequest, options?: CallOptions): Promise<SignedUp>
  /** Creates the user who was invited. @throws NotFoundError; ConflictError if the email has an account. */
  acceptInvitation(
    acceptance: { token: string; name: string; password: string },
    options?: CallOptions,
  ): Promise<AcceptedInvitation>
}

const base = '/api/v1/merchant'

function asker(send: Send, authentication: Authentication): SendCall {
  return async <Data>(method: Call['method'], path: string, options: CallOptions = {}, sent: Sent = {}) => {
    // Writing a setting twice has the same effect as writing it once. A second removal would be refused with 404.
    const safeBecause = method === 'PUT' ? 'reference' : method === 'GET' ? 'read' : 'nothing'
    const call = { method, path: base + path, authentication, options, safeBecause, ...sent } as const
    return send<Data>(call)
  }
}

export function openSelfService(send: Send): SelfService {
  const call = asker(send, 'none')
  const withToken = (accessToken: string) => openSession(accessToken, asker(send, { bearer: accessToken }))
  return {
    async logIn(body, options) {
      const login = await call<Login>('POST', '/login', options, { body })
      const { access_token: token } = login
      return Object.assign(withToken(token), { login: hiding(login, 'access_token', token) })
    },
    withToken,
    signUp: (body, options) => call('POST', '/signup', options, { body }),
    acceptInvitation: (body, options) => call('POST', '/invitations/accept', options, { body }),
  }
}

function openSession(accessToken: string, send: SendCall): Session {
  const setting = <Value extends object, Sent extends object = Value>(
    path: string,
  ): Setting<Value, Sent> => ({
    read: (options) => send('GET', path, options),
    set: (body, options) => send('PUT', path, options, { body, ...proven(options?.stepUpToken) }),
  })
  const session = {
    me: (options) => send('GET', '/me', options),
    logOut: async (options) => {
      await send('POST', '/logout', options, { whole: true })
    },
    changePassword: async (body, options) => {
      await send('POST', '/change-password', options, { body, whole: true })
    },
    stepUp: (body, options) => send('POST', '/step-up', options, { body }),
    ...openTeam(send),
    rotate: {
      apiKeys: (options) => send('POST', '/api-keys', options, rotation(options)),
      merchantSecret: (options) => send('POST', '/secret', options, rotation(options)),
      callbackSecret: (options) => send('POST', '/callback-secret', options, rotation(options)),
    },
    whitelist: setting('/whitelist'),
    callback: {
      ...setting('/callback'),
      test: (options) => send('POST', '/callback/test', options),
      certify: async (options) =>
        (await send<{ report: WebhookCertification }>('POST', '/callback/certification', options)).report,
      certification: async (options) =>
        (await send<{ report: WebhookCertification | null }>('GET', '/callback/certification', options))
          .report,
    },
    webhookEndpoints: openWebhookEndpoints(send),
    microform: setting('/microform'),
    checkout: setting('/checkout'),
    goLive: {
      read: (options) => send('GET', '/go-live', options),
      request: (body, token, options) => send('POST', '/go-live', options, { body, ...proven(token) }),
    },
    refundRequests: openRefundRequests(send),
    deliveries: {
      list: (query = {}, options) =>
        pagesOf(
          (range) => send<Page<Delivery>>('GET', '/deliveries', options, { query: { ...query, ...range } }),
          query.limit,
        ),
      read: (id, options) => send('GET', pathOf`/deliveries/${id}`, options),
      resend: (id, options) => send('POST', pathOf`/deliveries/${id}/resend`, options),
      resendOfTime: (body, options) => send('POST', '/deliveries/resend', {}, { body, ...keyed(options) }),
    },
  } satisfies Omit<Session, 'accessToken'>
  return hiding(session, 'accessToken', accessToken)
}

function openWebhookEndpoints(send: SendCall): Session['webhookEndpoints'] {
  const path = '/webhook-endpoints'
  return {
    list: async (options) => (await send<{ items: WebhookEndpoint[] }>('GET', path, options)).items,
    add: (endpoint, options) => send('POST', path, options, rotation(options, endpoint)),
    change: (id, changes, options) => send('PUT', path + pathOf`/${id}`, options, rotation(options, changes)),
    remove: (id, options) => send('DELETE', path + pathOf`/${id}`, options, proven(options?.stepUpToken)),
    rotateSecret: (id, options) => send('POST', path + pathOf`/${id}/secret`, options, rotation(options)),
  }
}

function openRefundRequests(send: SendCall): Session['refundRequests'] {
  const under = (transactionUuid: string) => pathOf`/payments/${transactionUuid}/refund-requests`
  return {
    create: (uuid, body, options) => send('POST', under(uuid), {}, { body, ...keyed(options) }),
    async list(uuid, options) {
      return (await send<{ items: RefundRequest[] }>('GET', under(uuid), options)).items
    },
    read: (uuid, id, options) => send('GET', under(uuid) + pathOf`/${id}`, options),
    withdraw: (uuid, id, options) => send('POST', under(uuid) + pathOf`/${id}/withdraw`, {}, keyed(options)),
  }
}

/** Gives `holder` a secret property that can be read by name but is not shown when the holder is printed. */
function hiding<Holder extends object, Name extends string>(
  holder: Holder,
  name: Name,
  secret: string,
): Holder & Record<Name, string> {
  return Object.defineProperty(holder, name, { get: () => secret, enumerable: false }) as never
}
