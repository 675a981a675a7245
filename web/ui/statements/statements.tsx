// Statements and fee invoices of a merchant: one row per month, newest first, with its files; then the invoices.

import { useState } from 'preact/hooks'
import type { FeeInvoiceSummary, StatementMonth } from '../../api/schemas.generated.ts'
import { formatChange, formatMoney } from '../display/amount.tsx'
import { currencies } from '../display/constants.generated.ts'
import { dateText } from '../display/date-text.generated.ts'
import { type Fact, Facts } from '../display/facts.tsx'
import { formatTime } from '../display/time.tsx'
import { EmptyState } from '../frame/notice.tsx'
import { formatNumber, language, locale } from '../language/language.ts'
import { type Fold, Folds } from '../rows/folds.tsx'
import { SaveButton } from './save-button.tsx'
import { statementTexts } from './texts.ts'

export type StatementFacts = {
  months: readonly StatementMonth[]
  invoices: readonly FeeInvoiceSummary[]
}

/** Saves a response as a file. @param path below that of the merchant */
type Download = (path: string, query: Record<string, string>) => Promise<void>

export function Statements({ months, invoices, download }: StatementFacts & { download: Download }) {
  const t = statementTexts()
  const moved = currencies.filter((each) => months.some(({ currency }) => currency === each))
  const [chosen, choose] = useState<string>()
  const currency = chosen ?? moved[0]
  const isChosen = (row: { currency: string }) => row.currency === currency
  const shownInvoices = invoices.filter(isChosen)
  return (
    <>
      {moved.length > 1 && (
        <fieldset class="choice small" aria-label={t.currency}>
          {moved.map((each) => (
            <button key={each} type="button" aria-pressed={each === currency} onClick={() => choose(each)}>
              {each}
            </button>
          ))}
        </fieldset>
      )}
      <div class="lines-around">
        <Folds
          label={t.months}
          rows={months.filter(isChosen).map((month) => monthRow(month, download))}
          empty={
            <EmptyState title={t.none}>
              <p>{t.noneHint}</p>
            </EmptyState>
          }
        />
      </div>
      {months.length > 0 && (
        <>
          <p class="small-print">{t.utcMonths}</p>
          <h2>{t.invoices}</h2>
          {shownInvoices.length === 0 ? (
            <p class="soft">{t.noInvoices}</p>
          ) : (
            <div class="lines-around">
              <Folds
                label={t.invoices}
                rows={shownInvoices.map((invoice) => invoiceRow(invoice, download))}
                empty={null}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** "Novembre 2026", "November 2026" */
function monthName(period: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const text = dateText(locale(), options, new Date(`${period}-01`))
  return text.slice(0, 1).toLocaleUpperCase(locale()) + text.slice(1)
}

const formats = ['pdf', 'csv', 'camt.053'] as const

function monthRow(month: StatementMonth, download: Download): Fold {
  const t = statementTexts()
  const { period, currency, final, transactions, closing } = month
  const query = (format: string) => ({ period, currency, format, lang: language.value })
  return {
    key: `${period} ${currency}`,
    name: monthName(period),
    note: t.transactions(transactions),
    side: final ? t.closed : t.provisional,
    end: formatMoney(closing, currency),
    body: (
      <>
        <div class="sum">
          <Facts facts={sumOf(month)} />
        </div>
        {!final && <p>{t.running}</p>}
        <div class="actions">
          {formats.map((format) => (
            <SaveButton key={format} save={() => download('statements', query(format))}>
              {t.formats[format]}
            </SaveButton>
          ))}
        </div>
      </>
    ),
  }
}

/** The lines that lead from the opening to the closing balance: each type without its commissions, then all commissions. */
function sumOf({ currency, opening, totals, fees, closing }: StatementMonth): Fact[] {
  const t = statementTexts()
  const change = (amount: string) => formatChange(amount, currency)
  const taken = fees.startsWith('-') ? fees.slice(1) : `-${fees}`
  return [
    [t.opening, formatMoney(opening, currency)],
    ...totals.map(
      ({ type, transactions, amount }): Fact => [
        `${t.sums[type]} (${formatNumber(transactions)})`,
        change(amount),
      ],
    ),
    ...(Number(fees) === 0 ? [] : [[t.fees, change(taken)] as const]),
    [t.closing, <strong key="closing">{formatMoney(closing, currency)}</strong>],
  ]
}

function invoiceRow(invoice: FeeInvoiceSummary, download: Download): Fold {
  const t = statementTexts()
  const { number, kind, period, currency, total, issued_on } = invoice
  const save = () =>
    download(`invoices/${encodeURIComponent(number)}`, { format: 'pdf', lang: language.value })
  return {
    key: number,
    name: `${kind === 'invoice' ? t.invoice : t.creditNote} ${number}`,
    note: `${monthName(period)}, ${t.issued(formatTime(issued_on, 'day').replaceAll(' ', '\u00a0'))}`,
    end: formatMoney(total, currency),
    body: (
      <div class="actions">
        <SaveButton save={save}>{t.saveInvoice(number)}</SaveButton>
      </div>
    ),
  }
}
