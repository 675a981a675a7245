// The parts of the page that say what happens on the phone: the request, the wait for an operator that has not replied, and the
// decline.
import { html } from 'ghtml'
import { resultMark } from '../checkout/page-frame.ts'
import { textsOf } from '../checkout/texts.ts'
import { hiddenUnless, methodHref, type Parts } from './number-form.ts'
import type { NextStep } from './phone-progress.ts'
import { filled, type PhoneTexts } from './texts.ts'
import type { PhoneView } from './view.ts'

const phoneDrawing =
  '<svg class="phone" viewBox="0 0 48 48" width="64" height="64" aria-hidden="true"><circle cx="24" cy="24" r="24"/><rect x="16" y="10" width="16" height="28" rx="3.500"/><path d="M20 20.500h8M20 24.500h8M22.500 33.500h3"/></svg>'

const listItems = (texts: readonly string[]) => texts.map((text) => html`<li>${text}</li>`)

export function promptPanel({ view, words, amount, shown }: Parts): string {
  const prompt = view.progress.state === 'CONFIRMING' ? view.progress.prompt : undefined
  return html`<section id="prompt" class="panel" tabindex="-1" aria-labelledby="prompt-title"!${hiddenUnless(shown === 'prompt')}>
!${phoneDrawing}
<h2 id="prompt-title">${words.prompt.title}</h2>
<p id="prompt-text">${prompt?.text ?? ''}</p>
<p class="clock" id="time-left">${prompt ? timeLeft(view.now, prompt.expires_at, words.prompt.timeLeft) : ''}</p>
<dl class="shows"><dt>${words.prompt.shows}</dt><dd>${view.promptName}</dd><dd>${amount}</dd></dl>
<ul class="tips">!${listItems(words.prompt.tips)}</ul>
<details class="nothing"><summary>${words.prompt.nothing}</summary>
<ol class="tips" id="prompt-steps">!${listItems(prompt?.steps ?? [])}</ol>
<a class="main" id="dial" href="${prompt?.dial ? `tel:${encodeURIComponent(prompt.dial)}` : '#'}" data-text="${words.prompt.dial}"!${hiddenUnless(Boolean(prompt?.dial))}>${filled(words.prompt.dial, { code: prompt?.dial ?? '' })}</a>
<ul class="tips">!${listItems(words.prompt.otherwise)}</ul></details>
</section>`
}

/** "Temps restant : 1:40", as of the moment at which the page is sent. */
function timeLeft(now: string, expiresAt: string, text: string): string {
  const left = Temporal.Instant.from(now).until(Temporal.Instant.from(expiresAt)).total('seconds')
  const seconds = Math.max(0, Math.ceil(left))
  return filled(text, { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })
}

export function checkingPanel({ view, words, shown }: Parts): string {
  const texts = textsOf(view.language)
  const progress = view.progress.state === 'CONFIRMING' ? view.progress : undefined
  const backUrl = progress?.back_url && /^https?:/.test(progress.back_url) ? progress.back_url : undefined
  return html`<section id="checking" class="panel" tabindex="-1" aria-labelledby="checking-title"!${hiddenUnless(shown === 'checking')}>
<div class="spinner" aria-hidden="true"></div>
<div id="checking-words"><h2 id="checking-title">${words.checking.title}</h2>
<p id="checking-text">${progress?.prompt?.checking ?? ''}</p>
<ul class="tips">!${listItems(words.checking.tips)}</ul></div>
<a class="main" id="checking-back" href="${backUrl ?? '#'}" rel="noreferrer"!${hiddenUnless(backUrl !== undefined)}>${texts.back}</a>
<noscript><a class="quiet" href="${methodHref(view)}">${words.checking.refresh}</a></noscript>
</section>`
}

/** Shown only after a final outcome. */
export function declinedPanel({ view, words, exits, shown }: Parts): string {
  const declined = view.progress.state === 'CARD' ? view.progress.declined : undefined
  const lines = declined?.lines ?? []
  const items = lines.map((line) => html`<p>${line}</p>`)
  const best = declined?.best ?? 'again'
  return html`<section id="declined-panel" class="panel" tabindex="-1" aria-labelledby="declined-title"!${hiddenUnless(shown === 'declined-panel')}>
!${resultMark('FAILED')}
<h2 id="declined-title">${words.declined.title}</h2>
<p class="uncharged" id="charged">${declined?.charged ?? words.declined.text}</p>
<div id="declined">!${items}</div>
<div id="next-steps">!${nextSteps(view, words, best)}</div>
!${exits}
</section>`
}

/** The links to what the payer can do next, the best of them first and as the button. */
function nextSteps(view: PhoneView, words: PhoneTexts, best: NextStep): string[] {
  const cardHref = view.offersCard ? methodHref(view, 'card') : view.cardFormUrl
  const steps: Partial<Record<NextStep, string>> = {
    again: words.declined.again,
    'other-number': words.declined.otherNumber,
    ...(cardHref && { 'by-card': words.declined.byCard }),
  }
  const ids = Object.keys(steps) as NextStep[]
  return ids
    .toSorted((a, b) => Number(b === best) - Number(a === best))
    .map((id) => {
      const isCard = id === 'by-card'
      const href = (isCard && cardHref) || methodHref(view, 'phone')
      return html`<a class="${id === best ? 'main' : 'quiet'}" id="${id}"!${isCard ? ' data-method="card"' : ''} href="${href}">${steps[id] ?? ''}</a>`
    })
}
