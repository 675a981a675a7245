// The page where payers stop the emails of a merchant about their payments, and allow them again. It works without scripts.
import { html } from 'ghtml'
import { type Language, languages } from '../../kernel/language/language.ts'
import { footer, pageFrame } from '../checkout/frame/page-frame.ts'
import { resultMark } from '../checkout/frame/result-mark.ts'
import { languageNames, textsOf } from '../checkout/texts/texts.ts'

type Texts = {
  title: (isStopped: boolean) => string
  text: (merchant: string, isStopped: boolean) => string
  others: string
  stop: string
  allow: string
  unknownTitle: string
  unknownText: string
}

const texts: Record<Language, Texts> = {
  fr: {
    title: (isStopped) => (isStopped ? 'E-mails désactivés' : 'E-mails sur vos paiements'),
    text: (merchant, isStopped) =>
      isStopped
        ? `Vous ne recevrez plus d’e-mails sur vos paiements à ${merchant}\u00a0: ni reçus, ni avis de remboursement ou d’annulation.`
        : `${merchant} vous envoie par e-mail les reçus de vos paiements, et vous informe d’un remboursement ou d’une annulation.`,
    others: 'Ce choix ne concerne que ce marchand et cette adresse e-mail.',
    stop: 'Ne plus recevoir ces e-mails',
    allow: 'Recevoir à nouveau ces e-mails',
    unknownTitle: 'Lien incorrect',
    unknownText:
      'Ce lien est incomplet ou n’est plus valable. Ouvrez-le à nouveau depuis l’e-mail que vous avez reçu.',
  },
  en: {
    title: (isStopped) => (isStopped ? 'Emails are off' : 'Emails about your payments'),
    text: (merchant, isStopped) =>
      isStopped
        ? `You will get no more emails about your payments to ${merchant}: no receipts, and no messages about refunds or cancellations.`
        : `${merchant} sends you the receipts of your payments by email, and tells you about a refund or a cancellation.`,
    others: 'This choice is about this merchant and this email address only.',
    stop: 'Stop these emails',
    allow: 'Get these emails again',
    unknownTitle: 'Incorrect link',
    unknownText:
      'This link is incomplete or no longer valid. Open it again from the email that you received.',
  },
}

type View = { language: Language; nonce: string }

/** @param view.isStopped whether the merchant's emails to the address are stopped */
export function emailChoicePage(view: View & { merchant: string; isStopped: boolean }): string {
  const { language, merchant, isStopped } = view
  const own = texts[language]
  const choice = isStopped ? 'allow' : 'stop'
  return framed(view, {
    title: own.title(isStopped),
    mark: isStopped ? resultMark('SUCCESS') : resultMark('NOTE', 'expired'),
    content: html`<p>${own.text(merchant, isStopped)}</p>
<p>${own.others}</p>
<form method="post" action="?lang=${language}"><button class="main" name="choice" value="${choice}">${own[choice]}</button></form>`,
  })
}

/** The page of a link that is not one of ours. */
export function unknownChoicePage(view: View): string {
  const { unknownTitle: title, unknownText } = texts[view.language]
  return framed(view, { title, mark: resultMark('CANCELLED'), content: html`<p>${unknownText}</p>` })
}

function framed(
  view: View,
  { title, mark, content }: { title: string; mark: string; content: string },
): string {
  const links = languages.map((other) => {
    const current = other === view.language ? ' aria-current="true"' : ''
    return html`<a href="?lang=${other}" lang="${other}" hreflang="${other}"!${current}>${languageNames[other]}</a>`
  })
  const body = html`<main class="end">
<div class="bar"><span></span><nav aria-label="${textsOf(view.language).language}">!${links}</nav></div>
<div class="sheet">
!${mark}
<h1>${title}</h1>
!${content}
</div>
</main>
!${footer()}`
  return pageFrame({ ...view, title: `${title} · Likuta`, body, style: 'endStyle' })
}
