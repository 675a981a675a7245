// The checkout page's script. Only the server knows the payment's state: after any unclear response, the page asks it.
import type { Declined, Progress } from '../../server/cards/checkout/checkout.ts'
import type { PageData } from '../../server/cards/checkout/view.ts'
import { checkCard, clearFault, showFaults } from './card-faults.ts'
import {
  byId,
  type CardFields,
  type Faults,
  openCardFields,
  type Session,
  type TokenFailure,
} from './card-fields.ts'
import { openChallenges } from './challenge.ts'
import { runCountdown, serverClock, spokenTime } from './countdown.ts'
import { hideDecline, showDecline } from './decline.ts'
import { clearExpiry, fillExpiry, watchExpiry } from './expiry-field.ts'
import {
  panelShown,
  showFault,
  showNotice,
  showOffline,
  showPanel,
  showStatus,
  showTimeLeft,
  showUnknown,
  showWaiting,
  watchCopies,
} from './screen.ts'
import { openService, type ServiceResponse, sleep } from './service.ts'
import { browserFacts, collectDeviceData, onChallengeDone } from './three-d-secure.ts'
import { hasEnded, openWatch } from './watch.ts'

type Setup = { reference_id: string; device_data_collection_url: string; access_token: string }

const page = JSON.parse(byId('page-data').textContent) as PageData
const { texts } = page
const service = openService(page.path, page.sig)
const clock = serverClock(page.now)
const watch = openWatch(service, {
  busy: () => busy,
  found: follow,
  expired: () => void leave(),
  reachable: setOnline,
})
const challenges = openChallenges(page.transactionUuid, texts, {
  lost: watch.now,
  completedAgain: (times) => void completeChallenge(times),
})
const openedDone = hasEnded(page.progress)

let fields: CardFields | undefined
let opening = false
/** The session that the page came with, for the first fields. */
let given = page.session
/** A request that changes the payment is in flight. */
let busy = false
/** Shown to the customer if the payment turns out to need a card again. */
let pendingNotice = ''
/** The card could not be sent because the connection was lost. */
let canRetry = false
/** How often the connection was lost. */
let losses = 0
/** Whether the server responded to the last request. */
let isReachable = true
let otherCardWanted = false

function follow(progress: Progress): void {
  if (hasEnded(progress)) {
    void leave(progress.state === 'DONE')
    return
  }
  watch.later(progress.state)
  if (page.page === 'result') {
    if (progress.state !== 'CONFIRMING') void leave()
    return
  }
  if (progress.state !== 'CHALLENGE') challenges.leave()
  if (progress.state === 'CARD') showCard(progress.declined)
  else if (progress.state === 'CHALLENGE') void challenges.show(progress)
  else if (progress.state === 'CONFIRMING' && progress.back_url !== undefined)
    showUnknown(texts, progress.back_url)
  else showWaiting(texts.confirming, texts)
}

/** Reloads the page's own address, which redirects to the merchant or shows the outcome, once the server is reachable. */
async function leave(done = false): Promise<void> {
  watch.stop()
  const paying = page.page === 'checkout'
  if (paying && !panelShown('over')) {
    challenges.leave()
    showWaiting(texts.returning, texts)
  }
  if (openedDone) await sleep(3_000)
  const { status } = await service.request('progress')
  const query = new URLSearchParams(location.search)
  if (paying && done) query.set('done', '1')
  if (status !== 0) return location.replace(`${location.pathname}?${query}`)
  if (paying && done) showPanel('over')
  setOnline(false)
  watch.later('LOST')
}

function setOnline(open: boolean): void {
  isReachable = open
  if (!open) losses += 1
  if (open) askToRetry()
  const offline = page.page === 'checkout' && panelShown('card-form') ? texts.offlineCard : texts.offline
  showOffline(open || panelShown('over') ? '' : offline)
  if (open) challenges.connectionRestored()
  else challenges.connectionLost()
}

function askToRetry(): void {
  if (canRetry && panelShown('card-form')) showNotice(texts.backOnline)
  canRetry = false
}

function connectionRestored(): void {
  showOffline('')
  askToRetry()
  watch.now()
}

/** Asks for the payment's state after a response that was lost or unclear. */
function resume(notice = ''): void {
  busy = false
  pendingNotice = notice
  showWaiting(texts.confirming, texts)
  watch.now()
}

function handleResponse({ status, body }: ServiceResponse): void {
  busy = false
  if (status === 200) follow(body as Progress)
  else if (status === 400 || status === 410) {
    fields = undefined
    resume(status === 400 ? texts.cardAgain : texts.fieldsRenewed)
  } else if (status === 409) resume()
  else if (status === 429 && (body as { detail?: string })?.detail === 'Too many declined payments')
    resume(page.declinedTooOften)
  else resume(status === 0 ? texts.connectionCut : texts.unavailable)
}

function showCard(declined?: Declined): void {
  if (fields || opening) {
    if (panelShown('waiting') || panelShown('elsewhere')) showPanel('card-form')
  } else if (!panelShown('fields-failed')) void openFields()
  if (!showDecline(declined, page, fields) && pendingNotice) {
    showNotice(pendingNotice)
    byId('notice').focus()
  }
  pendingNotice = ''
}

async function openFields(): Promise<void> {
  opening = true
  fields = undefined
  showPanel('card-form')
  byId<HTMLButtonElement>('pay').disabled = true
  for (let attempt = 0; attempt < 3 && !fields; attempt++) {
    if (attempt > 0) await sleep(attempt * 2_000)
    const response = given ? { status: 200, body: given } : await service.post('session', {})
    given = undefined
    if ([403, 404, 409, 410].includes(response.status)) break
    if (response.status !== 200) continue
    fields = await openCardFields(response.body as Session, texts, {
      changed: (name) => clearFault(fields, name),
      submitted: () => void pay(),
      expiryFilled: (month, year) => month && year && fillExpiry({ month, year }),
    }).catch(() => undefined)
  }
  opening = false
  byId<HTMLButtonElement>('pay').disabled = !fields
  if (!panelShown('card-form')) return
  if (!fields) {
    showPanel('fields-failed')
    watch.now()
  } else if (otherCardWanted) fields.focus('number')
  otherCardWanted = false
}

/** The gateway's fields expire after 15 minutes: empty ones are renewed early, filled ones at the last moment. */
function renewFields(): void {
  if (!fields || busy || !panelShown('card-form')) return
  const left = fields.expiresAt - clock.now()
  if (left > 60_000 || (left > 10_000 && !fields.isEmpty())) return
  if (!fields.isEmpty()) showNotice(texts.fieldsRenewed)
  void openFields()
}

async function pay(): Promise<void> {
  if (busy || !fields) return
  showNotice('')
  const expiry = checkCard(fields, texts, new Date(clock.now()))
  if (!expiry) return
  hideDecline()
  busy = true
  showWaiting(texts.sending, texts)
  const before = navigator.onLine ? losses : losses - 1
  const made = await fields.token(expiry)
  if (!('token' in made)) return cardNotSent(made, losses > before)
  const setup = await service.post('setup', { transient_token: made.token })
  if (setup.status !== 200) return handleResponse(setup)
  const { reference_id, device_data_collection_url, access_token } = setup.body as Setup
  await collectDeviceData(device_data_collection_url, access_token)
  showWaiting(texts.asking, texts)
  handleResponse(await service.post('pay', { reference_id, browser: browserFacts() }, 75_000))
}

function cardNotSent(why: { faults: Faults } | { failure: TokenFailure }, cut: boolean): void {
  busy = false
  showPanel('card-form')
  if ('faults' in why) showFaults(fields, why.faults, '')
  else {
    // Browsers report a lost connection late and a restored one early, so our own last request counts as well.
    const offline = !navigator.onLine || !isReachable
    canRetry = offline
    if (offline) showOffline(texts.offlineCard)
    else showNotice(cut ? texts.backOnline : texts[why.failure])
    byId(canRetry ? 'pay' : 'notice').focus()
    if (why.failure === 'fieldsRenewed') void openFields()
  }
  watch.later('CARD')
}

/** Continues after the challenge. Calling it again is safe, and necessary when the first request was lost. */
async function completeChallenge(repeated = 0): Promise<void> {
  if (busy) return
  busy = true
  challenges.completed()
  challenges.leave()
  showWaiting(texts.confirming, texts)
  await sleep(Math.min(repeated * 2_000, 15_000))
  handleResponse(await service.post('continue', {}, 75_000))
}

// The buttons

async function abandonCard(): Promise<void> {
  if (busy) return
  busy = true
  challenges.leave()
  showWaiting(texts.cancelling, texts)
  fields = undefined
  clearExpiry()
  showFaults(fields, {}, '')
  otherCardWanted = true
  handleResponse(await service.post('restart', {}))
}

/** Lets the browser submit the form itself, so that it follows the server's redirect. */
function cancel(event: SubmitEvent): void {
  const offline = !navigator.onLine || !isReachable
  if (busy || offline) event.preventDefault()
  if (busy) return
  challenges.leave()
  byId('ask').hidePopover?.()
  busy = !offline
  watch.stop()
  if (offline) resume(texts.cancelFailed)
  else showWaiting(texts.cancelling, texts)
}

function startCard(): void {
  watchExpiry(clock, () => showFault('expiry', ''))
  byId('card-form').addEventListener('submit', (event) => {
    event.preventDefault()
    void pay()
  })
  byId('number-label').onclick = () => fields?.focus('number')
  byId('code-label').onclick = () => fields?.focus('securityCode')
  byId<HTMLFormElement>('cancel').onsubmit = cancel
  // The merchant's address redirects to an origin that the page's policy does not allow as a form target. Our result
  // page links there instead.
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'form-action') resume()
  })
  byId('other-card').onclick = () => void abandonCard()
  byId('fields-retry').onclick = () => void openFields()
  byId('over-retry').onclick = () => void leave(true)
  watchCopies(texts.copied)
  onChallengeDone(page.transactionUuid, () => void completeChallenge())
  setInterval(renewFields, 5_000)
  runCountdown(clock, Date.parse(page.expiresAt), {
    show: (time) => showTimeLeft(texts.timeLeft.replace('{time}', time)),
    speak: (seconds) =>
      showStatus(texts.leftToPay.replace('{time}', spokenTime(seconds, document.documentElement.lang))),
    ended: watch.now,
  })
}

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) page.page === 'checkout' ? resume() : watch.now()
})
addEventListener('online', connectionRestored)
addEventListener('offline', () => setOnline(false))
document.addEventListener('visibilitychange', () => document.hidden || watch.now())
if (page.page === 'checkout') startCard()
follow(page.progress)
