// The card number and the security code live in frames of the gateway: this page gives them a place and a name, and
// gets a token back, never a digit.
import type { ScriptTexts } from '../../server/cards/checkout/texts/page-texts.ts'
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
}

type TokenError = { reason?: string; details?: { location?: string }[] }

type Microform = {
  createField(name: FieldName, options: Record<string, unknown>): Field
  createToken(options: object, done: (error: TokenError | null, token: string) => void): void
}

type FlexLibrary = new (captureContext: string) => { microform(type: 'card', options: object): Microform }

/** Named as the text that tells it. */
export type TokenFailure = 'fieldsRenewed' | 'offlineCard' | 'unavailable' | 'cardAgain'

export type Faults = Partial<Record<FieldName, string>>

export type CardFields = {
  expiresAt: number
  isEmpty(): boolean
  faults(): Faults
  describe(name: FieldName, fault: string): void
  focus(name: FieldName): void
  token(expiry: Expiry): Promise<{ token: string } | { faults: Faults } | { failure: TokenFailure }>
}

export type FieldEvents = {
  changed(name: FieldName): void
  submitted(): void
  expiryFilled(month?: string, year?: string): void
}

const accepted = ['visa', 'mastercard', 'amex']

/** Rejects when the library or the fields do not come. */
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
  await within(
    20_000,
    Promise.all([loaded(fields.number, 'number'), loaded(fields.securityCode, 'securityCode')]),
  )

  return {
    expiresAt: Date.parse(session.expires_at),
    isEmpty: () => seen.number.empty && seen.securityCode.empty,
    faults: () => faultsOf(seen, texts),
    describe: (name, fault) => fields[name].update({ description: fault }),
    focus: (name) => fields[name].focus(),
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

/** The number tells the brand, and the brand how long its security code is. */
function followBrand({ number, securityCode }: Record<FieldName, Field>, texts: ScriptTexts): void {
  number.on('change', (change: FieldChange) => {
    const card = change.card && change.card.length === 1 ? change.card[0] : undefined
    showBrand(card?.name)
    const length = card?.securityCode?.length ?? 3
    securityCode.update({ placeholder: '1234'.slice(0, length), maxLength: length === 4 ? 4 : 3 })
    byId('code-hint').textContent = length === 4 ? texts.securityCodeLong : texts.securityCodeShort
  })
}

/** @param seen is kept up to date with the last change of each field. */
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
      events.changed(name)
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

/** A frame inherits nothing: it is told how our own field looks. Fields stay light in the dark theme, as the page
 * cannot know what a frame of the gateway paints behind its text. */
function fieldStyles(): object {
  const style = getComputedStyle(byId('expiry'))
  const placeholder = getComputedStyle(document.documentElement).getPropertyValue('--field-soft').trim()
  return {
    input: {
      color: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'line-height': '24px',
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
