// What the service writes beside each event of a transfer is English, made of amounts, numbers and references: here it is
// read again and said in the reader's language and notation. What is not known stays as it came.

import { catalogue, formatNumber } from '../language/language.ts'
import { reason } from '../language/reasons.ts'
import { formatMoney } from './amount.tsx'

const texts = catalogue({
  fr: {
    to: (amount: string, number: string, operator: string) => `${amount} au +${number} (${operator})`,
    converted: (sent: string, rate: string, currency: string, amount: string) => `${sent} à ${rate} ${currency} pour 1 USD : ${amount}`,
    reserved: (amount: string, fee: string) => `${amount}, dont ${fee} de frais`,
    sent: (amount: string, operator: string, protocol: string) => `${amount} à ${operator} (${protocol})`,
    match: (who: string) => `Ressemblance possible avec une liste : ${who}`,
    oddName: (who: string) => `Nom inhabituel : ${who}`,
    unscreened: 'Filtrage indisponible',
    clear: (who: string, version: string) => `Rien trouvé : ${who} (listes, version ${version})`,
    by: (name: string) => `par ${name}`,
    reviewed: 'Examiné par une personne',
    conflict: (before: string, now: string) => `${before}, mais l’opérateur dit maintenant : ${now}`,
    twice: (first: string, now: string) => `Payé sous ${first}, et maintenant : ${now}`,
    outcomes: { succeeded: 'arrivé', declined: 'refusé', reversed: 'repris', pending: 'en route', absent: 'inconnu' },
    states: { Submitted: 'En cours', Successful: 'Arrivé', Failed: 'Échoué', Reversed: 'Repris', Hold: 'Retenu' },
    roles: { sender: 'expéditeur', receiver: 'bénéficiaire', subscriber: 'titulaire' },
  },
  en: {
    to: (amount: string, number: string, operator: string) => `${amount} to +${number} (${operator})`,
    converted: (sent: string, rate: string, currency: string, amount: string) => `${sent} at ${rate} ${currency} for 1 USD: ${amount}`,
    reserved: (amount: string, fee: string) => `${amount}, of which ${fee} fee`,
    sent: (amount: string, operator: string, protocol: string) => `${amount} to ${operator} (${protocol})`,
    match: (who: string) => `Possible match with a list: ${who}`,
    oddName: (who: string) => `Unusual name: ${who}`,
    unscreened: 'Screening unavailable',
    clear: (who: string, version: string) => `Nothing found: ${who} (lists, version ${version})`,
    by: (name: string) => `by ${name}`,
    reviewed: 'Reviewed by a person',
    conflict: (before: string, now: string) => `${before}, but the operator now says: ${now}`,
    twice: (first: string, now: string) => `Paid as ${first}, and now: ${now}`,
    outcomes: { succeeded: 'arrived', declined: 'declined', reversed: 'reversed', pending: 'on its way', absent: 'unknown' },
    states: { Submitted: 'On its way', Successful: 'Arrived', Failed: 'Failed', Reversed: 'Reversed', Hold: 'Held' },
    roles: { sender: 'sender', receiver: 'receiver', subscriber: 'holder' },
  },
}) // biome-ignore format: a table with one row per line

type Reading = [form: RegExp, say: (...parts: string[]) => string]

const readings: readonly Reading[] = [
  [/^([\d.]+) ([A-Z]{3}) to (\d+) \((\w+)\)$/, (amount = '', currency = '', to = '', operator = '') =>
    texts().to(formatMoney(amount, currency), to, named(operator))],
  [/^([\d.]+) ([A-Z]{3}) at ([\d.]+) is ([\d.]+) USD$/, (sent = '', currency = '', rate = '', amount = '') =>
    texts().converted(formatMoney(sent, currency), formatNumber(Number(rate), { maximumFractionDigits: 6 }), currency, usd(amount))],
  [/^([\d.]+) USD, of which ([\d.]+) fee$/, (amount = '', fee = '') => texts().reserved(usd(amount), usd(fee))],
  [/^([\d.]+) USD to (\w+) by (\w+)$/, (amount = '', operator = '', protocol = '') => texts().sent(usd(amount), named(operator), protocol)],
  [/^([\d.]+) USD$/, (amount = '') => usd(amount)],
  [/^(possible list match: [\w, ]+); (unusual name: [\w, ]+)$/, (match = '', name = '') => `${eventDetail(match)} · ${eventDetail(name)}`],
  [/^unusual name: ([\w, ]+)$/, (who = '') => texts().oddName(roles(who))],
  [/^screening unavailable$/, () => texts().unscreened],
  [/^possible list match: (.+)$/, (who = '') => texts().match(roles(who))],
  [/^(.+) clear, lists (\d+)$/, (who = '', version = '') => texts().clear(roles(who), version)],
  [/^cleared by review$/, () => texts().reviewed],
  [/^by (\S+)$/, (name = '') => texts().by(name)],
  [/^(\w+), but the operator now says (.+)$/, (state = '', now = '') => texts().conflict(pick(texts().states, state), eventDetail(now))],
  [/^paid as (\S+), and now (?:told|reported) as (.+)$/, (first = '', now = '') => texts().twice(first, eventDetail(now))],
  [/^(succeeded|declined|reversed|pending|absent)(?: ([A-Z_]+)(?= |$))?(?: (\S+))?$/, (kind = '', code = '', id = '') =>
    [pick(texts().outcomes, kind), code && reason('transferFailure', code), id].filter((part) => part !== '').join(' · ')],
] // biome-ignore format: a table with one row per line

/** @param detail as the service wrote it beside the event */
export function eventDetail(detail: string): string {
  for (const [form, announceText] of readings) {
    const found = form.exec(detail)
    if (found) return announceText(...found.slice(1).map((part = '') => part))
  }
  return detail
}

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
