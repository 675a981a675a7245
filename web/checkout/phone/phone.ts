// The script of the payment page for mobile money. Only the server knows the payment's state: after any unclear response, the page
// asks it.
import type { PhoneProgress, Prompt } from '../../../server/cards/phone-checkout/phone-progress.ts'
import type { PhonePageData } from '../../../server/cards/phone-checkout/view.ts'
import { serverClock, spokenTime } from '../countdown.ts'
import { openService } from '../service.ts'
import { hasEnded, openWatch } from '../watch.ts'
import { choose, readForm, showFault, typeNumber, watchForm } from './number-form.ts'
import { hasChoice, panelShown, part, say, showMoment, showNotice, showOffline, showPanel } from './panels.ts'
import { lastMethod, lastNumber, rememberMethod, rememberNumber } from './remembered.ts'

const page = JSON.parse(part('page-data').textContent!) as PhonePageData
const { texts } = page
const service = openService(page.path, page.sig)
const clock = serverClock(page.now)
const watch = openWatch<PhoneProgress>(
  { request: () => service.request('collections') },
  {
    busy: () => isLeaving,
    found: follow,
    expired: () => void leave(),
    reachable: (isReachable) => showOffline(isReachable ? '' : texts.offline),
  },
)

/** The request to ask the payer is on its way to the server. */
let isAsking = false
let isLeaving = false
/** How many declines the payer has seen. */
let seen = page.progress.state === 'CARD' ? (page.progress.declined?.attempts ?? 0) : 0
let countdown: ReturnType<typeof setTimeout>

function follow(progress: PhoneProgress): void {
  if (hasEnded(progress)) return void leave(progress.state === 'DONE')
  const isCard = progress.state === 'CARD'
  // The server may not have read our request yet.
  watch.later(isAsking && isCard ? 'CONFIRMING' : progress.state)
  if (progress.state === 'CHALLENGE') return void leave()
  if (progress.state === 'CONFIRMING') {
    if (progress.prompt) showPrompt(progress.prompt, progress.back_url)
    else if (!isAsking) showMoment(texts.sending)
  } else if (isCard && !isAsking) showChoice(progress)
}

const paragraph = (tag: 'p' | 'li', text: string) =>
  Object.assign(document.createElement(tag), { textContent: text })

function showChoice(progress: Extract<PhoneProgress, { state: 'CARD' }>): void {
  clearTimeout(countdown)
  const { declined } = progress
  if (declined && declined.attempts > seen) {
    seen = declined.attempts
    // Loaded again, the page shows what was declined, and not the form for the next attempt.
    const address = new URL(location.href)
    address.searchParams.delete('method')
    history.replaceState(history.state, '', address)
    part('charged').textContent = declined.charged
    part('declined').replaceChildren(...declined.lines.map((line) => paragraph('p', line)))
    for (const link of part('next-steps').children) link.className = 'quiet'
    const best = part(declined.best)
    best.className = 'main'
    part('next-steps').prepend(best)
    if (showPanel('declined-panel')) say(part('declined-panel').innerText.split('\n\n').slice(0, 4).join(' '))
  } else if (!['choose', 'number-form', 'declined-panel'].includes(panelShown()!)) {
    showPanel('number-form')
    showNotice(texts.notSent)
  }
}

// While the payer is being asked

/** The moment at which the request on the phone was first shown here. */
let askedAt = 0
let hasSpoken = false

function showPrompt(prompt: Prompt, backUrl?: string | null): void {
  clearTimeout(countdown)
  const left = () => Math.ceil((Date.parse(prompt.expires_at) - clock.now()) / 1_000)
  if (prompt.is_unknown || left() <= 0) {
    showChecking(prompt, backUrl)
    return
  }
  part('prompt-text').textContent = prompt.text
  part('prompt-steps').replaceChildren(...prompt.steps.map((step) => paragraph('li', step)))
  const dial = part<HTMLAnchorElement>('dial')
  dial.hidden = !prompt.dial
  if (prompt.dial) {
    dial.href = `tel:${encodeURIComponent(prompt.dial)}`
    dial.textContent = dial.dataset.text!.replace('{code}', prompt.dial)
  }
  if (showPanel('prompt') || askedAt === 0) {
    askedAt = clock.now()
    hasSpoken = false
    say(`${part('prompt-title').textContent} ${prompt.text}`)
  }
  const tick = () => {
    const seconds = left()
    if (seconds <= 0) {
      showChecking(prompt, backUrl)
      return
    }
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    part('time-left').textContent = texts.timeLeft.replace('{time}', time)
    // Where a way is known to call the request up again, it is shown to whoever may need it.
    if (prompt.steps.length > 0 && clock.now() - askedAt > 15_000)
      part('prompt').querySelector('details')!.open = true
    if (seconds <= 30 && !hasSpoken && clock.now() - askedAt > 1_000) {
      hasSpoken = true
      say(texts.spoken.replace('{time}', spokenTime(seconds, document.documentElement.lang)))
    }
    countdown = setTimeout(tick, 1_000)
  }
  tick()
}

function showChecking(prompt: Prompt, backUrl?: string | null): void {
  part('checking-text').textContent = prompt.checking
  const back = part<HTMLAnchorElement>('checking-back')
  if (backUrl && /^https?:/.test(backUrl)) {
    back.href = backUrl
    back.hidden = false
  }
  if (showPanel('checking')) say(part('checking-words').innerText.replaceAll('\n', ' '))
}

async function ask(): Promise<void> {
  if (isAsking) return
  showNotice('')
  const typed = readForm(page)
  if (!typed) return void showPanel('number-form')
  isAsking = true
  rememberNumber(typed.customer_number)
  if (typed.operator) rememberMethod(typed.operator)
  showMoment(texts.sending)
  watch.later('CONFIRMING')
  const { status, body } = await service.post('collections', typed, 20_000)
  isAsking = false
  const fault = (body as { message?: string } | null)?.message
  if (status === 200) follow(body as PhoneProgress)
  else if (fault) {
    showPanel('number-form')
    showFault(fault)
    watch.later('CARD')
  } else watch.now()
}

/** Opens the payment's own address, which shows the outcome or leads back to the merchant, once the server is reachable. */
async function leave(isDone = false): Promise<void> {
  if (isLeaving) return
  clearTimeout(countdown)
  showMoment(texts.returning)
  const { status } = await service.request('collections')
  if (status === 0) {
    showOffline(texts.offline)
    return watch.later('LOST')
  }
  isLeaving = true
  watch.stop()
  const query = new URLSearchParams({ sig: page.sig, lang: document.documentElement.lang })
  if (isDone) query.set('done', '1')
  location.replace(`${page.path}?${query}`)
}

// The buttons

function enterNumber(method: string | undefined): void {
  if (method) choose(method, page)
  showPanel('number-form')
  showFault('')
  part('number').focus()
}

/** Follows a link within the page, so that the Back button returns. */
function within(id: string, act: () => void): void {
  part<HTMLAnchorElement>(id)?.addEventListener('click', (event) => {
    event.preventDefault()
    history.pushState(null, '', (event.currentTarget as HTMLAnchorElement).href)
    act()
  })
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-method]')) {
  const method = link.dataset.method!
  if (method === 'card') link.addEventListener('click', () => rememberMethod('card'))
  else {
    link.id = `method-${method}`
    within(link.id, () => enterNumber(method))
  }
}
const usual = document.querySelector(`#methods [data-method="${CSS.escape(lastMethod() ?? '')}"]`)
if (usual) part('methods').prepend(usual.closest('li')!)
if (lastNumber() && part<HTMLInputElement>('number').value === '') typeNumber(lastNumber(), page)
else typeNumber(part<HTMLInputElement>('number').value, page)

watchForm(page, () => void ask())
within('other-method', () => showPanel('choose'))
within('other-number', () => {
  typeNumber('', page)
  enterNumber(undefined)
})
within('again', () => (part<HTMLInputElement>('number').value ? void ask() : enterNumber(undefined)))
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-number]'))
  button.onclick = () => {
    if (!['choose', 'number-form', 'declined-panel'].includes(panelShown()!)) return
    typeNumber(button.dataset.number!, page)
    enterNumber(undefined)
  }
part<HTMLFormElement>('cancel').onsubmit = (event) => {
  if (isAsking) return event.preventDefault()
  part('ask').hidePopover?.()
  watch.stop()
  showMoment(texts.cancelling)
}
// The merchant's address redirects to an origin that the page's policy does not allow as a form target.
addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  if (effectiveDirective === 'form-action') watch.now()
})
addEventListener('popstate', () => {
  if (!['choose', 'number-form', 'declined-panel'].includes(panelShown()!)) return
  showPanel(hasChoice() && !new URLSearchParams(location.search).has('method') ? 'choose' : 'number-form')
})
addEventListener('pageshow', ({ persisted }) => persisted && watch.now())
addEventListener('online', watch.now)
addEventListener('offline', () => showOffline(texts.offline))
document.addEventListener('visibilitychange', () => document.hidden || watch.now())
follow(page.progress)
