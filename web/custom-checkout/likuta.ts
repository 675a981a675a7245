// likuta.js: the browser's part of custom checkout. `Likuta(options)` puts the card fields into a page; `pay()` runs the whole payment through
// one address of the shop's own server.
import { type ChallengeTexts, runChallenge } from './challenge.ts'
import { CheckoutError, type ErrorCode } from './errors.ts'
import { type ExpirySource, formatExpiry, readExpiry } from './expiry-input.ts'
import type { Expiry, FieldChange, FieldName } from './fields.ts'
import { charge, enrol, interrupted, type Outcome } from './payment.ts'
import { openSession, type Session } from './session.ts'
import { openShopServer, type ShopServer } from './shop-server.ts'

export type Options = {
  /** Address of the shop's server that signs the calls; of the origin of this page. */
  proxy: string
  /** The shop's own name for the order: its server reads amount and payer by it. */
  order: string
  /** Selectors or elements that the card fields are put into. */
  fields: Record<FieldName, string | HTMLElement>
  /** The input for MM/YY, or a function that returns month and year. */
  expiry: ExpirySource
  labels?: Partial<ChallengeTexts & Record<FieldName, string>>
  placeholders?: Partial<Record<FieldName, string>>
  /** Styles of the gateway's fields, such as `{ input: { color: '#222' } }`. */
  styles?: object
  /** Shows every challenge in the whole window. */
  fullPage?: boolean
}

type EventData = {
  /** The card fields did not load, or could not be renewed. */
  loadError: { code: ErrorCode }
  /** There are new card fields; `kept` is false when the card has to be typed again. */
  renewed: { kept: boolean }
  /** The card fields cannot be renewed any more: `mount()` returns what was paid, or begins another checkout. */
  expired: object
  /** A payment of an earlier page is being continued. */
  resumed: object
  change: FieldChange
  focus: { field: FieldName }
  blur: { field: FieldName }
  /** The payer pressed Enter in a card field. */
  submit: object
}
type Listener = (data: never) => void
const defaults = {
  en: {
    ...{ number: 'Card number', securityCode: 'Security code', bank: 'Bank verification', close: 'Cancel' },
    fullPage: 'Nothing here? Open the bank’s page',
  },
  fr: {
    ...{ number: 'Numéro de carte', securityCode: 'Cryptogramme', bank: 'Vérification par la banque' },
    ...{ close: 'Annuler', fullPage: 'Rien ne s’affiche\u202f? Ouvrir la page de la banque' },
  },
}
type Texts = ChallengeTexts & Record<FieldName, string>

/** One checkout of one order in one page. */
class Checkout {
  #options: Options
  #texts: Texts
  #server: ShopServer
  #expiry: HTMLInputElement | (() => Expiry | undefined)
  #listeners = new Map<string, Set<Listener>>()
  #session: Session | undefined
  #isPaying = false

  constructor(options: Options) {
    const isFrench = document.documentElement.lang.startsWith('fr')
    this.#options = options
    this.#texts = { ...(isFrench ? defaults.fr : defaults.en), ...options.labels }
    this.#server = openShopServer(options.proxy, options.order)
    const { expiry } = options
    this.#expiry = typeof expiry === 'string' ? elementOf<HTMLInputElement>(expiry) : expiry
    if (this.#expiry instanceof HTMLElement) {
      this.#expiry.addEventListener('input', (event) => {
        formatExpiry(event)
        void this.#session?.touched()
      })
    }
    // Timers stop while a device sleeps.
    const look = () => void (document.hidden || this.#session?.check())
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    addEventListener('pageshow', look)
  }

  /** Adds a listener of an event. */
  on<Name extends keyof EventData>(name: Name, listener: (data: EventData[Name]) => void): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener as Listener))
  }

  /**
   * Loads the card fields. If a reload or a bank's page in the whole window interrupted a payment, continues it.
   * @returns the outcome of that payment, or of one that this browser made before; undefined when the fields are ready.
   * @throws CheckoutError
   */
  async mount(): Promise<Outcome | undefined> {
    this.unmount()
    return this.#alone(async () => {
      const outcome = await this.#interrupted()
      if (!outcome) this.#session = await this.#open()
      return outcome
    })
  }

  /**
   * Pays: the card's token, device data, enrolment, challenge, charge. After an outcome the card fields are gone.
   * @throws CheckoutError; nothing was charged then, except perhaps after `network` or `unavailable`: calling it again finds out.
   */
  async pay(): Promise<Outcome> {
    return this.#alone(async () => {
      try {
        const outcome = await this.#pay()
        this.unmount()
        return outcome
      } catch (error) {
        const { code } = error as CheckoutError
        if (code !== 'expired' && code !== 'order_paid') throw error
        this.unmount()
        // A transaction that has ended may have been paid, by another tab or by a request whose response was lost.
        const ended = await this.#interrupted()
        if (ended) return ended
        throw error
      }
    })
  }

  /** Moves the focus into a card field. */
  focus(field: FieldName): void {
    this.#session?.focus(field)
  }

  /** Removes the card fields. What has been paid stays paid. */
  unmount(): void {
    this.#session?.close()
    this.#session = undefined
  }

  #interrupted(): Promise<Outcome | undefined> {
    return interrupted(this.#server, this.#texts, () => this.#emit('resumed', {}))
  }

  async #pay(): Promise<Outcome> {
    const session = this.#session
    if (!session) throw new CheckoutError('expired')
    const expiry = readExpiry(this.#expiry)
    const wrong: string[] = session.wrong()
    if (!expiry) wrong.push('expiry')
    if (wrong.length > 0 || !expiry) throw new CheckoutError('card_invalid', wrong)
    const enrolment = await enrol(this.#server, await session.token(expiry))
    if (enrolment.status === 'CHALLENGE_REQUIRED')
      await runChallenge(enrolment, this.#texts, this.#options.fullPage === true)
    return charge(this.#server)
  }

  async #open(): Promise<Session> {
    const { fields, placeholders, styles } = this.#options
    try {
      return await openSession({
        server: this.#server,
        fields: {
          containers: { number: elementOf(fields.number), securityCode: elementOf(fields.securityCode) },
          labels: this.#texts,
          ...(placeholders && { placeholders }),
          ...(styles && { styles }),
        },
        listeners: {
          changed: (change) => {
            void this.#session?.touched()
            this.#emit('change', change)
          },
          focused: (field, isFocused) => this.#emit(isFocused ? 'focus' : 'blur', { field }),
          submitted: () => this.#emit('submit', {}),
        },
        expiry: () => readExpiry(this.#expiry),
        isPaying: () => this.#isPaying,
        renewed: (event) => this.#emit('renewed', event),
        failed: (code) =>
          code === 'expired' ? this.#emit('expired', {}) : this.#emit('loadError', { code }),
      })
    } catch (error) {
      this.#emit('loadError', { code: error instanceof CheckoutError ? error.code : 'load_error' })
      throw error
    }
  }

  /** Runs one piece of work at a time. @throws CheckoutError `busy` */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isPaying) throw new CheckoutError('busy')
    this.#isPaying = true
    try {
      return await work()
    } finally {
      this.#isPaying = false
      void this.#session?.check()
    }
  }

  #emit<Name extends keyof EventData>(name: Name, data: EventData[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(data as never)
  }
}

/** Prepares the checkout of an order; `mount()` then shows the card fields. @throws CheckoutError `load_error` without the input */
export const Likuta = (options: Options): Checkout => new Checkout(options)

function elementOf<Kind extends HTMLElement = HTMLElement>(target: string | HTMLElement): Kind {
  const found = typeof target === 'string' ? document.querySelector(target) : target
  if (!found) throw new CheckoutError('load_error', [String(target)])
  return found as Kind
}

Object.assign(window, { Likuta })
