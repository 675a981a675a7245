// The card number and the security code are typed into frames served by the gateway. This page embeds and labels the
// frames, and receives a token for the card, never its digits.

import type { ScriptTexts } from '../../server/cards/checkout/texts.ts'
import { cardNetworks } from '../ui/display/networks.generated.ts'
import type { Expiry } from './expiry.ts'

export type Session = {
  capture_context: string
  library_url: string
  library_integrity: string
  expires_at: string
}

type FieldName = 'number' | 'securityCode'

type FieldChange = {
  empty: boolean
  valid: boolean
  couldBeValid: boolean
  card?: { name: string; valid: boolean; securityCode: { length: number } }[]
}

type Field = {
  load(container: HTMLElement): void
  on(event: string, listener: (data: never) => void): void
  update(options: Record<string, unknown>): void
  focus(): void
  clear(): void
}

type TokenError = { reason?: string; details?: { location?: string }[] }

type Microform = {
  createField(name: FieldName, options: Record<string, unknown>): Field
  createToken(options: object, done: (error: TokenError | null, token: string) => void): void
}

type FlexLibrary = new (captureContext: string) => { microform(type: 'card', options: object): Microform }

/** Why the gateway made no token; each is the key of the text to show. */
export type TokenFailure = 'fieldsRenewed' | 'offlineCard' | 'unavailable' | 'cardAgain'

export type Faults = Partial<Record<FieldName, string>>

export type CardFields = {
  expiresAt: number
  isEmpty(): boolean
  faults(): Faults
  describe(name: FieldName, fault: string): void
  focus(name: FieldName): void
  /** Empties the security code; the number stays in its frame. */
  clearCode(): void
  token(expiry: Expiry): Promise<{ token: string } | { faults: Faults } | { failure: TokenFailure }>
}

export type FieldEvents = {
  changed(name: FieldName): void
  submitted(): void
  expiryFilled(month?: string, year?: string): void
}

const accepted: string[] = cardNetworks.map((name) => name.toLowerCase())

/** Loads the gateway's library and fields. Rejects when they do not load in time. */
export async function openCardFields(
  session: Session,
  texts: ScriptTexts,
  events: FieldEvents,
): Promise<CardFields> {
  showBrand(undefined)
  const Flex = await loadLibrary(session)
  const microform = new Flex(session.capture_context).microform('card', { styles: fieldStyles() })
  const fields = createFields(microform, texts)
  const seen: Record<FieldName, FieldChange> = { number: blank(), securityCode: blank() }
  followBrand(fields, texts)
  followTyping(fields, seen, events)
  const restyle = () => {
    for (const field of Object.values(fields)) field.update({ styles: fieldStyles() })
  }
  matchMedia('(prefers-color-scheme: dark)').onchange = restyle
  await within(
    20_000,
    Promise.all([loaded(fields.number, 'number'), loaded(fields.securityCode, 'securityCode')]),
  )
  // The box grows with the size of the text.
  new ResizeObserver(restyle).observe(boxOf('number'))

  return {
    expiresAt: Date.parse(session.expires_at),
    isEmpty: () => seen.number.empty && seen.securityCode.empty,
    faults: () => faultsOf(seen, texts),
    describe: (name, fault) => fields[name].update({ description: fault }),
    focus: (name) => fields[name].focus(),
    clearCode: () => fields.securityCode.clear(),
    token: (expiry) =>
      new Promise((resolve) =>
        microform.createToken(
          { expirationMonth: expiry.month, expirationYear: expiry.year },
          (error, token) => resolve(error ? refusal(error, texts) : { token }),
        ),
      ),
  }
}

function createFields(microform: Microform, texts: ScriptTexts): Record<FieldName, Field> {
  const number = microform.createField('number', {
    placeholder: '1234 5678 9012 3456',
    title: texts.cardNumber,
    'aria-label': texts.cardNumber,
    'aria-required': true,
  })
  const securityCode = microform.createField('securityCode', {
    placeholder: '123',
    title: texts.securityCode,
    'aria-label': texts.securityCode,
    'aria-required': true,
  })
  return { number, securityCode }
}

/** Shows the card's brand once the number reveals it, and adapts the length of the security code. */
function followBrand({ number, securityCode }: Record<FieldName, Field>, texts: ScriptTexts): void {
  number.on('change', (change: FieldChange) => {
    const card = change.card && change.card.length === 1 ? change.card[0] : undefined
    showBrand(card?.name)
    const length = card?.securityCode?.length ?? 3
    securityCode.update({ placeholder: '1234'.slice(0, length), maxLength: length === 4 ? 4 : 3 })
    byId('code-hint').textContent = length === 4 ? texts.securityCodeLong : texts.securityCodeShort
  })
}

/** @param seen updated with the latest change of each field */
function followTyping(
  fields: Record<FieldName, Field>,
  seen: Record<FieldName, FieldChange>,
  events: FieldEvents,
): void {
  fields.number.on('autocomplete', (card: { expirationMonth?: string; expirationYear?: string }) =>
    events.expiryFilled(card.expirationMonth, card.expirationYear),
  )
  for (const name of ['number', 'securityCode'] as const) {
    const box = boxOf(name)
    fields[name].on('change', (change: FieldChange) => {
      seen[name] = change
      // A code that was just cleared keeps its mark until another one is typed.
      if (!change.empty || !box.classList.contains('refused')) events.changed(name)
    })
    fields[name].on('focus', () => box.classList.add('focused'))
    fields[name].on('blur', () => box.classList.remove('focused'))
    fields[name].on('inputSubmitRequest', () => events.submitted())
  }
}

function faultsOf(seen: Record<FieldName, FieldChange>, texts: ScriptTexts): Faults {
  const faults: Faults = {}
  const brands = seen.number.card ?? []
  const refused = brands.length > 0 && !brands.some(({ name }) => accepted.includes(name))
  if (seen.number.empty) faults.number = texts.numberMissing
  else if (refused) faults.number = texts.networkRefused
  else if (!seen.number.valid) faults.number = texts.numberWrong
  if (seen.securityCode.empty) faults.securityCode = texts.codeMissing
  else if (!seen.securityCode.valid) faults.securityCode = texts.codeWrong
  return faults
}

const blank = (): FieldChange => ({ empty: true, valid: false, couldBeValid: true })

function refusal(error: TokenError, texts: ScriptTexts): { faults: Faults } | { failure: TokenFailure } {
  const faults: Faults = {}
  for (const { location = '' } of error.details ?? []) {
    if (/number/.test(location)) faults.number = texts.numberWrong
    if (/securityCode/.test(location)) faults.securityCode = texts.codeWrong
  }
  if (faults.number || faults.securityCode) return { faults }
  const reason = error.reason ?? ''
  if (/CONTEXT|JWT/.test(reason)) return { failure: 'fieldsRenewed' }
  if (!navigator.onLine) return { failure: 'offlineCard' }
  return { failure: /VALIDATION|CRYPTION/.test(reason) ? 'cardAgain' : 'unavailable' }
}

function loadLibrary({ library_url, library_integrity }: Session): Promise<FlexLibrary> {
  const library = () => (window as { Flex?: FlexLibrary }).Flex
  const known = document.querySelector<HTMLScriptElement>('script[data-fields]')
  if (library() && known?.src === library_url) return Promise.resolve(library()!)
  known?.remove()
  return within(
    30_000,
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = library_url
      script.integrity = library_integrity
      script.crossOrigin = 'anonymous'
      script.dataset.fields = ''
      script.onload = () => (library() ? resolve(library()!) : reject(new Error('no library')))
      script.onerror = () => reject(new Error('library not loaded'))
      document.head.append(script)
    }),
  )
}

function loaded(field: Field, name: FieldName): Promise<void> {
  const container = boxOf(name).querySelector<HTMLElement>('.frame')!
  container.replaceChildren()
  return new Promise((resolve, reject) => {
    field.on('load', () => resolve())
    field.on('error', reject)
    field.load(container)
  })
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Styles for the gateway's frames, which are transparent; copied from our own expiry field because frames inherit none. */
function fieldStyles(): object {
  const style = getComputedStyle(byId('expiry'))
  const placeholder = getComputedStyle(document.documentElement).getPropertyValue('--field-soft').trim()
  return {
    input: {
      color: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'line-height': style.lineHeight,
    },
    '::placeholder': { color: placeholder },
  }
}

export function boxOf(name: FieldName): HTMLElement {
  return byId(name === 'number' ? 'number-box' : 'code-box')
}

function showBrand(name: string | undefined): void {
  const drawn = document.querySelector(`.head [data-brand="${name && accepted.includes(name) ? name : ''}"]`)
  byId('brand').replaceChildren(...(drawn ? [drawn.cloneNode(true)] : []))
}

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E
}
