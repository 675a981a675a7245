// The payment page for mobile money: how to pay, the number, and what happens on the phone. It works without scripts: its forms are
// posted, and while the payer is being asked it loads itself again. Text from merchants is always escaped.

import { html } from 'ghtml'
import { amountText } from '../../kernel/language.ts'
import { operators } from '../../kernel/operators.ts'
import { logoMarkup, plainBrand, supportMarkup } from '../checkout/merchant-brand.ts'
import { amountMarkup } from '../checkout/page.ts'
import { footer, jsonForHtml, pageFrame, topBar } from '../checkout/page-frame.ts'
import { cancelDialog, exitsOf } from '../checkout/page-parts.ts'
import { textsOf } from '../checkout/texts.ts'
import { choosePanel, numberForm, pathOf, testNumbers } from './number-form.ts'
import { checkingPanel, declinedPanel, promptPanel } from './prompt-panels.ts'
import { filled, phoneTextsOf } from './texts.ts'
import type { Panel, PhonePageData, PhoneView } from './view.ts'

export function phonePage(view: PhoneView): string {
  const texts = textsOf(view.language)
  const words = phoneTextsOf(view.language)
  const amount = amountText(view.amount, view.currency, view.language)
  const brand = view.brand ?? plainBrand(view.merchantName)
  const panel = panelOf(view)
  const exits = exitsOf(texts, view.shopUrl)
  const parts = { view, words, amount, exits, shown: panel }
  const body = html`!${view.sandbox ? testNumbers(parts) : ''}
<main aria-label="${texts.secure}">
<div class="summary">
!${topBar(view.language, { sig: view.sig, ...(view.method && { method: view.method }) })}
!${logoMarkup(brand)}
<h1>${view.merchantName}</h1>
!${view.link?.description ? html`<p class="what">${view.link.description}</p>` : ''}
<p class="amount"><span>${texts.toPay}</span>!${amountMarkup(amount)}</p>
<dl><div><dt>${texts.reference}</dt><dd>${view.reference}</dd></div><div><dt>${texts.payer}</dt><dd>${view.payerName}</dd></div></dl>
</div>
<div class="sheet">
<form id="cancel" method="post" action="${pathOf(view)}/cancel?${new URLSearchParams({ sig: view.sig, lang: view.language })}"></form>
<p id="offline" role="status"></p>
<p id="notice" role="alert" tabindex="-1"></p>
!${view.link && (panel === 'choose' || panel === 'number-form') ? html`<p class="step">${texts.link.cardStep}</p>` : ''}
!${choosePanel(parts)}
!${numberForm(parts)}
!${declinedPanel(parts)}
!${promptPanel(parts)}
!${checkingPanel(parts)}
<section id="moment" class="panel" tabindex="-1"!${panel === 'moment' ? '' : ' hidden'}><div class="spinner" aria-hidden="true"></div><h2 id="moment-words">${texts.moment}</h2><p>${words.script.doNotClose}</p></section>
!${supportMarkup(brand, view.language)}
</div>
</main>
!${footer(view.language)}
<p id="announcer" class="visually-hidden" role="status"></p>
!${cancelDialog(texts, view)}
<script type="application/json" id="page-data">!${jsonForHtml(dataOf(view, amount))}</script>`
  const isWaiting = panel === 'prompt' || panel === 'checking' || panel === 'moment'
  return pageFrame({
    ...view,
    title: `${view.merchantName} · ${amount}`,
    body,
    style: 'phoneStyle',
    script: 'phone',
    // Without scripts the page finds the outcome by loading itself again.
    head: isWaiting ? refresh(view) : '',
  })
}

/** Once the payment is made, it is the payer's own: the address says so, and the receipt thanks for it. */
function refresh({ sig, language, ...view }: PhoneView): string {
  const query = new URLSearchParams({ sig, lang: language, done: '1' })
  return html`<noscript><meta http-equiv="refresh" content="5; url=${`${pathOf(view)}?${query}`}"></noscript>`
}

function panelOf({ progress, method, canChoose }: PhoneView): Panel {
  if (progress.state === 'CONFIRMING') {
    if (!progress.prompt) return 'moment'
    return progress.prompt.is_unknown ? 'checking' : 'prompt'
  }
  if (method) return 'number-form'
  if (progress.state === 'CARD' && progress.declined) return 'declined-panel'
  return canChoose ? 'choose' : 'number-form'
}

function dataOf(view: PhoneView, amount: string): PhonePageData {
  const words = phoneTextsOf(view.language)
  const { missing, wrong } = words.faults
  const { timeLeft, spoken } = words.prompt
  return {
    path: pathOf(view),
    sig: view.sig,
    now: view.now,
    progress: view.progress,
    operators: view.choices.map(({ code, state }) => ({
      code,
      isOpen: state === 'open',
      prefixes: operators[code].prefixes,
      debit: filled(words.debit, { amount, operator: operators[code].wallet, currency: view.currency }),
    })),
    texts: { ...words.script, missing, wrong, timeLeft, spoken },
  }
}
