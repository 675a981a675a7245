// Shows the payment page for mobile money, and answers the calls of its script and its forms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import type { Language } from '../../kernel/language.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { cancelLink, leaveLink } from '../checkout/checkout-addresses.ts'
import { brandOf } from '../checkout/merchant-brand.ts'
import { languageOf, phonePolicy } from '../checkout/page-frame.ts'
import { sendPage, wantsJson } from '../checkout/page-reply.ts'
import { promptName } from '../collections/collection.ts'
import { amountText } from '../transaction/amount.ts'
import { cardFormAddress } from '../transaction/payment-link.ts'
import {
  offers,
  type PricedTransaction,
  pricedTransactionByUuid,
  takesCardByForm,
} from '../transaction/queries.ts'
import { askPayer, type PhoneNeeds } from './ask-payer.ts'
import { type OperatorChoice, operatorChoices } from './operator-choices.ts'
import { type Fault, faultText, operatorNamed, type TypedPayer } from './payer-number.ts'
import { phonePage } from './phone-page.ts'
import { type PhoneProgress, phoneProgressOf } from './phone-progress.ts'
import { phoneTextsOf } from './texts.ts'
import type { PhoneView } from './view.ts'

export type PhoneRequest = FastifyRequest<{
  Params: { transaction_uuid: string }
  Querystring: { sig?: string; lang?: string; method?: string }
}>

/** How a payment can be paid: without an operator, by card alone. */
type Methods = { operators: readonly OperatorChoice[]; card: boolean }

async function methodsOf(needs: PhoneNeeds, transaction: PricedTransaction): Promise<Methods> {
  const operators = await operatorChoices(needs, transaction)
  return { operators, card: offers(transaction, 'card') }
}

/** Shows the page where the payer pays on the phone or chooses how to pay; undefined where another page is the one to show. */
export async function showPhoneIfWanted(
  needs: PhoneNeeds,
  request: PhoneRequest,
  reply: FastifyReply,
  transaction: PricedTransaction,
): Promise<FastifyReply | undefined> {
  const methods = await methodsOf(needs, transaction)
  if (methods.operators.length === 0 || (methods.card && request.query.method === 'card')) return undefined
  const progress = await phoneProgressOf(needs, transaction, languageOf(request, transaction.link_locale))
  const isOurs =
    progress.state === 'CARD' || (progress.state === 'CONFIRMING' && progress.prompt !== undefined)
  return isOurs ? showPhone(needs, request, reply, transaction, { methods, progress }) : undefined
}

type Shown = { methods: Methods; progress: PhoneProgress; fault?: { fault: Fault; typed: TypedPayer } }

async function showPhone(
  needs: PhoneNeeds,
  request: PhoneRequest,
  reply: FastifyReply,
  transaction: PricedTransaction,
  { methods, progress, fault }: Shown,
): Promise<FastifyReply> {
  const nonce = randomSecret()
  const language = languageOf(request, transaction.link_locale)
  // The forms are accepted only with their Origin header, which the default referrer policy would suppress.
  reply.header('referrer-policy', 'same-origin')
  const leadsTo = new URL(cancelLink(needs, transaction)).origin
  return sendPage(
    reply,
    phonePolicy({ nonce, leadsTo }),
    phonePage({
      ...factsOf(transaction),
      ...{ language, nonce, progress, choices: methods.operators, offersCard: methods.card },
      cardFormUrl: cardFormOf(needs, transaction, language),
      brand: await brandOf(needs.db, transaction),
      sig: request.query.sig ?? '',
      shopUrl: leaveLink(transaction) ?? undefined,
      now: needs.clock.now().toString(),
      canChoose: methods.card,
      method: methodOf(request, fault),
      ...(fault && correction(fault, language)),
    }),
  )
}

/** The form of the link, where the payer has excluded cards by choosing mobile money there, and the link takes cards. */
function cardFormOf(
  { baseUrl }: PhoneNeeds,
  transaction: PricedTransaction,
  lang: Language,
): string | undefined {
  const { link_code: code, transaction_uuid: retry } = transaction
  if (!code || !takesCardByForm(transaction)) return undefined
  return cardFormAddress(baseUrl, code, { retry, amount: amountText(transaction), lang })
}

function factsOf(transaction: PricedTransaction) {
  const { bill_to_forename, bill_to_surname, link_description } = transaction
  return {
    transactionUuid: transaction.transaction_uuid,
    merchantName: transaction.merchant_name,
    promptName: promptName(transaction.merchant_name),
    reference: transaction.merchant_reference,
    amount: amountText(transaction),
    currency: transaction.currency,
    sandbox: transaction.environment === 'sandbox',
    // People with one name have a sign in place of the other one.
    payerName: [bill_to_forename, bill_to_surname].filter((name) => name !== '-').join(' '),
    ...(link_description !== null && { link: { description: link_description } }),
  }
}

function methodOf({ query }: PhoneRequest, faulty: Shown['fault']): PhoneView['method'] {
  if (faulty)
    return faulty.fault.name === 'operatorOther' ? faulty.fault.operator : (faulty.typed.operator ?? 'phone')
  return operatorNamed(query.method) ?? (query.method === 'phone' ? 'phone' : undefined)
}

function correction({ fault, typed }: NonNullable<Shown['fault']>, language: Language): Partial<PhoneView> {
  return {
    typed: typed.number,
    fault: faultText(fault, language),
    asksOperator: fault.name === 'operatorMissing' || fault.name === 'operatorOther',
  }
}

/** The link on the page of the card that leads to the other ways to pay. */
export function otherMethodLink(request: PhoneRequest, transaction: PricedTransaction) {
  if (!offers(transaction, 'mobile_money')) return undefined
  const language = languageOf(request, transaction.link_locale)
  const query = new URLSearchParams({ sig: request.query.sig ?? '', lang: language })
  return { href: `?${query}`, text: phoneTextsOf(language).otherMethod }
}

/**
 * Asks the payer who has typed a number. Scripts get the state, or the sentence that says what to correct; a form gets its page again
 * with that sentence. Undefined for a form that needs no correction.
 * @throws Problem when the payment itself can no longer be paid.
 */
export async function submitNumber(
  needs: PhoneNeeds,
  request: PhoneRequest,
  reply: FastifyReply,
  transaction: PricedTransaction,
): Promise<unknown> {
  const typed = typedPayer(request)
  const language = languageOf(request, transaction.link_locale)
  const fault = await askPayer(needs, transaction, typed)
  const current = await pricedTransactionByUuid(needs.db, transaction.transaction_uuid)
  if (wantsJson(request)) {
    return fault
      ? reply.code(422).send({ message: faultText(fault, language) })
      : phoneProgressOf(needs, current, language)
  }
  if (!fault) return undefined
  const [progress, methods] = await Promise.all([
    phoneProgressOf(needs, current, language),
    methodsOf(needs, current),
  ])
  return showPhone(needs, request, reply.code(422), current, { methods, progress, fault: { fault, typed } })
}

/** From a form or the JSON of the script. Anything but text counts as nothing typed. */
function typedPayer(request: FastifyRequest): TypedPayer {
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const sent = isForm
    ? Object.fromEntries(new URLSearchParams(request.rawBody.toString('utf8')))
    : (jsonBody(request) as Record<string, unknown> | null)
  const number = sent?.customer_number
  return {
    number: typeof number === 'string' ? number : '',
    operator: operatorNamed(sent?.operator),
  }
}
