// The bank's challenge: in a frame, or in the whole window if the bank or the page refuses the frame.
import { postToken, startChallenge } from '../checkout/three-d-secure.ts'
import { CheckoutError } from './errors.ts'

export type Challenge = {
  url: string
  access_token: string
  transaction_uuid: string
  /** Origin of our page that the bank leads to; messages from any other are ignored. */
  likuta: string
  /** Whether the bank's page in the whole window would lead back. */
  returns: boolean
}

export type ChallengeTexts = { bank: string; close: string; fullPage: string }

/** A frame whose page has not loaded by then never will. */
const frameLimitMs = 12_000
/** A payer who sees no bank by then is offered the whole window. */
const offerMs = 4_000

/**
 * Resolves when the bank is done; whether it approved is known by the charge only. In the whole window it never resolves: the page is
 * left, and continues with the resume token when the bank leads back.
 * @throws CheckoutError `challenge_closed`
 */
export function runChallenge(
  challenge: Challenge,
  texts: ChallengeTexts,
  isFullPage: boolean,
): Promise<void> {
  if (isFullPage && challenge.returns) return leaveForBank(challenge)
  return new Promise((resolve, reject) => {
    const { dialog, box, offer } = openDialog(texts, challenge.returns)
    const listening = new AbortController()
    const { signal } = listening
    const end = (done: () => void) => {
      listening.abort()
      clearTimeout(loading)
      clearTimeout(offering)
      dialog.close()
      dialog.remove()
      done()
    }
    const leave = () => end(() => void leaveForBank(challenge))
    const loading = setTimeout(() => challenge.returns && leave(), frameLimitMs)
    const offering = setTimeout(() => {
      offer.hidden = !challenge.returns
    }, offerMs)
    offer.addEventListener('click', leave)
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.addEventListener('close', () => end(() => reject(new CheckoutError('challenge_closed'))), {
      signal,
    })
    addEventListener('message', (event) => isEnd(event, challenge) && end(resolve), { signal })
    // The page's own policy forbids the frame.
    const refused = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
      challenge.returns && /^(frame|child)-src/.test(effectiveDirective) && leave()
    document.addEventListener('securitypolicyviolation', refused, { signal })
    startChallenge(box, texts.bank, challenge.url, challenge.access_token)
    box.firstElementChild?.addEventListener('load', () => clearTimeout(loading))
    styleFrame(box.firstElementChild as HTMLElement)
  })
}

function isEnd({ origin, data }: MessageEvent, { likuta, transaction_uuid }: Challenge): boolean {
  const isOurs = origin === likuta && data?.type === 'likuta.3ds.complete'
  return isOurs && data.transaction_uuid === transaction_uuid
}

function leaveForBank({ url, access_token }: Challenge): Promise<void> {
  // A payer who goes back finds this page as it was left, which waits for nothing any more.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  postToken('_self', url, access_token)
  return new Promise(() => {})
}

function openDialog(texts: ChallengeTexts, returns: boolean) {
  const dialog = document.createElement('dialog')
  dialog.className = 'likuta-challenge'
  dialog.setAttribute('aria-label', texts.bank)
  Object.assign(dialog.style, { width: 'min(440px, 100vw)', maxWidth: '100vw', padding: '0', border: '0' })
  const box = document.createElement('div')
  const offer = button(texts.fullPage)
  offer.hidden = true
  // Readers of screens are told when the offer appears.
  const offers = document.createElement('div')
  offers.setAttribute('role', 'status')
  offers.append(offer)
  const close = button(texts.close)
  close.addEventListener('click', () => dialog.close())
  dialog.append(box, ...(returns ? [offers] : []), close)
  document.body.append(dialog)
  dialog.showModal()
  return { dialog, box, offer }
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button')
  Object.assign(made, { type: 'button', textContent: text })
  // Not as the shop's own buttons: the bank's page is what matters.
  Object.assign(made.style, { all: 'revert', width: '100%', minHeight: '3rem' })
  return made
}

function styleFrame({ style }: HTMLElement): void {
  Object.assign(style, { display: 'block', width: '100%', height: 'min(560px, 75vh)', border: '0' })
  Object.assign(style, { background: '#fff', colorScheme: 'light' })
}
