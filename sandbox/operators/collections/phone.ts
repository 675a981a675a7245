// The phone of a payer: a page that shows the prompts of a number, and approves or declines them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { type Amount, formatAmount } from '../../amount.ts'
import { type Language, languageOf, page, sendPage } from '../../page.ts'
import type { Collection } from '../books/collections.ts'
import type { Operators } from '../operators.ts'
import { subscriberOf } from '../payouts/subscribers.ts'
import { respondToPrompt } from './collection.ts'
import { isPhoneResult, type PhoneResult, phoneTexts } from './phone-texts.ts'
import { openPrompts } from './prompts.ts'

const path = '/operators/phone'
const pin = '1234'
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'"

export function registerPhone(app: FastifyInstance, operators: Operators): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(path, (request, reply) => sendPage(reply, phonePage(operators, request), policy))
    scope.post<{ Params: { id: string } }>(`${path}/:id`, (request, reply) => {
      const form = (request.body ?? {}) as Record<string, string>
      const result = respond(operators, request.params.id, form)
      const query = new URLSearchParams({ number: form.number ?? '', lang: languageOf(request), result })
      return reply.redirect(`${path}?${query}`, 303)
    })
  })
}

function respond(operators: Operators, id: string, form: Record<string, string>): PhoneResult {
  const collection = operators.book.collectionById(id)
  const wanted = form.answer === 'decline' ? 'cancelled' : form.pin === pin ? 'approved' : 'wrong_pin'
  return collection && respondToPrompt(operators, collection, wanted) ? wanted : 'lapsed'
}

function phonePage(operators: Operators, request: FastifyRequest): string {
  const { number = '', result } = request.query as Record<string, string>
  const language = languageOf(request)
  const text = phoneTexts[language]
  const subscriber = subscriberOf(msisdnOf(number))
  const prompts = subscriber ? openPrompts(operators, subscriber.msisdn) : []
  const shown = { number, isKnown: subscriber !== null, language }
  const body = html`<h1>${text.title}</h1><p class="lead">${text.lead}</p>
<form action="${path}"><input type="hidden" name="lang" value="${language}">
<label for="number">${text.number}</label><input id="number" name="number" type="tel" inputmode="tel" value="${number}">
<button>${text.show}</button></form>
<div role="status">${isPhoneResult(result) ? text.results[result] : ''}</div>
!${listMarkup(prompts, shown)}`
  // A refresh would clear a PIN that is being typed.
  const waits = subscriber !== null && prompts.length === 0
  return page(text.title, language, body, waits ? refreshing(number, language) : '')
}

function refreshing(number: string, language: Language): string {
  const query = new URLSearchParams({ number, lang: language })
  return html`<meta http-equiv="refresh" content="3;url=${`${path}?${query}`}">`
}

function listMarkup(
  prompts: readonly Collection[],
  { number, isKnown, language }: { number: string; isKnown: boolean; language: Language },
): string {
  const text = phoneTexts[language]
  if (number === '') return ''
  if (!isKnown) return html`<div class="empty"><strong>${text.unknownNumber}</strong></div>`
  if (prompts.length > 0) return prompts.map((prompt) => promptMarkup(prompt, number, language)).join('')
  return html`<div class="empty"><strong>${text.none}</strong><small>${text.noneLead}</small></div>`
}

function promptMarkup({ id, merchant, amount }: Collection, number: string, language: Language): string {
  const text = phoneTexts[language]
  return html`<form method="post" action="${path}/${id}?lang=${language}">
<p><strong>${text.asks(merchant, written(amount, language))}</strong></p>
<input type="hidden" name="number" value="${number}">
<label for="pin-${id}">${text.pin}</label>
<input id="pin-${id}" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="6">
<button name="answer" value="pay">${text.pay}</button><button class="other" name="answer" value="decline">${text.decline}</button>
</form>`
}

function written(amount: Amount, language: Language): string {
  const { currency } = amount
  return new Intl.NumberFormat(language === 'fr' ? 'fr-CD' : 'en-GB', { style: 'currency', currency }).format(
    Number(formatAmount(amount)),
  )
}

/** `0810000024`, `810000024` and `+243 810 000 024` are the same number. */
function msisdnOf(number: string): string {
  const digits = number.replaceAll(/\D/g, '').replace(/^00/, '')
  return /^0?[89]\d{8}$/.test(digits) ? `243${digits.slice(-9)}` : digits
}
