// Rows of batches of transfers as merchants read them.
import { z } from 'zod'
import type { RowFields } from '../../batches/fields.ts'
import type { ListedRow } from '../../batches/queries.ts'
import { endOf, renderCommon } from '../../batches/routes/responses.ts'
import { commonTitles } from '../../batches/routes/result-titles.ts'
import { commonRow, rowsResponseOf } from '../../batches/routes/schemas.ts'
import type { Titles } from '../../platform/documents/separated-file.ts'
import { zonelessStamp } from '../../platform/http/api.ts'
import type { Line } from '../../platform/http/downloads.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { exampleTransactionId } from '../transfer/schemas.ts'
import { type ProfileKind, profileKinds } from './profiles/profile.ts'

const { row, state, repeats, errors, completed_at } = commonRow

const transferRow = z.object({
  row,
  reference: z.string().nullable(),
  state,
  customer_number: z.string().nullable().meta({ description: 'As uploaded; null once it was erased.' }),
  expected_receiver_name: z.string().nullable(),
  source_amount: z.number().nullable().meta({ description: 'Null for what is no amount.' }),
  source_currency: z.string().nullable(),
  receiver_amount: z.number().nullable(),
  fee: z.number().nullable(),
  transaction_id: z.string().nullable(),
  transfer_reference: z.string().nullable(),
  would_hold: z
    .boolean()
    .meta({ description: 'Whether screening or a limit would hold it, as of the check.' }),
  repeats,
  profiles: z
    .array(
      z.object({
        kind: z.enum(profileKinds),
        code: z.string(),
        changed_by: z
          .string()
          .nullable()
          .meta({ description: 'Null if a server saved it with the merchant secret.' }),
        changed_at: zonelessStamp,
        is_confirmed: z.boolean().meta({
          description: 'Whether a batch with it was confirmed since it was last changed, as of the upload.',
        }),
      }),
    )
    .meta({ description: 'The saved profiles of which its fields were copied, as they were then.' }),
  errors,
  completed_at,
})

export const rowsResponse = rowsResponseOf('BatchRows', transferRow, {
  row: 1,
  reference: 'EMP-001',
  state: 'SUCCESSFUL',
  customer_number: '+243810000001',
  expected_receiver_name: 'Jean Mukendi',
  source_amount: 200,
  source_currency: 'USD',
  receiver_amount: 200,
  fee: 1,
  transaction_id: exampleTransactionId,
  transfer_reference: 'BAT-7K2M9QXA4T3B/EMP-001',
  would_hold: false,
  repeats: null,
  profiles: [
    {
      kind: 'beneficiary',
      code: 'EMP-001',
      changed_by: 'jean@boutique.example',
      changed_at: '2026-11-20T14:02:11.000904',
      is_confirmed: false,
    },
  ],
  errors: [],
  completed_at: '2026-11-21T09:41:12.000311',
})

/** A row with the fields by which people know it; null once they are erased. */
export function renderRow(fields: RowFields, row: ListedRow) {
  const { reference, amount, fee, outcome } = row
  return {
    ...renderCommon(row),
    reference: reference ?? fields.reference ?? null,
    customer_number: fields.customer_number ?? null,
    expected_receiver_name: fields.expected_receiver_name ?? null,
    source_amount: row.amount_hundredths === null ? amountOf(fields) : amountNumber(row.amount_hundredths),
    source_currency: row.currency ?? fields.currency ?? null,
    receiver_amount: amountNumber(amount),
    fee: amountNumber(fee),
    profiles: row.profiles.map(({ kind, code, changed_by, changed_at, is_confirmed }) => ({
      ...{ kind: kind as ProfileKind, code, changed_by, is_confirmed },
      changed_at: stamp(Temporal.Instant.from(changed_at)),
    })),
    transaction_id: outcome,
    transfer_reference: outcome === null ? null : row.sent_as,
  }
}

/** Null for a text that is no amount. */
function amountOf({ amount = '' }: RowFields) {
  const [, whole = '', cents = ''] = /^(\d{1,12})\.(\d\d)$/.exec(amount) ?? []
  return whole === '' ? null : amountNumber(BigInt(whole + cents))
}

export const resultColumns = [
  ...['row', 'reference', 'state', 'customer_number', 'expected_receiver_name', 'source_amount'],
  ...['source_currency', 'receiver_amount', 'receiver_currency', 'fee', 'transaction_id'],
  ...['transfer_reference', 'code', 'message', 'completed_at'],
]

export const resultTitles: Titles = {
  fr: {
    ...commonTitles.fr,
    reference: 'Référence',
    customer_number: 'Numéro du bénéficiaire',
    expected_receiver_name: 'Nom du bénéficiaire',
    source_amount: 'Montant envoyé',
    source_currency: 'Devise envoyée',
    receiver_amount: 'Montant reçu',
    receiver_currency: 'Devise reçue',
    transaction_id: 'Identifiant du transfert',
    transfer_reference: 'Référence du transfert',
  },
  en: {
    ...commonTitles.en,
    reference: 'Reference',
    customer_number: 'Beneficiary’s number',
    expected_receiver_name: 'Beneficiary’s name',
    source_amount: 'Amount sent',
    source_currency: 'Currency sent',
    receiver_amount: 'Amount received',
    receiver_currency: 'Currency received',
    transaction_id: 'Transfer ID',
    transfer_reference: 'Transfer reference',
  },
}

/** The line of a row in the result of its batch. */
export function resultLine(fields: RowFields, listed: ListedRow): Line {
  const row = renderRow(fields, listed)
  const number = (value: { rawJSON: string } | null) => value?.rawJSON ?? null
  return [
    ...[String(row.row), row.reference, row.state, row.customer_number, row.expected_receiver_name],
    ...[number(row.source_amount), row.source_currency, number(row.receiver_amount), 'USD', number(row.fee)],
    ...[row.transaction_id, row.transfer_reference, ...endOf(row)],
  ]
}
