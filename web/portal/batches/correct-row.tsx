// Corrects a faulty row in a dialog: the faulty columns first, the others on demand. Only this row is checked again.
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import { amountOf } from '../amount.ts'
import type { AnyBatchRow, Batch } from '../api-types.ts'
import { isOwn } from './acts.tsx'
import { fileFault } from './fault-texts.ts'
import { FieldInput } from './field-input.tsx'
import { fieldNamesOf, nameOfField } from './field-names.ts'
import { type Kind, pathOf } from './kind.ts'
import { absentProfiles, fieldFault } from './row-faults.ts'

const texts = catalogue({
  fr: {
    title: (row: string) => `Corriger la ligne ${row}`,
    warning:
      'Après une correction, vous ne pourrez plus confirmer ce lot\u00a0: un autre utilisateur devra le faire.',
    others: 'Autres colonnes',
    submit: 'Corriger et vérifier',
    done: (row: string) => `Ligne ${row} corrigée, nouvelle vérification en cours.`,
    overtaken: 'Cette ligne a changé entre-temps. Fermez cette fenêtre et vérifiez.',
    repeated:
      'Avec cette correction, le lot serait le même qu’un lot déjà envoyé\u00a0: il ne peut pas être payé deux fois.',
  },
  en: {
    title: (row: string) => `Correct row ${row}`,
    warning: 'After a correction you can no longer confirm this batch: another user must do it.',
    others: 'Other columns',
    submit: 'Correct and check',
    done: (row: string) => `Row ${row} corrected, and being checked again.`,
    overtaken: 'This row has changed meanwhile. Close this window and check it.',
    repeated:
      'With this correction the batch would be the same as one uploaded before, which can’t be paid twice.',
  },
})

type Fields = Record<string, string>
type Props = { batch: Batch; row: AnyBatchRow; close: () => void }

export function CorrectRow({ batch, row, close }: Props) {
  const t = texts()
  const path = `${pathOf(batch.kind)}/${encodeURIComponent(batch.batch_id)}/rows/${row.row}`
  const stored = useLoad(path, (signal) => api.get<{ fields: Fields }>(path, {}, signal))
  const number = formatNumber(row.row)
  const submit = (before: Fields) => async (values: Values) => {
    // A sum is typed in the notation of the reader.
    const amount = values.amount === undefined ? undefined : amountOf(values.amount)
    const fields = { ...before, ...values, ...(amount !== undefined && { amount: String(amount) }) }
    await api.put(path, { fields })
    toast(t.done(number))
    close()
  }
  return (
    <Dialog title={t.title(number)} close={close}>
      {!isOwn(batch) && <p>{t.warning}</p>}
      <Await of={stored}>
        {({ fields }) => (
          <Form
            action={t.submit}
            submit={submit(fields)}
            known={{
              'RMT-1005': ({ message }) => fileFault(message),
              'RMT-1008': t.overtaken,
              'RMT-1034': t.repeated,
            }}
          >
            <Columns kind={batch.kind} row={row} fields={fields} />
          </Form>
        )}
      </Await>
    </Dialog>
  )
}

/** A fault of the whole row is most often one of these. */
const wholeRow: ReadonlySet<string> = new Set([
  ...['customer_number', 'expected_receiver_name', 'transaction_uuid'],
])

type ColumnsProps = { kind: Kind; row: AnyBatchRow; fields: Fields }

function Columns({ kind, row: { errors }, fields }: ColumnsProps) {
  const t = texts()
  const columns = Object.keys(fieldNamesOf(kind))
  const isWhole = errors.some(({ field }) => field === null)
  const absent = absentProfiles(errors)
  const faulty = columns.filter(
    (name) =>
      errors.some(({ field }) => field === name) || (isWhole && wholeRow.has(name)) || absent.includes(name),
  )
  const input = (name: string) => {
    const fault = errors.find(({ field }) => field === name)
    return (
      <FieldInput
        key={name}
        name={name}
        label={nameOfField(name)}
        hint={fault && fieldFault(fault)}
        value={fields[name] ?? ''}
      />
    )
  }
  return (
    <>
      {errors
        .filter(({ field }) => field === null)
        .map((fault) => (
          <p key={fault.message}>{fieldFault(fault)}</p>
        ))}
      {faulty.map(input)}
      <details class="more">
        <summary>{t.others}</summary>
        <div class="stack">{columns.filter((name) => !faulty.includes(name)).map(input)}</div>
      </details>
    </>
  )
}
