// Corrects a faulty row in a dialog: the faulty columns first, the others on demand. Only this row is checked again.
import { Dialog } from '../forms/dialog.tsx'
import { Field } from '../forms/field.tsx'
import { Form, type Values } from '../forms/form.tsx'
import { amountOf } from '../forms/typed-amount.ts'
import { toast } from '../frame/toast.tsx'
import { catalogue, formatNumber } from '../language/language.ts'
import { Await } from '../service/await.tsx'
import { useLoad } from '../service/load.ts'
import { fileFault } from './fault-texts.ts'
import { fieldNamesOf, nameOfField } from './field-names.ts'
import { type AnyBatchRow, type Batch, type BatchPlace, type InputProps, pathOfBatch } from './place.ts'
import { absentProfiles, fieldFault } from './row-faults.ts'
import type { Kind } from './words.ts'

const texts = catalogue({
  fr: {
    title: (row: string) => `Corriger la ligne ${row}`,
    warning:
      'Après une correction, vous ne pourrez plus confirmer ce lot\u00a0: une autre personne devra le faire.',
    others: 'Autres colonnes',
    submit: 'Corriger et vérifier',
    done: (row: string) => `Ligne ${row} corrigée, nouvelle vérification en cours.`,
    overtaken: 'Cette ligne a changé entre-temps. Fermez cette fenêtre et vérifiez.',
    repeated:
      'Avec cette correction, le lot serait le même qu’un lot déjà envoyé\u00a0: il ne peut pas être payé deux fois.',
  },
  en: {
    title: (row: string) => `Correct row ${row}`,
    warning: 'After a correction you can no longer confirm this batch: somebody else must do it.',
    others: 'Other columns',
    submit: 'Correct and check',
    done: (row: string) => `Row ${row} corrected, and being checked again.`,
    overtaken: 'This row has changed meanwhile. Close this window and check it.',
    repeated:
      'With this correction the batch would be the same as one uploaded before, which can’t be paid twice.',
  },
})

type Fields = Record<string, string>
type Props = { place: BatchPlace; batch: Batch; row: AnyBatchRow; close: () => void }

export function CorrectRow({ place, batch, row, close }: Props) {
  const t = texts()
  const path = `${pathOfBatch(place, batch.batch_id)}/rows/${row.row}`
  const stored = useLoad(path, (signal) => place.api.get<{ fields: Fields }>(path, {}, signal))
  const number = formatNumber(row.row)
  const submit = (before: Fields) => async (values: Values) => {
    // A sum is typed in the notation of the reader.
    const amount = values.amount === undefined ? undefined : amountOf(values.amount)
    const fields = { ...before, ...values, ...(amount !== undefined && { amount: String(amount) }) }
    await place.api.put(path, { fields })
    toast(t.done(number))
    close()
  }
  return (
    <Dialog title={t.title(number)} close={close}>
      {!place.isOwn(batch) && <p>{t.warning}</p>}
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
            <Columns place={place} kind={batch.kind} row={row} fields={fields} />
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

const PlainInput = (field: InputProps) => <Field {...field} autocomplete="off" />

type ColumnsProps = { place: BatchPlace; kind: Kind; row: AnyBatchRow; fields: Fields }

function Columns({ place: { Input = PlainInput }, kind, row: { errors }, fields }: ColumnsProps) {
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
      <Input
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
