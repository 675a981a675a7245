// The capture context of the page, and its renewal. The gateway's fields issue tokens for 900 seconds; before that a complete card is
// exchanged for its token, which is valid for another 900, and the shop's server opens new fields for the same transaction.
import { CheckoutError, type ErrorCode } from './errors.ts'
import {
  type CardFields,
  type Expiry,
  type FieldListeners,
  type FieldName,
  type FieldOptions,
  loadFields,
} from './fields.ts'
import { afterEnd } from './payment.ts'
import type { ShopServer } from './shop-server.ts'

export type Opened = { jwt: string; transaction_uuid: string; likuta: string }

const second = 1000
/** When a context is renewed, seconds before its end at 900. */
const renewAfterMs = 850 * second
/** How long a payer in the middle of the card may go on typing before it is renewed all the same. */
const lastMomentMs = 890 * second
const lifeMs = 900 * second

export type SessionNeeds = {
  server: ShopServer
  fields: FieldOptions
  listeners: FieldListeners
  expiry(): Expiry | undefined
  /** Whether a payment is running, which needs its transaction renewed, but no fields. */
  isPaying(): boolean
  renewed(event: { kept: boolean }): void
  failed(code: ErrorCode): void
}

export type Session = {
  opened(): Opened
  /** @throws CheckoutError */
  token(expiry: Expiry): Promise<string>
  wrong(): FieldName[]
  focus(field: FieldName): void
  /** Called when the payer has typed: a token that was made before is of another card. */
  touched(): Promise<void>
  /** Called when time may have passed unnoticed, and after a payment. */
  check(): Promise<void>
  close(): void
}

/**
 * Opens card fields, for a new transaction or for the one of an earlier page.
 * @throws CheckoutError
 */
export async function openSession(needs: SessionNeeds): Promise<Session> {
  const state = await firstState(needs)
  let running: Promise<void> | undefined
  let timer = 0
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(check, Math.max(ms, 0)) as unknown as number
  }
  /** One renewal runs at a time. */
  function check(): Promise<void> {
    running ??= renewIfDue(needs, state)
      .then((nextMs) => (nextMs === undefined ? clearTimeout(timer) : plan(nextMs)))
      .finally(() => {
        running = undefined
      })
    return running
  }
  plan(renewAfterMs)
  return {
    opened: () => state.opened,
    token: (expiry) => tokenToPay(needs, state, expiry),
    wrong: () => (state.held ? [] : state.fields.wrong()),
    focus: (field) => state.fields.focus(field),
    async touched() {
      if (!state.held) return
      state.held = undefined
      if (isOver(state.fields)) await replaceFields(needs, state, false)
    },
    check,
    close() {
      clearTimeout(timer)
      state.isClosed = true
      state.fields.dispose()
    },
  }
}

type State = {
  opened: Opened
  openedAt: number
  fields: CardFields
  /** A card that was typed before a renewal. */
  held: { token: string; expiry: Expiry; at: number } | undefined
  focused?: FieldName | undefined
  isClosed?: boolean
}

async function firstState({ server, fields, listeners }: SessionNeeds): Promise<State> {
  const openedAt = Date.now()
  const opened = await begin(server)
  const loaded = await loadFields(opened.jwt, fields, listeners)
  loaded.show()
  return { opened, openedAt, fields: loaded, held: undefined }
}

/** Continues the transaction of an earlier page while it is open, so that reloading does not create another one. */
async function begin(server: ShopServer): Promise<Opened> {
  if (server.canResume()) {
    try {
      return await server.call<Opened>('renew')
    } catch (error) {
      const { code } = error as CheckoutError
      // What was paid meanwhile is found by mounting again.
      if (code === 'expired' && (await afterEnd(server))) throw error
      if (code === 'order_unknown') server.forget()
      else if (code !== 'expired') throw error
    }
  }
  return server.call<Opened>('start')
}

const isPassing = (error: unknown) =>
  error instanceof CheckoutError && (error.code === 'network' || error.code === 'unavailable')

const isOver = ({ openedAt }: { openedAt: number }) => Date.now() - openedAt >= lifeMs

/** @returns when to look again, in milliseconds; undefined when there is nothing more to renew. */
async function renewIfDue(needs: SessionNeeds, state: State): Promise<number | undefined> {
  if (state.isClosed) return undefined
  const age = Date.now() - state.openedAt
  if (age < renewAfterMs) return renewAfterMs - age
  const { fields } = state
  const isEmpty = fields.isEmpty() && !state.held
  // A page that nobody looks at is renewed when somebody does.
  if (document.hidden && isEmpty && !needs.isPaying()) return 60 * second
  if (!needs.isPaying()) {
    await holdCard(needs, state)
    const isTyping = !state.held && !isEmpty && Date.now() - fields.openedAt < lastMomentMs
    if (isTyping) return 2 * second
  }
  try {
    const openedAt = Date.now()
    state.opened = await needs.server.call<Opened>('renew')
    state.openedAt = openedAt
  } catch (error) {
    if (isPassing(error)) return 5 * second
    return expire(needs, state)
  }
  if (needs.isPaying()) return renewAfterMs
  if (state.held) needs.renewed({ kept: true })
  else await replaceFields(needs, state, isEmpty)
  return renewAfterMs
}

/** Exchanges a complete card for its token while its fields still issue one. */
async function holdCard({ expiry }: SessionNeeds, state: State): Promise<void> {
  const { fields } = state
  if (state.held && Date.now() - state.held.at < lifeMs - 50 * second) return
  state.held = undefined
  const date = expiry()
  if (!date || fields.wrong().length > 0 || isOver(fields)) return
  try {
    const at = Date.now()
    state.held = { token: await fields.token(date), expiry: date, at }
  } catch {
    // Without a token the card is typed again.
  }
}

async function replaceFields(needs: SessionNeeds, state: State, kept: boolean): Promise<void> {
  try {
    const fields = await loadFields(state.opened.jwt, needs.fields, needs.listeners)
    state.fields.dispose()
    state.fields = fields
    fields.show()
    needs.renewed({ kept })
  } catch {
    needs.failed('load_error')
  }
}

function expire(needs: SessionNeeds, state: State): undefined {
  state.isClosed = true
  state.fields.dispose()
  needs.failed('expired')
}

/** The token of the card: the one held since a renewal, or a new one. @throws CheckoutError */
async function tokenToPay(needs: SessionNeeds, state: State, expiry: Expiry): Promise<string> {
  if (state.isClosed) throw new CheckoutError('expired')
  const { held, fields } = state
  const isSame = held?.expiry.month === expiry.month && held.expiry.year === expiry.year
  if (held && isSame && Date.now() - held.at < lifeMs) return held.token
  state.held = undefined
  if (isOver(fields)) {
    await renewNow(needs, state)
    await replaceFields(needs, state, false)
    throw new CheckoutError('card_again')
  }
  return fields.token(expiry)
}

/** On a page that slept, the payer may be earlier than the timer. Fields with the context of before would be replaced a second later. */
async function renewNow({ server }: SessionNeeds, state: State): Promise<void> {
  if (Date.now() - state.openedAt < renewAfterMs) return
  const openedAt = Date.now()
  state.opened = await server.call<Opened>('renew')
  state.openedAt = openedAt
}
