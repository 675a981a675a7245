// The columns of our banks' CSV: each account with its mapping, and the dialog that sets it.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { mappingTexts } from './mapping-texts.ts'

type Account = schemas.BankCsvMapping

const columns = [
  'date',
  'amount',
  'debit',
  'credit',
  'text',
  'bank_reference',
  'end_to_end_id',
  'statement',
  'account',
  'currency',
] as const
const dateForms = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'DD/MM/YY',
  'MM/DD/YYYY',
] as const

export function CsvMappings() {
  const t = mappingTexts()
  const [changing, setChanging] = useState<Account>()
  const accounts = useLoad('bank csv mappings', (signal) =>
    api.get<{ items: Account[] }>('/bank/csv-mappings', {}, signal),
  )
  const close = () => setChanging(undefined)
  return (
    <Card title={t.title}>
      <p class="soft">{t.lead}</p>
      <Await of={accounts}>
        {({ items }) => (
          <Table
            caption={t.title}
            rows={items}
            keyOf={nameOf}
            columns={[
              { heading: t.account, cell: (account) => nameOf(account) },
              { heading: t.columnsHeading, cell: ({ mapping }) => (mapping ? summaryOf(mapping) : t.none) },
              {
                heading: t.actions,
                cell: (account) => (
                  <ActButton right="move_money" onClick={() => setChanging(account)}>
                    {account.mapping ? t.change : t.add}…
                  </ActButton>
                ),
              },
            ]}
            empty={<EmptyState title={t.noAccounts} />}
          />
        )}
      </Await>
      {changing && <SetMapping account={changing} changed={accounts.reload} close={close} />}
    </Card>
  )
}

const nameOf = ({ environment, currency, account_last4 }: Account) =>
  `${currency} ··${account_last4}${environment === 'sandbox' ? ' (sandbox)' : ''}`

const summaryOf = ({ columns: named, date_form }: NonNullable<Account['mapping']>) =>
  `${columns.flatMap((column) => named[column] ?? []).join(', ')} – ${date_form}`

type Props = { account: Account; changed: () => void; close: () => void }

function SetMapping({ account, changed, close }: Props) {
  const t = mappingTexts()
  const { mapping, environment, currency } = account
  const put = async (body: Account['mapping']) => {
    await api.put(`/bank/csv-mappings/${environment}/${currency}`, { mapping: body }).catch((error) => {
      throw inReaderLanguage(error)
    })
    close()
    toast(body ? t.saved : t.removed)
    changed()
  }
  const submit = (values: Values) => put(mappingOf(values, t))
  return (
    <Dialog title={t.dialogTitle(nameOf(account))} close={close}>
      <Form
        submit={submit}
        action={t.save}
        more={
          mapping && (
            <ActButton right="move_money" onClick={() => put(null)}>
              {t.remove}
            </ActButton>
          )
        }
      >
        <p class="soft">{t.help}</p>
        {columns.map((column) => (
          <Field
            key={column}
            name={column}
            label={t.columns[column]}
            value={mapping?.columns[column]}
            maxLength={100}
          />
        ))}
        <Select
          name="date_form"
          label={t.dateForm}
          value={mapping?.date_form ?? 'DD/MM/YYYY'}
          options={dateForms.map((form) => [form, t.formOf(form)] as const)}
        />
        <Select
          name="decimal_mark"
          label={t.decimalMark}
          value={mapping?.decimal_mark ?? ','}
          options={[
            [',', t.comma],
            ['.', t.point],
          ]}
        />
      </Form>
    </Dialog>
  )
}

/** @throws Faults if it does not say where the day and the amount are. */
function mappingOf(values: Values, t: ReturnType<typeof mappingTexts>): NonNullable<Account['mapping']> {
  const named = Object.fromEntries(
    columns.flatMap((column) => {
      const name = values[column]?.trim() ?? ''
      return name === '' ? [] : [[column, name] as const]
    }),
  )
  if (!named['date']) throw new Faults({ date: t.dateMissing })
  const isSplit = Boolean(named['debit'] && named['credit'])
  if (named['amount'] ? named['debit'] || named['credit'] : !isSplit)
    throw new Faults({ amount: t.amountMissing })
  return {
    columns: named,
    date_form: values['date_form'] as (typeof dateForms)[number],
    decimal_mark: values['decimal_mark'] === '.' ? '.' : ',',
  }
}
