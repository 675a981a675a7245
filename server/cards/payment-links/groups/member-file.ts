// The file of a group for people: the payers that the filters of its page find, as a spreadsheet of their language opens it.
import type { FastifyReply } from 'fastify'
import { formatMoney, money } from '../../../kernel/money.ts'
import { type Separator, separatedBy, type Titles } from '../../../platform/documents/separated-file.ts'
import { byteOrderMark, type Line, openDownloads } from '../../../platform/http/downloads.ts'
import type { LinkNeeds } from '../manage-links.ts'
import { fileNameOf } from './group-file.ts'
import { membersAfter, type PaidState } from './queries.ts'
import { memberOf } from './render.ts'

const names = [
  ...['merchant_reference', 'payer_label', 'state', 'currency', 'total', 'paid', 'remaining'],
  ...['overdue_amount', 'days_overdue', 'next_due_on', 'next_due_amount', 'last_paid_at', 'code', 'url'],
]

const titles: Titles = {
  fr: {
    merchant_reference: 'Référence',
    payer_label: 'Nom',
    state: 'Paiement',
    currency: 'Devise',
    total: 'Total à payer',
    paid: 'Payé',
    remaining: 'Reste à payer',
    overdue_amount: 'Montant en retard',
    days_overdue: 'Jours de retard',
    next_due_on: 'Échéance à payer',
    next_due_amount: 'Montant de cette échéance',
    last_paid_at: 'Dernier paiement',
    code: 'Code',
    url: 'Lien de paiement',
  },
  en: {
    merchant_reference: 'Reference',
    payer_label: 'Name',
    state: 'Payment',
    currency: 'Currency',
    total: 'Total to pay',
    paid: 'Paid',
    remaining: 'Left to pay',
    overdue_amount: 'Amount overdue',
    days_overdue: 'Days overdue',
    next_due_on: 'Due date to pay',
    next_due_amount: 'Amount for this date',
    last_paid_at: 'Last payment',
    code: 'Code',
    url: 'Payment link',
  },
}
const states: Readonly<Record<keyof Titles, Readonly<Record<PaidState, string>>>> = {
  fr: { PAID: 'Soldé', LATE: 'En retard', UNPAID: 'À payer', CANCELLED: 'Annulé' },
  en: { PAID: 'Paid', LATE: 'Late', UNPAID: 'To pay', CANCELLED: 'Cancelled' },
}

type Members = {
  owner: { id: bigint; group: string }
  /** What finds them, from the merchant to the search. */
  found: readonly unknown[]
  separator: Separator
  language?: keyof Titles | undefined
}

const send = openDownloads()

export const sendMembers = (needs: LinkNeeds, reply: FastifyReply, members: Members) =>
  send(reply, members.owner.id, {
    type: 'text/csv; charset=utf-8',
    filename: fileNameOf(members.owner.group),
    pieces: piecesOf(needs, members),
  })

async function* piecesOf(needs: LinkNeeds, { found, separator, language }: Members): AsyncGenerator<string> {
  const text = separatedBy(separator, names)
  yield byteOrderMark + text([names.map((name) => (language ? (titles[language][name] ?? name) : name))])
  for (let after = 0n; ; ) {
    const rows = await needs.db.rows(membersAfter, [...found, after])
    const last = rows.at(-1)
    if (!last) return
    yield text(
      rows.map(({ overdue_minor, ...row }) => {
        const { next_due: due, state, days_overdue, ...member } = memberOf(needs, row)
        const values: Readonly<Record<string, string | null>> = {
          ...member,
          state: language ? states[language][state] : state,
          days_overdue: String(days_overdue),
          overdue_amount: formatMoney(money(overdue_minor, row.currency)),
          next_due_on: due?.due_on ?? null,
          next_due_amount: due?.amount ?? null,
        }
        return names.map((name) => values[name] ?? null) satisfies Line
      }),
    )
    after = last.id
  }
}
