// Shop mode: the scanner stays open, each receipt fills the screen with what to do, and goods are marked as handed over.

import { canScan, watchCamera } from '../../ui/forms/camera.ts'
import { element } from '../../ui/frame/dom.ts'
import { cameraView } from '../scan.ts'
import { type Language, textsIn, visible } from '../texts.ts'
import { type Input, inputOf } from '../token.ts'
import { type Verdict, verify } from '../verify.ts'
import { keptCount, type Late, markHandedOver, markingOf, readSeller, sendKept } from './hand-overs.ts'
import { filled, momentText } from './outcome.ts'
import { resultView, type Shown } from './result-view.ts'
import { shopTexts } from './shop-texts.ts'

/** A receipt that stays in front of the camera is read once; after this pause it may be shown again. */
const sameReceiptMs = 2_500
/** Where a late marking is shown without its receipt, times are those of the capital. */
const defaultZone = 'Africa/Kinshasa'

let language: Language
let shown: Shown | undefined
let last = { text: '', seen: 0 }
let parts: ReturnType<typeof newParts>

function newParts() {
  return {
    status: element('p', { class: 'who', role: 'status' }),
    late: element('div', { class: 'late', role: 'alert' }),
    camera: element('div', { class: 'camera' }),
    form: codeForm(),
    result: element('div', { class: 'result', role: 'status', hidden: true }),
  }
}

/**
 * Builds the screen and starts the camera.
 * @param options.leave called when the seller goes back to the page that verifies single receipts
 */
export function openShop(options: { language: Language; leave: () => void }): HTMLElement {
  language = options.language
  shown = undefined
  parts = newParts()
  const texts = shopTexts(language)
  const ended = new AbortController()
  const { signal } = ended
  const close = () => {
    ended.abort()
    options.leave()
  }
  addEventListener('online', () => void catchUp(), { signal })
  addEventListener('offline', () => void drawStatus(), { signal })
  // The seller may have signed in in another tab.
  document.addEventListener('visibilitychange', () => document.hidden || void drawStatus(), { signal })
  void startCamera(signal)
  void catchUp()
  return element(
    'section',
    { class: 'shop', 'aria-label': texts.title },
    element(
      'header',
      {},
      element('h1', { tabindex: '-1' }, texts.title),
      element('button', { type: 'button', class: 'quiet', click: close }, texts.close),
    ),
    parts.status,
    parts.late,
    parts.camera,
    parts.form,
    parts.result,
  )
}

/** For a code that is typed, or sent by a scanner that types. */
function codeForm(): HTMLFormElement {
  const texts = shopTexts(language)
  const input = element('input', {
    id: 'shop-code',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    enterkeyhint: 'go',
  })
  const submit = (event: Event) => {
    event.preventDefault()
    const { value } = input
    input.value = ''
    read(value)
  }
  return element(
    'form',
    { submit, novalidate: true },
    element('label', { for: 'shop-code' }, texts.label),
    input,
    element('button', { class: 'main' }, texts.verify),
  )
}

function read(text: string): void {
  const input = inputOf(text)
  if (input !== 'empty') void show(input)
}

async function show(input: Exclude<Input, 'empty'>): Promise<void> {
  const mine: Shown = {}
  shown = mine
  const take = (verdict: Verdict) => {
    mine.verdict = verdict
    draw(mine)
  }
  draw(mine)
  take(await verify(input, take))
  if (shown === mine) parts.result.querySelector('h1')?.focus()
  if (mine.verdict?.kind !== 'genuine') return
  mine.marking = await markingOf(mine.verdict.facts.code)
  draw(mine)
  await drawStatus()
}

/** Shows what is known, unless the seller has gone on to another receipt. */
function draw(mine: Shown): void {
  if (shown !== mine) return
  const { tone, parts: view } = resultView(mine, language, { mark: () => void mark(mine), next })
  const hadFocus = parts.result.contains(document.activeElement)
  parts.form.inert = true
  parts.result.hidden = false
  parts.result.className = `result ${tone}`
  parts.result.replaceChildren(...view)
  if (hadFocus) parts.result.querySelector('h1')?.focus()
}

async function mark(mine: Shown): Promise<void> {
  if (mine.isBusy || mine.verdict?.kind !== 'genuine') return
  mine.isBusy = true
  draw(mine)
  mine.marking = await markHandedOver(mine.verdict.facts.code)
  mine.isBusy = false
  draw(mine)
  await drawStatus()
}

/** Goes back to the scanner. */
function next(): void {
  shown = undefined
  last.seen = Date.now()
  parts.result.hidden = true
  parts.result.replaceChildren()
  parts.form.inert = false
  parts.form.querySelector('input')?.focus()
}

/** Says who is signed in, and what waits to be sent. */
async function drawStatus(): Promise<void> {
  const texts = shopTexts(language)
  const seller = await readSeller()
  const count = keptCount()
  const waiting = count > 0 ? [element('br', {}), filled(texts.kept, { count: String(count) })] : []
  const link = () => element('a', { href: '/portal/', target: '_blank', rel: 'noopener' }, texts.signIn)
  const who =
    seller === 'signed_out'
      ? [texts.signedOut, ' ', link()]
      : [seller ? filled(texts.signedInAs, { name: visible(seller.name) }) : textsIn(language).today.offline]
  parts.status.replaceChildren(...who, ...waiting)
}

/** Sends what was kept, and says which goods should not have been handed over. */
async function catchUp(): Promise<void> {
  await drawStatus()
  const texts = shopTexts(language)
  for (const late of await sendKept()) {
    const line = element('p', {}, lateText(late), ' ')
    const click = () => line.remove()
    line.append(element('button', { type: 'button', class: 'quiet', click }, texts.understood))
    parts.late.append(line)
  }
  await drawStatus()
}

function lateText({ code, found }: Late): string {
  const texts = shopTexts(language)
  if (found.state === 'foreign') return filled(texts.lateForeign, { code })
  if (found.state === 'refused') return filled(texts.lateRefused, { code })
  if (found.state === 'not_allowed') return filled(texts.lateNotAllowed, { code })
  const time = momentText(found.at, defaultZone, { now: new Date(), language })
  return filled(texts.late, { code, time, name: visible(found.by) })
}

async function startCamera(signal: AbortSignal): Promise<void> {
  const texts = shopTexts(language)
  const { camera } = parts
  const without = () => camera.replaceChildren(element('p', {}, texts.noCamera))
  if (!(await canScan())) return without()
  if (signal.aborted) return
  const video = cameraView(texts.scanning)
  camera.replaceChildren(video, element('p', {}, texts.scanning))
  const watching = watchCamera(video, see)
  signal.addEventListener('abort', watching.stop)
  if ((await watching.done) === 'no_camera') without()
}

/** Reads what the camera sees, once for as long as it sees the same. */
function see(text: string): void {
  const now = Date.now()
  const isSame = text === last.text && now - last.seen < sameReceiptMs
  if (isSame || (shown && text === last.text)) last.seen = now
  if (isSame || shown) return
  last = { text, seen: now }
  read(text)
}
