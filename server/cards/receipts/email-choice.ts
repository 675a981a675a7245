// The link in each email to a payer: a page on which its owner stops or allows the emails of one merchant, and the request by which
// a mail program stops them without the page (RFC 8058). Opening the page changes nothing, because mail scanners open links.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { randomSecret } from '../../kernel/id.ts'
import { type Language, languages } from '../../kernel/language.ts'
import {
  choose,
  merchantIn,
  type PayerSubscription,
  readSubscription,
  subscriptionOf,
} from '../../messages/payer-opt-out.ts'
import type { Sql } from '../../platform/database/database.ts'
import { page } from '../../platform/http/endpoint.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { footer, formPolicy, languageOf, pageFrame, resultMark } from '../checkout/page-frame.ts'
import { sendPage } from '../checkout/page-reply.ts'
import { languageNames, textsOf } from '../checkout/texts.ts'

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
        ? `Vous ne recevrez plus d’e-mails sur vos paiements à ${merchant}\u00a0: ni reçus, ni rappels d’échéance, ni avis de remboursement ou d’annulation.`
        : `${merchant} vous envoie par e-mail les reçus de vos paiements et les rappels d’échéance que vous demandez, et vous informe d’un remboursement ou d’une annulation.`,
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
        ? `You will get no more emails about your payments to ${merchant}: no receipts, no reminders, and no messages about refunds or cancellations.`
        : `${merchant} sends you by email the receipts of your payments and the reminders that you ask for, and tells you about a refund or a cancellation.`,
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
function emailChoicePage(view: View & { merchant: string; isStopped: boolean }): string {
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
function unknownChoicePage(view: View): string {
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

type EmailChoiceNeeds = { db: Sql; secrets: Secrets; clock: Clock }

const ofBrowsers = {
  path: '/emails/:token',
  ...{ priority: 'status', limitedAs: 'page' },
  place: ({ params }, { cellOfMerchant }) => cellOfMerchant(merchantIn((params as { token: string }).token)),
} as const satisfies Partial<Parameters<typeof page>[0]>

/** Where payers stop our emails, or allow them again. */
export const emailChoicePages = [
  page({
    ...ofBrowsers,
    method: 'GET',
    handle: async (needs: EmailChoiceNeeds, { request, reply, params }) =>
      show(needs, request, reply, subscriptionOf(needs.secrets, params.token ?? '')),
  }),
  page({
    ...ofBrowsers,
    method: 'POST',
    handle: async (needs: EmailChoiceNeeds, { request, reply, params }) => {
      const subscription = subscriptionOf(needs.secrets, params.token ?? '')
      if (subscription) await choose(needs.db, subscription, choiceIn(request.rawBody), needs.clock.now())
      // A mail program follows no redirect. A browser does, so that loading its page again changes nothing.
      const isButton = new URLSearchParams(request.rawBody.toString('utf8')).has('choice')
      if (isButton) return reply.redirect(`?lang=${languageOf(request)}`, 303)
      return show(needs, request, reply, subscription)
    },
  }),
]

/** The button that allows emails again says so; every other request stops them, as `List-Unsubscribe=One-Click` of a mail program. */
const choiceIn = (body: Buffer): 'stop' | 'allow' =>
  new URLSearchParams(body.toString('utf8')).get('choice') === 'allow' ? 'allow' : 'stop'

async function show(
  { db }: EmailChoiceNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  subscription: PayerSubscription | undefined,
): Promise<FastifyReply> {
  const view = { language: languageOf(request), nonce: randomSecret() }
  const state = subscription && (await readSubscription(db, subscription))
  const content = state ? emailChoicePage({ ...view, ...state }) : unknownChoicePage(view)
  return sendPage(reply.code(state ? 200 : 404), formPolicy(view.nonce), content)
}
