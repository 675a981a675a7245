// The service writes the detail of each timeline event in English, with amounts, numbers and references. This module
// parses it and writes it in the reader's language and notation. An unknown detail stays as it is.
import { catalogue, formatNumber } from '../language/language.ts'
import { reason } from '../language/reasons.ts'
import { stateTexts } from '../language/states.ts'
import { formatMoney } from './amount.tsx'
import { formatPhone } from './phone.ts'

const texts = catalogue({
  fr: {
    to: (amount: string, number: string, operator: string) => `${amount} au ${number} (${operator})`,
    converted: (sent: string, rate: string, currency: string, amount: string) => `${sent} à ${rate} ${currency} pour 1 USD\u00a0: ${amount}`,
    reserved: (amount: string, fee: string) => `${amount}, dont ${fee} de frais`,
    sent: (amount: string, operator: string) => `${amount} à ${operator}`,
    match: (who: string) => `Correspondance possible avec une liste\u00a0: ${who}`,
    oddName: (who: string) => `Nom inhabituel\u00a0: ${who}`,
    unscreened: 'Filtrage indisponible',
    overLimit: 'Plafond dépassé',
    clear: (who: string, version: string) => `Aucune correspondance\u00a0: ${who} (listes, version ${version})`,
    by: (name: string) => `par ${name}`,
    reviewed: 'Écarté après contrôle',
    conflict: (before: string, now: string) => `${before}, mais l’opérateur indique maintenant\u00a0: ${now}`,
    underway: 'Toujours en cours',
    notKnown: 'Pas connu de l’opérateur',
    notKnownYet: 'Pas encore connu de l’opérateur',
    twice: (first: string, now: string) => `Payé sous ${first}, et maintenant\u00a0: ${now}`,
    outcomes: { succeeded: 'arrivé', declined: 'refusé', reversed: 'repris', pending: 'en cours', absent: 'inconnu' },
    call: (kind: string, problem: string) => `${kind} ${problem}`,
    calls: { payout: 'Le décaissement', reversal: 'La restitution' },
    noOutcome: 'n’a pas encore de résultat',
    forgotten: 'a été accepté par l’opérateur, qui ne le connaît plus',
    sentBy: (connection: string) => `est parti par la connexion ${connection}`,
    reversalReported: (reported: string) => `Une restitution a été demandée, mais l’opérateur indique le décaissement comme ${reported}`,
    amounts: { paid: (amount: string, expected: string) => `${amount} indiqués comme payés, ${expected} attendus`, reversed: (amount: string, expected: string) => `${amount} indiqués comme repris, ${expected} attendus` },
    roles: { sender: 'expéditeur', receiver: 'bénéficiaire', subscriber: 'titulaire' },
  },
  en: {
    to: (amount: string, number: string, operator: string) => `${amount} to ${number} (${operator})`,
    converted: (sent: string, rate: string, currency: string, amount: string) => `${sent} at ${rate} ${currency} for 1 USD: ${amount}`,
    reserved: (amount: string, fee: string) => `${amount}, including a fee of ${fee}`,
    sent: (amount: string, operator: string) => `${amount} to ${operator}`,
    match: (who: string) => `Possible list match: ${who}`,
    oddName: (who: string) => `Unusual name: ${who}`,
    unscreened: 'Screening unavailable',
    overLimit: 'Limit exceeded',
    clear: (who: string, version: string) => `No match: ${who} (lists, version ${version})`,
    by: (name: string) => `by ${name}`,
    reviewed: 'Cleared by review',
    conflict: (before: string, now: string) => `${before}, but the operator now reports: ${now}`,
    underway: 'Still on its way',
    notKnown: 'Not known to the operator',
    notKnownYet: 'Not known to the operator yet',
    twice: (first: string, now: string) => `Paid as ${first}, and now: ${now}`,
    outcomes: { succeeded: 'delivered', declined: 'declined', reversed: 'reversed', pending: 'in progress', absent: 'unknown' },
    call: (kind: string, problem: string) => `${kind} ${problem}`,
    calls: { payout: 'The payout', reversal: 'The reversal' },
    noOutcome: 'has no outcome yet',
    forgotten: 'was acknowledged, but the operator no longer knows it',
    sentBy: (connection: string) => `was sent by the connection ${connection}`,
    reversalReported: (reported: string) => `A reversal was requested, but the operator reports the payout as ${reported}`,
    amounts: { paid: (amount: string, expected: string) => `${amount} reported as paid, ${expected} expected`, reversed: (amount: string, expected: string) => `${amount} reported as reversed, ${expected} expected` },
    roles: { sender: 'sender', receiver: 'beneficiary', subscriber: 'wallet holder' },
  },
}) // biome-ignore format: a table with one row per line

type Reading = [form: RegExp, say: (...parts: string[]) => string]

const readings: readonly Reading[] = [
  [/^([\d.]+) ([A-Z]{3}) to (\d+) \((\w+)\)$/, (amount = '', currency = '', to = '', operator = '') =>
    texts().to(formatMoney(amount, currency), formatPhone(to), named(operator))],
  [/^([\d.]+) ([A-Z]{3}) at ([\d.]+) is ([\d.]+) USD$/, (sent = '', currency = '', rate = '', amount = '') =>
    texts().converted(formatMoney(sent, currency), formatNumber(Number(rate), { maximumFractionDigits: 6 }), currency, usd(amount))],
  [/^([\d.]+) USD, of which ([\d.]+) fee$/, (amount = '', fee = '') => texts().reserved(usd(amount), usd(fee))],
  // The protocol that follows says nothing to a merchant.
  [/^([\d.]+) USD to (\w+) by \w+$/, (amount = '', operator = '') => texts().sent(usd(amount), named(operator))],
  [/^([\d.]+) USD$/, (amount = '') => usd(amount)],
  [/^(possible list match: [\w, ]+); (unusual name: [\w, ]+)$/, (match = '', name = '') => `${eventDetail(match)} · ${eventDetail(name)}`],
  [/^unusual name: ([\w, ]+)$/, (who = '') => texts().oddName(roles(who))],
  [/^screening unavailable$/, () => texts().unscreened],
  [/^over a limit$/, () => texts().overLimit],
  [/^possible list match: (.+)$/, (who = '') => texts().match(roles(who))],
  [/^(.+) clear, lists (\d+)$/, (who = '', version = '') => texts().clear(roles(who), version)],
  [/^cleared by review$/, () => texts().reviewed],
  [/^still on its way$/, () => texts().underway],
  [/^not known to the operator( yet)?$/, (yet = '') => yet ? texts().notKnownYet : texts().notKnown],
  [/^by (\S+)$/, (name = '') => texts().by(name)],
  [/^(\w+), but the operator now says (.+)$/, (state = '', now = '') => texts().conflict(pick(stateTexts().transfer, state), eventDetail(now))],
  [/^paid as (\S+), and now (?:told|reported) as (.+)$/, (first = '', now = '') => texts().twice(first, eventDetail(now))],
  [/^the (payout|reversal) has no outcome yet$/, (call = '') => texts().call(pick(texts().calls, call), texts().noOutcome)],
  [/^the (payout|reversal) was acknowledged, but the operator no longer knows it$/, (call = '') => texts().call(pick(texts().calls, call), texts().forgotten)],
  [/^the (payout|reversal) was sent to (.+)$/, (call = '', connection = '') => texts().call(pick(texts().calls, call), texts().sentBy(connection))],
  [/^a reversal was requested, but the operator reports the payout as: (\w+)$/, (reported = '') => texts().reversalReported(pick(texts().outcomes, reported))],
  [/^(\d+) ([A-Z]{3}) \(minor units\) reported as (paid|reversed), (\d+) ([A-Z]{3}) expected$/, (amount = '', currency = '', done = '', expected = '', of = '') =>
    texts().amounts[done as 'paid' | 'reversed'](minor(amount, currency), minor(expected, of))],
  [/^(succeeded|declined|reversed|pending|absent)(?: ([A-Z_]+)(?= |$))?(?: (\S+))?$/, (kind = '', code = '', id = '') =>
    [pick(texts().outcomes, kind), code && reason('transferFailure', code), id].filter((part) => part !== '').join(' · ')],
] // biome-ignore format: a table with one row per line

/** @param detail the event's detail, in the service's English */
export function eventDetail(detail: string): string {
  for (const [form, say] of readings) {
    const found = form.exec(detail)
    if (found) return say(...found.slice(1).map((part = '') => part))
  }
  return detail
}

const minor = (amount: string, currency: string) => formatMoney((Number(amount) / 100).toFixed(2), currency)
const usd = (amount: string) => formatMoney(amount, 'USD')
const named = (operator: string) => operator.charAt(0).toUpperCase() + operator.slice(1)
const roles = (who: string) =>
  who
    .split(', ')
    .map((role) => pick(texts().roles, role))
    .join(', ')

function pick(label: Readonly<Record<string, string>>, name: string): string {
  return label[name] ?? name
}
