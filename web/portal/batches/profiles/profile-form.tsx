// Saves a sender or a beneficiary, new or changed. The service checks the fields as those of a transfer.

import { faultText } from '../../../ui/batches/fault-texts.ts'
import { nameOfField } from '../../../ui/batches/field-names.ts'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { Await } from '../../../ui/service/await.tsx'
import { RequestError } from '../../../ui/service/client.ts'
import { useLoad } from '../../../ui/service/load.ts'
import { api } from '../../access/session.ts'
import type { SavedProfile } from '../../api-types.ts'
import { FieldInput } from '../field-input.tsx'
import { profileTexts } from './profile-texts.ts'

type Kind = SavedProfile['kind']

export const pathOfProfile = (kind: Kind, code: string) => `profiles/${kind}/${encodeURIComponent(code)}`

/** In the order of the form. What it does not show, such as a second address, is kept as it was. */
const fieldsOf: Readonly<Record<Kind, readonly string[]>> = {
  sender: [
    ...[
      'sender_first_name',
      'sender_middle_name',
      'sender_last_name',
      'sender_birthdate',
      'sender_birthplace',
    ],
    ...['sender_document_type', 'sender_document_number', 'document_issue_date', 'document_expiration_date'],
    ...[
      'sender_country',
      'sender_city',
      'current_address',
      'permanent_address',
      'profession',
      'sender_msisdn',
    ],
  ],
  beneficiary: [
    ...['expected_receiver_name', 'customer_number', 'receiver_first_name', 'receiver_middle_name'],
    ...['receiver_last_name', 'receiver_birthdate', 'receiver_birthplace', 'receiver_document_type'],
    ...['receiver_document_number', 'receiver_current_address'],
  ],
}
const optional = new Set([
  ...['sender_middle_name', 'sender_msisdn', 'receiver_first_name', 'receiver_middle_name'],
  'receiver_last_name',
])
const isDate = (name: string) => /_(birthdate|date)$/.test(name)

type Props = { kind: Kind; code?: string | undefined; done: () => void; close: () => void }

export function ProfileForm({ kind, code, done, close }: Props) {
  const t = profileTexts()
  const path = code === undefined ? undefined : pathOfProfile(kind, code)
  const stored = useLoad(path ?? 'new profile', async (signal) =>
    path === undefined ? {} : (await api.get<SavedProfile>(path, {}, signal)).fields,
  )
  return (
    <Dialog title={code === undefined ? t.add[kind] : t.edit[kind]} close={close}>
      {code !== undefined && <p>{t.keeps}</p>}
      <Await of={stored}>
        {(fields) => (
          <Form
            action={t.submit}
            submit={(values) => save({ kind, code, before: fields, values }).then(done)}
          >
            {code === undefined && (
              <Field name="code" label={t.code} hint={t.codeHint} maxLength={32} autocomplete="off" />
            )}
            {fieldsOf[kind].map((name) => (
              <Input key={name} name={name} value={fields[name] ?? ''} />
            ))}
          </Form>
        )}
      </Await>
    </Dialog>
  )
}

type Saving = { kind: Kind; code: string | undefined; before: Readonly<Values>; values: Values }

async function save({ kind, code: known, before, values }: Saving): Promise<void> {
  const t = profileTexts()
  const { code: typed = '', ...typedFields } = values
  const code = known ?? typed.trim()
  if (!/^[a-z0-9][a-z0-9._-]{0,31}$/i.test(code)) throw new Faults({ code: t.codeFault })
  if (known === undefined && (await exists(kind, code))) throw new Faults({ code: t.codeTaken })
  try {
    await api.put(pathOfProfile(kind, code), { fields: { ...before, ...typedFields } })
  } catch (error) {
    if (!(error instanceof RequestError) || error.faults.length === 0) throw error
    const texts = error.faults.map(({ field, message }) => [field, faultText({ code: 'RMT-1005', message })])
    throw new Faults(Object.fromEntries(texts))
  }
  toast(t.saved)
}

/** A new profile does not replace one of the same code by mistake. */
async function exists(kind: Kind, code: string): Promise<boolean> {
  try {
    await api.get(pathOfProfile(kind, code))
    return true
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return false
    throw error
  }
}

function Input({ name, value }: { name: string; value: string }) {
  const t = profileTexts()
  // The title says whose field it is.
  const [label = name] = nameOfField(name).split(/:\s/).slice(-1)
  return (
    <FieldInput
      name={name}
      label={label.charAt(0).toUpperCase() + label.slice(1)}
      value={value}
      hint={optional.has(name) ? t.optional : undefined}
      type={isDate(name) ? 'date' : 'text'}
    />
  )
}
